"""What everybody at a table makes of every wolf set that is left, before anybody adds what it knows alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple, TypeAlias

from .choices import SubsetSelection
from .claims import Claimant, ClaimedRole
from .evidence import Evidence
from .record import PublicRecord
from .worlds import WolfSets, Worlds, possible_worlds

SilenceTerms: TypeAlias = "tuple[float | None, ...]"
"""For each claimed role what a seat takes off the sum over its holders, since it knows that it is not one; None where it is the
one, so that there is no sum."""
_WEIGH_ALL_FROM = 0.3
"""Up to which share of all worlds only these are weighed."""


class HolderWeights(NamedTuple):
    """The claims of a role, weighed in every world.

    Attributes:
        role: The role and who claims it.
        holders: For each world the sum over all who may hold the role in it: how likely those who do not claim it are to hold it
            and to have kept quiet, and the odds of the claims that fit it.
    """

    role: ClaimedRole
    holders: Sequence[float]


class PublicWeights:
    """What is worked out once for all seats at a table, when the first of them asks for it.

    Each world weighs the product of what speaks for its seats and pairs, and of a sum over the holders of each claimed role
    (`claims`). Whatever else is to count is one of these three: a weight of a seat, a weight of a pair, or a sum over the
    answers to a question that a world leaves open.

    Args:
        public: What all have seen and heard.
        evidence: What follows from it.

    Attributes:
        size, wolves: How many seats there are, and how many wolves were dealt.
        living_masks: The masks of the living at every moment at which the game went on.
        evidence: What that says of everybody.
        worlds: What is left, or None where nothing is.
        odds: For each world how likely its wolves' conduct is beside the others', and all claims as lies.
        claimed_roles: Each claimed role, weighed in every world.
    """

    def __init__(self, public: PublicRecord, evidence: Evidence) -> None:
        self.size, self.wolves, self.evidence = public.size, public.wolves, evidence
        rule, self.living_masks = public.board.switches.wolves_win, tuple(public.living_masks)
        self._weighed: dict[SilenceTerms, Sequence[float]] = {}
        self.worlds: Worlds | None = possible_worlds(self.size, self.wolves, rule, self.living_masks, evidence.good)
        self.odds: Sequence[float] = ()
        self.claimed_roles: Sequence[HolderWeights] = ()
        if self.worlds:
            self.odds = self.worlds.odds(evidence.weights)
            self.claimed_roles = [HolderWeights(role, _holders(self.worlds, role)) for role in evidence.roles]

    def weights(self, part: SubsetSelection, silence: SilenceTerms) -> tuple[float, ...]:
        """What some worlds weigh to a seat, before it adds how it reads others and what it has claimed itself.

        Most seats hold the same of their own silence, so that all worlds are weighed for all of them when one asks for many.
        """
        weighed = self._weighed.get(silence)
        if weighed is None:
            if len(part.places) < _WEIGH_ALL_FROM * len(self.odds):
                return tuple(_weighed(part.take(self.odds), [part.take(heard.holders) for heard in self.claimed_roles], silence))
            weighed = self._weighed[silence] = _weighed(self.odds, [heard.holders for heard in self.claimed_roles], silence)
        return part.take(weighed)


def _weighed(odds: Sequence[float], holders: Sequence[Sequence[float]], quiet: SilenceTerms) -> Sequence[float]:
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
    """The claims of a role, weighed in every world (`HolderWeights`): the same for as long as nobody says anything new of it."""
    quiet = sum(role.silent_holder_odds)
    holders = [quiet - hidden for hidden in worlds.subsets.sums([role.silent_holder_odds[seat] for seat in worlds.seats])]
    for claimant in role.claimants:
        fit = consistent_sets(worlds.sets, claimant)
        for place in fit.places if fit else ():
            holders[place] += claimant.odds
    return tuple(holders)


def consistent_sets(sets: WolfSets, claimant: Claimant) -> SubsetSelection | None:
    """Of these wolf sets, those with which a claim may be true."""
    return sets.selection(1 << claimant.seat | claimant.reported_village, claimant.reported_wolves) if claimant.odds else None
