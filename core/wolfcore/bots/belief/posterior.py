"""Posterior over wolf sets for one seat: public weights, own knowledge and reading errors.

The posterior is exact: it sums over every wolf set that the seat's knowledge leaves. Reading
errors are drawn once a day from the names at the table, so that they reveal nothing about a role.
Bots err here and nowhere else: what they say, think and vote follows from the same belief.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import exp
from operator import mul

from msgspec import Struct

from wolfcore.game import RoleName, team_of

from .claims import Claimant
from .likelihoods import Likelihoods
from .public_weights import (
    PROBABILITY_STEPS,
    ClaimTruth,
    ClaimView,
    HolderWeights,
    PublicWeights,
    consistent_sets,
)
from .seat_record import SeatRecord, finds_wolf, mask_of, seats_of
from .subsets import subsets
from .worlds import RemainingSets


class Knowledge(Struct, frozen=True, gc=False):
    """What a seat takes for certain.

    Attributes:
        known_village, known_wolves: Masks of seats known to be of the village, and of known wolves.
        own_role: The role from which it reasons, or None for an outsider.
        attacked: The mask of those whom it knows to have been attacked where a pack may attack its
            own.
    """

    known_village: int = 0
    known_wolves: int = 0
    own_role: RoleName | None = None
    attacked: int = 0


class Posterior(Struct, frozen=True, gc=False):
    """A belief.

    Attributes:
        p_wolf: The probability of being a wolf, by seat number, to 1e-12; index 0 is 0.
        masks: The possible wolf sets, in no order.
        weights: What each of them weighs.
        total: The sum of these weights; 0 where no set is possible.
        claim_truth: How likely claims of roles dealt once are true, or None where nothing tells.
    """

    p_wolf: tuple[float, ...]
    masks: Sequence[int] = ()
    weights: Sequence[float] = ()
    total: float = 0.0
    claim_truth: ClaimTruth | None = None

    def pack_probability(self, pack: int) -> float:
        """The probability that the wolves are exactly the seats of this mask."""
        return self.weights[self.masks.index(pack)] / self.total if pack in self.masks else 0.0

    def claim_probability(self, role: RoleName, seat: int) -> float:
        """The probability that `seat`, which claims `role`, holds it, to 1e-12; 0 where it does not claim it."""
        return self.claim_truth.probability(role, seat) if self.claim_truth else 0.0


def knowledge_of(record: SeatRecord) -> Knowledge:
    """What the seat of a record takes for certain: its own role, its pack, its checks, and whom it saw attacked."""
    role: RoleName = record.role or "Villager"
    everybody = (1 << (record.size + 1)) - 2
    if team_of(role) == "wolves":
        return Knowledge(everybody & ~record.pack_mask, record.pack_mask, role)
    good, wolves = 1 << record.me, 0
    for check in record.checks:
        if finds_wolf(check):
            wolves |= 1 << check.target
        elif check.result:
            good |= 1 << check.target
    attacked = mask_of([seat for seat in _attacked(record) if not (good | wolves) >> seat & 1])
    if not record.board.switches.wolves_may_target_pack:
        return Knowledge(good | attacked, wolves, role)
    return Knowledge(good, wolves, role, attacked)


def _attacked(record: SeatRecord) -> set[int]:
    """Whom the wolves attacked as this seat knows alone: it was told so as a witch, or its protection held."""
    return record.victims | {
        target
        for night, target in record.protected.items()
        if target and record.protection_worked(night)
    }


def with_attack_evidence(
    errors: tuple[float, ...], known: Knowledge, likely: Likelihoods, size: int
) -> tuple[float, ...]:
    """How far off a seat reads each seat (`believed`), with what it knows alone of attacks."""
    if not known.attacked:
        return errors
    return tuple(
        [
            error + likely.attacked * (known.attacked >> seat & 1)
            for seat, error in enumerate(errors or (0.0,) * (size + 1))
        ]
    )


def seat_posterior(
    outlook: PublicWeights, me: int, known: Knowledge, errors: tuple[float, ...] = ()
) -> Posterior:
    """The belief of a seat.

    Args:
        outlook: What everybody makes of what all have seen and heard.
        me: The seat.
        known: What it takes for certain; where it has a role of its own in it, it is itself one of
            the good or of the wolves.
        errors: How far off it reads each seat, by seat number (`misreading`,
            `with_attack_evidence`); empty for a seat that does not err.
    """
    if not outlook.evidence.roles and known.known_wolves.bit_count() == outlook.wolves:
        return _pack_posterior(outlook.size, known.known_wolves)
    return _weighed(outlook, me, known, errors) or _contradiction(outlook, known)


@lru_cache(maxsize=1 << 12)
def _pack_posterior(size: int, pack: int) -> Posterior:
    """What a pack believes as long as nobody claims anything."""
    return Posterior(
        tuple([float(pack >> seat & 1) for seat in range(size + 1)]), (pack,), (1.0,), 1.0
    )


def _weighed(
    outlook: PublicWeights, me: int, known: Knowledge, errors: tuple[float, ...]
) -> Posterior | None:
    """The posterior over what a seat leaves of the worlds; None where none of them is possible."""
    left = (
        outlook.worlds.sets.remaining(known.known_village, known.known_wolves)
        if outlook.worlds
        else None
    )
    if not left:
        return None
    part, seen = left.selection, _claim_view(me, known, left, outlook.claimed_roles)
    weights = outlook.weights(part, seen.silence)
    if seen.own:
        weights = tuple(map(mul, weights, seen.own))
    if errors:
        weights = tuple(
            map(mul, weights, error_factors(errors, left.sets.open_seats, left.sets.open_wolves))
        )
    total = sum(weights)
    if not total:
        return None
    p_wolf = [0.0] * (outlook.size + 1)
    for seat in left.certain:
        p_wolf[seat] = 1.0
    if left.sets.open_wolves:
        for seat, having in zip(left.seats, part.reduced.containing, strict=True):
            p_wolf[seat] = (
                int(sum(having(weights)) / total * PROBABILITY_STEPS + 0.5) / PROBABILITY_STEPS
            )  # as `steady` has it
    return Posterior(
        tuple(p_wolf),
        left.masks,
        weights,
        total,
        ClaimTruth(seen, left, weights, total) if seen.claimed_roles else None,
    )


def _claim_view(
    me: int, known: Knowledge, left: RemainingSets, heard: Sequence[HolderWeights]
) -> ClaimView:
    """Who may hold the claimed roles: nobody else holds the role that a seat has, and not itself one that it has not."""
    if known.own_role is None or known.known_wolves >> me & 1:
        return ClaimView(me, heard, (0.0,) * len(heard))
    quiet = tuple(
        [
            None if each.role.role == known.own_role else each.role.silent_holder_odds[me]
            for each in heard
        ]
    )
    if None not in quiet:
        return ClaimView(me, heard, quiet)
    own = [each for each in heard[quiet.index(None)].role.claimants if each.seat == me]
    return ClaimView(me, heard, quiet, _own_claim_odds(left, own) if own else ())


def _own_claim_odds(left: RemainingSets, claimants: Sequence[Claimant]) -> Sequence[float]:
    """In each world that a seat leaves the odds of the claims that fit it."""
    odds = [0.0] * len(left.masks)
    for each in claimants:
        fit = consistent_sets(left.sets, each)
        for place in fit.places if fit else ():
            odds[place] += each.odds
    return odds


def _contradiction(outlook: PublicWeights, known: Knowledge) -> Posterior:
    """What remains when no world fits: certainties, and the same chance for everybody else.

    Only a table that lies about its own rules, or a person's board on which the inferences do not
    hold, comes here.
    """
    certain = known.known_wolves
    open_seats = [
        seat
        for seat in range(1, outlook.size + 1)
        if not (known.known_village | certain) >> seat & 1
    ]
    share = max(0, outlook.wolves - certain.bit_count()) / max(1, len(open_seats))
    p_wolf = tuple(
        1.0 if certain >> seat & 1 else min(1.0, share) if seat in open_seats else 0.0
        for seat in range(outlook.size + 1)
    )
    return Posterior(p_wolf)


_HASH_RANGE = 1 << 32


@lru_cache(maxsize=1 << 7)
def reading_errors(
    names: tuple[str, ...], me: int, day: int, max_error: float
) -> tuple[float, ...]:
    """How far off a seat reads each seat on a day, -most..most in natural logarithms of odds, by seat number; index 0 is 0.

    Args:
        names: Everybody's name in seat order, drawn from the seed of the game.
        me: Who reads.
        day: The day, and the night before it.
        max_error: How far it may be off.
    """
    if not max_error:
        return (0.0,) * (len(names) + 1)
    errors = [0.0]
    begun = blake2b("/".join([*names, str(me), str(day), ""]).encode(), digest_size=4)
    for seat in range(1, len(names) + 1):
        hashed = begun.copy()
        hashed.update(b"%d" % seat)
        drawn = hashed.digest()
        errors.append(max_error * (2 * int.from_bytes(drawn, "little") / _HASH_RANGE - 1))
    return tuple(errors)


@lru_cache(maxsize=1 << 4)
def error_factors(errors: tuple[float, ...], open_: int, many: int) -> Sequence[float]:
    """What a seat that is off by `errors` makes of every choice of `many` wolves: a factor for each, numbered as `Subsets`.

    Args:
        errors: How far off each seat is read, by seat number.
        open_: The mask of the seats that may be wolves.
        many: How many of them are.
    """
    seats = seats_of(open_)
    return subsets(len(seats), many).products([exp(errors[seat]) for seat in seats])
