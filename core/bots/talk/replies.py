"""Answers to what was just said to a seat: accusations, reports, questions, praise, and claims that it has to take a stand on.

Only what came since its own last speech is answered, so that nobody answers the same words twice.
"""

from __future__ import annotations

from core.bots.mind import Mind
from core.game import ROLES, RoleName

from .moves import Move
from .story import claimed
from .suspects import top_suspect

_HELD_A_WOLF = 0.7
"""From which belief in a wolf a vote against it speaks for the voter."""


def replies(mind: Mind, said: list[Move]) -> list[Move]:
    """What this seat answers, the most pressing first.

    Args:
        mind: The seat.
        said: What it is going to say about itself.
    """
    return [*_to_accusers(mind, said), *_to_question(mind), *_on_claims(mind), *_to_praise(mind)]


def _since_own_speech(mind: Mind, seat: int) -> bool:
    heard = mind.record.last_heard
    return seat != mind.me and heard.get(seat, 0) > heard.get(mind.me, 0)


def _to_accusers(mind: Mind, said: list[Move]) -> list[Move]:
    accusers = [seat for seat in mind.record.accusers.get(mind.me, []) if _since_own_speech(mind, seat)]
    framing = [seat for seat in mind.reported_by(mind.me) if seat in accusers]
    if framing and not any(move.intent == "report_wolf" for move in said):
        return [Move(intent="liar", target=framing[-1])]
    if not accusers or not mind.draws.yes(0.9 if mind.pressed else 0.7):
        return []
    if len(accusers) > 2 and mind.draws.yes(0.6):
        return [Move(intent="deny_all")]
    voted = _vote_to_be_proud_of(mind)
    if voted and mind.draws.yes(0.5):
        return [Move(intent="deny_voted", other=accusers[-1], target=voted[0], day=voted[1])]
    return [Move(intent="deny", other=accusers[-1])]


def _vote_to_be_proud_of(mind: Mind) -> tuple[int, int] | None:
    """An own earlier ballot against somebody who now looks a wolf: whom and when."""
    face, record = mind.face.p_wolf, mind.record
    for ballot in reversed(record.ballots):
        own = ballot.voter == mind.me and ballot.kind == "vote" and ballot.day < record.day
        if own and ballot.target and face[ballot.target] > _HELD_A_WOLF:
            return ballot.target, ballot.day
    return None


def _to_question(mind: Mind) -> list[Move]:
    question = mind.record.asked.get(mind.me)
    if question is None or not mind.draws.yes(0.9):
        return []
    asker = question.asker
    votes = [b for b in mind.record.ballots if b.voter == mind.me and b.kind == "vote" and b.target not in (0, asker)]
    if question.about == "vote" and votes:
        return [Move(intent="answer_vote", other=asker, target=votes[-1].target, day=votes[-1].day)]
    story = claimed(mind)
    if story and not ROLES[story].plain and mind.draws.yes(0.7):
        return [Move(intent="answer_claim", other=asker)]
    target = top_suspect(mind, {asker})
    if target and mind.draws.yes(0.8):
        return [Move(intent="answer_suspect", target=target, other=asker)]
    return [Move(intent="answer_nothing", other=asker)]


def _to_praise(mind: Mind) -> list[Move]:
    record = mind.record
    kind = [seat for day, seat, target in record.vouchings if target == mind.me and day == record.day]
    kind = [seat for seat in kind if _since_own_speech(mind, seat)]
    return [Move(intent="thank", other=kind[-1])] if kind and mind.draws.yes(0.4) else []


def _on_claims(mind: Mind) -> list[Move]:
    """Whether this seat believes the latest claim of a god that it has not answered yet."""
    record = mind.record
    last_turn = record.last_heard.get(mind.me, 0)
    fresh: dict[int, tuple[int, RoleName]] = {
        claim.place: (seat, claim.role)
        for seat, claim in record.claims.items()
        if seat in mind.others
        and ROLES[claim.role].team == "village"
        and not ROLES[claim.role].plain
        and claim.day == record.day
        and claim.place > last_turn
    }
    if not fresh:
        return []
    seat, role = fresh[max(fresh)]
    if claimed(mind) == role:
        return [Move(intent="doubt_claim", target=seat, role=role)]
    if mind.is_mate(seat):
        return [Move(intent="believe", target=seat, role=role)] if mind.draws.yes(mind.level.backs) else []
    truth = mind.face.true_claim(role, seat)
    if mind.wolf and any(record.pack >> target & 1 for target in record.reports.get(seat, {})):
        truth -= 0.45 * mind.level.guile
    if truth > 0.55 and mind.draws.yes(0.6):
        return [Move(intent="believe", target=seat, role=role)]
    if truth < 0.35 and mind.draws.yes(0.6):
        return [Move(intent="doubt_claim", target=seat, role=role)]
    return [Move(intent="ask_claim", target=seat, role=role)] if mind.draws.yes(0.3) else []
