"""Posterior over wolf sets for one seat: public weights, own knowledge and reading errors.

The posterior is exact: it sums over every wolf set that the seat's knowledge leaves. Reading errors
are drawn once a day from the names at the table, so that they reveal nothing about a role. Bots err
here and nowhere else: what they say, think and vote follows from the same belief.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import exp, log
from operator import mul

from msgspec import Struct

from wolfcore.game import RoleName, team_of

from .claims import Claimant, ClaimedRole
from .likelihoods import Likelihoods
from .public_weights import (
    PROBABILITY_STEPS,
    ClaimTruth,
    ClaimView,
    HolderWeights,
    OtherHolders,
    PublicWeights,
    consistent_sets,
)
from .seat_record import SeatRecord, finds_wolf, mask_of, seats_of
from .subsets import subsets
from .worlds import RemainingSets


class Knowledge(Struct, frozen=True, gc=False):
    """The certain knowledge of a seat.

    Attributes:
        known_village, known_wolves: Masks of the seats known to be of the village, and of the known
            wolves.
        own_role: The role from which the seat reasons, or None for an outsider.
        attacked: The mask of the seats that it knows were attacked, on boards where a pack may
            attack its own; else 0.
    """

    known_village: int = 0
    known_wolves: int = 0
    own_role: RoleName | None = None
    attacked: int = 0


class Posterior(Struct, frozen=True, gc=False):
    """A belief: the posterior over wolf sets, and the probability of being a wolf for each seat.

    Attributes:
        p_wolf: The probability of being a wolf, by seat number, to 1e-12; index 0 is 0.
        masks: The possible wolf sets as bit masks, in no order.
        weights: The weight of each wolf set.
        total: The sum of the weights; 0 where no set is possible.
        claim_truth: How likely claims of roles are true, or None where no role is claimed that is
            weighed.
    """

    p_wolf: tuple[float, ...]
    masks: Sequence[int] = ()
    weights: Sequence[float] = ()
    total: float = 0.0
    claim_truth: ClaimTruth | None = None

    def pack_probability(self, pack: int) -> float:
        """The probability that the wolves are exactly the seats of this mask; 0 if impossible."""
        return self.weights[self.masks.index(pack)] / self.total if pack in self.masks else 0.0

    def claim_probability(self, role: RoleName, seat: int) -> float:
        """The probability that `seat`, which claims `role`, holds it, to 1e-12.

        It is 0 where the seat does not claim the role.
        """
        return self.claim_truth.probability(role, seat) if self.claim_truth else 0.0


def knowledge_of(record: SeatRecord) -> Knowledge:
    """Read a seat's certain knowledge from its record: role, pack, checks and known attacks.

    A wolf knows the whole pack. For a seat of the village, an attacked seat is certain to be of the
    village unless the board lets wolves attack their own pack.
    """
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
    """The attacked seats that this seat alone knows: told to a witch, or successfully protected."""
    return record.victims | {
        target
        for night, target in record.protected.items()
        if target and record.protection_worked(night)
    }


def with_attack_evidence(
    errors: tuple[float, ...], known: Knowledge, likely: Likelihoods, size: int
) -> tuple[float, ...]:
    """Add the weight of attacks that a seat alone knows of to its reading errors.

    Returns:
        The errors by seat number. They are unchanged where `known.attacked` is 0; otherwise empty
            errors count as zeros.
    """
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
    """Compute the posterior of a seat from public weights, its knowledge and its reading errors.

    Args:
        outlook: The public weights of all wolf sets.
        me: The seat.
        known: Its certain knowledge. If it has a role of its own, the seat itself is among the
            known villagers or wolves.
        errors: Its reading error of each seat, by seat number (`reading_errors`,
            `with_attack_evidence`); empty for a seat that does not err.
    """
    # A wolf that knows the pack has nothing to infer until a role is claimed.
    if not outlook.evidence.roles and known.known_wolves.bit_count() == outlook.wolves:
        return _pack_posterior(outlook.size, known.known_wolves)
    return _weighed(outlook, me, known, errors) or _contradiction(outlook, known)


@lru_cache(maxsize=1 << 12)
def _pack_posterior(size: int, pack: int) -> Posterior:
    """The posterior of a wolf that knows the whole pack, while no claim of a role is weighed."""
    return Posterior(
        tuple([float(pack >> seat & 1) for seat in range(size + 1)]), (pack,), (1.0,), 1.0
    )


def _weighed(
    outlook: PublicWeights, me: int, known: Knowledge, errors: tuple[float, ...]
) -> Posterior | None:
    """Compute the posterior over the worlds a seat's knowledge leaves; None if none is possible."""
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
    # Without open wolves there is one set, and `certain` has said everything.
    if left.sets.open_wolves:
        for seat, having in zip(left.seats, part.reduced.containing, strict=True):
            p_wolf[seat] = (
                int(sum(having(weights)) / total * PROBABILITY_STEPS + 0.5) / PROBABILITY_STEPS
            )  # the rounding of `rounded_probability`
    return Posterior(
        tuple(p_wolf),
        left.masks,
        weights,
        total,
        ClaimTruth(outlook, seen, left, weights, total) if seen.claimed_roles else None,
    )


def _claim_view(
    me: int, known: Knowledge, left: RemainingSets, heard: Sequence[HolderWeights]
) -> ClaimView:
    """Build a seat's view of the claimed roles.

    The seat knows that no other seat holds its own role, if that is dealt once, and that it does
    not hold any other role. An outsider and a known wolf take nothing off the sums over holders.
    """
    own_role = None if known.known_wolves >> me & 1 else known.own_role
    quiet = tuple([_silence(each.role, me, own_role) for each in heard])
    own = [
        each
        for held in heard
        if held.role.role == own_role
        for each in held.role.claimants
        if each.seat == me
    ]
    return ClaimView(me, heard, quiet, _own_claim_odds(left, own) if own else ())


def _silence(role: ClaimedRole, me: int, own_role: RoleName | None) -> float | OtherHolders | None:
    """Return a seat's term of `SilenceTerms` for a role; `own_role` is None for an outsider."""
    if role.dealt > 1:
        return OtherHolders(1 << me if own_role else 0, role.dealt - (role.role == own_role))
    if own_role is None:
        return 0.0
    if role.role == own_role:
        return None
    # Nor does a seat believe a bluff of its own; one with reports, which only wolves invent, stays.
    bluffs = [
        claim.odds
        for claim in role.claimants
        if claim.seat == me and not claim.reported_wolves | claim.reported_village
    ]
    return role.silent_holder_odds[me] + sum(bluffs)


def _own_claim_odds(left: RemainingSets, claimants: Sequence[Claimant]) -> Sequence[float]:
    """Sum, for each world that a seat leaves, the odds of its own claims that fit the world."""
    odds = [0.0] * len(left.masks)
    for each in claimants:
        fit = consistent_sets(left.sets, each)
        for place in fit.places if fit else ():
            odds[place] += each.odds
    return odds


def _contradiction(outlook: PublicWeights, known: Knowledge) -> Posterior:
    """The belief when no world fits: certainties, and an equal chance for every other seat.

    This happens only at a table that lies about its own rules, or on a person's board for which the
    inferences do not hold.
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


def log_odds(probability: float) -> float:
    """Return the natural logarithm of the odds of a probability; certainties are held to 1e-9."""
    chance = min(1 - 1e-9, max(1e-9, probability))
    return log(chance / (1 - chance))


_HASH_RANGE = 1 << 32


@lru_cache(maxsize=1 << 7)
def reading_errors(
    names: tuple[str, ...], me: int, day: int, max_error: float
) -> tuple[float, ...]:
    """Compute the error with which a seat reads each seat on a day, from a hash of the names.

    Args:
        names: All names in seat order, drawn from the seed of the game.
        me: The seat that reads.
        day: The day, and the night before it.
        max_error: The greatest error; 0 gives zeros.

    Returns:
        Errors in -max_error..max_error, in natural logarithms of odds, by seat number; index 0 is
            0.
    """
    if not max_error:
        return (0.0,) * (len(names) + 1)
    errors = [0.0]
    # The part that all seats share is hashed once.
    begun = blake2b("/".join([*names, str(me), str(day), ""]).encode(), digest_size=4)
    for seat in range(1, len(names) + 1):
        hashed = begun.copy()
        hashed.update(b"%d" % seat)
        drawn = hashed.digest()
        errors.append(max_error * (2 * int.from_bytes(drawn, "little") / _HASH_RANGE - 1))
    return tuple(errors)


@lru_cache(maxsize=1 << 4)
def error_factors(errors: tuple[float, ...], open_: int, many: int) -> Sequence[float]:
    """Compute the factor of a seat's reading errors for every set of `many` wolves.

    The factors are numbered as in `Subsets`.

    Args:
        errors: The reading error of each seat, by seat number.
        open_: The mask of the seats that may be wolves.
        many: The number of wolves among them.
    """
    seats = seats_of(open_)
    return subsets(len(seats), many).products([exp(errors[seat]) for seat in seats])
