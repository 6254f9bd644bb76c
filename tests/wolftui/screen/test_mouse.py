"""Whatever can be chosen can be clicked, and whatever shows a key, too: by the mouse alone, at
every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from tests.wolftui.screen.stage import (
    SIZES,
    app_for,
    click_words,
    live_of,
    sit,
    table_of,
    text_of,
    until_asked,
)
from tests.wolftui.screen.test_recalling import a_review
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.dialogs import ChoiceDialog, DialogText, TextDialog, WrappedLines
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.number_pages import EvidenceDialog
from wolftui.screen.screens.person_dialogs import MarkList, NotebookDialog
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.widgets.bottom_lines import KeyLine
from wolftui.screen.widgets.composer import Composer
from wolftui.screen.widgets.menu import LazyMenu, Menu
from wolftui.screen.widgets.number_page import NumberPage, TabRow
from wolftui.settings.config import Config
from wolftui.words.spans import PUBLIC_EYES

ALL_SIZES = [*SIZES, (60, 15)]


async def click_key(pilot: Pilot[int], label: str, keys: str = "") -> None:
    """Click the key with a label in the line of keys, or the last of several keys that share it."""
    line = live_of(pilot).keys
    at = line.text.index(f" {label}  ") - 1
    assert not keys or line.text[at] == keys
    await pilot.click(KeyLine, offset=(at + line.gutter.left, 0))
    await pilot.pause()


async def test_a_click_on_a_key_does_what_the_key_does(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, others="bot:normal")).run_test(size=(160, 36)) as pilot:
        session = live_of(pilot).session
        was, speed = session.playing, session.speed
        await click_key(pilot, "play/pause")
        assert session.playing != was
        await click_key(pilot, "speed", "-")
        assert session.speed < speed
        await click_key(pilot, "eyes")
        assert isinstance(pilot.app.screen, ChoiceDialog)


@pytest.mark.slow
async def test_a_click_on_a_key_of_the_prompt_does_what_it_does_there(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press(*"hello")
        await click_key(pilot, "new line")
        await pilot.press(*"there")
        assert pilot.app.screen.query_one(Composer).text == "hello\nthere"
        await click_key(pilot, "transcript")
        assert live_of(pilot).transcript.has_focus


async def test_keys_can_be_clicked_while_a_sheet_lies_over_them(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)
        line = live_of(pilot).keys
        left, top = line.content_region.offset
        await pilot.click(offset=(left + line.text.index("Esc"), top))
        await pilot.pause()
        assert pilot.app.screen is live_of(pilot)


@pytest.mark.slow
async def test_own_keys_are_bound_and_shown_everywhere(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    keys = {
        "help": "ctrl+r",
        "marks": "f8",
        "new_line": "ctrl+o",
        "quit": "ctrl+g",
        "palette": "ctrl+t",
        "slower": "ö",
    }
    config = Config(keys=dict(keys))
    async with WolfApp(lambda app: app.make_play_table(running), config, heartbeat=False).run_test(
        size=(120, 36)
    ) as pilot:
        await until_asked(pilot, "speak")
        assert "Ctrl-O new line" in live_of(pilot).keys.text
        assert "F8 writes" in text_of(pilot)
        await pilot.press("a", "ctrl+o", "b", "ctrl+j")
        assert pilot.app.screen.query_one(Composer).text == "a\nb"
        await pilot.press("f1", "f2")
        assert pilot.app.screen is live_of(pilot)
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert "F8            Write your marks" in text_of(pilot)
        await pilot.press("escape", "ctrl+p")
        assert pilot.app.screen is live_of(pilot)
        await pilot.press("ctrl+t")
        assert pilot.app.screen.query(Widget).filter("CommandInput")
        await pilot.press("escape", "escape", "ö")
        assert live_of(pilot).session.speed < 1
        await pilot.press("ctrl+g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)


# -- what can be chosen


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_click_chooses_a_target_and_a_second_or_the_word_for_the_key_confirms(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        await until_asked(pilot, "protect")
        prompt, names = live_of(pilot).prompt, live_of(pilot).session.names
        await click_words(pilot, prompt.targets, f"6 {names[5]}")
        assert prompt.targets.chosen is not None
        assert prompt.targets.chosen.value == 6
        assert live_of(pilot).front.waiting is not None
        await click_words(pilot, prompt.targets, f"3 {names[2]}")
        assert prompt.targets.chosen.value == 3
        await click_words(pilot, prompt.effect, "confirms")
        assert live_of(pilot).front.waiting is None
        await until_asked(pilot, "vote")
        voted = next(option.label for option in prompt.targets.options if option.value)
        await click_words(pilot, prompt.targets, voted)
        await click_words(pilot, prompt.targets, voted)
        assert live_of(pilot).front.waiting is None


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_click_chooses_in_a_dialog(tmp_path: Path, size: tuple[int, int]) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("v")
        await pilot.pause()
        await click_words(pilot, pilot.app.screen.query_one(Menu), "what everybody knows")
        assert table_of(pilot).session.eyes == PUBLIC_EYES
        assert pilot.app.screen is table_of(pilot)


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_click_on_the_timeline_goes_there_at_every_size(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("end")
        await click_words(pilot, table_of(pilot).timeline, "1")
        assert table_of(pilot).session.state.day == 1
        assert table_of(pilot).session.state.phase == "night"


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_click_opens_a_tab_chooses_a_number_and_says_all_of_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("end", "r")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ResultScreen)
        tabs, page = screen.query_one(TabRow), screen.query_one(NumberPage)
        for number, name in enumerate(tabs.names):
            await click_words(pilot, tabs, name)
            assert (tabs.at, page.tab) == (number, number)
        await click_words(pilot, tabs, "Votes")
        spot = page.spots[0]
        left, top = page.content_region.offset
        await pilot.click(offset=(left + spot.start, top + spot.line))
        await pilot.pause()
        assert page.derivation == spot.derivation
        left, top = page.content_region.offset
        await pilot.click(offset=(left + spot.start, top + spot.line))
        await pilot.pause()
        assert isinstance(pilot.app.screen, EvidenceDialog | TextDialog)


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_click_opens_a_game_of_the_library_and_one_beside_the_games_opens_none(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    ids: list[str] = []
    for seed in (5, 6):
        running = sit(tmp_path, "sla7", seed, others="bot:easy")
        running.play_now()
        running.close()
        ids.append(running.id)
    app = WolfApp(lambda app: LibraryScreen(tmp_path, app.glyphs), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        games = screen.query_one(LazyMenu)
        left, top = games.content_region.offset
        for above_or_below in (top - 1, top + 2):
            await pilot.click(offset=(left + 2, above_or_below))
            await pilot.pause()
            assert pilot.app.screen is screen
        second = screen.games[1]
        await pilot.click(offset=(left + 2, top + 1))
        await pilot.pause()
        assert table_of(pilot).shown.game == second.id
    assert sorted(ids) == sorted(found.id for found in screen.games)


@pytest.mark.slow
async def test_marks_are_given_by_clicks_and_by_the_signs_that_are_shown(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        table = live_of(pilot)
        book, names = table.shown.notebook(4), table.session.names
        await click_words(pilot, table.side.lines_view, "F2 writes")
        assert isinstance(pilot.app.screen, NotebookDialog)
        marks, hints = (
            pilot.app.screen.query_one(MarkList),
            pilot.app.screen.query(WrappedLines).first(),
        )
        await click_words(pilot, marks, f"5 {names[4]}")
        await click_words(pilot, hints, "w wolf")
        assert book.marks == {5: "wolf"}
        await click_words(pilot, marks, f"2 {names[1]}")
        await click_words(pilot, marks, f"2 {names[1]}")
        assert book.marks == {5: "wolf", 2: "?"}
        await click_words(pilot, hints, "+ trust")
        assert book.marks == {5: "wolf", 2: "+"}
        await click_words(pilot, hints, "Backspace none")
        assert book.marks == {5: "wolf"}
        await click_words(pilot, hints, "Esc closes")
        assert pilot.app.screen is table


async def test_suspicions_are_stated_by_clicks(tmp_path: Path) -> None:
    running = sit(tmp_path, "helmsman7+appointed", 5, "4=human:suspicions")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "suspect")
        beliefs, names = live_of(pilot).prompt.beliefs, live_of(pilot).session.names
        await click_words(pilot, beliefs, f"5 {names[4]}")
        assert "Werewolf" not in beliefs.text.split("1-9")[0]
        await click_words(pilot, beliefs, f"5 {names[4]}")
        row = next(line for line in beliefs.text.split("\n") if f"5 {names[4]}" in line)
        taken = row.split(f"5 {names[4]}")[1].split()[:3]
        assert taken[2].isdecimal()
        await click_words(pilot, beliefs, "+ - how surely")
        assert str(int(taken[2]) + 1) in beliefs.text.split("1-9")[0]


# -- what is selected


@pytest.mark.parametrize("key", ["y", "ctrl+c"])
@pytest.mark.parametrize("size", SIZES)
async def test_what_is_dragged_over_is_selected_and_copied(
    tmp_path: Path, size: tuple[int, int], key: str
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.press("end")
        await pilot.pause()
        transcript = table_of(pilot).transcript
        rows = [transcript.render_line(row).text for row in range(transcript.content_size.height)]
        row = next(row for row, line in enumerate(rows) if "Vote" in line)
        words = rows[row].strip()
        left, top = transcript.content_region.offset
        start = left + rows[row].index(words)
        before = transcript.render_line(row)
        await pilot.mouse_down(offset=(start, top + row))
        await pilot.hover(offset=(start + 4, top + row))
        await pilot.hover(offset=(start + len(words), top + row))
        await pilot.mouse_up(offset=(start + len(words), top + row))
        await pilot.pause()
        assert pilot.app.screen.get_selected_text() == words
        assert transcript.render_line(row) != before, "it is seen"
        await pilot.press(key)
        assert pilot.app.clipboard == words
        assert pilot.app.is_running


# -- what shows a key


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", ALL_SIZES)
async def test_words_that_name_a_key_press_it(tmp_path: Path, size: tuple[int, int]) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("3")
        await pilot.pause()
        table = table_of(pilot)
        await click_words(pilot, table.side.lines_view, "Esc closes")
        assert table.side_panel.seat == 0
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)
        await click_words(pilot, pilot.app.screen.query(WrappedLines).first(), "Esc closes", into=6)
        assert pilot.app.screen is table


async def test_each_of_several_keys_that_share_a_place_is_pressed_where_it_stands(
    tmp_path: Path,
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("v")
        await pilot.pause()
        menu, line = pilot.app.screen.query_one(Menu), table_of(pilot).keys
        at = menu.at
        for words, moved in (("↓ choose", 1), ("choose", 2), ("↑ ↓", 1)):
            await click_words(pilot, line, words)
            assert menu.at == at + moved
        await click_words(pilot, line, "Enter confirm")
        assert pilot.app.screen is table_of(pilot)


@pytest.mark.slow
async def test_keys_can_be_clicked_while_a_sheet_lies_over_a_sheet(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        await pilot.press("f1")
        await pilot.pause()
        sheet = pilot.app.screen
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        assert pilot.app.screen.query(DialogText)
        await click_words(pilot, live_of(pilot).keys, "Esc")
        assert pilot.app.screen is sheet
