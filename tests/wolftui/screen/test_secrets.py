"""What a viewer may not know reaches no widget. Every secret of a game is marked, and every widget
is searched at every step."""

from __future__ import annotations

import pytest

from tests.wolftui.screen.stage import LONG, app_showing, table_of, text_of
from tests.wolftui.words.telling import go_on, tell
from wolfcore.game import Answer, Ask, Belief, Game, View, get_board, make_spec, team_of
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame


def marked(ask: Ask, view: View) -> Answer:
    """Legal answers whose secret parts carry a mark of their seat; nobody says anything aloud."""
    choice = 0 if ask.kind in ("vote", "lean", "shoot") and 0 in ask.options else ask.options[-1]
    words = f"WHISPER{ask.seat}X" if ask.kind == "whisper" else ""
    beliefs = (Belief(1 if ask.seat != 1 else 2, "Werewolf", 9, 0.87),)
    return Answer(choice, words, thought=f"THOUGHT{ask.seat}X", beliefs=beliefs)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["classic12", "helmsman7", "xu7"])
async def test_no_widget_of_a_seat_holds_a_secret_of_another(board: str) -> None:
    spec = make_spec(get_board(board), 11)
    for seat in (1, 4, 7):
        game = Game(spec)
        view = game.view(seat)
        session = GameSession(spec.board, spec.names, people=(seat,), by_role=True)
        async with app_showing(
            ShownGame(session, "play", seed=987654321, players=("KINDX",) * 12)
        ).run_test(size=(120, 36)) as pilot:
            hidden = {f"THOUGHT{other}X" for other in range(1, 13)} | {"987654321", "KINDX"}
            if view.role and team_of(view.role) != "wolves":
                hidden |= {f"WHISPER{other}X" for other in range(1, 13)}
            session.entries(game.log)
            while game.asks and game.state.day < 2:
                go_on(game, [session], marked, batches=3)
                table_of(pilot).beat(LONG)
                await pilot.pause()
                words = text_of(pilot) + pilot.app.export_screenshot()
                assert {secret for secret in hidden if secret in words} == set()
                known = [role for role in session.state.roles if role]
                assert known == [role for role in view.state.roles if role]


async def test_the_marks_are_there_for_the_moderator() -> None:
    """Without this the test above could not fail."""
    spec = make_spec(get_board("classic12"), 11)
    game, session = Game(spec), GameSession(spec.board, spec.names, by_role=True)
    async with app_showing(ShownGame(session, "live", players=("KINDX",) * 12)).run_test(
        size=(120, 36)
    ) as pilot:
        tell(game, [session], marked, batches=60)
        session.go_end()
        await pilot.press("t")
        table_of(pilot).beat(LONG)
        await pilot.pause()
        words = text_of(pilot)
        missing = [mark for mark in ("THOUGHT", "WHISPER", " 87 ") if mark not in words]
        assert missing == []


async def test_while_anything_is_asked_in_secret_a_seat_sees_nobody_think() -> None:
    spec = make_spec(get_board("sla7"), 5)
    game, session = Game(spec), GameSession(spec.board, spec.names, people=(7,))
    async with app_showing(ShownGame(session, "play")).run_test(size=(120, 36)) as pilot:
        session.entries(game.log)
        session.asked(game.asks)
        table_of(pilot).beat(LONG)
        await pilot.pause()
        words = text_of(pilot)
        assert "thinking" not in words
        assert "choosing" not in words
