"""Weights of all wolf sets from public evidence, and the probability that a role claim is true.

weight(W) = exp(weights of the seats and pairs in W) * product over claimed roles of the sum over
who may hold the role in W. New evidence is one of three things: a weight of a seat, of a pair, or
such a sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple, TypeAlias

from wolfcore.game import RoleName

from .claims import Claimant, ClaimedRole
from .evidence import Evidence
from .seat_record import PublicRecord
from .subsets import SubsetSelection
from .worlds import RemainingSets, WolfSets, Worlds, possible_worlds

SilenceTerms: TypeAlias = "tuple[float | None, ...]"
"""For each claimed role what a seat takes off the sum over its holders, since it knows that it is
not one; None where it is the one, so that there is no sum."""


_WEIGH_ALL_FROM = 0.3
"""Up to which share of all worlds only these are weighed."""


class HolderWeights(NamedTuple):
    """The claims of a role, weighed in every world.

    Attributes:
        role: The role and who claims it.
        holders: For each world the sum over all who may hold the role in it: how likely those who
            do not claim it are to hold it and to have kept quiet, and the odds of the claims that
            fit it.
    """

    role: ClaimedRole
    holders: Sequence[float]


class PublicWeights:
    """What is worked out once for all seats at a table, when the first of them asks for it.

    Each world weighs the product of what speaks for its seats and pairs, and of a sum over the
    holders of each claimed role (`claims`). Whatever else is to count is one of these three: a
    weight of a seat, a weight of a pair, or a sum over the answers to a question that a world
    leaves open.

    Args:
        public: What all have seen and heard.
        evidence: What follows from it.

    Attributes:
        size, wolves: How many seats there are, and how many wolves were dealt.
        living_masks: The masks of the living at every moment at which the game went on.
        evidence: What that says of everybody.
        worlds: What is left, or None where nothing is.
        odds: For each world how likely its wolves' conduct is beside the others', and all claims as
            lies.
        claimed_roles: Each claimed role, weighed in every world.
    """

    def __init__(self, public: PublicRecord, evidence: Evidence) -> None:
        self.size, self.wolves, self.evidence = public.size, public.wolves, evidence
        rule, self.living_masks = public.board.switches.wolves_win, tuple(public.living_masks)
        self._weighed: dict[SilenceTerms, Sequence[float]] = {}
        self.worlds: Worlds | None = possible_worlds(
            self.size, self.wolves, rule, self.living_masks, evidence.good
        )
        self.odds: Sequence[float] = ()
        self.claimed_roles: Sequence[HolderWeights] = ()
        if self.worlds:
            self.odds = self.worlds.odds(evidence.weights)
            self.claimed_roles = [
                HolderWeights(role, _holders(self.worlds, role)) for role in evidence.roles
            ]

    def weights(self, part: SubsetSelection, silence: SilenceTerms) -> tuple[float, ...]:
        """What some worlds weigh to a seat, before it adds how it reads others and what it has claimed itself.

        Most seats hold the same of their own silence, so that all worlds are weighed for all of
        them when one asks for many.
        """
        weighed = self._weighed.get(silence)
        if weighed is None:
            if len(part.places) < _WEIGH_ALL_FROM * len(self.odds):
                return tuple(
                    _weighed(
                        part.take(self.odds),
                        [part.take(heard.holders) for heard in self.claimed_roles],
                        silence,
                    )
                )
            weighed = self._weighed[silence] = _weighed(
                self.odds, [heard.holders for heard in self.claimed_roles], silence
            )
        return part.take(weighed)


def _weighed(
    odds: Sequence[float], holders: Sequence[Sequence[float]], quiet: SilenceTerms
) -> Sequence[float]:
    """The odds of worlds times the sums over the holders of each role, as a seat sees them."""
    counted = [
        (held, silent) for held, silent in zip(holders, quiet, strict=True) if silent is not None
    ]
    while len(counted) > 1:  # two at a time: one list less
        (here, silent), (there, still), *counted = counted
        odds = [
            each * (one - silent) * (other - still)
            for each, one, other in zip(odds, here, there, strict=True)
        ]
    for held, silent in counted:
        odds = (
            [each * (one - silent) for each, one in zip(odds, held, strict=True)]
            if silent
            else list(map(mul, odds, held))
        )
    return odds


@lru_cache(maxsize=1 << 3)
def _holders(worlds: Worlds, role: ClaimedRole) -> Sequence[float]:
    """The claims of a role, weighed in every world (`HolderWeights`): the same for as long as nobody says anything new of it."""
    quiet = sum(role.silent_holder_odds)
    holders = [
        quiet - hidden
        for hidden in worlds.subsets.sums([role.silent_holder_odds[seat] for seat in worlds.seats])
    ]
    for claimant in role.claimants:
        fit = consistent_sets(worlds.sets, claimant)
        for place in fit.places if fit else ():
            holders[place] += claimant.odds
    return tuple(holders)


def consistent_sets(sets: WolfSets, claimant: Claimant) -> SubsetSelection | None:
    """Of these wolf sets, those with which a claim may be true."""
    return (
        sets.selection(1 << claimant.seat | claimant.reported_village, claimant.reported_wolves)
        if claimant.odds
        else None
    )


PROBABILITY_STEPS = 2.0**40
"""Into how many steps a probability is divided: one is 9e-13."""


def rounded_probability(chance: float) -> float:
    """A probability without its last digits, which depend on the order of the sums: equal chances are equal for every reader."""
    return int(chance * PROBABILITY_STEPS + 0.5) / PROBABILITY_STEPS


class ClaimView(NamedTuple):
    """Who may hold the claimed roles, as a seat sees it.

    Attributes:
        me: The seat.
        claimed_roles: The claimed roles.
        silence: What it takes off the sum over the holders of each of them
            (`PublicWeights.weights`).
        own: In each world that it leaves the odds of its claim of the role that it has; empty where
            it has made none.
    """

    me: int
    claimed_roles: Sequence[HolderWeights]
    silence: SilenceTerms
    own: Sequence[float] = ()


class ClaimTruth:
    """How likely each claim is true to a seat, worked out when somebody asks for it.

    Args:
        seen: Who may hold the roles.
        left: The worlds that the seat leaves.
        weights: What each of them weighs.
        total: The sum of that, not 0.
    """

    __slots__ = ("_chances", "_holders", "_left", "_seen", "_total", "_weights")

    def __init__(
        self, seen: ClaimView, left: RemainingSets, weights: Sequence[float], total: float
    ) -> None:
        self._seen, self._left, self._weights, self._total = seen, left, weights, total
        self._chances: dict[tuple[RoleName, int], float] = {}
        self._holders: dict[int, Sequence[float]] = {}

    def probability(self, role: RoleName, seat: int) -> float:
        """The probability that `seat`, which claims `role`, holds it, to 1e-12; 0 where it does not claim it."""
        key = (role, seat)
        if key not in self._chances:
            places = [
                place
                for place, heard in enumerate(self._seen.claimed_roles)
                if heard.role.role == role
            ]
            self._chances[key] = (
                rounded_probability(self._chance(places[0], seat)) if places else 0.0
            )
        return self._chances[key]

    def _chance(self, place: int, seat: int) -> float:
        """Its share of the sum over holders, in the worlds that its claim fits; none where somebody else is known to hold it."""
        if self._seen.silence[place] is None and seat != self._seen.me:
            return 0.0
        chance, quiet = 0.0, self._seen.silence[place] or 0.0
        for claimant in self._seen.claimed_roles[place].role.claimants:
            fit = consistent_sets(self._left.sets, claimant) if claimant.seat == seat else None
            if fit:
                parts = zip(
                    fit.take(self._weights), fit.take(self._holder_weights(place)), strict=True
                )
                shares = sum([weight / (held - quiet) for weight, held in parts])
                chance += claimant.odds * shares / self._total
        return chance

    def _holder_weights(self, place: int) -> Sequence[float]:
        """The sum over the holders of a role in each world that the seat leaves, itself among them."""
        if self._seen.silence[place] is None:
            return self._seen.own
        if place not in self._holders:
            self._holders[place] = self._left.selection.take(
                self._seen.claimed_roles[place].holders
            )
        return self._holders[place]
