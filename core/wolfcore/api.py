"""The public functions behind `from wolfcore import ...`: play, read and measure games."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

from .bots import BOTS_VERSION
from .errors import ConfigError
from .game import Board, Game, RoleName, board_names, get_board, make_spec
from .metrics import METRICS, from_game_log, from_saved_game, game_total
from .metrics import measure as measure_game
from .players import Player
from .records import GameFolder, NewGame, SavedGame, SeatSpec, header_of
from .seating import (
    DEFAULT_SEAT,
    SeatPlan,
    allow_named_players,
    check_effects_of,
    make_players,
    quick_players,
    refuse_unmeasured,
)
from .speech import READER_VERSION
from .table import Table, play_now

Seats: TypeAlias = Mapping[int | str, str | Player]
"""Assigns players to seats. A key is a seat number, a role (`seer`), a team (`wolves`) or `*`; a
value is a player in command-line notation (`bot:hard`), or, for a seat number only, a `Player`
object."""


def boards() -> tuple[str, ...]:
    """Return the names of the shipped boards; `get_board(name)` returns the board itself."""
    return board_names()


def play(
    board: str | Board = "sla7",
    seats: Seats | None = None,
    *,
    seed: int = 1,
    deal: Mapping[int, RoleName] | None = None,
    save_to: Path | None = None,
) -> Game:
    """Play a whole game of machine players and return it when it is over.

    Equal arguments give equal games. Inside a running event loop use `Table` instead: this function
    starts an event loop of its own when a player object has no `answer_now`.

    Args:
        board: A board, or the name of one (see `boards`).
        seats: The players by seat; the other seats get house bots (`bot:normal`).
        seed: The seed of every random draw in the game, 0..2**63-1.
        deal: Forced roles by seat; the others are dealt.
        save_to: The folder in which the game's own folder is made; None to save nothing. `wolftui
            review FOLDER` opens the game's folder.

    Returns:
        The finished game: `log`, `state`, `result`, and `view(seat)` with the knowledge of a seat.

    Raises:
        ConfigError: A board, seat, role or player does not exist, a deal is impossible, or a player
            needs a person or a model.
        SeatError: A player raised an exception; the game is saved up to that ask.
        LogError: The folder cannot be written.
    """
    own: dict[int, Player] = {}
    for seat, player in (seats or {}).items():
        if isinstance(player, str):
            continue
        if not str(seat).isdecimal():
            raise ConfigError(
                f"a player object plays one seat, and `{seat}` is no seat number",
                key="seat",
                hint="Give each seat an object of its own, such as `{1: A(), 2: B()}`.",
            )
        own[int(seat)] = player
    words = [
        f"{seat}={player}" for seat, player in (seats or {}).items() if isinstance(player, str)
    ]
    spec = make_spec(get_board(board) if isinstance(board, str) else board, seed, deal=deal)
    if strays := [seat for seat in own if not 1 <= seat <= spec.board.size]:
        raise ConfigError(
            f"there is no seat {strays[0]} on this board of {spec.board.size} seats", key="seat"
        )
    allow_named_players(player for player in (seats or {}).values() if isinstance(player, str))
    plan = SeatPlan(words, spec.board)
    check_effects_of(plan, deal)
    refuse_unmeasured(plan, deal)
    seating = plan.seating(spec)
    chairs = [None if seat in own else each for seat, each in enumerate(seating.seats, 1)]
    players: dict[int, Player] = {**make_players([each or DEFAULT_SEAT for each in chairs]), **own}
    game, folder = Game(spec), None
    if save_to:
        specs = [
            each or SeatSpec("own", (type(own[seat]).__name__,))
            for seat, each in enumerate(chairs, 1)
        ]
        folder = GameFolder.create(
            save_to,
            NewGame(
                spec,
                specs,
                version=version("wolftui"),
                reader=READER_VERSION,
                bots=(BOTS_VERSION,),
                by_role=seating.by_role,
            ),
        )
    if quick := quick_players(players):
        play_now(game, quick, folder)
    else:
        asyncio.run(Table(game, players, folder=folder).run())
    return game


def measure(game: Game | SavedGame, *, alpha: float = 0.5) -> dict[str, float | None]:
    """Return every metric of one game by name.

    A value is None where the metric's denominator is 0 or the log lacks the data.

    Args:
        game: A game from `play` or `read_game`, finished or not; of an unfinished one the log so
            far is measured. Only a saved game has a journal, so that metrics of answers (`seconds`,
            `discipline_...`) are None for a `Game`.
        alpha: The weight a of the equations with two terms (METRICS), 0..1.
    """
    taken = (
        from_game_log("", header_of(game.spec), game.log, ())
        if isinstance(game, Game)
        else from_saved_game(game)
    )
    values = measure_game(taken, alpha=alpha).values
    return {
        metric.name: game_total(metric.kind, value).value
        for metric, value in zip(METRICS, values, strict=True)
    }
