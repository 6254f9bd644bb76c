"""A question of the program: every answer can be reached and is seen before it is chosen, however
small the terminal."""

from __future__ import annotations

import pytest
from textual.containers import Vertical
from textual.pilot import Pilot
from textual.widgets import Input

from tests.wolftui.screen.stage import app_showing
from wolfcore.game import Game, get_board, make_spec
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.dialogs import ChoiceDialog, DialogText, WrappedLines
from wolftui.screen.widgets.menu import Menu
from wolftui.words.spans import Line, Span

LETTERS = "abcdefghijklmn"
ANSWERS: list[tuple[Line, str]] = [((Span(f"answer {letter}"),), letter) for letter in LETTERS]


def app() -> WolfApp:
    game = Game(make_spec(get_board("sla7"), 5))
    return app_showing(ShownGame(GameSession(game.spec.board, game.spec.names), "live"))


async def put(
    pilot: Pilot[int], words: str, answers: list[tuple[Line, str]] = ANSWERS
) -> list[str | None]:
    """Put the question; what is given back will be in the list."""
    given: list[str | None] = []
    pilot.app.push_screen(ChoiceDialog("Which one?", words, answers), given.append)
    await pilot.pause()
    await pilot.pause()
    return given


def menu_of(pilot: Pilot[int]) -> Menu:
    return pilot.app.screen.query_one(Menu)


def cursor_is_seen(pilot: Pilot[int]) -> bool:
    """Whether the answer under the cursor is drawn, inside the sheet and inside the terminal."""
    menu, panel = menu_of(pilot), pilot.app.screen.query_one(Vertical)
    rows = menu.text.split("\n")
    row = next(
        (number for number, line in enumerate(rows) if f"answer {LETTERS[menu.at]}" in line), None
    )
    if row is None:
        return False
    y = menu.content_region.y + row
    return (
        menu.content_region.y
        <= y
        < menu.content_region.bottom
        <= panel.content_region.bottom
        < pilot.app.size.height
    )


SHORT, LONG_WORDS = (
    "Something should be known.",
    "\n".join(f"line {number}" for number in range(40)),
)


@pytest.mark.slow
@pytest.mark.parametrize("words", ["", SHORT, LONG_WORDS])
@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 36)])
async def test_the_cursor_is_in_sight_on_every_answer(size: tuple[int, int], words: str) -> None:
    async with app().run_test(size=size) as pilot:
        given = await put(pilot, words)
        assert "Which one?" in pilot.app.screen.query_one(WrappedLines).text
        for key in (*["down"] * 13, *["up"] * 13, "pagedown", "pageup", "end"):
            await pilot.press(key)
            assert cursor_is_seen(pilot)
        for resized in ((60, 15), (120, 36), size):
            await pilot.resize_terminal(*resized)
            await pilot.pause()
            assert cursor_is_seen(pilot)
        assert menu_of(pilot).text.split("\n")[-1].strip() == "answer n"
        await pilot.press("enter")
        await pilot.pause()
    assert given == ["n"]


async def test_where_there_is_room_all_answers_stand_there_again_after_there_was_none() -> None:
    async with app().run_test(size=(120, 36)) as pilot:
        await put(pilot, SHORT)
        await pilot.press("end")
        for size in ((60, 15), (120, 36)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert [line.split()[-1] for line in menu_of(pilot).text.split("\n")] == list(LETTERS)


async def test_answers_beyond_the_ninth_have_no_number_and_the_others_are_chosen_by_theirs() -> (
    None
):
    async with app().run_test(size=(120, 36)) as pilot:
        given = await put(pilot, SHORT)
        rows = menu_of(pilot).text.split("\n")
        assert [row.split()[0] for row in rows[1:9]] == list("23456789")
        assert [row.split() for row in rows[9:]] == [["answer", letter] for letter in LETTERS[9:]]
        await pilot.press("9")
        await pilot.pause()
    assert given == ["i"]


async def test_words_that_do_not_fit_scroll_while_the_answers_stay() -> None:
    async with app().run_test(size=(60, 15)) as pilot:
        await put(pilot, LONG_WORDS, ANSWERS[:2])
        words = pilot.app.screen.query_one(DialogText)
        assert words.max_scroll_y > 0
        for _ in range(10):
            await pilot.press("pagedown")
        assert words.scroll_offset.y == words.max_scroll_y
        assert menu_of(pilot).text.count("answer") == 2
        assert cursor_is_seen(pilot)


async def test_the_cursor_goes_on_from_either_end_to_the_other() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await put(pilot, "", ANSWERS[:3])
        at: list[int] = []
        for key in ("up", "down", "down", "down", "down"):
            await pilot.press(key)
            at.append(menu_of(pilot).at)
        assert at == [2, 0, 1, 2, 0]


async def test_keys_that_come_before_a_dialog_is_gone_do_nothing() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        given = await put(pilot, "It is a question.")
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        dialog.dismiss(None)
        dialog.dismiss(None)  # the screen below stays, the answer is given once
        await pilot.pause()
        assert given == [None]
        assert len(pilot.app.screen_stack) == 2
        for _ in range(3):  # the palette too can be called while it closes
            await pilot.press("ctrl+p", "escape")


async def test_a_query_in_the_palette_is_short() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        typed = pilot.app.screen.query_one(Input)
        typed.insert_text_at_cursor("x" * 1000)
        assert len(typed.value) <= 60
