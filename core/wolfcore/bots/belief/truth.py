"""How likely claims are true to one seat: what it makes of who holds a claimed role, in the worlds that it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wolfcore.game import RoleName

from .outlook import HolderWeights, SilenceTerms, consistent_sets
from .worlds import RemainingSets

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
        silence: What it takes off the sum over the holders of each of them (`PublicWeights.weights`).
        own: In each world that it leaves the odds of its claim of the role that it has; empty where it has made none.
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

    def __init__(self, seen: ClaimView, left: RemainingSets, weights: Sequence[float], total: float) -> None:
        self._seen, self._left, self._weights, self._total = seen, left, weights, total
        self._chances: dict[tuple[RoleName, int], float] = {}
        self._holders: dict[int, Sequence[float]] = {}

    def probability(self, role: RoleName, seat: int) -> float:
        """The probability that `seat`, which claims `role`, holds it, to 1e-12; 0 where it does not claim it."""
        key = (role, seat)
        if key not in self._chances:
            places = [place for place, heard in enumerate(self._seen.claimed_roles) if heard.role.role == role]
            self._chances[key] = rounded_probability(self._chance(places[0], seat)) if places else 0.0
        return self._chances[key]

    def _chance(self, place: int, seat: int) -> float:
        """Its share of the sum over holders, in the worlds that its claim fits; none where somebody else is known to hold it."""
        if self._seen.silence[place] is None and seat != self._seen.me:
            return 0.0
        chance, quiet = 0.0, self._seen.silence[place] or 0.0
        for claimant in self._seen.claimed_roles[place].role.claimants:
            fit = consistent_sets(self._left.sets, claimant) if claimant.seat == seat else None
            if fit:
                parts = zip(fit.take(self._weights), fit.take(self._holder_weights(place)), strict=True)
                shares = sum([weight / (held - quiet) for weight, held in parts])
                chance += claimant.odds * shares / self._total
        return chance

    def _holder_weights(self, place: int) -> Sequence[float]:
        """The sum over the holders of a role in each world that the seat leaves, itself among them."""
        if self._seen.silence[place] is None:
            return self._seen.own
        if place not in self._holders:
            self._holders[place] = self._left.selection.take(self._seen.claimed_roles[place].holders)
        return self._holders[place]
