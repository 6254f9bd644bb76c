"""What the claims say: for each role that is dealt once, how likely its claims are in a world.

A world is a set of wolves. Within it the role's holder is summed over exactly: one of those who claim it, or somebody who
has not. A claim that the world contradicts can only be a lie.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import NamedTuple

from core.game import HOLDERS, RoleName

from .likelihoods import Likelihoods
from .record import Claim, Public


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


class ClaimWeights(NamedTuple):
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

    def told(self, mask: int) -> ClaimWeights:
        """What the claims amount to where `mask` are the wolves in the scope."""
        return _told(self.claimants, self.frames, self.clears, mask)

    def seen_by(self, me: int, own: RoleName | None) -> ClaimedRole:
        """The same for seat `me`, which knows to hold the role `own`; None where it reasons as an outsider."""
        if own is None or (own != self.role and not self.hidden[me]):
            return self
        if own != self.role:
            hidden = (*self.hidden[:me], 0.0, *self.hidden[me + 1 :])
            return ClaimedRole(self.role, self.claimants, self.scope, hidden, sum(hidden), self.frames, self.clears)
        mine, claimants = 1 << me, list[Claimant]()
        for claimant in self.claimants:
            claimants.append(claimant._replace(known=1 if claimant.bit == mine and not claimant.known else -1))
        kept = 0.0 if any(claimant.bit == mine for claimant in claimants) else 1.0
        hidden = tuple([kept if seat == me else 0.0 for seat in range(len(self.hidden))])
        return ClaimedRole(self.role, tuple(claimants), self.scope, hidden, kept, self.frames, self.clears)


@lru_cache(maxsize=1 << 14)
def _told(claimants: tuple[Claimant, ...], frames: float, clears: float, mask: int) -> ClaimWeights:
    """Cached, since all seats weigh the same claims, and the first claims of one game are much like those of another."""
    lies = [_lie(claimant, frames, clears, mask) for claimant in claimants]
    nobody = prod(lies)
    truths: list[float] = []
    for claimant, lie in zip(claimants, lies, strict=True):
        false = (claimant.bit | claimant.cleared) & mask or claimant.found & ~mask or claimant.known < 0
        truths.append(0.0 if false else claimant.truth * nobody / lie)
    return ClaimWeights(nobody, tuple(truths), sum(truths))


def _lie(claimant: Claimant, frames: float, clears: float, mask: int) -> float:
    """How likely the claimant is to say this where it does not hold the role."""
    if not claimant.bit & mask:
        return claimant.village_lie
    lie = claimant.wolf_lie
    if claimant.found:
        mates = (claimant.found & mask).bit_count()
        lie *= frames**mates * (1 - frames) ** (claimant.found.bit_count() - mates)
    if claimant.cleared:
        mates = (claimant.cleared & mask).bit_count()
        lie *= clears**mates * (1 - clears) ** (claimant.cleared.bit_count() - mates)
    return lie


def claimed_roles(public: Public, likely: Likelihoods) -> tuple[ClaimedRole, ...]:
    """The roles dealt once that somebody claims, for an outsider who has heard what all have heard."""
    by_role: dict[RoleName, list[tuple[int, Claim]]] = {}
    for seat, claim in public.claims.items():
        if claim.role in public.single:
            by_role.setdefault(claim.role, []).append((seat, claim))
    return tuple([_claimed(public, likely, role, claims) for role, claims in by_role.items()])


def _claimed(public: Public, likely: Likelihoods, role: RoleName, claims: list[tuple[int, Claim]]) -> ClaimedRole:
    first = min([claim.place for _, claim in claims])
    hidden = _hidden(public, likely, role, {seat for seat, _ in claims}, first)
    claimants = tuple([_claimant(public, likely, seat, claim) for seat, claim in claims])
    scope = 0
    for claimant in claimants:
        scope |= claimant.bit | claimant.found | claimant.cleared
    return ClaimedRole(role, claimants, scope, tuple(hidden), sum(hidden), likely.wolf_frames, likely.wolf_clears)


def _hidden(public: Public, likely: Likelihoods, role: RoleName, claiming: set[int], first: int) -> list[float]:
    """How likely each seat, by number, is to hold the role and to have kept quiet since the first claim."""
    hidden = [0.0] * (public.size + 1)
    living, heard, revealed = public.living, public.last_heard, public.revealed
    barred = public.shooters if role not in HOLDERS["shoot"] else ()
    for seat in range(1, public.size + 1):
        if seat in claiming or revealed.get(seat, role) != role or seat in barred:
            continue
        if not living >> seat & 1:
            hidden[seat] = likely.silent_dead
        else:
            hidden[seat] = likely.silent_spoke if heard.get(seat, 0) > first else likely.silent_waits
    return hidden


def _claimant(public: Public, likely: Likelihoods, seat: int, claim: Claim) -> Claimant:
    found = cleared = 0
    for target, report in public.reports.get(seat, {}).items():
        if report.team == "wolves":
            found |= 1 << target
        else:
            cleared |= 1 << target
    truth = likely.true_claims[claim.pressed]
    if claim.role in HOLDERS["check"]:
        truth = likely.true_with_find if found else truth
    truth *= _fit(public, likely, seat, claim)
    known = 0 if public.revealed.get(seat, claim.role) == claim.role else -1
    invents = (2 * likely.wolf_finds) ** found.bit_count() * (2 - 2 * likely.wolf_finds) ** cleared.bit_count()
    return Claimant(1 << seat, found, cleared, truth, likely.wolf_claims[claim.pressed] * invents, likely.villager_claims, known)


def _fit(public: Public, likely: Likelihoods, seat: int, claim: Claim) -> float:
    """How well the deeds told fit what happened: protected or saved, and yet dead; poisoned, and yet alive."""
    fit = 1.0
    for speaker, kind, target, night in public.deeds:
        if speaker == seat and night:
            fell = public.state.death_of(target)
            died = fell is not None and fell.day == night and fell.cause not in ("exiled", "shot")
            if died != (kind == "poisoned"):
                fit *= likely.broken_deed
    if claim.role in HOLDERS["check"]:
        nights = [report.night for report in public.reports.get(seat, {}).values() if report.night]
        if len(nights) > len(set(nights)) or any(night > public.day for night in nights):
            fit *= likely.broken_deed
    return fit
