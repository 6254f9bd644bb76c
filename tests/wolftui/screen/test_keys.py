"""The line of keys tells the keys of what has the focus, and each of them works there."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from tests.wolftui.screen.stage import SIZES, app_for, live_of, sit, text_of, until, until_asked
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.screen.screens.dialogs import TextDialog
from wolftui.screen.screens.game_dialogs import LeaveDialog
from wolftui.screen.screens.person_dialogs import HandOver, NotebookDialog
from wolftui.screen.widgets.bottom_lines import KeyLine
from wolftui.screen.widgets.line_view import TooSmall
from wolftui.settings.actions import Place, Situation, key_line
from wolftui.words.wrapping import plain_text


def keys(pilot: Pilot[int]) -> str:
    return live_of(pilot).keys.text.strip()


@pytest.mark.slow
async def test_notes_can_be_written_while_a_choice_is_open(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        assert "F2 writes" in text_of(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert "F2            Write your marks and notes" in text_of(pilot)
        await pilot.press("escape", "m")
        assert table.prompt.targets.chosen is not None
        assert table.prompt.targets.chosen.value == 4
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(pilot.app.screen, NotebookDialog)


@pytest.mark.slow
async def test_a_letter_that_begins_a_choice_is_offered_as_nothing_else(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human", names=("Sven",))).run_test(
        size=(80, 24)
    ) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        assert {"s", "m"} <= table.situation.letters
        assert "Tab seat" in keys(pilot)
        await pilot.press("s")
        assert table.prompt.targets.chosen is not None
        assert table.prompt.targets.chosen.value == 4
        assert not table.has_class("-panel")
        await pilot.press("tab")
        assert table.has_class("-panel")
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "s seat" in keys(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_searching_while_asked_shows_the_keys_of_the_search(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press("escape", "slash")
        await pilot.pause()
        assert keys(pilot) == "Enter keep  Esc end the search  F1 help  Ctrl-Q quit"
        await pilot.press("escape", "tab")
        await pilot.pause()
        assert keys(pilot).startswith("Enter send  Ctrl-J new line")


@pytest.mark.slow
async def test_whoever_is_asked_whether_to_leave_is_offered_no_key_that_does_nothing(
    tmp_path: Path,
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LeaveDialog)
        assert keys(pilot) == "↑ ↓ choose  Enter confirm  Esc back"


@pytest.mark.slow
async def test_what_lies_over_the_table_shows_its_own_keys(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        of_table = keys(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)
        assert keys(pilot) == "↑ ↓ scroll  Esc close  Ctrl-Q quit"
        await pilot.press("escape", "f2")
        await pilot.pause()
        assert keys(pilot).startswith("↑ ↓ seat  ? + w mark  Backspace no mark  Tab notes")
        await pilot.press("tab")
        await pilot.pause()
        assert isinstance(pilot.app.screen.focused, TextArea)
        assert keys(pilot) == "Esc close  Ctrl-Q quit"
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert keys(pilot) == "↑ ↓ choose  Enter confirm  Esc back"
        await pilot.press("escape")
        await pilot.pause()
        assert keys(pilot) == "Esc close  Ctrl-Q quit"
        await pilot.press("escape")
        await pilot.pause()
        assert keys(pilot) == of_table


async def test_a_hand_over_shows_its_own_keys(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "3=human", "4=human")).run_test(
        size=(120, 36)
    ) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOver))
        assert keys(pilot) == "Enter I am alone  Ctrl-Q quit"


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_said_at_the_start_is_in_the_transcript_and_covers_nothing(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    options = PlayOptions(
        board=None, seats=("4=human",), default_player="random", seed=5, games_root=tmp_path
    )
    async with app_for(start_game(options)).run_test(size=size, notifications=True) as pilot:
        await until_asked(pilot)
        words = " ".join(live_of(pilot).transcript.text.split())
        assert "Nobody dies in the first night of your first 3 games." in words
        assert words.index("You are 4") < words.index("Nobody dies")
        assert not pilot.app.screen.query("Toast")


def test_the_key_line_never_drops_the_way_back_nor_help() -> None:
    flags = dict.fromkeys(set(Situation.__struct_fields__) - {"place", "letters"}, True)
    for place in get_args(Place):
        for more in ({}, flags, {**flags, "suspecting": False}, {"can_go_back": True}):
            hints = key_line(msgspec.convert({"place": place, **more}, Situation))
            line = KeyLine()
            line.show(hints)
            words = plain_text(*line.compose_lines(58))
            must = [f"{hint.keys} {hint.label}" for hint in hints if hint.keys in ("Esc", "F1")]
            assert [each for each in must if each not in words] == [], (place, words)
            assert len(words) <= 60


@pytest.mark.parametrize("size", SIZES)
async def test_a_notice_covers_neither_the_question_nor_the_own_role(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(
        size=size, notifications=True
    ) as pilot:
        await until_asked(pilot)
        await pilot.press("i")
        await until(pilot, lambda: bool(pilot.app.screen.query("Toast")))
        (toast,) = pilot.app.screen.query("Toast")
        table = live_of(pilot)
        for part in (table.prompt, table.heading, table.strip, table.side):
            assert not (part.display and toast.region.overlaps(part.region)), part
        assert "no model plays here" in str(toast.render())


@pytest.mark.slow
@pytest.mark.parametrize("saved", [True, False])
async def test_a_terminal_that_has_become_too_small_says_how_to_go_on_with_this_game(
    tmp_path: Path, *, saved: bool
) -> None:
    running = start_game(
        PlayOptions(
            board="sla7",
            seats=("4=human",),
            default_player="random",
            seed=5,
            games_root=tmp_path,
            save=saved,
        )
    )
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        await pilot.resize_terminal(50, 12)
        await pilot.pause()
        words = " ".join(live_of(pilot).query_one(TooSmall).text.split())
        assert (
            f"gooninlines:wolftuiresume{running.path}--plain" in words.replace(" ", "")
        ) == saved
        assert "wolftui play" not in words
