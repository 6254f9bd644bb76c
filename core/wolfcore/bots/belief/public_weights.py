"""Weights of all wolf sets from public evidence, and the probability that a role claim is true.

weight(W) = exp(weights of the seats and pairs in W) * product over claimed roles of the sum over
the seats that may hold the role in W (over the sets of seats, if it is dealt several times). New
evidence takes one of three forms: a weight of a seat, a weight of a pair, or such a sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple, TypeAlias

from wolfcore.game import RoleName

from .claims import Claimant, ClaimedRole
from .evidence import Evidence
from .seat_record import PublicRecord, seats_of
from .subsets import SubsetSelection
from .worlds import RemainingSets, WolfSets, Worlds, possible_worlds


class OtherHolders(NamedTuple):
    """The sets of holders that count for a seat, of a role that is dealt several times.

    Attributes:
        without: The mask of seats that are not among them.
        many: The number of seats in a set, at most `ClaimedRole.dealt`.
    """

    without: int
    many: int


SilenceTerms: TypeAlias = "tuple[float | OtherHolders | None, ...]"
"""For each claimed role, what a seat subtracts from the sum over its holders, because it knows
that it is not the holder; None where the seat itself holds the role, so that there is no sum. For a
role that is dealt several times, the sum that takes its place."""


_WEIGH_ALL_FROM = 0.3
"""Below this share of all worlds, only the requested worlds are weighed, and the result is not
cached."""


class HolderWeights(NamedTuple):
    """A claimed role and its weight in every world.

    Attributes:
        role: The role and its claims.
        holders: For each world, the sum over all seats that may hold the role in it: how likely
            those who do not claim it are to hold it and to have kept quiet, and the odds of the
            claims that fit it. Empty for a role dealt several times, for which
            `PublicWeights.other_holders` has such sums.
    """

    role: ClaimedRole
    holders: Sequence[float]


class PublicWeights:
    """The public weights of all worlds, computed once for all seats at a table.

    Each world weighs the product of the weights of its seats and pairs, and of a sum over the
    holders of each claimed role (`claims`). Any further evidence takes one of these three forms: a
    weight of a seat, a weight of a pair, or a sum over the answers to a question that a world
    leaves open.

    Args:
        public: The public record.
        evidence: The evidence computed from it.

    Attributes:
        size, wolves: The number of seats, and the number of wolves dealt.
        living_masks: The masks of the living at every moment at which the game went on.
        evidence: The evidence about all seats.
        worlds: The possible wolf sets, or None where none is possible.
        odds: For each world, the likelihood of its wolves' conduct relative to other worlds, with
            all claims as lies.
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
                HolderWeights(role, _holders(self.worlds, role) if role.dealt == 1 else ())
                for role in evidence.roles
            ]

    def weights(self, part: SubsetSelection, silence: SilenceTerms) -> tuple[float, ...]:
        """Return the weights of some worlds, before the seat's reading errors and own claims.

        Most seats share the same terms for their own silence. All worlds are therefore weighed and
        cached for those terms, unless few worlds are requested or the terms are of one seat alone.
        """
        weighed = self._weighed.get(silence)
        if weighed is None:
            # Few worlds are left to a seat that knows much: weighing all of them would cost more
            # than it saves. A term that leaves a seat out is that seat's alone.
            is_own = any(isinstance(term, OtherHolders) and term.without for term in silence)
            if is_own or len(part.places) < _WEIGH_ALL_FROM * len(self.odds):
                holders, quiet = self._sums(silence)
                return tuple(
                    _weighed(part.take(self.odds), [part.take(held) for held in holders], quiet)
                )
            weighed = self._weighed[silence] = _weighed(self.odds, *self._sums(silence))
        return part.take(weighed)

    def other_holders(self, role: ClaimedRole, others: OtherHolders) -> Sequence[float]:
        """Return the sum over sets of holders of a role dealt several times, for each world."""
        assert self.worlds
        return _holder_sets(self.worlds, role, others.without)[others.many]

    def _sums(
        self, silence: SilenceTerms
    ) -> tuple[list[Sequence[float]], tuple[float | None, ...]]:
        """Return the sum over holders of each claimed role, and what is subtracted from it."""
        holders: list[Sequence[float]] = []
        quiet: list[float | None] = []
        for heard, term in zip(self.claimed_roles, silence, strict=True):
            several = isinstance(term, OtherHolders)
            holders.append(self.other_holders(heard.role, term) if several else heard.holders)
            quiet.append(0.0 if several else term)
        return holders, tuple(quiet)


def _weighed(
    odds: Sequence[float], holders: Sequence[Sequence[float]], quiet: tuple[float | None, ...]
) -> Sequence[float]:
    """Multiply the odds of worlds by each role's sum over holders, less the seat's own silence."""
    counted = [
        (held, silent) for held, silent in zip(holders, quiet, strict=True) if silent is not None
    ]
    while len(counted) > 1:  # two roles at a time save one list
        (here, silent), (there, still), *counted = counted
        odds = [
            each * (one - silent) * (other - still)
            for each, one, other in zip(odds, here, there, strict=True)
        ]
    for held, silent in counted:
        odds = (
            [each * (one - silent) for each, one in zip(odds, held, strict=True)]
            # Nothing to subtract: multiplying alone is faster.
            if silent
            else list(map(mul, odds, held))
        )
    return odds


@lru_cache(maxsize=1 << 3)
def _holders(worlds: Worlds, role: ClaimedRole) -> Sequence[float]:
    """Compute `HolderWeights.holders` of a role; cached until something new is said of the role."""
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


@lru_cache(maxsize=1 << 4)
def _holder_sets(worlds: Worlds, role: ClaimedRole, without: int) -> tuple[Sequence[float], ...]:
    """Sum over all sets of seats that may hold a role in each world, without the seats of a mask.

    These are elementary symmetric polynomials of what one seat adds to `HolderWeights.holders`.
    Silent seats have few different odds, so that a world is described by the number of each.

    Returns:
        The sums for sets of 0, 1, .. `role.dealt` seats, each a number for every world.
    """
    shown = seats_of(role.shown & ~without)
    silent = [
        0.0 if (without | role.shown) >> seat & 1 else odds
        for seat, odds in enumerate(role.silent_holder_odds)
    ]
    kinds = sorted({odds for odds in silent if odds})
    # The numbers of seats of each kind are the digits of one number.
    digits = [_RADIX ** kinds.index(odds) if odds else 0 for odds in silent]
    total = sum(digits)
    left = [
        total - int(hidden)
        for hidden in worlds.subsets.sums([digits[seat] for seat in worlds.seats])
    ]
    of_silent = {counts: _symmetric_sums(kinds, counts, role.dealt) for counts in set(left)}
    sums = [[of_silent[counts][many] for counts in left] for many in range(role.dealt + 1)]
    claimed: dict[int, dict[int, float]] = {}
    for claimant in role.claimants:
        fit = None if without >> claimant.seat & 1 else consistent_sets(worlds.sets, claimant)
        odds_at = claimed.setdefault(claimant.seat, {})
        for place in fit.places if fit else ():
            odds_at[place] = odds_at.get(place, 0.0) + claimant.odds
    for seat, odds_at in claimed.items():
        for place, odds in odds_at.items() if seat not in shown else ():
            for many in range(role.dealt, 0, -1):
                sums[many][place] += odds * sums[many - 1][place]
    for seat in shown:
        # A set without a seat that was shown is not counted. The silent odds of a claimant are 0.
        odds_at, quiet = claimed.get(seat, {}), role.silent_holder_odds[seat]
        factors = [odds_at.get(place, quiet) for place in range(len(left))]
        sums = [[0.0] * len(left), *[list(map(mul, factors, fewer)) for fewer in sums[:-1]]]
    return tuple(sums)


_RADIX = 32
"""More than the seats of a board."""


def _symmetric_sums(kinds: Sequence[float], counts: int, most: int) -> Sequence[float]:
    """Sum the products of 0, 1, .. `most` of some numbers, over all ways to choose them.

    Args:
        kinds: The different numbers.
        counts: How many there are of each: the digits of this number in base `_RADIX`.
        most: The most numbers in a product.
    """
    sums = [1.0] + [0.0] * most
    for place, odds in enumerate(kinds):
        for _ in range(counts // _RADIX**place % _RADIX):
            for many in range(most, 0, -1):
                sums[many] += odds * sums[many - 1]
    return sums


def consistent_sets(sets: WolfSets, claimant: Claimant) -> SubsetSelection | None:
    """Select the wolf sets with which a claim may be true; None if its odds are 0 or none fits."""
    return (
        sets.selection(1 << claimant.seat | claimant.reported_village, claimant.reported_wolves)
        if claimant.odds
        else None
    )


PROBABILITY_STEPS = 2.0**40
"""The number of steps into which probabilities are rounded; one step is 9e-13."""


def rounded_probability(chance: float) -> float:
    """Round a probability to 1 / PROBABILITY_STEPS.

    The last digits depend on the order of the sums. Rounding makes equal probabilities equal for
    every seat.
    """
    return int(chance * PROBABILITY_STEPS + 0.5) / PROBABILITY_STEPS


class ClaimView(NamedTuple):
    """The claimed roles from the point of view of one seat.

    Attributes:
        me: The seat.
        claimed_roles: The claimed roles.
        silence: What the seat subtracts from the sum over the holders of each of them
            (`PublicWeights.weights`).
        own: In each world that it leaves, the odds of its claim of its own role; empty where it has
            made no such claim.
    """

    me: int
    claimed_roles: Sequence[HolderWeights]
    silence: SilenceTerms
    own: Sequence[float] = ()


class ClaimTruth:
    """The probability that each claim is true for a seat, computed on demand and cached.

    Args:
        outlook: The public weights.
        seen: The seat's view of the claimed roles.
        left: The worlds that the seat's knowledge leaves.
        weights: The weight of each of them.
        total: The sum of the weights, not 0.
    """

    __slots__ = ("_chances", "_holders", "_left", "_outlook", "_seen", "_total", "_weights")

    def __init__(
        self,
        outlook: PublicWeights,
        seen: ClaimView,
        left: RemainingSets,
        weights: Sequence[float],
        total: float,
    ) -> None:
        self._outlook, self._seen, self._left = outlook, seen, left
        self._weights, self._total = weights, total
        self._chances: dict[tuple[RoleName, int], float] = {}
        self._holders: dict[int, Sequence[float]] = {}

    def probability(self, role: RoleName, seat: int) -> float:
        """The probability that `seat`, which claims `role`, holds it, to 1e-12.

        It is 0 where the seat does not claim the role.
        """
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
        """The claim's share of the sum over holders, averaged over the worlds that fit it.

        It is 0 where another seat is known to hold the role, and for a bluff of the seat itself.
        """
        silence = self._seen.silence[place]
        if isinstance(silence, OtherHolders):
            return self._chance_of_several(self._seen.claimed_roles[place].role, silence, seat)
        # Of a role that the seat itself knows not to hold, its silence has odds.
        if (seat == self._seen.me) == bool(silence) and silence != 0.0:
            return 0.0
        chance, quiet = 0.0, silence or 0.0
        for claimant in self._seen.claimed_roles[place].role.claimants:
            fit = consistent_sets(self._left.sets, claimant) if claimant.seat == seat else None
            if fit:
                parts = zip(
                    fit.take(self._weights), fit.take(self._holder_weights(place)), strict=True
                )
                shares = sum([weight / (held - quiet) for weight, held in parts])
                chance += claimant.odds * shares / self._total
        return chance

    def _chance_of_several(self, role: ClaimedRole, others: OtherHolders, seat: int) -> float:
        """Like `_chance`, for a role dealt several times: the share of the sets with the seat."""
        claims = [claimant for claimant in role.claimants if claimant.seat == seat]
        if others.without >> seat & 1:
            # The seat knows whether it holds the role.
            return float(bool(claims) and others.many < role.dealt)
        if not claims or not others.many:
            return 0.0
        rest = OtherHolders(others.without | 1 << seat, others.many - 1)
        chance, take = 0.0, self._left.selection.take
        sums = (take(self._outlook.other_holders(role, each)) for each in (others, rest))
        parts = zip(self._weights, *sums, strict=True)
        shares = [weight * with_it / held if held else 0.0 for weight, held, with_it in parts]
        for claimant in claims:
            fit = consistent_sets(self._left.sets, claimant)
            if fit:
                chance += claimant.odds * sum(fit.take(shares)) / self._total
        return chance

    def _holder_weights(self, place: int) -> Sequence[float]:
        """The sum over the holders of a role in each world that the seat leaves, cached."""
        if self._seen.silence[place] is None:
            return self._seen.own
        if place not in self._holders:
            self._holders[place] = self._left.selection.take(
                self._seen.claimed_roles[place].holders
            )
        return self._holders[place]
