"""What the claims say: for each role that is dealt once, how likely its claims are in a world.

A world is a set of wolves. Within it the role's holder is summed over exactly: one of those who claim it, or somebody who
has not. A claim that the world contradicts can only be a lie.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from core.game import RoleName

from .likelihoods import Likelihoods
from .record import Claim, Record


class Claimant(NamedTuple):
    """One claim of a role.

    Attributes:
        bit: The mask of the claimant.
        found, cleared: Masks of whom it reports as wolves and as village.
        truth: How likely the true holder is to say this.
        wolf_lie, village_lie: How likely a wolf, or another villager, is to say this, whoever its results are about.
        known: Whether the seat that thinks knows this claim to be true (1), false (-1), or not (0).
    """

    bit: int
    found: int
    cleared: int
    truth: float
    wolf_lie: float
    village_lie: float
    known: int = 0


class Told(NamedTuple):
    """What a role's claims amount to for one answer to "which of those involved are wolves".

    Attributes:
        nobody: How likely the claims are where somebody who claims nothing holds the role.
        truths: The same where each claimant in turn holds it.
        any_truth: The sum of `truths`.
    """

    nobody: float
    truths: tuple[float, ...]
    any_truth: float


class ClaimedRole(NamedTuple):
    """A role and its claims, ready to be weighed in any world.

    Attributes:
        role: The role.
        claimants: Who claims it.
        scope: The mask of all seats that claim it or are reported on: nothing else in a world matters to `told`.
        hidden: How likely each seat, by number, is to hold it and not to have claimed it.
        all_hidden: The sum of `hidden`.
        frames, clears: How a wolf invents results (Likelihoods).
    """

    role: RoleName
    claimants: tuple[Claimant, ...]
    scope: int
    hidden: tuple[float, ...]
    all_hidden: float
    frames: float
    clears: float

    def told(self, mask: int) -> Told:
        """What the claims amount to where `mask` are the wolves in the scope."""
        lies = [self._lie(claimant, mask) for claimant in self.claimants]
        nobody = prod(lies)
        truths: list[float] = []
        for claimant, lie in zip(self.claimants, lies, strict=True):
            false = (claimant.bit | claimant.cleared) & mask or claimant.found & ~mask or claimant.known < 0
            truths.append(0.0 if false else claimant.truth * nobody / lie)
        return Told(nobody, tuple(truths), sum(truths))

    def _lie(self, claimant: Claimant, mask: int) -> float:
        if not claimant.bit & mask:
            return claimant.village_lie
        lie = claimant.wolf_lie
        if claimant.found:
            mates = (claimant.found & mask).bit_count()
            lie *= self.frames**mates * (1 - self.frames) ** (claimant.found.bit_count() - mates)
        if claimant.cleared:
            mates = (claimant.cleared & mask).bit_count()
            lie *= self.clears**mates * (1 - self.clears) ** (claimant.cleared.bit_count() - mates)
        return lie


def claimed_roles(record: Record, likely: Likelihoods, own: RoleName | None) -> tuple[ClaimedRole, ...]:
    """The roles dealt once that somebody claims.

    Args:
        record: What was heard.
        likely: The parameters.
        own: The role that the seat knows to hold itself, or None where it reasons as an outsider.
    """
    by_role: dict[RoleName, list[tuple[int, Claim]]] = {}
    for seat, claim in record.claims.items():
        if claim.role in record.single:
            by_role.setdefault(claim.role, []).append((seat, claim))
    return tuple(_claimed(record, likely, own, role, claims) for role, claims in by_role.items())


def _claimed(
    record: Record, likely: Likelihoods, own: RoleName | None, role: RoleName, claims: list[tuple[int, Claim]]
) -> ClaimedRole:
    claiming = {seat for seat, _ in claims}
    first = min(claim.place for _, claim in claims)
    hidden = _hidden(record, likely, own, role, claiming, first)
    claimants = tuple(_claimant(record, likely, own, seat, claim) for seat, claim in claims)
    scope = 0
    for claimant in claimants:
        scope |= claimant.bit | claimant.found | claimant.cleared
    return ClaimedRole(role, claimants, scope, tuple(hidden), sum(hidden), likely.wolf_frames, likely.wolf_clears)


def _hidden(
    record: Record, likely: Likelihoods, own: RoleName | None, role: RoleName, claiming: set[int], first: int
) -> list[float]:
    """How likely each seat, by number, is to hold the role and to have kept quiet since the first claim."""
    hidden = [0.0] * (record.size + 1)
    if own == role:
        if record.me not in claiming:
            hidden[record.me] = 1.0 if record.lives(record.me) else likely.silent_dead
        return hidden
    living, heard, revealed = record.living, record.last_heard, record.revealed
    barred = record.shooters if role != "Hunter" else ()
    for seat in range(1, record.size + 1):
        if seat in claiming or (own and seat == record.me) or revealed.get(seat, role) != role or seat in barred:
            continue
        if not living >> seat & 1:
            hidden[seat] = likely.silent_dead
        else:
            hidden[seat] = likely.silent_spoke if heard.get(seat, 0) > first else likely.silent_waits
    return hidden


def _claimant(record: Record, likely: Likelihoods, own: RoleName | None, seat: int, claim: Claim) -> Claimant:
    found = cleared = 0
    for target, report in record.reports.get(seat, {}).items():
        if report.team == "wolves":
            found |= 1 << target
        else:
            cleared |= 1 << target
    truth = likely.true_claims[claim.pressed]
    if claim.role == "Seer":
        truth = likely.true_with_find if found else truth
    truth *= _fit(record, likely, seat, claim)
    known = 0 if own is None else (1 if seat == record.me else 0) if own == claim.role else 0
    if own is not None and own == claim.role and seat != record.me:
        known = -1
    if record.revealed.get(seat, claim.role) != claim.role:
        known = -1
    invents = (2 * likely.wolf_finds) ** found.bit_count() * (2 - 2 * likely.wolf_finds) ** cleared.bit_count()
    return Claimant(1 << seat, found, cleared, truth, likely.wolf_claims[claim.pressed] * invents, likely.villager_claims, known)


def _fit(record: Record, likely: Likelihoods, seat: int, claim: Claim) -> float:
    """How well the deeds told fit what happened: protected or saved, and yet dead; poisoned, and yet alive."""
    fit = 1.0
    for speaker, kind, target, night in record.deeds:
        if speaker == seat and night:
            fell = record.fall_of(target)
            died = fell is not None and fell.day == night and fell.how not in ("exiled", "shot")
            if died != (kind == "poisoned"):
                fit *= likely.broken_deed
    if claim.role == "Seer":
        nights = [report.night for report in record.reports.get(seat, {}).values() if report.night]
        if len(nights) > len(set(nights)) or any(night > record.day for night in nights):
            fit *= likely.broken_deed
    return fit
