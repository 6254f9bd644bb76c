"""Log-likelihood weights of votes, words, deaths and claims for seats and pairs of seats.

Public: equal for all who know the same facts. That a seat votes, accuses or vouches weighs nothing,
because that is a habit; which seat it names is the evidence.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from wolfcore.game import HOLDERS, team_of

from .arguments import self_contradicting_seats
from .claims import ClaimedRole, add_lie_weights, claimed_roles
from .likelihoods import Likelihoods
from .seat_record import CastBallot, PublicRecord

_CERTAIN = 60.0
"""The log-likelihood weight of a wolf role that was revealed."""


_GUESS = 0.5
"""How much the target of the first accusation of day 1 tells about its speaker, as a share of what
the target of another accusation tells."""


_LINK_WEIGHT = 0.3
"""The weight of a word that two seats are wolves together, or not both. Set and not fitted: the
words of bots contain none."""


_REFUTED_SHARE = 0.5
"""The share of the weight of a contradiction that a false reason has: it may be an error."""


class Evidence(NamedTuple):
    """The weights of everybody's conduct and claims.

    Attributes:
        weights: Log-likelihood ratios of everything done and said, for a seat or a pair of seats to
            be wolves. Index 0 is 0, s is seat s, n + low * n + high is a pair of seats, n being
            size + 1. Every claim counts as a lie here.
        good: The mask of the seats that are certainly of the village, as night deaths, hunters'
            shots and revealed roles show.
        roles: The claims of roles that are weighed, from the public record alone.
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
    """Compute the evidence about all seats from the public record.

    Args:
        public: The public record.
        likelihoods: The parameters.
        use_behaviour: Whether votes and words count, or only deaths and claims.
        use_claims: Whether claims of roles count, and the checks reported with them.
    """
    weights, good = conduct_weights(public, likelihoods, heeds_behaviour=use_behaviour)
    if not use_claims:
        return Evidence(weights, good, ())
    add_lie_weights(public, likelihoods, weights)
    return Evidence(weights, good, claimed_roles(public, likelihoods))


def conduct_weights(
    public: PublicRecord, likely: Likelihoods, *, heeds_behaviour: bool = True
) -> tuple[list[float], int]:
    """Compute the weights and the `good` mask of `Evidence` without any claims of roles."""
    weights = (
        behaviour_weights(public, likely)
        if heeds_behaviour
        else [0.0] * (public.size + 1) * (public.size + 2)
    )
    return weights, _night_deaths(public, likely, weights)


def _night_deaths(public: PublicRecord, likely: Likelihoods, weights: list[float]) -> int:
    """Add the weights of night deaths and revealed roles; return the mask of certain villagers."""
    switches, good = public.board.switches, 0
    for fall in public.deaths:
        # Without a witch every unexplained death at night is the pack's doing.
        if fall.cause == "killed" or (fall.cause is None and not public.has_witch):
            if switches.wolves_may_target_pack:
                weights[fall.seat] += likely.attacked
            else:
                good |= 1 << fall.seat
        elif fall.cause is None:
            # Of two deaths in one night at least one is the witch's, so that each tells less.
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
    """Compute log-likelihood weights of votes and words for seats and pairs of seats.

    The index is that of `Evidence`: 0 is 0, s is seat s, n + low * n + high a pair of seats, n
    being size + 1.

    That a seat votes, accuses or vouches is no evidence, because it is a habit, and people have
    other habits than bots. Which seat it names is evidence. Each event is therefore weighed by how
    likely this target is, given that there is one, and the weight of a silent seat does not change.
    A seat that joins others on the same day adds less information than the first: the second half
    as much, the third a third. The first accusation of day 1 can
    only be a guess, so that its target tells less about a speaker without a claim.
    """
    n, size, wolves, reports = public.size + 1, public.size, public.wolves, public.reports
    weights = list(_of_ballots(tuple(public.ballots), size, wolves, likely))
    guess = next(iter(public.accusation_weights), (0, 0, 0))[:2]
    if guess[0] != 1 or guess[1] in public.claims:
        guess = (0, 0)
    for said, of_village, of_mate in (
        (public.accusation_weights, likely.accused, likely.accuses_mate),
        (public.praise_weights, likely.vouched, likely.vouches_mate),
    ):
        before: dict[tuple[int, int], int] = {}
        for (day, speaker, target), weight in said.items():
            if speaker in reports and target in reports[speaker]:
                continue  # a word about a seat it has reported is weighed with its claim
            joined = before[day, target] = before.get((day, target), 0) + 1
            share = weight / joined
            choice = _target_weights(size, wolves, share * of_village, share * of_mate)
            if said is public.accusation_weights and (day, speaker) == guess:
                choice = choice._replace(of_wolf=_GUESS * choice.of_wolf)
            _add_target_weights(weights, n, speaker, target, choice)
    for _, seat in public.defended:
        weights[seat] += likely.defends
    linked: dict[tuple[int, int], int] = {}
    for (_, _, low, high), sign in public.links.items():
        joined = linked[low, high] = linked.get((low, high), 0) + 1
        weights[n + low * n + high] += _LINK_WEIGHT * sign / joined
    for seat in public.refuted_speakers:
        weights[seat] += _REFUTED_SHARE * likely.contradicts
    _weigh_contradictions(public, likely, weights)
    _weigh_surviving_checkers(public, likely, weights)
    return weights


@lru_cache(maxsize=1 << 2)
def _of_ballots(
    ballots: tuple[CastBallot, ...], size: int, wolves: int, likely: Likelihoods
) -> tuple[float, ...]:
    """Compute the weights of ballots alone; cached, because talk adds no ballots."""
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
    """The weights of one seat's choice of another; natural logarithms.

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
    """Compute the third weight from the first two: a chooser's probabilities sum to 1.

    A seat that chooses wolves more often chooses each other seat less often.
    """
    others, mates = size - 1, wolves - 1
    village = wolves * exp(of_village) + others - wolves
    pack = mates * exp(of_mate) + others - mates
    return _TargetWeights(of_village, of_mate, log(village / pack))


def _add_target_weights(
    weights: list[float], n: int, chooser: int, target: int, choice: _TargetWeights
) -> None:
    """Add the weights of a choice to both seats and to the pair."""
    of_village, of_mate, of_wolf = choice
    weights[target] += of_village
    weights[chooser] += of_wolf
    weights[n + chooser * n + target if chooser < target else n + target * n + chooser] += (
        of_mate - of_village
    )


def _weigh_contradictions(public: PublicRecord, likely: Likelihoods, weights: list[float]) -> None:
    """Add a weight to seats that changed their claim or spoke for and against a seat in a day."""
    for seat in self_contradicting_seats(public) | public.claim_changers:
        weights[seat] += likely.contradicts


def _weigh_surviving_checkers(
    public: PublicRecord, likely: Likelihoods, weights: list[float]
) -> None:
    """Add a weight for each night that a claimant of a checking role survived and others did not.

    Where n claims may all be true, the pack attacks each claimant an n-th as often.
    """
    outlived = likely.outlived[public.has_guard]
    for seat, claim in public.claims.items():
        if claim.role in HOLDERS["check"] and public.lives(seat):
            nights = {
                fall.day
                for fall in public.deaths
                if fall.cause in (None, "killed") and fall.day > claim.day
            }
            for many, count in Counter([_possible_checkers(public, day) for day in nights]).items():
                share = outlived if many == 1 else -log(1 - (1 - exp(-outlived)) / many)
                weights[seat] += share * count


def _possible_checkers(public: PublicRecord, day: int) -> int:
    """Count the claims of checking roles in the night before `day` that may be true together.

    At least 1, for the claim that is weighed.
    """
    if len(public.checking_roles) == 1 and public.checking_roles[0] in public.unique_roles:
        return 1
    claimed = Counter(
        claim.role
        for seat, claim in public.claims.items()
        if claim.day < day and ((fall := public.state.death_of(seat)) is None or fall.day >= day)
    )
    dealt = public.board.roles
    return max(1, sum(min(claimed[role], dealt.count(role)) for role in public.checking_roles))
