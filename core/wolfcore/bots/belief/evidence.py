"""Log-likelihood weights of votes, words, deaths and claims for seats and pairs of seats.

Public: equal for all who know the same facts. That a seat votes, accuses or vouches weighs
nothing, because that is a habit; which seat it names is the evidence.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from wolfcore.game import HOLDERS, team_of

from .claims import ClaimedRole, add_lie_weights, claimed_roles
from .likelihoods import Likelihoods
from .seat_record import CastBallot, PublicRecord
from .speech_acts import self_contradicting_seats

_CERTAIN = 60.0
"""The weight of a role that was shown."""


class Evidence(NamedTuple):
    """What is known of everybody's conduct and claims.

    Attributes:
        weights: How much likelier all that was done and said is of a wolf, or of a pair of wolves,
            as natural logarithms: index 0 is 0, s is seat s, n + low * n + high a pair of seats, n
            being size + 1. Every claim counts as a lie here.
        good: The mask of those who are certainly of the village, as their deaths show.
        roles: The claims, as an outsider weighs them.
    """

    weights: list[float]
    good: int
    roles: tuple[ClaimedRole, ...]


def evidence(
    public: PublicRecord,
    likelihoods: Likelihoods,
    *,
    use_behaviour: bool = True,
    use_claims: bool = True,
) -> Evidence:
    """What all have seen and heard says about everybody's conduct and claims.

    Args:
        public: What was seen and heard.
        likelihoods: The parameters.
        use_behaviour: Whether votes and words count, or only deaths and claims.
        use_claims: Whether claims of roles count, and what is reported with them.
    """
    weights, good = conduct_weights(public, likelihoods, heeds_behaviour=use_behaviour)
    if not use_claims:
        return Evidence(weights, good, ())
    add_lie_weights(public, likelihoods, weights)
    return Evidence(weights, good, claimed_roles(public, likelihoods))


def conduct_weights(
    public: PublicRecord, likely: Likelihoods, *, heeds_behaviour: bool = True
) -> tuple[list[float], int]:
    """Weights, and the mask of those who are certainly of the village, as in `Evidence` but without any claims of roles."""
    weights = (
        behaviour_weights(public, likely)
        if heeds_behaviour
        else [0.0] * (public.size + 1) * (public.size + 2)
    )
    return weights, _night_deaths(public, likely, weights)


def _night_deaths(public: PublicRecord, likely: Likelihoods, weights: list[float]) -> int:
    """Adds what deaths in the night say to the weights; returns the mask of those who are certainly of the village."""
    switches, good = public.board.switches, 0
    for fall in public.deaths:
        if fall.cause == "killed" or (fall.cause is None and not public.has_witch):
            if switches.wolves_may_target_pack:
                weights[fall.seat] += likely.attacked
            else:
                good |= 1 << fall.seat
        elif fall.cause is None:
            together = sum(
                other.day == fall.day and other.cause in (None, "poisoned")
                for other in public.deaths
            )
            weights[fall.seat] += likely.killed if together == 1 else likely.killed_twice
    for seat in public.shooters:
        good |= 1 << seat
    for seat, role in public.revealed.items():
        if team_of(role) == "village":
            good |= 1 << seat
        else:
            weights[seat] += _CERTAIN
    return good


def behaviour_weights(public: PublicRecord, likely: Likelihoods) -> list[float]:
    """Weights of votes and words: index 0 is 0, s is seat s, n + low * n + high for a pair of seats, n being size + 1.

    That somebody votes, accuses or vouches is no evidence, for it is a habit, and people have other
    habits than bots; whom, is. So each event is weighed by how likely this target is, given that
    there is one, and who says nothing is as likely a wolf as before. Who joins others in a day says
    less that is new than who was first: the second half as much, the third a third.
    """
    n, size, wolves, reports = public.size + 1, public.size, public.wolves, public.reports
    weights = list(_of_ballots(tuple(public.ballots), size, wolves, likely))
    for said, of_village, of_mate in (
        (public.accusation_weights, likely.accused, likely.accuses_mate),
        (public.praise_weights, likely.vouched, likely.vouches_mate),
    ):
        before: dict[tuple[int, int], int] = {}
        for (day, speaker, target), weight in said.items():
            if speaker in reports and target in reports[speaker]:
                continue  # what it says of whom it has checked is weighed with its claim
            joined = before[day, target] = before.get((day, target), 0) + 1
            share = weight / joined
            _add_target_weights(
                weights,
                n,
                speaker,
                target,
                _target_weights(size, wolves, share * of_village, share * of_mate),
            )
    for _, seat in public.defended:
        weights[seat] += likely.defends
    _weigh_contradictions(public, likely, weights)
    _weigh_surviving_seers(public, likely, weights)
    return weights


@lru_cache(maxsize=1 << 2)
def _of_ballots(
    ballots: tuple[CastBallot, ...], size: int, wolves: int, likely: Likelihoods
) -> tuple[float, ...]:
    """The weights of ballots alone, for there are no new ones as long as the table talks."""
    n = size + 1
    weights = [0.0] * (n + n * n)
    official = _target_weights(size, wolves, likely.voted, likely.votes_mate)
    straw = _target_weights(
        size, wolves, likely.lean * likely.voted, likely.lean * likely.votes_mate
    )
    for _, voter, target, kind in ballots:
        if not target or target == voter:
            continue
        if kind == "elect":
            weights[n + min(voter, target) * n + max(voter, target)] += likely.elected_mate
        else:
            _add_target_weights(weights, n, voter, target, straw if kind == "lean" else official)
    return tuple(weights)


class _TargetWeights(NamedTuple):
    """What it says that one seat chose another; natural logarithms.

    Attributes:
        of_village: How much likelier a seat of the village chooses a wolf than another seat of the
            village.
        of_mate: How much likelier a wolf chooses a mate than a seat of the village.
        of_wolf: How much likelier a wolf chooses just this seat of the village than a seat of the
            village does.
    """

    of_village: float
    of_mate: float
    of_wolf: float


@lru_cache(maxsize=1024)
def _target_weights(size: int, wolves: int, of_village: float, of_mate: float) -> _TargetWeights:
    """Whoever chooses wolves more often has less left for each of the others, so that the third number follows from two."""
    others, mates = size - 1, wolves - 1
    village = wolves * exp(of_village) + others - wolves
    pack = mates * exp(of_mate) + others - mates
    return _TargetWeights(of_village, of_mate, log(village / pack))


def _add_target_weights(
    weights: list[float], n: int, chooser: int, target: int, choice: _TargetWeights
) -> None:
    """Adds what a choice says of both seats and of the pair."""
    of_village, of_mate, of_wolf = choice
    weights[target] += of_village
    weights[chooser] += of_wolf
    weights[n + chooser * n + target if chooser < target else n + target * n + chooser] += (
        of_mate - of_village
    )


def _weigh_contradictions(public: PublicRecord, likely: Likelihoods, weights: list[float]) -> None:
    """Who has told two stories of itself, or has spoken for and against the same seat in a day."""
    for seat in self_contradicting_seats(public) | public.claim_changers:
        weights[seat] += likely.contradicts


def _weigh_surviving_seers(public: PublicRecord, likely: Likelihoods, weights: list[float]) -> None:
    """A seer whom the wolves let live, night after night, is less and less one."""
    for seat, claim in public.claims.items():
        if claim.role in HOLDERS["check"] and public.lives(seat):
            nights = {
                fall.day
                for fall in public.deaths
                if fall.cause in (None, "killed") and fall.day > claim.day
            }
            weights[seat] += likely.outlived[public.has_guard] * len(nights)
