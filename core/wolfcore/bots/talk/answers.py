"""Answers to questions from other seats: one function for each kind of question.

The words about ballots and earlier speeches are true for every speaker; wolves lie about themselves
only.
"""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.bots.belief.open_questions import questions_left
from wolfcore.bots.belief.seat_record import CastBallot, OpenQuestion
from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, ROLES, RoleName
from wolfcore.speech import Subject

from .accusations import top_suspect
from .dialogue_moves import Move, MoveKind, favoured_seats
from .plan_replies import plan_reply
from .reasons import BARE, case_against, case_by_report
from .replies import vote_to_be_proud_of
from .reports import BELIEVED, found_seats, has_rejected, trust_order

_MAX_ANSWERS = 2
"""The number of questions answered in one speech; the others wait for a turn."""


_TAKES = 0.6
"""How likely a seat takes a question to everybody in its turn, while others may."""


_TORN = 0.35
"""The probability below which a claim of a checking role is doubted."""


def answers(mind: Mind, said: list[Move]) -> list[list[Move]]:
    """Answer the questions that wait for this seat: a list of moves for each asker answered.

    Questions with a subject come first, then those that have waited longest.

    Args:
        mind: The seat.
        said: The moves about itself in the same speech.
    """
    waiting = [
        question
        for question in (
            *mind.record.open_questions.get(mind.me, {}).values(),
            *(each for each in questions_left(mind.record, mind.me) if mind.draws.happens(_TAKES)),
        )
        if question.asker in mind.others
    ]
    # The sort is stable, so that within each group the longest wait stays first.
    waiting.sort(key=lambda question: (not question.about, not question.was_skipped))
    found: list[list[Move]] = []
    named = set[int]()
    for question in waiting[: 1 if mind.temperament.is_brief else _MAX_ANSWERS]:
        moves = _BY_SUBJECT[question.about](mind, question, said)
        targets = {move.target for move in moves if move.target}
        # The speech has named this suspect already.
        if not question.about and named & targets:
            # The asker has heard its own name, and nothing else is left to say.
            if question.asker in targets:
                continue
            moves = [Move(kind="answer_same", other=question.asker)]
        named |= targets
        found.append(moves)
    return found


def _in_general(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Answer with the suspect and the reason, for a question whose subject is unknown."""
    target = top_suspect(mind, favoured_seats(said, mind.me))
    return (
        _name_suspect(mind, target, question.asker)
        if target
        else [Move(kind="answer_nothing", other=question.asker)]
    )


def _name_suspect(mind: Mind, target: int, asker: int) -> list[Move]:
    """Name the suspect, or open and give the reason that names it.

    Never both, because that would accuse the same seat twice. A brief temperament gives the name
    alone; to an asker that it suspects itself, it gives the reason.
    """
    case = case_against(mind, target)
    if mind.temperament.is_brief:
        if target == asker or case_by_report(mind, target):
            return [case]
        return [Move(kind="answer_suspect", target=target, other=asker)]
    if target != asker and case.kind in BARE - {"still", "accuse"}:
        return [Move(kind="answer_suspect", target=target, other=asker)]
    return [Move(kind="answer_asked", other=asker), case]


def _standing_claim(mind: Mind, said: list[Move]) -> RoleName | None:
    """The role that this seat claims; None also where the speech takes the claim back."""
    return None if any(move.kind == "bluff_over" for move in said) else mind.claimed_role


def _why_only_now(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Answer why its own claim of a god's role came late, if it has made one."""
    story = _standing_claim(mind, said)
    if story and not ROLES[story].plain:
        return [Move(kind="answer_late", other=question.asker)]
    return _in_general(mind, question, said)


def _whom_i_trust(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Name the seat it trusts most, or judge the seer claims where there are any."""
    if any(claim.role in HOLDERS["check"] for claim in mind.record.claims.values()):
        return _who_is_the_seer(mind, question, said)
    seat = min(mind.others, key=lambda seat: trust_order(mind, seat))
    return [_trusted(question.asker, seat)]


def _trusted(asker: int, seat: int) -> Move:
    """Tell the asker that a seat, which may be the asker, seems honest."""
    kind: MoveKind = "answer_trust_you" if seat == asker else "answer_trust"
    return Move(kind=kind, other=asker, target=seat)


def _dropped(asker: int, seat: int) -> Move:
    """Tell the asker that a seat, which may be the asker, is no longer suspected."""
    kind: MoveKind = "answer_trust_you" if seat == asker else "answer_dropped"
    return Move(kind=kind, other=asker, target=seat)


def _do_i_trust_you(mind: Mind, question: OpenQuestion, _said: list[Move]) -> list[Move]:
    """Tell the asker whether it is trusted, with the reason where it is not."""
    asker = question.asker
    match mind.standing(asker):
        case "good":
            return [Move(kind="answer_trust_you", other=asker, target=asker)]
        case "open":
            return [Move(kind="answer_open_you", other=asker)]
        case "bad":
            case = case_against(mind, asker)
            if case.kind in BARE:
                return [Move(kind="answer_wary_you", other=asker, target=asker)]
            return [Move(kind="answer_lead", other=asker), case]


def _what_i_think_of(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Judge the seat asked about; a mate is judged as an honest seat would."""
    asker, target = question.asker, question.target
    if target == asker:
        return _do_i_trust_you(mind, question, said)
    if target not in mind.others:
        return _in_general(mind, question, said)
    match mind.standing(target):
        case "good":
            return [Move(kind="answer_opinion_good", other=asker, target=target)]
        case "open":
            return [Move(kind="answer_opinion_open", other=asker, target=target)]
        case "bad":
            case = case_against(mind, target)
            if case.kind in BARE:
                return [Move(kind="answer_opinion_bad", other=asker, target=target)]
            return [Move(kind="answer_lead", other=asker), case]


def _would_i_claim(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Repeat its claim, or say that it tells its role when that is worth it."""
    if mind.claimed_role or mind.is_shown or said:
        return _what_are_you(mind, question, said)
    return [Move(kind="answer_would_claim", other=question.asker)]


def _what_to_do(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Propose the vote for its suspect, to hear those who have not spoken, or to wait for a check.

    On the first day and without evidence nobody is proposed.
    """
    asker, record = question.asker, mind.record
    target = top_suspect(mind, {asker, *favoured_seats(said, mind.me)})
    if (
        target
        and mind.standing(target) == "bad"
        and (record.day > 1 or mind.reported_by(target) or mind.accuser_count(target) > 1)
    ):
        return [Move(kind="answer_plan_vote", other=asker, target=target)]
    unheard = [seat for seat in mind.others if seat not in record.speakers_today]
    kind = "answer_plan_hear" if unheard and mind.draws.happens(0.6) else "answer_plan_powers"
    return [Move(kind=kind, other=asker)]


def _do_i_agree(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Agree or disagree with a vote for the seat asked about, or with whom that seat suspects."""
    asker, target, record = question.asker, question.target, mind.record
    plan = record.table_plans.get(target or asker)
    if plan:
        return plan_reply(mind, target or asker)
    other = target if target in mind.others and target != asker else 0
    suspect = record.announced_targets.get((record.day, other or asker), 0)
    meant = suspect if suspect in mind.others else other
    if meant in (0, asker):
        return _in_general(mind, question, said)
    standing = mind.standing(meant)
    agrees = standing == "bad" or (standing == "open" and mind.draws.happens(0.5))
    if suspect == meant and other:
        kind: MoveKind = "answer_agree_with" if agrees else "answer_disagree_with"
        return [Move(kind=kind, other=asker, target=other)]
    return [Move(kind="answer_agree" if agrees else "answer_disagree", other=asker, target=meant)]


def _why_changed(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Explain its last change of target or ballot, or say that there was none."""
    asker, record = question.asker, mind.record
    dropped = [
        of
        for _, by, of in record.accusations
        if by == mind.me and of in mind.others and of != mind.announced_target
    ]
    own = [ballot for ballot in record.ballots if ballot.voter == mind.me and ballot.target]
    if own and own[-1].target != record.announced_targets.get(
        (own[-1].day, mind.me), own[-1].target
    ):
        return _why_that_vote(mind, question._replace(target=0, day=own[-1].day), said)
    if dropped and mind.standing(dropped[-1]) != "bad":
        return [_dropped(asker, dropped[-1])]
    return [Move(kind="answer_unchanged", other=asker)]


def _why_believe_me(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Name what supports it: its claim, else a ballot against a likely wolf, else nothing."""
    story = _standing_claim(mind, said)
    if story and not ROLES[story].plain:
        return [Move(kind="answer_claim", other=question.asker)]
    voted = vote_to_be_proud_of(mind, question.asker)
    if voted:
        return [Move(kind="answer_proof_vote", other=question.asker, target=voted[0], day=voted[1])]
    return [Move(kind="answer_no_proof", other=question.asker)]


def _how_i_am(mind: Mind, question: OpenQuestion, _said: list[Move]) -> list[Move]:
    """Answer small talk in half a line."""
    kind = mind.record.small_talk.get(question.asker)
    return [Move(kind="meet_bots" if kind == "bots" else "answer_well", other=question.asker)]


def _between_two(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Name the one of two seats that it trusts more (`choice`) or suspects more (`blame`)."""
    two, asker = (question.target, question.second), question.asker
    if question.target == question.second or any(seat not in mind.others for seat in two):
        return _in_general(mind, question, said)
    better, worse = sorted(two, key=lambda seat: trust_order(mind, seat))
    if question.about == "choice":
        return [_trusted(asker, better)]
    return _name_suspect(mind, worse, asker)


def _why_that_vote(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Explain the ballot asked about, deny it, or explain the latest one if none was named."""
    asker, target = question.asker, question.target
    own = [ballot for ballot in mind.record.ballots if ballot.voter == mind.me and ballot.target]
    if target and not any(ballot.target == target for ballot in own):
        return (
            [Move(kind="answer_no_vote", other=asker, target=target)]
            if target != asker
            else [Move(kind="answer_no_vote_you", other=asker)]
        )
    meant = [
        ballot
        for ballot in own
        if ballot.kind in ("vote", "runoff") and target in (0, ballot.target)
    ]
    ballot = _ballot_of_day(meant, question.day)
    if ballot is None:
        return _in_general(mind, question, said)
    intent = "answer_vote_you" if ballot.target == asker else "answer_vote"
    return [Move(kind=intent, other=asker, target=ballot.target, day=ballot.day)]


def _ballot_of_day(ballots: list[CastBallot], day: int) -> CastBallot | None:
    """The latest ballot of the day, else the latest of all; None if there are none."""
    return next(
        (ballot for ballot in reversed(ballots) if ballot.day == day),
        ballots[-1] if ballots else None,
    )


def _why_me(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Explain why it is against the named seat (by default the asker), or deny that it still is.

    It gives its reason, or says that it has none but a feeling. Where it has neither accused that
    seat nor called for a vote on it, it explains its ballot, or answers that it said no such thing.
    """
    asker, record = question.asker, mind.record
    target = question.target or asker
    against = any(speaker == mind.me and of == target for _, speaker, of in record.accusations)
    if not against and record.vote_calls.get(mind.me) != target:
        if any(ballot.voter == mind.me and ballot.target == target for ballot in record.ballots):
            return _why_that_vote(mind, question._replace(target=target), said)
        return [Move(kind="answer_never", other=asker)]
    if target not in mind.others:
        return [Move(kind="answer_nothing", other=asker)]
    if target not in found_seats(mind) and (
        mind.honest_belief.p_wolf[target] < mind.mean_suspicion
    ):
        return [_dropped(asker, target)]
    case = case_against(mind, target)
    if case.kind in BARE:
        kind: MoveKind = "answer_feeling_you" if target == asker else "answer_feeling"
        return [Move(kind=kind, other=asker, target=target)]
    return [Move(kind="answer_lead", other=asker), case]


def _what_are_you(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Repeat its claimed role, claim Villager for the first time, or refuse to tell.

    A seat whose role was shown has nothing to tell of it, and answers with its suspect.
    """
    asker, held = question.asker, _standing_claim(mind, said)
    if mind.is_shown:
        return _in_general(mind, question, said)
    # This speech already tells what it is asked for.
    if any(move.kind in ("claim", "counterclaim", "claim_villager", "bluff_over") for move in said):
        return [Move(kind="answer_lead", other=asker)]
    if held and ROLES[held].team == "village":
        return [Move(kind="answer_role", other=asker, role=held)]
    plain = mind.is_wolf or ROLES[mind.role].plain
    if not held and plain and mind.draws.happens(0.5):
        return [Move(kind="answer_lead", other=asker), Move(kind="claim_villager")]
    return [Move(kind="answer_hidden", other=asker)]


def _who_is_the_seer(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Tell which seer claim it believes, that it believes none, or that there is none."""
    asker, record = question.asker, mind.record
    claiming = [seat for seat, claim in record.claims.items() if claim.role in HOLDERS["check"]]
    if mind.me in claiming:
        return _what_are_you(mind, question, said)
    if not claiming:
        return [Move(kind="answer_no_seer", other=asker, role=record.checking_roles[0])]
    truth = {
        seat: mind.honest_belief.claim_probability(record.claims[seat].role, seat)
        for seat in claiming
    }
    likeliest = max(claiming, key=lambda seat: truth[seat])
    role = record.claims[likeliest].role
    if truth[likeliest] > BELIEVED and not has_rejected(mind, likeliest):
        return [Move(kind="answer_seer", other=asker, target=likeliest, role=role)]
    if truth[likeliest] < _TORN and len(claiming) == 1 and likeliest in mind.others:
        return [
            Move(kind="answer_lead", other=asker),
            Move(kind="doubt_claim", target=likeliest, role=role),
        ]
    return [Move(kind="answer_seer_open", other=asker, role=role)]


def _what_did_you_check(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Repeat its latest reported check as it told it, or say that it has none."""
    asker, reported = question.asker, mind.record.reports.get(mind.me, {})
    if any(move.kind.startswith("report_") for move in said):
        return [Move(kind="answer_lead", other=asker)]
    if reported and list(reported.values())[-1].night:
        report = list(reported.values())[-1]
        of_a_wolf = report.team == "wolves"
        intent = (
            "report_role"
            if report.role and not of_a_wolf
            else "report_wolf"
            if of_a_wolf
            else "report_good"
        )
        again = Move(
            kind=intent, target=report.target, night=report.night, role=report.role or "Villager"
        )
        return [Move(kind="answer_lead", other=asker), again]
    if mind.is_shown and mind.role in HOLDERS["check"]:
        return _in_general(mind, question, said)
    if mind.is_shown:
        return [Move(kind="answer_no_checks", other=asker)]
    if mind.claimed_role in HOLDERS["check"]:
        return [Move(kind="answer_claim", other=asker)]
    return [Move(kind="answer_no_checks" if mind.claimed_role else "answer_hidden", other=asker)]


_BY_SUBJECT: dict[Subject, Callable[[Mind, OpenQuestion, list[Move]], list[Move]]] = {
    "vote": _why_that_vote,
    "accuse": _why_me,
    "role": _what_are_you,
    "seer": _who_is_the_seer,
    "check": _what_did_you_check,
    "proof": _why_believe_me,
    "late": _why_only_now,
    "trust": _whom_i_trust,
    "choice": _between_two,
    "blame": _between_two,
    "suspect": _in_general,
    "trust_me": _do_i_trust_you,
    "opinion": _what_i_think_of,
    "would_claim": _would_i_claim,
    "plan": _what_to_do,
    "agree": _do_i_agree,
    "changed": _why_changed,
    "chat": _how_i_am,
    "": _in_general,
}
