"""What Enter, Esc and Backspace do in each place after a game: Enter does what is chosen, Esc goes
one step back to where one came from, and Backspace nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import play_out, sit, until
from tests.wolftui.screen.test_lobby import lobby, settle
from wolftui.screen.screens.dialogs import WrappedLines
from wolftui.screen.screens.reveal_screen import Cards

WHOSE, KEPT = "with whose eyes?", "You guessed along before"
FROM, WHO = "Play on differently from", "Who plays?"

PLACES: tuple[tuple[str, str, str, str], ...] = (
    # the keys from the table of the game, where they lead, where Enter leads, and where Esc
    ("enter", "ResultScreen", "ResultScreen", "LiveTable"),
    ("enter down down", "ResultScreen", "WordsScreen", "LiveTable"),
    ("enter down down up up", "ResultScreen", "ResultScreen", "LiveTable"),
    ("enter down down right left", "ResultScreen", "ResultScreen", "LiveTable"),
    ("enter 3 down", "ResultScreen", "EvidenceDialog", "ResultScreen"),
    ("enter 3 down enter", "EvidenceDialog", "ReviewTable", "ResultScreen"),
    ("enter 3 down enter enter", "ReviewTable", "ResultScreen", "ResultScreen"),
    ("enter w", "WordsScreen", "", "ResultScreen"),
    ("enter c", "DecisionsScreen", "", "ResultScreen"),
    ("enter r", "ReviewTable", "ResultScreen", "ResultScreen"),
    ("enter r enter", "ResultScreen", "ResultScreen", "ReviewTable"),
    ("enter r enter r", "ReviewTable", "ResultScreen", "ResultScreen"),
    ("g", WHOSE, "ReviewTable", "LiveTable"),
    ("g p", "ReviewTable", "", "LiveTable"),
    ("f", FROM, WHO, "LiveTable"),
    ("f enter", WHO, "", FROM),
    ("enter g", WHOSE, "ReviewTable", "ResultScreen"),
    ("enter f", FROM, WHO, "ResultScreen"),
    ("enter r g", WHOSE, "ReviewTable", "ReviewTable"),
    ("g p end enter", "ReviewTable", "", "LiveTable"),
    ("g", KEPT, "ReviewTable", "LiveTable"),
    ("enter g", KEPT, "ReviewTable", "ResultScreen"),
)


def place(pilot: Pilot[int]) -> str:
    """The screen on top; a question by its title."""
    top = pilot.app.screen
    words = " ".join(each.text for each in top.query(WrappedLines))
    return next(
        (each for each in (WHOSE, KEPT, FROM, WHO) if each in words), top.__class__.__name__
    )


async def press(pilot: Pilot[int], keys: str) -> str:
    for key in keys.split():
        await pilot.press(key)
        await pilot.pause()
        await pilot.pause()
    return place(pilot)


@pytest.mark.slow
async def test_esc_goes_one_step_back_and_enter_does_what_is_chosen(tmp_path: Path) -> None:
    app = lobby(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.push_screen(app.make_play_table(sit(tmp_path, "sla7", 5, "4=human")))
        await pilot.pause()
        table = await play_out(pilot)
        await until(pilot, lambda: table.end_notices.strip.display)

        assert await press(pilot, "enter") == "RevealScreen"
        cards = pilot.app.screen.query_one(Cards)
        for key in ("f1", "question_mark"):
            assert await press(pilot, key) == "TextDialog", "help, and no card is turned"
            assert await press(pilot, "escape") == "RevealScreen"
            assert not cards.finished
        assert await press(pilot, "x") == "RevealScreen"
        assert cards.finished
        assert await press(pilot, "escape") == "LiveTable"

        for keys, there, enter, back in PLACES:
            assert await press(pilot, keys) == there, keys
            assert await press(pilot, "backspace") == there, keys
            assert await press(pilot, "escape") == back, keys
            while pilot.app.screen is not table:
                await press(pilot, "escape")
            if enter:
                assert await press(pilot, f"{keys} enter") == enter, keys
            while pilot.app.screen is not table:
                await press(pilot, "escape")
        assert await press(pilot, "escape") == "LobbyScreen"
