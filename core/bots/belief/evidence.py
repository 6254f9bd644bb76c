"""What votes, words, deaths and claims say about who is a wolf: equal for all who know the same facts."""

from __future__ import annotations

from typing import NamedTuple

from core.game import HOLDERS, ROLES, team_of

from .claims import ClaimedRole, claimed_roles, weigh_lies
from .likelihoods import Likelihoods
from .record import Public

_CERTAIN = 60.0
"""The weight of a role that was shown."""


class Evidence(NamedTuple):
    """What is known of everybody's conduct and claims.

    Attributes:
        weights: How much likelier all that was done and said is of a wolf, or of a pair of wolves, as natural logarithms: index 0
            is 0, s is seat s, n + low * n + high a pair of seats, n being size + 1. Every claim counts as a lie here.
        good: The mask of those who are certainly of the village, as their deaths show.
        roles: The claims, as an outsider weighs them.
    """

    weights: list[float]
    good: int
    roles: tuple[ClaimedRole, ...]


def evidence(public: Public, likely: Likelihoods, *, heeds_behaviour: bool = True) -> Evidence:
    """What all have seen and heard says about everybody's conduct and claims.

    Args:
        public: What was seen and heard.
        likely: The parameters.
        heeds_behaviour: Whether votes and words count, or only deaths and claims.
    """
    weights, good = conduct(public, likely, heeds_behaviour=heeds_behaviour)
    weigh_lies(public, likely, weights)
    return Evidence(weights, good, claimed_roles(public, likely))


def conduct(public: Public, likely: Likelihoods, *, heeds_behaviour: bool = True) -> tuple[list[float], int]:
    """Weights, and the mask of those who are certainly of the village, as in `Evidence` but without any claims of roles."""
    weights = behaviour(public, likely) if heeds_behaviour else [0.0] * (public.size + 1) * (public.size + 2)
    return weights, _night_deaths(public, likely, weights)


def _night_deaths(public: Public, likely: Likelihoods, weights: list[float]) -> int:
    """Adds what deaths in the night say to the weights; returns the mask of those who are certainly of the village."""
    switches, good = public.board.switches, 0
    for fall in public.falls:
        if fall.cause == "killed" or (fall.cause is None and not public.witched):
            if switches.wolves_may_target_pack:
                weights[fall.seat] += likely.attacked
            else:
                good |= 1 << fall.seat
        elif fall.cause is None:
            together = sum(other.day == fall.day and other.cause in (None, "poisoned") for other in public.falls)
            weights[fall.seat] += likely.killed if together == 1 else likely.killed_twice
    for seat in public.shooters:
        good |= 1 << seat
    for seat, role in public.revealed.items():
        if team_of(role) == "village":
            good |= 1 << seat
        else:
            weights[seat] += _CERTAIN
    return good


def behaviour(public: Public, likely: Likelihoods) -> list[float]:
    """Weights of votes and words: index 0 is 0, s is seat s, n + low * n + high for a pair of seats, n being size + 1."""
    n = public.size + 1
    weights = [0.0] * (n + n * n)

    good, mate = likely.votes_good, likely.votes_mate - likely.voted - likely.votes_good
    for _, voter, target, kind in public.ballots:
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
        (public.accusations, likely.accused, likely.accuses_good, likely.accuses_mate),
        (public.vouchings, likely.vouched, likely.vouches_good, likely.vouches_mate),
    ):
        mate = both - on_target - on_speaker
        for (_, speaker, target), share in said.items():
            weights[target] += share * on_target
            weights[speaker] += share * on_speaker
            weights[n + speaker * n + target if speaker < target else n + target * n + speaker] += share * mate
    _outlived(public, likely, weights)
    for seat in public.last_heard:
        if seat not in public.named:
            weights[seat] += likely.names_nobody * min(3, public.day)
    for seat, claim in public.claims.items():
        if ROLES[claim.role].plain:
            weights[seat] += likely.claims_plain[claim.pressed]
    return weights


def _outlived(public: Public, likely: Likelihoods, weights: list[float]) -> None:
    """A seer whom the wolves let live, night after night, is less and less one."""
    for seat, claim in public.claims.items():
        if claim.role in HOLDERS["check"] and public.lives(seat):
            nights = {fall.day for fall in public.falls if fall.cause in (None, "killed") and fall.day > claim.day}
            weights[seat] += likely.outlived[public.guarded] * len(nights)
