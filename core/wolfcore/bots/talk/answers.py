"""Answers to questions from other seats: one function for each kind of question.

What is said about ballots and earlier words is true whoever speaks; wolves lie about themselves
only.
"""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.bots.belief.seat_record import CastBallot, OpenQuestion
from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, ROLES

from .accusations import top_suspect
from .dialogue_moves import Move
from .own_claims import claimed_role
from .reasons import case_against

_MAX_ANSWERS = 2
"""How many questions are answered in one speech; the others wait for a turn."""


_BELIEVED, _TORN = 0.5, 0.35
"""Above the one a claim of the seer's role is believed, below the other it is not."""


def answers(mind: Mind, said: list[Move]) -> list[list[Move]]:
    """What this seat answers to the questions that wait for it: for each of some askers its moves.

    Who asked for something certain comes first, then who has waited longest.

    Args:
        mind: The seat.
        said: What it is going to say about itself.
    """
    waiting = [
        question
        for question in mind.record.open_questions.get(mind.me, {}).values()
        if question.asker in mind.others
    ]
    waiting.sort(key=lambda question: (not question.about, not question.was_skipped))
    found: list[list[Move]] = []
    named = set[int]()
    for question in waiting[: 1 if mind.temperament.is_brief else _MAX_ANSWERS]:
        moves = _BY_SUBJECT.get(question.about, _in_general)(mind, question, said)
        targets = {move.target for move in moves if move.target}
        if not question.about and named & targets:
            moves = [Move(kind="answer_same", other=question.asker)]
        named |= targets
        found.append(moves)
    return found


def _in_general(mind: Mind, question: OpenQuestion, _said: list[Move]) -> list[Move]:
    """Whom the seat suspects and why, after words that promise nothing, for what was asked is not known."""
    target = top_suspect(mind, set())
    return (
        _name_suspect(mind, target, question.asker)
        if target
        else [Move(kind="answer_nothing", other=question.asker)]
    )


def _name_suspect(mind: Mind, target: int, asker: int) -> list[Move]:
    """The name, or an opening and the reason that names it: never both, for they would accuse the same seat twice.

    The brief give the name alone, and to an asker whom they suspect the reason, which names it.
    """
    if mind.temperament.is_brief and target != asker:
        return [Move(kind="answer_suspect", target=target, other=asker)]
    case = case_against(mind, target)
    if mind.temperament.is_brief:
        return [case]
    if target != asker and case.kind in ("suspect", "accuse", "suspect_with"):
        return [Move(kind="answer_suspect", target=target, other=asker)]
    return [Move(kind="answer_asked", other=asker), case]


def _for_my_claim(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """What speaks for a claim of its own, if it has made one."""
    story = claimed_role(mind)
    if story and not ROLES[story].plain:
        return [Move(kind="answer_claim", other=question.asker)]
    return _in_general(mind, question, said)


def _why_only_now(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Why a claim of its own was not made before, if it has made one."""
    story = claimed_role(mind)
    if story and not ROLES[story].plain:
        return [Move(kind="answer_late", other=question.asker)]
    return _in_general(mind, question, said)


def _whom_i_trust(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Whom of all it trusts most; where somebody claims the seer's role, whether it believes that."""
    if any(claim.role in HOLDERS["check"] for claim in mind.record.claims.values()):
        return _who_is_the_seer(mind, question, said)
    face = mind.honest_belief.p_wolf
    return [
        Move(
            kind="answer_trust",
            other=question.asker,
            target=min(mind.others, key=lambda seat: (face[seat], seat)),
        )
    ]


def _between_two(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Whom of the two that were named it trusts more, or suspects more, by what the question was."""
    two, face, asker = (question.target, question.second), mind.honest_belief.p_wolf, question.asker
    if question.target == question.second or any(seat not in mind.others for seat in two):
        return _in_general(mind, question, said)
    better, worse = sorted(two, key=lambda seat: (face[seat], seat))
    if question.about == "choice":
        return [Move(kind="answer_trust", other=asker, target=better)]
    return _name_suspect(mind, worse, asker)


def _why_that_vote(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """The ballot that was asked about; that there was none; or, where the words name none, the latest."""
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
    """The latest ballot of the day, else the latest of all."""
    return next(
        (ballot for ballot in reversed(ballots) if ballot.day == day),
        ballots[-1] if ballots else None,
    )


def _why_me(mind: Mind, question: OpenQuestion, _said: list[Move]) -> list[Move]:
    """Why it spoke against the seat that the words name, by default the asker; that it no longer does, or never did."""
    asker = question.asker
    target = question.target or asker
    face, others = mind.honest_belief.p_wolf, mind.others
    against = any(speaker == mind.me and of == target for _, speaker, of in mind.record.accusations)
    if not against and mind.record.vote_calls.get(mind.me) != target:
        return [Move(kind="answer_never", other=asker)]
    if target in others and face[target] >= sum(face[seat] for seat in others) / len(others):
        return [Move(kind="answer_lead", other=asker), case_against(mind, target)]
    if target in others:
        return [Move(kind="answer_dropped", other=asker, target=target)]
    return [Move(kind="answer_nothing", other=asker)]


def _what_are_you(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """The role that was claimed, once more; a plain one for the first time; or that it stays hidden."""
    asker, held = question.asker, claimed_role(mind)
    if any(move.kind in ("claim", "claim_villager") for move in said):
        return [Move(kind="answer_lead", other=asker)]
    if held and ROLES[held].team == "village":
        return [Move(kind="answer_role", other=asker, role=held)]
    plain = mind.is_wolf or ROLES[mind.role].plain
    if not held and plain and mind.draws.happens(0.5):
        return [Move(kind="answer_lead", other=asker), Move(kind="claim_villager")]
    return [Move(kind="answer_hidden", other=asker)]


def _who_is_the_seer(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Which claim of the seer's role is believed, or none; or that nobody has made one."""
    asker, record = question.asker, mind.record
    claiming = [seat for seat, claim in record.claims.items() if claim.role in HOLDERS["check"]]
    if mind.me in claiming:
        return _what_are_you(mind, question, said)
    if not claiming:
        return [Move(kind="answer_no_seer", other=asker, role=record.seer_role)]
    truth = {
        seat: mind.honest_belief.claim_probability(record.claims[seat].role, seat)
        for seat in claiming
    }
    likeliest = max(claiming, key=lambda seat: truth[seat])
    if truth[likeliest] > _BELIEVED:
        return [Move(kind="answer_seer", other=asker, target=likeliest, role=record.seer_role)]
    if truth[likeliest] < _TORN and len(claiming) == 1 and likeliest in mind.others:
        return [
            Move(kind="answer_lead", other=asker),
            Move(kind="doubt_claim", target=likeliest, role=record.seer_role),
        ]
    return [Move(kind="answer_seer_open", other=asker, role=record.seer_role)]


def _what_did_you_check(mind: Mind, question: OpenQuestion, said: list[Move]) -> list[Move]:
    """Its reports once more, as it told them; or that it has none."""
    asker, told = question.asker, mind.record.reports.get(mind.me, {})
    if any(move.kind.startswith("report_") for move in said):
        return [Move(kind="answer_lead", other=asker)]
    if told and list(told.values())[-1].night:
        report = list(told.values())[-1]
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
    if claimed_role(mind) in HOLDERS["check"]:
        return [Move(kind="answer_claim", other=asker)]
    return [Move(kind="answer_no_checks" if claimed_role(mind) else "answer_hidden", other=asker)]


_BY_SUBJECT: dict[str, Callable[[Mind, OpenQuestion, list[Move]], list[Move]]] = {
    "vote": _why_that_vote,
    "accuse": _why_me,
    "role": _what_are_you,
    "seer": _who_is_the_seer,
    "check": _what_did_you_check,
    "proof": _for_my_claim,
    "late": _why_only_now,
    "trust": _whom_i_trust,
    "choice": _between_two,
    "blame": _between_two,
}
