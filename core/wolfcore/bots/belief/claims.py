"""Likelihood of role claims: for each claimed role, who may hold it and who lies about it.

    P(claims | world) = product over claimants of P(its lie | world)
        * (sum over those outside the world of P(holds it and kept quiet)
           + sum over claimants that fit the world of
             P(says it | true) / P(says it | a villager's lie))

A world is a wolf set. For a role that is dealt k times, the second factor is the sum over all sets
of k seats of the product of these terms. Each set has the seats that were shown to hold the role:
once all its cards were shown, no other seat may hold it. A wolf's lie reports each target as a wolf
or as village: a weight of the claimant and one of the pair. A claim fits the worlds in which
the claimant and the seats that it cleared are not wolves and the seats that it found are wolves. A
claimant who tells of having saved a seat tells of an attack: such a claim counts as two claims that
exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from wolfcore.game import HOLDERS, Power, RoleName, team_of

from .likelihoods import Likelihoods
from .seat_record import Claim, PublicRecord, mask_of, seats_of

_STEP = 2.0**46
"""The number of steps into which a probability of having kept quiet is rounded, so that sums and
differences of such probabilities are exact: if no seat may hold a role, the sum is exactly 0."""


class Claimant(NamedTuple):
    """One claim of a role, or one of the exclusive variants of a claim.

    A claim that tells of an attack has two variants. A claim of a seat that was shown to hold the
    role has one more, in which its reports are false.

    Attributes:
        seat: The seat that claims the role.
        reported_wolves, reported_village: Masks of the seats that it reports as wolves and as
            village.
        odds: How many times likelier the true holder is to say this than a villager who lies; 0
            where it is known to be a lie.
    """

    seat: int
    reported_wolves: int
    reported_village: int
    odds: float


class ClaimedRole(NamedTuple):
    """A role and its claims, from the public record alone.

    Attributes:
        role: The role.
        claimants: The claims of the role.
        silent_holder_odds: How likely each seat, by number, is to hold the role and not to have
            claimed it.
        dealt: How often the role is dealt.
        shown: The mask of the seats that were shown to hold it: each takes one of its cards.
    """

    role: RoleName
    claimants: tuple[Claimant, ...]
    silent_holder_odds: tuple[float, ...]
    dealt: int
    shown: int


def claimed_roles(public: PublicRecord, likely: Likelihoods) -> tuple[ClaimedRole, ...]:
    """Return the claims of every role that is weighed and that at least one seat claims."""
    by_role: dict[RoleName, list[tuple[int, Claim]]] = {}
    for seat, claim in _weighed_claims(public):
        by_role.setdefault(claim.role, []).append((seat, claim))
    return tuple([_claimed(public, likely, role, claims) for role, claims in by_role.items()])


def add_lie_weights(public: PublicRecord, likely: Likelihoods, weights: list[float]) -> None:
    """Add to `weights` the log-odds that a wolf rather than a villager invents each claim.

    A seat that claims to be a wolf adds the weight of a confession. The index of `weights` is that
    of `Evidence`.
    """
    n = public.size + 1
    for seat, claim in public.claims.items():
        if team_of(claim.role) == "wolves":
            weights[seat] += likely.confesses
    lies = _lie_weights(likely)
    for seat, claim in _weighed_claims(public):
        found, cleared = _reported_masks(public, seat)
        weights[seat] += lies.claims[claim.pressed]
        for results, (alone, both) in ((found, lies.finds), (cleared, lies.clears)):
            for target in seats_of(results):
                weights[seat] += alone
                weights[n + min(seat, target) * n + max(seat, target)] += both


class _LieWeights(NamedTuple):
    """How much likelier a wolf than a villager invents something, as natural logarithms.

    Attributes:
        claims: A claim: unpressed, pressed.
        finds, clears: An invented find or clean result: the weight of the claimant, and the weight
            added where the target is a wolf, too.
    """

    claims: tuple[float, float]
    finds: tuple[float, float]
    clears: tuple[float, float]


@lru_cache(maxsize=8)
def _lie_weights(likely: Likelihoods) -> _LieWeights:
    calm, pressed = [log(chance / likely.villager_claims) for chance in likely.wolf_claims]
    finds, clears = [
        (log(invents * (1 - of_a_wolf)), log(of_a_wolf / (1 - of_a_wolf)))
        for invents, of_a_wolf in (
            (2 * likely.wolf_finds, likely.wolf_frames),
            (2 - 2 * likely.wolf_finds, likely.wolf_clears),
        )
    ]
    return _LieWeights((calm, pressed), finds, clears)


def _weighed_claims(public: PublicRecord) -> Iterator[tuple[int, Claim]]:
    """Yield the claims of gods that are dealt and of villagers dealt once, with their claimants."""
    return (
        (seat, claim) for seat, claim in public.claims.items() if claim.role in public.weighed_roles
    )


def _claimed(
    public: PublicRecord, likely: Likelihoods, role: RoleName, claims: list[tuple[int, Claim]]
) -> ClaimedRole:
    first = min([claim.speech_number for _, claim in claims])
    hidden = _silent_holder_odds(public, likely, role, {seat for seat, _ in claims}, first)
    return ClaimedRole(
        role,
        tuple(
            [
                part
                for seat, claim in claims
                for part in (
                    *_claim_variants(public, likely, seat, claim),
                    *_false_words(public, seat, role),
                )
            ]
        ),
        tuple(hidden),
        public.board.roles.count(role),
        mask_of(public.shown_holders(role)),
    )


def _silent_holder_odds(
    public: PublicRecord, likely: Likelihoods, role: RoleName, claiming: set[int], first: int
) -> list[float]:
    """How likely each seat, by number, holds the role and has kept quiet since `first`.

    `first` is the number of the speech with the first claim of the role. The value of claimants and
    of seats that cannot hold the role is 0.
    """
    hidden = [0.0] * (public.size + 1)
    living, heard = public.living, public.last_speech
    # A hunter who has shot holds no other role.
    barred = public.shooters if role not in HOLDERS["shoot"] else ()
    chances = (likely.silent_dead, likely.silent_spoke, likely.silent_waits)
    dead, spoke, waits = [round(chance * _STEP) / _STEP for chance in chances]
    for seat in range(1, public.size + 1):
        if seat in claiming or seat in barred or not public.may_hold(seat, role):
            continue
        if not living >> seat & 1:
            hidden[seat] = dead
        else:
            # Whoever spoke since the first claim had an occasion to contradict it, and may have
            # done so in another language.
            silent = heard.get(seat, 0) > first and seat not in public.foreign_speakers
            hidden[seat] = spoke if silent else waits
    return hidden


def _claim_variants(
    public: PublicRecord, likely: Likelihoods, seat: int, claim: Claim
) -> tuple[Claimant, ...]:
    """Return a claim as it is, or as two variants: whether the attacked seats may be wolves."""
    whole, attacked = _claimant(public, likely, seat, claim), _attacked(public, seat, claim)
    if not attacked or not whole.odds:
        return (whole,)
    clears = whole._replace(reported_village=whole.reported_village | attacked)
    if not public.board.switches.wolves_may_target_pack:
        return (clears,)
    rare = exp(likely.attacked)
    # On such a board an attacked seat may be a wolf. The two variants exclude each other, so that
    # they share the odds of the claim.
    return clears._replace(odds=whole.odds * (1 - rare)), whole._replace(odds=whole.odds * rare)


def _false_words(public: PublicRecord, seat: int, role: RoleName) -> tuple[Claimant, ...]:
    """Return the variant of a claim whose reports are invented, for a seat shown to hold `role`.

    Without it one false report of such a seat would leave no world to those who know better. The
    holder then lies as any villager does.
    """
    return (Claimant(seat, 0, 0, 1.0),) if public.revealed.get(seat) == role else ()


def _attacked(public: PublicRecord, seat: int, claim: Claim) -> int:
    """Return the mask of attacked seats implied by a seat's told saves and protections, if true."""
    mask = 0
    for speaker, kind, target, night in public.claimed_actions:
        if speaker != seat or target == seat:
            continue
        power: Power = "potions" if kind == "saved" else "protect"
        if claim.role in HOLDERS[power] and public.tells_of_rescue(kind, night):
            mask |= 1 << target
    if not mask:
        return 0
    found, cleared = _reported_masks(public, seat)
    return mask & ~(found | cleared)


def _claimant(public: PublicRecord, likely: Likelihoods, seat: int, claim: Claim) -> Claimant:
    found, cleared = _reported_masks(public, seat)
    if not public.may_hold(seat, claim.role):
        return Claimant(seat, found, cleared, 0.0)
    truth = (
        likely.true_with_find
        if claim.role in HOLDERS["check"] and found
        else likely.true_claims[claim.pressed]
    )
    return Claimant(
        seat,
        found,
        cleared,
        truth * _action_consistency(public, likely, seat, claim) / likely.villager_claims,
    )


def _reported_masks(public: PublicRecord, seat: int) -> tuple[int, int]:
    """Return the masks of the seats that a seat reports as wolves and as village."""
    found = cleared = 0
    for target, report in public.reports.get(seat, {}).items():
        if report.team == "wolves":
            found |= 1 << target
        else:
            cleared |= 1 << target
    return found, cleared


def _action_consistency(
    public: PublicRecord, likely: Likelihoods, seat: int, claim: Claim
) -> float:
    """How well the night actions that a seat tells of fit what happened, as a factor up to 1.

    Each contradiction multiplies the factor by `broken_deed`: a protected or saved seat that died,
    a poisoned seat that lives, any of the three in a first night without deaths, two checks in one
    night, or a check in a night that is yet to come.
    """
    fit = 1.0
    for speaker, kind, target, night in public.claimed_actions:
        if speaker == seat and night:
            # Only a night action decides who dies at night, so that exiles and shots do not count.
            fell = public.state.death_of(target)
            died = fell is not None and fell.day == night and fell.cause not in ("exiled", "shot")
            acts = public.board.switches.kills_in(night)
            if not acts or died != (kind == "poisoned"):
                fit *= likely.broken_deed
    if claim.role in HOLDERS["check"]:
        nights = [report.night for report in public.reports.get(seat, {}).values() if report.night]
        if len(nights) > len(set(nights)) or any(night > public.day for night in nights):
            fit *= likely.broken_deed
    return fit
