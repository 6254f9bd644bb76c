"""Replies to what was proposed to the table today, and to talk that is not about the game.

A plan is answered once by each seat, and by a god without showing itself: nobody says that it will
follow a plan for its own power.
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.bots.play.ballots import may_exile_nobody
from wolfcore.speech import Proposes
from wolfcore.speech.acts import Chat

from .dialogue_moves import Move, MoveKind

_ANSWERS = 0.75
"""How likely a seat answers a plan in its first turn after it."""


_MEETINGS: dict[Chat, MoveKind] = {
    "greeting": "meet_greeting",
    "insult": "meet_insult",
    "thanks": "meet_thanks",
    "bots": "meet_bots",
    "smalltalk": "meet_smalltalk",
}


SMALL_TALK: frozenset[MoveKind] = frozenset((*_MEETINGS.values(), "answer_well"))
"""The moves that meet talk which is not about the game."""


def plan_replies(mind: Mind) -> list[Move]:
    """Answer the latest plan of another seat that this seat has not answered; mostly."""
    record = mind.record
    waiting = [
        seat
        for seat in record.table_plans
        if seat in mind.others and mind.me not in record.plan_answers[seat]
    ]
    if not waiting or not mind.draws.happens(_ANSWERS):
        return []
    return plan_reply(mind, waiting[-1])


def plan_reply(mind: Mind, proposer: int) -> list[Move]:
    """Agree with a plan or refuse it."""
    plan = mind.record.table_plans[proposer]
    agrees = _agrees(mind, plan)
    kind: MoveKind
    match plan.plan:
        case "no_exile":
            kind = "agree_no_exile" if agrees else "refuse_no_exile"
        case "all_claim":
            kind = "agree_all_claim" if agrees else "refuse_all_claim"
        case _:
            kind = "agree_plan" if agrees else "refuse_plan"
    return [Move(kind=kind, other=proposer)]


def _agrees(mind: Mind, plan: Proposes) -> bool:
    record, face = mind.record, mind.honest_belief.p_wolf
    match plan.plan:
        case "no_exile":
            return may_exile_nobody(mind)
        case "all_claim":
            # A claim of everybody shows the gods to the pack, which pays near the end only.
            return len(record.alive) <= 2 * record.wolves + 1
        case "protect" | "spare":
            return plan.seat == mind.me or mind.standing(plan.seat) != "bad"
        case "check":
            return plan.seat != mind.me or mind.draws.happens(0.5)
        case "claim":
            return plan.seat not in (0, mind.me) and face[plan.seat] > mind.mean_suspicion
        case _:
            return True


def meetings(mind: Mind) -> list[Move]:
    """Meet the latest small talk that nobody has met yet, in half a line, as temper has it."""
    waiting = [seat for seat in mind.record.small_talk if seat in mind.others]
    if not waiting or not mind.draws.happens(mind.temperament.remark_rate):
        return []
    return [Move(kind=_MEETINGS[mind.record.small_talk[waiting[-1]]], other=waiting[-1])]
