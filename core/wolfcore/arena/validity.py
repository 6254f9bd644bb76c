"""The validity gate: games of an arena in which too many answers of a model were replaced.

Such a game shows little of how the model plays. It is flagged, or void: then it counts as a broken
one. A game whose counts are not known (an earlier version played it) passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .definition import Validity
from .game_rows import Row


class ReplacedShare(NamedTuple):
    """The share of replaced answers of one model in one game."""

    model: str
    replaced: int
    answers: int

    @property
    def share(self) -> float:
        """The share, 0..1."""
        return self.replaced / self.answers if self.answers else 0.0

    @property
    def text(self) -> str:
        """The share as a clause: `12 of 30 answers of gpt were replaced`."""
        return f"{self.replaced} of {self.answers} answers of {self.model} were replaced"


def excess_of(row: Row, validity: Validity) -> ReplacedShare | None:
    """Return the worst share of a game if it is above the allowed one, else None."""
    shares = [ReplacedShare(each.model, each.replaced, each.answers) for each in row.models or ()]
    worst = max(shares, key=lambda each: each.share, default=None)
    return worst if worst and worst.share > validity.replaced else None


def is_void(row: Row, validity: Validity) -> bool:
    """Return whether a game is void, so that it counts in no rating and no table."""
    return validity.above == "void" and excess_of(row, validity) is not None


def validity_sentence(rows: Iterable[Row], validity: Validity) -> str:
    """Say how many games are flagged or void, and name the worst; empty where none is."""
    found = [(excess, row.game) for row in rows if (excess := excess_of(row, validity))]
    if not found:
        return ""
    worst, game = max(found, key=lambda each: each[0].share)
    games = f"{len(found):,} games are" if len(found) > 1 else "1 game is"
    what = "void and counts nowhere" if validity.above == "void" else "flagged"
    if len(found) > 1:
        what = what.replace("counts", "count")
    return (
        f"{games} {what}: more than {validity.replaced:.0%} of the answers of a model were "
        f"replaced (game {game}: {worst.text})."
    )
