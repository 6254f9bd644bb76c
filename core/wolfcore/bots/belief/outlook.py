"""What everybody at a table makes of every wolf set that is left, before anybody adds what it knows alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple, TypeAlias

from .choices import Part
from .claims import Claimant, ClaimedRole
from .evidence import Evidence
from .record import Public
from .worlds import Sets, Worlds, worlds_left

Quiet: TypeAlias = "tuple[float | None, ...]"
"""For each claimed role what a seat takes off the sum over its holders, since it knows that it is not one; None where it is the
one, so that there is no sum."""
_FEW = 0.3
"""Up to which share of all worlds only these are weighed."""


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
        odds: For each world how likely its wolves' conduct is beside the others', and all claims as lies.
        heard: Each claimed role, weighed in every world.
    """

    def __init__(self, public: Public, evidence: Evidence) -> None:
        self.size, self.wolves, self.evidence = public.size, public.wolves, evidence
        rule, self.stands = public.board.switches.wolves_win, tuple(public.stands)
        self._weighed: dict[Quiet, Sequence[float]] = {}
        self.worlds: Worlds | None = worlds_left(self.size, self.wolves, rule, self.stands, evidence.good)
        self.odds: Sequence[float] = ()
        self.heard: Sequence[Heard] = ()
        if self.worlds:
            self.odds = self.worlds.odds(evidence.weights)
            self.heard = [Heard(role, _holders(self.worlds, role)) for role in evidence.roles]

    def weights(self, part: Part, quiet: Quiet) -> tuple[float, ...]:
        """What some worlds weigh to a seat, before it adds how it reads others and what it has claimed itself.

        Most seats hold the same of their own silence, so that all worlds are weighed for all of them when one asks for many.
        """
        weighed = self._weighed.get(quiet)
        if weighed is None:
            if len(part.places) < _FEW * len(self.odds):
                return tuple(_weighed(part.take(self.odds), [part.take(heard.holders) for heard in self.heard], quiet))
            weighed = self._weighed[quiet] = _weighed(self.odds, [heard.holders for heard in self.heard], quiet)
        return part.take(weighed)


def _weighed(odds: Sequence[float], holders: Sequence[Sequence[float]], quiet: Quiet) -> Sequence[float]:
    """The odds of worlds times the sums over the holders of each role, as a seat sees them."""
    counted = [(held, silent) for held, silent in zip(holders, quiet, strict=True) if silent is not None]
    while len(counted) > 1:  # two at a time: one list less
        (here, silent), (there, still), *counted = counted
        odds = [each * (one - silent) * (other - still) for each, one, other in zip(odds, here, there, strict=True)]
    for held, silent in counted:
        odds = [each * (one - silent) for each, one in zip(odds, held, strict=True)] if silent else list(map(mul, odds, held))
    return odds


@lru_cache(maxsize=1 << 3)
def _holders(worlds: Worlds, role: ClaimedRole) -> Sequence[float]:
    """The claims of a role, weighed in every world (`Heard`): the same for as long as nobody says anything new of it."""
    quiet = sum(role.hidden)
    holders = [quiet - hidden for hidden in worlds.choices.sums([role.hidden[seat] for seat in worlds.seats])]
    for claimant in role.claimants:
        fit = fitting(worlds.sets, claimant)
        for place in fit.places if fit else ():
            holders[place] += claimant.odds
    return tuple(holders)


def fitting(sets: Sets, claimant: Claimant) -> Part | None:
    """Of these wolf sets, those with which a claim may be true."""
    return sets.part(1 << claimant.seat | claimant.cleared, claimant.found) if claimant.odds else None
