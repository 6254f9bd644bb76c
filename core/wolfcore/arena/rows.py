"""One game that an arena wanted and played, as one plain row: all that tables, ratings and reports read of it."""

from __future__ import annotations

from msgspec import Struct

from wolfcore.game import RoleName, Team


class Row(Struct, frozen=True, kw_only=True):
    """A game of an arena.

    Attributes:
        game: Its number in the schedule, from 0.
        cell: What of the schedule it belongs to: `hard/normal` where hard is the village and normal the wolves, and a name in
            schedules of another kind.
        board: The board.
        deal: The number of its deal, from 0. Equal deals of a board have the same roles on the same seats, whoever plays.
        repeat: Which playing of the deal it is by the same line-up, from 0.
        seed: Its seed.
        players: Who played each seat, by name in the arena's file, in seat order.
        roles: The role of each seat, in seat order.
        sheriff: Who was sheriff first; 0 without.
        winner: Who won; None where nobody did.
        days: How many days it took.
        broken: Why it stopped before its end, as a sentence; empty for a game that ended.
        calls: Calls of models that were replied to.
        tokens_in: Tokens sent, estimated where an endpoint does not say.
        tokens_out: Tokens received, thinking included, estimated likewise.
        cost: What the calls cost; None where no price is known.
        seconds: How long it took.
        replaced: Answers that were not the player's own.
        folder: Where it is saved, below the arena's folder; empty where games are not kept.
        digest: The SHA-256 of its log in hexadecimal, so that a game that came out otherwise shows; empty for a broken one.
    """

    game: int
    cell: str
    board: str
    deal: int
    repeat: int
    seed: int
    players: tuple[str, ...]
    roles: tuple[RoleName, ...]
    sheriff: int = 0
    winner: Team | None = None
    days: int = 0
    broken: str = ""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    seconds: float = 0.0
    replaced: int = 0
    folder: str = ""
    digest: str = ""
