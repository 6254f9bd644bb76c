"""Ballots and sheriff duties: exile votes, elections, candidacy, speaking order, badge and bids.

`exile_choice` is what a seat says, thinks and votes: it stays the same all day unless the seat
hears a claim or a check about a seat after it announced its ballot.
"""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.bots.belief.seat_record import finds_wolf
from wolfcore.bots.belief.table_plans import NO_EXILE, supporters
from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, Answer, team_of

from .pack import (
    may_be_given_up,
    planned_seats,
    push_target,
    scapegoat,
    wins_with_next_exile,
)
from .role_values import ROLE_VALUES

_CALL_BONUS, _RECOMMENDATION_BONUS = 0.12, 0.08
"""How far agreement at the table, and a recommendation of the sheriff, move an honest ballot: a
split vote helps the wolves."""


_ANNOUNCED_BONUS = 0.15
"""The lead in suspicion that another seat needs before a seat changes its announced ballot."""


_FAR_LIKELIER_RATIO = 6.0
"""The ratio of odds at which a ballot leaves the announced seat for another, if news was heard
of the other seat only."""


_PROVEN, _PROVEN_BONUS = 0.99, 0.5
"""The probability of being a wolf from which a seat counts as proven, and its lead over seats that
are only suspected: more than all other bonuses of an honest ballot."""


_AGREED_WEIGHT = 0.5
"""The weight in a wolf's ballot of what the pack agreed: to spare a seat, or to give it up."""


_PUSH_WEIGHT = 1.0
"""The weight in a wolf's ballot of a seat that the pack pushes: more than that of the seat that
an honest seat would suspect."""


def vote(mind: Mind) -> Answer:
    """Answer an official, runoff or straw ballot."""
    options = tuple(option for option in mind.ask.options if option and option != mind.me)
    if not options:
        return Answer(
            mind.ask.options[0], thought="There is nobody else to vote for.", beliefs=mind.beliefs()
        )
    if 0 in mind.ask.options and mind.ask.kind == "vote" and agreed_on_no_exile(mind):
        return Answer(
            0,
            thought=f"{mind.top_suspects_text()}. Nobody, as the table agreed.",
            beliefs=mind.beliefs(),
        )
    choice, why = exile_choice(mind, options)
    thought = (
        f"{mind.top_suspects_text()}. {_change_of_mind_text(mind, choice, options)}Voting "
        f"{mind.name(choice)}: {why}."
    )
    return Answer(choice, thought=thought, beliefs=mind.beliefs())


_CLEAR_LEAD = 1.6
"""The ratio to the average probability of being a wolf from which a suspect is no mere guess."""


def may_exile_nobody(mind: Mind) -> bool:
    """Whether this seat would rather exile nobody: nobody stands out, and a day costs nothing.

    With an even number of living seats a day without an exile loses nothing where the pack wins at
    parity: the next night makes the number odd. A wolf says what an honest seat in its place would.
    """
    record, face = mind.record, mind.honest_belief.p_wolf
    switches = record.board.switches
    if not switches.abstain and switches.vote != "plurality_pass":
        return False
    if _has_found_a_wolf(mind):
        return False
    likeliest = max([face[seat] for seat in mind.others], default=0.0)
    return len(record.alive) % 2 == 0 and likeliest < _CLEAR_LEAD * mind.mean_suspicion


def agreed_on_no_exile(mind: Mind) -> bool:
    """Whether at least half of those with a vote want to exile nobody, and nothing has come up.

    A seat that has a check or a report of a wolf to follow does not follow the plan.
    """
    wanting = supporters(mind.record, NO_EXILE.plan)
    agreed = 2 * len(wanting) >= len(mind.record.voters)
    return agreed and not _has_found_a_wolf(mind) and (mind.me in wanting or may_exile_nobody(mind))


def _has_found_a_wolf(mind: Mind) -> bool:
    """Whether a living seat is reported as a wolf, says so itself, or is proven to be one."""
    claims = mind.record.claims
    return any(
        mind.reported_by(seat)
        or (seat in claims and team_of(claims[seat].role) == "wolves")
        or is_proven(mind, seat)
        for seat in mind.others
    )


class ExileChoice(NamedTuple):
    """The seat that a seat would exile, and the reason in a few words."""

    seat: int
    why: str


def exile_choice(mind: Mind, options: tuple[int, ...]) -> ExileChoice:
    """Choose which of `options`, not empty, this seat votes for.

    The choice is the same at every ask of the day until the seat hears something that changes it.
    It is none that this seat has reported as good while another is left.
    """
    cleared = mind.reported_as("village")
    options = tuple(option for option in options if option not in cleared) or options
    scores = dict(zip(options, exile_scores(mind, options), strict=True))
    # A tie goes to the lowest seat, so that the choice is the same at every ask.
    seat, said = max(options, key=lambda option: (scores[option], -option)), mind.announced_target
    if seat != said and said in options and _keeps_announced_target(mind, seat):
        seat = said
    return ExileChoice(seat, _why(mind, seat, options))


def _keeps_announced_target(mind: Mind, instead: int) -> bool:
    """Whether the ballot goes to the announced seat although `instead` scores higher.

    It does if no news was heard since of either seat, or news of `instead` only that makes it not
    much likelier a wolf. A seat that has called for a vote on another lets it go for a claim or
    report about that seat, and for a third seat only where that one is much likelier a wolf;
    for a seat that is proven to be a wolf it lets any other go. A wolf never keeps a mate as
    its target, nor misses an exile that wins the game or that nobody sees.
    """
    said, switches = mind.announced_target, mind.record.board.switches
    if is_proven(mind, instead) and not is_proven(mind, said):
        return False
    if mind.ask.kind not in ("vote", "lean") or (
        switches.stop == "sheriff_falls" and said == mind.record.sheriff
    ):
        return False
    if mind.is_wolf and (
        mind.is_mate(said) or _is_hidden_ballot(mind) or wins_with_next_exile(mind)
    ):
        return False
    return not _is_news(mind, said) and not (
        _is_news(mind, instead) and _far_likelier(mind, instead, said)
    )


def is_proven(mind: Mind, seat: int) -> bool:
    """Whether a check of its own or the public record proves to this seat that `seat` is a wolf."""
    return mind.honest_belief.p_wolf[seat] >= _PROVEN


def _far_likelier(mind: Mind, seat: int, other: int) -> bool:
    """Whether the odds that `seat` is a wolf are `_FAR_LIKELIER_RATIO` times those of `other`."""
    here, there = mind.honest_belief.p_wolf[seat], mind.honest_belief.p_wolf[other]
    # Odds compared by products: no division by a certain seat's 0.
    return here * (1 - there) >= _FAR_LIKELIER_RATIO * there * (1 - here)


def _is_news(mind: Mind, seat: int) -> bool:
    """Whether a claim or report of or about a seat came after this seat announced its ballot."""
    record = mind.record
    return record.last_news.get(seat, 0) > record.announcement_speech.get((record.day, mind.me), 0)


def _change_of_mind_text(mind: Mind, choice: int, options: tuple[int, ...]) -> str:
    """Explain a ballot that differs from the announced one; empty where it does not differ."""
    said = mind.announced_target
    if said == choice or said not in options:
        return ""
    if mind.is_mate(said):
        why = "but that was for the table to hear"
    else:
        news = [mind.name(seat) for seat in (said, choice) if _is_news(mind, seat)]
        why = (
            f"but have heard since what is told of {' and '.join(news)}"
            if news
            else "but another exile is worth more now"
        )
    return f"I spoke against {mind.name(said)}, {why}. "


def _why(mind: Mind, seat: int, options: tuple[int, ...]) -> str:
    if mind.is_wolf:
        return "a mate to be given up" if mind.is_mate(seat) else "the best exile for the pack"
    p_wolf = mind.belief.p_wolf
    if p_wolf[seat] == max([p_wolf[option] for option in options]):
        return "the likeliest wolf"
    return (
        "as I have said"
        if seat == mind.announced_target
        else "to keep the village's votes together"
    )


def exile_scores(mind: Mind, options: tuple[int, ...]) -> list[float]:
    """Score how much this seat wants each of `options` exiled, around 0..1."""
    p_wolf, added, announced = (
        mind.honest_belief.p_wolf,
        agreement_bonus(mind),
        mind.announced_target,
    )
    scores = [
        p_wolf[option]
        + added.get(option, 0.0)
        + _ANNOUNCED_BONUS * (option == announced)
        + _PROVEN_BONUS * is_proven(mind, option)
        for option in options
    ]
    if mind.is_wolf:
        scores = _wolf_scores(mind, options, scores)
    # Exiling the sheriff would stop the game, and nobody would win it.
    if mind.record.board.switches.stop == "sheriff_falls":
        scores = [
            score - 1.0 if option == mind.record.sheriff else score
            for score, option in zip(scores, options, strict=True)
        ]
    return scores


def agreement_bonus(mind: Mind) -> dict[int, float]:
    """Compute, by seat, the bonus for agreeing with others that want it exiled.

    Calls for a vote by seats that have one, today's open ballots and the sheriff's recommendation
    count, each weighted by the trust in the seat behind it. A seat that nobody names has no entry.
    """
    record, p_wolf = mind.record, mind.honest_belief.p_wolf
    lost = record.state.without_vote
    wanting = {
        (speaker, target)
        for speaker, target in record.vote_calls.items()
        if speaker != target and speaker not in lost
    }
    # From the end, since ballots are in order and only today's count.
    for day, voter, target, kind in reversed(record.ballots):
        if day != record.day:
            break
        if kind in ("lean", "vote") and voter != target:
            wanting.add((voter, target))
    each = mind.style.conformity_factor * _CALL_BONUS / max(1, len(record.voters))
    added = dict[int, float]()
    # A fixed order: sums of floats depend on it.
    for speaker, target in sorted(wanting):
        added[target] = added.get(target, 0.0) + each * (1.0 - p_wolf[speaker])
    if record.recommended_target:
        trusted = (
            mind.style.conformity_factor * _RECOMMENDATION_BONUS * (1.0 - p_wolf[record.sheriff])
        )
        added[record.recommended_target] = added.get(record.recommended_target, 0.0) + trusted
    return added


# -- a wolf's ballot: as an honest seat's, unless it is hidden or wins the game


def _wolf_scores(mind: Mind, options: tuple[int, ...], honest: list[float]) -> list[float]:
    """Turn honest scores into a wolf's: less for mates, more for the pack's target or a god.

    An open ballot is evidence for all later days, so a dishonest one has a cost. A ballot that
    nobody sees, or that ends the game, has none.
    """
    # What nobody sees, or what ends the game, cannot be held against the wolf.
    free = _is_hidden_ballot(mind) or wins_with_next_exile(mind)
    spared = mind.level.mate_vote_penalty if mind.ask.kind in ("vote", "lean") and not free else 1.0
    united = scapegoat(mind, options) if free and mind.level.pack_vote_weight else 0
    pushed, kept = push_target(mind), planned_seats(mind.record, "spare")
    given_up = planned_seats(mind.record, "give_up")
    return [
        score
        + _AGREED_WEIGHT * (option in given_up)
        - (spared if may_be_given_up(mind, option) else 1.0)
        * (mind.is_mate(option) and option not in given_up)
        - _AGREED_WEIGHT * (option in kept)
        + mind.level.pack_vote_weight * (option == united)
        + _PUSH_WEIGHT * (option == pushed)
        + mind.level.god_exile_weight * _god_exile_gain(mind, option)
        for option, score in zip(options, honest, strict=True)
    ]


def _is_hidden_ballot(mind: Mind) -> bool:
    """Whether nobody will learn the target of this ballot."""
    switches = mind.record.board.switches
    if mind.ask.kind == "lean":
        return switches.straw_vote == "private"
    return mind.ask.kind == "vote" and switches.ballots == "secret"


def _god_exile_gain(mind: Mind, seat: int) -> float:
    """The pack's gain, beyond one seat less, from exiling a seat that has claimed a god's role."""
    held = mind.record.claims.get(seat)
    return (
        ROLE_VALUES[held.role].exile_gain * mind.belief.claim_probability(held.role, seat)
        if held
        else 0.0
    )


def elect(mind: Mind) -> Answer:
    """Answer a sheriff ballot: the most trusted candidate."""
    options = tuple(option for option in mind.ask.options if option)
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody to elect.")
    if mind.me in options:  # a candidate votes for itself or a god it believes
        options = (mind.me, *[option for option in options if _is_believed_god(mind, option)])
    scores = [leadership_score(mind, option) for option in options]
    choice = options[mind.draws.softmax_index(scores, mind.level.sharpness / 2)]
    return Answer(
        choice,
        thought=f"{mind.top_suspects_text()}. {mind.name(choice)} shall lead.",
        beliefs=mind.beliefs(),
    )


def _is_believed_god(mind: Mind, seat: int) -> bool:
    held = mind.record.claims.get(seat)
    return bool(
        held
        and not ROLES[held.role].plain
        and mind.honest_belief.claim_probability(held.role, seat) > 0.5
    )


def leadership_score(mind: Mind, seat: int) -> float:
    """Score how much this seat wants `seat` as sheriff, around 0..1.

    A wolf prefers a mate only as far as its level's `mate_vote_penalty` allows.
    """
    if seat == mind.me:
        return 0.9
    held = mind.record.claims.get(seat)
    trusted = (
        1.0
        - mind.honest_belief.p_wolf[seat]
        + (0.2 * mind.honest_belief.claim_probability(held.role, seat) if held else 0.0)
    )
    return (
        trusted
        + mind.level.mate_vote_penalty * mind.is_mate(seat)
        - mind.level.god_exile_weight * _god_exile_gain(mind, seat) * mind.is_wolf
    )


def run(mind: Mind) -> Answer:
    """Answer whether to run for sheriff, drawn with the role's candidacy rate.

    The rate is 0.9 for a seat with a check that found a wolf or has no result. A rate below 1 keeps
    a whole pack from running.
    """
    keen = ROLE_VALUES[mind.role].candidacy_rate
    if any(not check.result or finds_wolf(check) for check in mind.record.checks):
        keen = 0.9
    running = mind.draws.happens(keen)
    return Answer(
        int(running), thought="I stand for sheriff." if running else "The star is not for me."
    )


def order(mind: Mind) -> Answer:
    """Choose the speaking order, left (0) or right (1) of this seat.

    The side with the likelier wolf speaks first, so that the others can answer it.
    """
    record = mind.record
    # Seats go round: next to the highest sits the lowest.
    higher = [seat for seat in mind.others if seat > mind.me] or list(mind.others)
    lower = [seat for seat in mind.others if seat < mind.me] or list(mind.others)
    up, down = (
        mind.honest_belief.p_wolf[higher[0]] if higher else 0.0,
        mind.honest_belief.p_wolf[lower[-1]] if lower else 0.0,
    )
    choice = mind.draws.below(2) if abs(up - down) < 0.05 else int(up > down)
    return Answer(choice, thought=f"{'Right' if choice else 'Left'} of seat {record.me} first.")


def badge(mind: Mind) -> Answer:
    """Pass the badge to the most trusted living seat, or tear it where all are suspect.

    Tearing is chosen only where the ask allows it and no score reaches 0.4.
    """
    heirs = tuple(option for option in mind.ask.options if option)
    if not heirs:
        return Answer(0, thought="Nobody is left to lead.")
    scores = [leadership_score(mind, heir) for heir in heirs]
    if 0 in mind.ask.options and max(scores) < 0.4:
        return Answer(0, thought="Nobody here deserves the badge.")
    heir = heirs[mind.draws.softmax_index(scores, mind.level.sharpness)]
    return Answer(
        heir,
        thought=f"{mind.top_suspects_text()}. The badge goes to {mind.name(heir)}.",
        beliefs=mind.beliefs(),
    )


def bid(mind: Mind) -> Answer:
    """Bid for the next turn to speak: 4 with news, 3 under attack or asked, else drawn in 0..3."""
    record = mind.record
    news = any(check.target not in record.reports.get(mind.me, {}) for check in record.checks)
    found = any(finds_wolf(check) for check in record.checks)
    if news and (found or mind.me in record.claims):
        return Answer(4, thought="I have something to say.")
    if mind.is_pressed or mind.me in record.open_questions:
        return Answer(3, thought="I have to answer that.")
    # Whoever has not spoken today bids one more.
    amount = mind.draws.below(3) + (mind.me not in record.speakers_today)
    return Answer(min(3, amount), thought="Just a thought." if amount else "I would rather listen.")
