"""What everybody at a table makes of every wolf set that is left, before anybody adds what it knows alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import exp, inf
from typing import NamedTuple

from .choices import Part, choices
from .claims import Claimant, ClaimedRole
from .evidence import Evidence
from .record import Public
from .worlds import Sets, Worlds, worlds_left


class Heard(NamedTuple):
    """The claims of a role, weighed in every world.

    Attributes:
        role: The role and who claims it.
        holders: For each world the sum over all who may hold the role in it: how likely those who do not claim it are to hold it
            and to have kept quiet, and the odds of the claims that fit it.
    """

    role: ClaimedRole
    holders: Sequence[float]


class Outlook:
    """What is worked out once for all seats at a table, when the first of them asks for it.

    Each world weighs the product of what speaks for its seats and pairs, and of a sum over the holders of each claimed role
    (`claims`). Whatever else is to count is one of these three: a weight of a seat, a weight of a pair, or a sum over the
    answers to a question that a world leaves open.

    Args:
        public: What all have seen and heard.
        evidence: What follows from it.

    Attributes:
        size, wolves: How many seats there are, and how many wolves were dealt.
        stands: The masks of the living at every moment at which the game went on.
        evidence: What that says of everybody.
        worlds: What is left, or None where nothing is.
    """

    def __init__(self, public: Public, evidence: Evidence) -> None:
        self.size, self.wolves, self.evidence = public.size, public.wolves, evidence
        rule, self.stands = public.board.switches.wolves_win, tuple(public.stands)
        self.worlds: Worlds | None = worlds_left(self.size, self.wolves, rule, self.stands, evidence.good)

    @cached_property
    def odds(self) -> Sequence[float]:
        """For each world how likely its wolves' conduct is, and all claims as lies; the likeliest has 1."""
        if self.worlds is None:
            return ()
        sums = self.worlds.sums(self.evidence.weights)
        top = max(sums)
        return [exp(weight - top) for weight in sums] if top > -inf else [0.0] * len(sums)

    @cached_property
    def heard(self) -> Sequence[Heard]:
        """Each claimed role, weighed in every world."""
        return [self._heard(self.worlds, role) for role in self.evidence.roles] if self.worlds else ()

    def _heard(self, worlds: Worlds, role: ClaimedRole) -> Heard:
        hidden = tuple([role.hidden[seat] for seat in worlds.seats])
        holders = _left(len(worlds.seats), worlds.sets.many, sum(role.hidden), hidden).copy()
        for claimant in role.claimants:
            fit = fitting(worlds.sets, claimant)
            for place in fit.places if fit else ():
                holders[place] += claimant.odds
        return Heard(role, holders)


@lru_cache(maxsize=256)
def _left(open_: int, many: int, whole: float, members: tuple[float, ...]) -> list[float]:
    """As `Choices.left`, for once all have spoken the same seats may hold a role for the rest of a day."""
    return choices(open_, many).left(whole, members)


def fitting(sets: Sets, claimant: Claimant) -> Part | None:
    """Of these wolf sets, those with which a claim may be true."""
    return sets.part(1 << claimant.seat | claimant.cleared, claimant.found) if claimant.odds else None
