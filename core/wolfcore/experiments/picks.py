"""What a cell of a table counts, as data: of which games, of which seats, and what of those."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from wolfcore.metrics import METRICS

WON = "won"
"""The metric that rows of arenas tell by themselves: whether a side won, of all games that came to their end, draws among them."""
RISE = "rise"
"""How much more often a side wins from one game of a row to the next; of rows of a series that are whole."""
METRIC_NAMES = frozenset((WON, RISE, *(metric.name for metric in METRICS)))
_PLACE = "{}"


class Pick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which games and seats are counted, and what of them; an empty word or 0 for all.

    A cell of a table is counted by what its row, its column and `counted` pick together. Where two of them name a player or a cell,
    one stands in the place of `{}` in the other.

    Attributes:
        part: The part of the experiment.
        cell: The cell of the part's schedule.
        player: Only games in which somebody of this name sits, and only his seats.
        against: Only games in which all other seats are this player's.
        team: Only seats of this team.
        role: Only seats of this role.
        day: Only what is of this day.
        game: Only the first, second, ... game of each row of a series.
        metric: `won`, `rise`, or a metric.
        table: A table of metrics instead, of which one share is counted.
        row: The row of that table; `{}` stands for the player.
        choice: Its column.
        entropy: Instead of one column, the entropy in bits of these, which are all that can be.
    """

    part: str = ""
    cell: str = ""
    player: str = ""
    against: str = ""
    team: Literal["", "village", "wolves"] = ""
    role: str = ""
    day: int = 0
    game: int = 0
    metric: str = ""
    table: str = ""
    row: str = ""
    choice: str = ""
    entropy: tuple[str, ...] = ()

    def merged_with(self, other: Pick) -> Pick:
        """What both say together, of which no two say something else (`clash`)."""
        return Pick(**{name: _put(getattr(self, name), getattr(other, name)) for name in Pick.__struct_fields__})

    def conflict(self, other: Pick) -> str:
        """Where both say something else, as a clause; empty where they do nowhere."""
        for name in Pick.__struct_fields__:
            one, two = getattr(self, name), getattr(other, name)
            if one and two and one != two and not _fits(one, two):
                return f"both `{one}` and `{two}` for `{name}`"
        return ""


def _fits(one: object, other: object) -> bool:
    """Whether one of two words has a place for the other."""
    return isinstance(one, str) and isinstance(other, str) and (_PLACE in one) != (_PLACE in other)


def _put(one: Any, other: Any) -> Any:
    """What two words are together."""
    if one and other and _fits(one, other):
        return one.replace(_PLACE, other) if _PLACE in one else other.replace(_PLACE, one)
    return one or other
