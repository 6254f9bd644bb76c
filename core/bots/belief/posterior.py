"""Who is a wolf: an exact posterior over all wolf sets that are consistent with what a seat knows.

Every possible set is a world. Public behaviour adds a weight per seat and per pair of seats, claims are weighed world by
world with their holder summed over, and what the seat knows for certain rules worlds out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import TypeAlias

from msgspec import Struct

from core.game import RoleName, team_of

from .claims import ClaimedRole, ClaimWeights
from .evidence import Evidence, evidence
from .likelihoods import Likelihoods
from .record import Record, finds_wolf
from .worlds import World, worlds_with


class Knowledge(Struct, frozen=True, gc=False):
    """What a seat takes for certain.

    Attributes:
        good, wolves: Masks of seats known to be of the village, and of known wolves.
        own: The role from which it reasons, or None for an outsider.
    """

    good: int = 0
    wolves: int = 0
    own: RoleName | None = None


class Posterior(Struct, frozen=True, gc=False):
    """A belief.

    Attributes:
        p_wolf: The probability of being a wolf, by seat number; index 0 is 0.
        truth: For each claimed role dealt once, the probability that each claimant holds it.
        weighed: The masks of the possible wolf sets with their weights, in no order.
        total: The sum of these weights; 0 where no set is possible.
    """

    p_wolf: tuple[float, ...]
    truth: dict[RoleName, dict[int, float]]
    weighed: Sequence[tuple[int, float]] = ()
    total: float = 0.0

    def chance_of(self, pack: int) -> float:
        """The probability that the wolves are exactly the seats of this mask."""
        return next((weight / self.total for mask, weight in self.weighed if mask == pack), 0.0)

    def true_claim(self, role: RoleName, seat: int) -> float:
        """The probability that `seat`, which claims `role`, holds it; 0 where it does not claim it."""
        return self.truth.get(role, {}).get(seat, 0.0)


def known_to(record: Record) -> Knowledge:
    """What the seat of a record takes for certain: its own role, its pack, its checks, and whom it saw attacked."""
    role: RoleName = record.role or "Villager"
    everybody = (1 << (record.size + 1)) - 2
    if team_of(role) == "wolves":
        return Knowledge(everybody & ~record.pack, record.pack, role)
    good, wolves = 1 << record.me, 0
    for check in record.checks:
        if finds_wolf(check):
            wolves |= 1 << check.target
        elif check.result:
            good |= 1 << check.target
    if not record.board.switches.wolves_may_target_pack:
        for seat in record.victims:
            good |= 1 << seat
    return Knowledge(good, wolves, role)


def posterior(record: Record, known: Knowledge, likely: Likelihoods, conduct: Evidence | None = None) -> Posterior:
    """The belief of a seat.

    Args:
        record: What it saw and heard.
        known: What it takes for certain, beside what everybody can infer from deaths.
        likely: The parameters.
        conduct: What it makes of everybody's conduct and claims; by default all that `evidence` finds.
    """
    weights, innocent, claimed = conduct or evidence(record, likely)
    if not claimed and known.wolves.bit_count() == record.wolves:
        return _certain(record.size, known.wolves)
    roles = [role.seen_by(record.me, known.own) for role in claimed]
    rule, stands = record.board.switches.wolves_win, tuple(record.stands)
    worlds = worlds_with(record.size, record.wolves, rule, stands, known.good | innocent, known.wolves)
    return _weighed(record.size, worlds, weights, roles) or _contradiction(record, known)


@lru_cache(maxsize=1 << 12)
def _certain(size: int, pack: int) -> Posterior:
    """What a pack believes as long as nobody claims anything."""
    return Posterior(tuple([float(pack >> seat & 1) for seat in range(size + 1)]), {}, ((pack, 1.0),), 1.0)


def _weighed(size: int, worlds: Sequence[World], weights: list[float], roles: Sequence[ClaimedRole]) -> Posterior | None:
    """The posterior over these worlds; None where none of them is possible."""
    total = 0.0
    p_wolf = [0.0] * (size + 1)
    tellings: list[_Tellings] = [(role, role.scope, role.hidden, {}) for role in roles]
    likely: list[tuple[int, float]] = []
    for mask, seats, weights_in, seats_in in worlds:
        weight = exp(sum(weights_in(weights)))
        chances: list[tuple[_Heard, float]] = []
        for role, scope, hidden, heard in tellings:
            involved = mask & scope
            entry = heard.get(involved)
            if entry is None:
                entry = heard[involved] = _Heard(role.told(involved))
            chance = (role.all_hidden - sum(seats_in(hidden))) * entry.nobody + entry.any_truth
            weight *= chance
            chances.append((entry, chance))
        if weight <= 0:
            continue
        total += weight
        likely.append((mask, weight))
        for seat in seats:
            p_wolf[seat] += weight
        for entry, chance in chances:
            entry.share += weight / chance
    if not total:
        return None
    truth: dict[RoleName, dict[int, float]] = {role.role: _held(role, heard.values(), total) for role, _, _, heard in tellings}
    return Posterior(tuple([weight / total for weight in p_wolf]), truth, likely, total)


class _Heard:
    """One way in which those involved in a role's claims may be wolves, and how much of all weight lies on it."""

    __slots__ = ("any_truth", "nobody", "share", "truths")

    def __init__(self, told: ClaimWeights) -> None:
        self.nobody, self.truths, self.any_truth, self.share = told.nobody, told.truths, told.any_truth, 0.0


_Tellings: TypeAlias = tuple[ClaimedRole, int, tuple[float, ...], dict[int, _Heard]]
"""A role's claims, its scope, its hidden holders by seat, and what was worked out of it so far by wolves in the scope."""


def _held(role: ClaimedRole, heard: Iterable[_Heard], total: float) -> dict[int, float]:
    """How likely each claimant holds the role."""
    held = [0.0] * len(role.claimants)
    for entry in heard:
        for place, truth in enumerate(entry.truths):
            held[place] += entry.share * truth
    return {claimant.bit.bit_length() - 1: share / total for claimant, share in zip(role.claimants, held, strict=True)}


def _contradiction(record: Record, known: Knowledge) -> Posterior:
    """What remains when no world fits: certainties, and the same chance for everybody else.

    Only a table that lies about its own rules, or a person's board on which the inferences do not hold, comes here.
    """
    certain = known.wolves
    open_seats = [seat for seat in range(1, record.size + 1) if not (known.good | certain) >> seat & 1]
    share = max(0, record.wolves - certain.bit_count()) / max(1, len(open_seats))
    p_wolf = tuple(
        1.0 if certain >> seat & 1 else min(1.0, share) if seat in open_seats else 0.0 for seat in range(record.size + 1)
    )
    return Posterior(p_wolf, {})
