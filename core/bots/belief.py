"""Who is a wolf: an exact posterior over all wolf sets that are consistent with what a seat knows.

Every possible set is a world. Public behaviour adds a weight per seat and per pair of seats, claims are weighed world by
world with their holder summed over, and what the seat knows for certain rules worlds out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from operator import itemgetter
from typing import NamedTuple, TypeAlias, cast

from msgspec import Struct

from core.game import RoleName, team_of

from .claims import ClaimedRole, Told, claimed_roles
from .likelihoods import Likelihoods
from .record import Record


class World(NamedTuple):
    """One wolf set.

    Attributes:
        mask: Its seats as a mask.
        seats: The same, ascending.
        weights_in: Takes what concerns its seats and pairs out of a vector of weights (`behaviour`).
        seats_in: Takes what concerns its seats out of a vector by seat number.
    """

    mask: int
    seats: tuple[int, ...]
    weights_in: Callable[[Sequence[float]], tuple[float, ...]]
    seats_in: Callable[[Sequence[float]], tuple[float, ...]]


class Knowledge(Struct, frozen=True):
    """What a seat takes for certain.

    Attributes:
        good, wolves: Masks of seats known to be of the village, and of known wolves.
        own: The role from which it reasons, or None for an outsider.
    """

    good: int = 0
    wolves: int = 0
    own: RoleName | None = None


class Posterior(Struct, frozen=True):
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
        if check.result in ("wolves", "Werewolf"):
            wolves |= 1 << check.target
        elif check.result:
            good |= 1 << check.target
    if not record.board.switches.wolves_may_target_pack:
        for seat in record.victims:
            good |= 1 << seat
    return Knowledge(good, wolves, role)


@lru_cache(maxsize=64)
def worlds_of(size: int, wolves: int) -> tuple[World, ...]:
    """All wolf sets of a board."""
    return tuple(_world(size + 1, seats) for seats in combinations(range(1, size + 1), wolves))


def _world(n: int, seats: tuple[int, ...]) -> World:
    pairs = (n + low * n + high for low, high in combinations(seats, 2))
    return World(sum(1 << seat for seat in seats), seats, _taking((0, *seats, *pairs)), _taking((0, *seats)))


def _taking(places: tuple[int, ...]) -> Callable[[Sequence[float]], tuple[float, ...]]:
    """Takes two or more places out of a vector; much faster than a loop."""
    return cast("Callable[[Sequence[float]], tuple[float, ...]]", itemgetter(*places))


@lru_cache(maxsize=1024)
def possible_worlds(size: int, wolves: int, rule: str, stands: tuple[int, ...]) -> tuple[World, ...]:
    """The wolf sets with which the game could have gone on at every moment at which it did.

    Args:
        size: How many seats there are.
        wolves: How many wolves were dealt.
        rule: The board's `wolves_win`.
        stands: The masks of the living at those moments.
    """
    if not stands:
        return worlds_of(size, wolves)
    before = possible_worlds(size, wolves, rule, stands[:-1])
    return tuple(world for world in before if _goes_on(rule, world.mask, stands[-1]))


@lru_cache(maxsize=1 << 12)
def worlds_with(size: int, wolves: int, rule: str, stands: tuple[int, ...], good: int, pack: int) -> tuple[World, ...]:
    """The possible worlds in which nobody of `good` is a wolf and everybody of `pack` is, both of them masks."""
    worlds = possible_worlds(size, wolves, rule, stands)
    return tuple(world for world in worlds if not world[0] & good and not pack & ~world[0])


def _goes_on(rule: str, mask: int, living: int) -> bool:
    wolves = (mask & living).bit_count()
    others = living.bit_count() - wolves
    if rule == "parity":
        return 0 < wolves < others
    if rule == "outnumber":
        return 0 < wolves <= others
    return wolves > 0


def posterior(record: Record, known: Knowledge, likely: Likelihoods, *, heeds_behaviour: bool = True) -> Posterior:
    """The belief of a seat.

    Args:
        record: What it saw and heard.
        known: What it takes for certain, beside what everybody can infer from deaths.
        likely: The parameters.
        heeds_behaviour: Whether votes and words count, or only claims and certainties.
    """
    weights = behaviour(record, likely) if heeds_behaviour else [0.0] * (record.size + 1) * (record.size + 2)
    good = known.good | _night_deaths(record, likely, weights)
    roles = claimed_roles(record, likely, known.own)
    rule, stands = record.board.switches.wolves_win, tuple(record.stands)
    worlds = worlds_with(record.size, record.wolves, rule, stands, good, known.wolves)
    return _weighed(record.size, worlds, weights, roles) or _contradiction(record, known)


def _weighed(size: int, worlds: Sequence[World], weights: list[float], roles: tuple[ClaimedRole, ...]) -> Posterior | None:
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

    def __init__(self, told: Told) -> None:
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


def _night_deaths(record: Record, likely: Likelihoods, weights: list[float]) -> int:
    """Adds what deaths in the night say to the weights; returns the mask of those who are certainly of the village."""
    switches, good = record.board.switches, 0
    for fall in record.falls:
        if fall.how == "killed" or (fall.how == "night" and not record.witched):
            if switches.wolves_may_target_pack:
                weights[fall.seat] += likely.attacked
            else:
                good |= 1 << fall.seat
        elif fall.how == "night":
            together = sum(other.day == fall.day and other.how in ("night", "poisoned") for other in record.falls)
            weights[fall.seat] += likely.killed if together == 1 else likely.killed_twice
    for seat in record.shooters:
        good |= 1 << seat
    for seat, role in record.revealed.items():
        if team_of(role) == "village":
            good |= 1 << seat
        else:
            weights[seat] += 60.0
    return good


def behaviour(record: Record, likely: Likelihoods) -> list[float]:
    """Weights of votes and words: index 0 is 0, s is seat s, n + low * n + high for a pair of seats, n being size + 1."""
    n = record.size + 1
    weights = [0.0] * (n + n * n)

    good, mate = likely.votes_good, likely.votes_mate - likely.voted - likely.votes_good
    for _, voter, target, kind in record.ballots:
        if not target or target == voter:
            continue
        pair = n + voter * n + target if voter < target else n + target * n + voter
        if kind == "elect":
            weights[pair] += likely.elected_mate
            continue
        share = likely.lean if kind == "lean" else 1.0
        weights[target] += share * likely.voted
        weights[voter] += share * good
        weights[pair] += share * mate
    for said, on_target, on_speaker, both in (
        (record.accusations, likely.accused, likely.accuses_good, likely.accuses_mate),
        (record.vouchings, likely.vouched, likely.vouches_good, likely.vouches_mate),
    ):
        mate = both - on_target - on_speaker
        for (_, speaker, target), share in said.items():
            weights[target] += share * on_target
            weights[speaker] += share * on_speaker
            weights[n + speaker * n + target if speaker < target else n + target * n + speaker] += share * mate
    _outlived(record, likely, weights)
    for seat in record.last_heard:
        if seat not in record.named:
            weights[seat] += likely.names_nobody * min(3, record.day)
    for seat, claim in record.claims.items():
        if claim.role == "Villager":
            weights[seat] += likely.claims_plain[claim.pressed]
    return weights


def _outlived(record: Record, likely: Likelihoods, weights: list[float]) -> None:
    """A seer whom the wolves let live, night after night, is less and less one."""
    for seat, claim in record.claims.items():
        if claim.role == "Seer" and record.lives(seat):
            nights = {fall.day for fall in record.falls if fall.how in ("night", "killed") and fall.day > claim.day}
            weights[seat] += likely.outlived[record.guarded] * len(nights)
