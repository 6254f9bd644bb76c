"""Games between house bots, with single seats or single asks taken over by a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, Board, Entry, Game, RoleName, View, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk

Takeover = Callable[[View, Ask], Answer | None]
"""Answers some asks itself; None leaves an ask to the bots."""


def play(
    board: str | Board,
    seed: int,
    *,
    deal: Mapping[int, RoleName] | None = None,
    fresh: bool = False,
    level: str = "normal",
    takeover: Takeover | None = None,
    until: Callable[[Game], bool] | None = None,
) -> Game:
    """A game of house bots.

    Args:
        board: The board or its name.
        seed: The seed.
        deal: Forced roles.
        fresh: Whether every ask gets a new bot.
        level: How well the bots play.
        takeover: Answers some asks in place of the bots.
        until: Stops the game early.
    """
    dealt = board if isinstance(board, Board) else get_board(board)
    game = Game(make_spec(dealt, seed, deal=deal))
    seated = {seat: HouseBot((level,)) for seat in range(1, game.spec.board.size + 1)}
    while game.asks and not (until and until(game)):
        answers: dict[str, Answer] = {}
        for ask in game.asks:
            view = game.view(ask.seat)
            taken = takeover(view, ask) if takeover else None
            bot = HouseBot((level,)) if fresh else seated[ask.seat]
            answers[ask.id] = taken or bot.answer_now(view, ask, Desk.of_seed(ask, seed))
        game.submit(answers)
    return game


def encoded(entries: tuple[Entry, ...] | list[Entry]) -> bytes:
    """A log as bytes."""
    return msgspec.json.encode(entries)


def speeches(game: Game) -> list[f.Said]:
    """All that was said aloud, in order."""
    return [entry.fact for entry in game.log if isinstance(entry.fact, f.Said)]


def ballots(game: Game, day: int) -> dict[int, int]:
    """The official ballots of a day, target by voter."""
    now, cast = 0, dict[int, int]()
    for entry in game.log:
        if isinstance(entry.fact, f.Began):
            now = entry.fact.day
        elif isinstance(entry.fact, f.Voted) and entry.fact.ballot == "vote" and now == day:
            cast[entry.fact.voter] = entry.fact.target
    return cast
