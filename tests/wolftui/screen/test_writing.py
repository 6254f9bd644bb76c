"""A person chooses what to say by keys alone: the sentence lands in the input, to be changed, and
Esc leaves all as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import (
    SIZES,
    answer,
    app_for,
    live_of,
    sit,
    table_of,
    text_of,
    until,
    until_asked,
)
from tests.wolftui.screen.test_ascii import check
from wolfcore.speech import Accuses, ClaimsRole, ReportsCheck
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.screen.screens.dialogs import ChoiceDialog, WrappedLines
from wolftui.screen.screens.speech_writer import FullSentence, SentenceDialog
from wolftui.screen.widgets.menu import Menu
from wolftui.settings.config import Config
from wolftui.words.recognised_acts import READING_PAUSE, acts_in


def title(pilot: Pilot[int]) -> str:
    """What is being asked over the table; empty where nothing is."""
    over = pilot.app.screen
    return (
        over.query(WrappedLines).first().text.split("\n")[0]
        if isinstance(over, ChoiceDialog)
        else ""
    )


async def choose(pilot: Pilot[int], *labels: str) -> None:
    """Choose by the arrows the item that begins so, in one menu after the other."""
    for label in labels:
        menu = pilot.app.screen.query_one(Menu)
        number = next(
            n
            for n, item in enumerate(menu.items)
            if label in "".join(span.text for span in item.line)
        )
        await pilot.press(*["down"] * (number - menu.at), *["up"] * (menu.at - number), "enter")
        await pilot.pause()


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_a_sentence_is_chosen_changed_and_sent(tmp_path: Path, size: tuple[int, int]) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(running).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        composer = live_of(pilot).prompt.composer
        await pilot.press("f3")
        await pilot.pause()
        assert title(pilot) == "What do you want to say?"
        await choose(pilot, "Claim a role", "Seer")
        assert title(pilot).startswith("In which words?")
        await choose(pilot, "terse")
        assert acts_in(composer.text, 4, running.spec.names, running.spec.board.roles) == (
            ClaimsRole("Seer"),
        )
        assert pilot.app.focused is composer
        await pilot.press("f3")
        await choose(pilot, "Accuse", running.spec.names[2], "I am sure")  # who lives in this game
        assert pilot.app.screen.query_one(Menu).at > 0
        await pilot.press("enter")
        await pilot.pause()
        assert acts_in(composer.text, 4, running.spec.names, running.spec.board.roles) == (
            ClaimsRole("Seer"),
            Accuses(3),
        )
        await pilot.press(*" Hm.", "enter")
        table = table_of(pilot)
        await until(pilot, lambda: any("Hm." in block.text for block in table.session.blocks))


@pytest.mark.slow
async def test_esc_leaves_all_as_it_was_at_every_step(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, "speak")
        composer = live_of(pilot).prompt.composer
        await pilot.press(*"Well", "left")
        place = composer.cursor_location
        session = live_of(pilot).session
        other = session.names[next(seat for seat in session.state.living if seat != 4) - 1]
        for steps in ((), ("Accuse",), ("Accuse", other), ("Accuse", other, "I am sure")):
            await pilot.press("f3")
            await pilot.pause()
            await choose(pilot, *steps)
            assert title(pilot)
            await pilot.press("escape")
            await pilot.pause()
            assert not title(pilot)
            assert (composer.text, composer.cursor_location) == ("Well", place)
            assert pilot.app.focused is composer


@pytest.mark.slow
async def test_the_sentence_under_the_cursor_is_shown_in_full_where_the_list_has_no_room_for_it(
    tmp_path: Path,
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(60, 15)) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press("f3")
        await choose(pilot, "Claim a role", "Seer")
        over = pilot.app.screen
        assert isinstance(over, SentenceDialog)
        menu, whole = over.query_one(Menu), over.query_one(FullSentence)
        for number, item in enumerate(menu.items):
            assert menu.at == number
            sentence = item.line[-1].text
            assert " ".join(whole.text.split()).endswith(sentence)
            height = whole.size.height
            await pilot.press("down")
            await pilot.pause()
            assert whole.size.height == height


@pytest.mark.slow
async def test_seats_are_chosen_by_their_number(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human", deal="4=Seer")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, "check")
        await pilot.press("6", "enter")
        await until_asked(pilot, "speak")
        await pilot.press("f3")
        await choose(pilot, "Report")
        first = pilot.app.screen.query_one(Menu).items[0]
        assert "What you learned of 6" in "".join(span.text for span in first.line)
        await choose(pilot, "A check")
        await pilot.press("6")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SentenceDialog)
        await pilot.press("1")
        await pilot.pause()
        text = live_of(pilot).prompt.composer.text
        assert acts_in(text, 4, running.spec.names, running.spec.board.roles) in (
            (ReportsCheck(6, "wolves", 1),),
            (ReportsCheck(6, "wolves", -1),),
        )


@pytest.mark.slow
async def test_the_key_is_shown_where_words_may_be_written_and_does_nothing_elsewhere(
    tmp_path: Path,
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        assert "F3" not in live_of(pilot).keys.text
        await pilot.press("f3")
        await pilot.pause()
        assert not title(pilot)
        await answer(pilot)
        await until_asked(pilot, "speak")
        assert "F3 moves" in live_of(pilot).keys.text
        assert "F3 has sentences" in text_of(pilot)
        await pilot.press("escape", "f3")
        await pilot.pause()
        assert title(pilot)


@pytest.mark.slow
async def test_it_works_where_nothing_is_told_of_what_is_heard(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human"), Config(heard=False)).run_test(
        size=(80, 24)
    ) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press("f3")
        await choose(pilot, "Defend", "yourself", "plain")
        assert live_of(pilot).prompt.composer.text


async def test_a_wolf_is_offered_whom_to_attack(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "classic9", 5, "2=human", deal="2=Werewolf")).run_test(
        size=(80, 24)
    ) as pilot:
        await until_asked(pilot, "whisper")
        await pilot.press("f3")
        await pilot.pause()
        assert title(pilot) == "Whom shall the pack attack?"


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["moonlight", "parchment"])
async def test_what_is_heard_and_the_moves_are_drawn_in_ascii_where_that_is_wanted(
    tmp_path: Path, theme: str
) -> None:
    options = PlayOptions(
        board="sla7",
        seats=("4=human",),
        seed=5,
        default_player="random",
        games_root=tmp_path,
        deal="4=Doctor",
    )
    running, config = start_game(options), Config(ascii=True, theme=theme)
    async with app_for(running, config).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, "speak")
        check(pilot, "nothing written")
        await pilot.press("f3")
        await pilot.pause()
        check(pilot, "the moves")
        await choose(pilot, "Claim a role", "Seer")
        check(pilot, "the words")
        await choose(pilot, "terse")
        live_of(pilot).prompt.composer.insert(" Nobody died, and Aoife is a wolf.")
        await until(pilot, lambda: "heard:" in text_of(pilot), seconds=READING_PAUSE)
        check(pilot, "what is heard")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(62, 16), (60, 15)])
async def test_a_draft_stays_in_sight_where_the_terminal_becomes_small_and_all_of_it_can_be_reached(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        composer = live_of(pilot).prompt.composer
        composer.insert(" ".join(f"word{number}" for number in range(80)))
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.pause()
        assert composer.region.bottom <= size[1]

        def seen() -> str:
            return " ".join(composer.render_line(y).text for y in range(composer.size.height))

        assert "word79" in seen()
        words = set(seen().split())
        for _ in range(30):
            await pilot.press("up")
            words |= set(seen().split())
        assert {f"word{number}" for number in range(80)} <= words
