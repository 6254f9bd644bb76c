"""Games played on as a table would play them, with sessions that are told of everything; and a gate
that holds nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolftui.games.session.game_session import GameSession

Choose = Callable[[Ask, View], Answer]


def quiet(ask: Ask, view: View) -> Answer:
    """The last option of everything, in silence, but abstain and hold fire where that is allowed."""
    return Answer(
        0 if ask.kind in ("vote", "shoot", "lean") and 0 in ask.options else ask.options[-1],
        thought="SECRET",
    )


def tell(
    game: Game, sessions: Sequence[GameSession], choose: Choose = quiet, batches: int = 10_000
) -> None:
    """Tell sessions that know nothing of the game so far, and play on."""
    for session in sessions:
        session.entries(game.log)
    go_on(game, sessions, choose, batches)


def go_on(
    game: Game, sessions: Sequence[GameSession], choose: Choose = quiet, batches: int = 10_000
) -> None:
    """Play so many batches, telling every session of it."""
    while game.asks and batches:
        batches -= 1
        batch, told = game.asks, len(game.log)
        for session in sessions:
            session.asked(batch)
        answers = {ask.id: choose(ask, game.view(ask.seat)) for ask in batch}
        for session in sessions:
            for ask in batch:
                session.answered(ask)
        game.submit(answers)
        for session in sessions:
            session.entries(game.log[told:])


def played(board: str = "classic9", seed: int = 3) -> tuple[Game, GameSession]:
    """A finished game and a replay of it."""
    game = Game(make_spec(get_board(board), seed))
    tell(game, [])
    session = GameSession(game.spec.board, game.spec.names, live=False)
    session.entries(game.log)
    return game, session


async def open_gate() -> None:
    """Let the table go on at once."""
