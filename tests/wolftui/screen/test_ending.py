"""The end holds at the table, what a person who is out chooses is chosen, and whatever lies over a
game holds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.screen.stage import (
    LONG,
    SIZES,
    app_for,
    live_of,
    play_out,
    sit,
    text_of,
    to_result,
    until,
    until_asked,
)
from tests.wolftui.screen.test_play import Elsewhere, against_the_first
from tests.wolftui.words.telling import go_on
from wolfcore.game import Game, get_board, make_spec
from wolfcore.game.rulebook import last_words_sentence
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.end_analysis import EndAnalysis
from wolftui.words.spans import MODERATOR_EYES


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_end_stays_at_the_table_until_enter_and_says_who_won_and_when_it_turned(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed: list[EndAnalysis] = []

    def begin(analysis: EndAnalysis, _: object) -> None:
        assert running.game.over
        analysed.append(analysis)

    monkeypatch.setattr(EndAnalysis, "begin", begin)
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(running).run_test(size=size) as pilot:
        table = await play_out(pilot)
        await until(pilot, lambda: table.end_notices.strip.display)
        assert analysed[0] is table.dialogs.analysis
        for _ in range(5):
            table.beat(LONG)
            await pilot.pause()
        assert pilot.app.screen is table
        said = " ".join(table.end_notices.strip.text.split())
        won = running.game.state.winner == "village"
        assert said.startswith("You won." if won else "You lost.")
        assert running.outcome.title in said
        assert "Enter result" in table.keys.text
        assert table.transcript.size.height >= size[1] - 10
        await to_result(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "You won" in text_of(pilot) or "You lost" in text_of(pilot)


@pytest.mark.slow
async def test_whoever_looks_on_reads_who_won(tmp_path: Path) -> None:
    running = sit(tmp_path)
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        table = live_of(pilot)
        await until(pilot, lambda: table.end_notices.strip.display)
        assert table.end_notices.strip.text.startswith(running.outcome.title)
        assert "You " not in table.end_notices.strip.text
        await pilot.press("home")
        table.beat(0.0)
        await pilot.pause()
        assert not table.end_notices.strip.display  # whoever looks back reads the game


def out_of_the_game() -> tuple[Game, GameSession, WolfApp]:
    """A game that a test drives, whose person at seat 1 falls in the first night."""
    game = Game(make_spec(get_board("plus9"), 1, people={1: None}, deal={1: "Villager"}))
    session = GameSession(game.spec.board, game.spec.names, people=(1,))
    session.entries(game.log)
    return (
        game,
        session,
        WolfApp(
            lambda app: app.make_table(ShownGame(session, "play"), Elsewhere()), heartbeat=False
        ),
    )


async def test_who_is_out_chooses_below_a_transcript_that_can_be_read_and_the_game_waits_for_it() -> (
    None
):
    game, session, app = out_of_the_game()
    async with app.run_test(size=(80, 24)) as pilot:
        table = live_of(pilot)
        while not table.end_notices.asks:
            go_on(game, [session], against_the_first, batches=1)
            table.beat(LONG)
            await pilot.pause()
        assert app.screen is table
        assert table.transcript.size.height >= 13
        assert "You are out of the game" in table.end_notices.strip.text
        said = " ".join(table.end_notices.strip.text.split())
        assert f"moderator's eyes. {last_words_sentence(game.spec.board)}" in said
        assert "There are no last words." in text_of(pilot)
        assert "paused" in table.heading.text
        table.beat(0.0)
        read = len(session.blocks)
        go_on(game, [session], against_the_first, batches=3)
        table.beat(LONG)
        await pilot.pause()
        assert len(session.blocks) == read
        await pilot.press("1")
        table.beat(LONG)
        await pilot.pause()
        assert len(session.blocks) > read
        assert session.eyes == 1


@pytest.mark.parametrize("key", ["2", "down"])
async def test_a_choice_that_comes_after_the_end_still_does_what_it_says_or_is_gone(
    key: str,
) -> None:
    game, session, app = out_of_the_game()
    async with app.run_test(size=(80, 24)) as pilot:
        table = live_of(pilot)
        while not table.end_notices.asks:
            go_on(game, [session], against_the_first, batches=1)
            table.beat(LONG)
            await pilot.pause()
        while game.asks:
            go_on(game, [session], against_the_first, batches=1)
        await pilot.press(key)
        table.beat(LONG)
        await pilot.pause()
        if key == "2":
            assert session.eyes == MODERATOR_EYES
        else:
            assert not table.end_notices.asks


@pytest.mark.slow
@pytest.mark.usefixtures("whole_steps")
@pytest.mark.parametrize("keys", [("ctrl+q",), ("escape", "f1"), ("escape", "B"), ("f2",)])
async def test_whatever_lies_over_a_game_holds_it_until_it_is_closed(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        table = live_of(pilot)
        await until_asked(pilot)
        await pilot.press("4", "enter", *keys)
        await pilot.pause()
        assert pilot.app.screen is not table
        for _ in range(10):
            table.beat(LONG)
            await pilot.pause()
        assert table.session.state.phase == "night"
        await pilot.press("escape")
        await until(pilot, lambda: table.session.state.phase != "night")
