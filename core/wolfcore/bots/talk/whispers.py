"""Whispers: how a wolf answers the plans of its mates, and what it proposes itself.

It agrees or objects by what the whole pack knows, so that all its mates would say the same, and by
day it keeps what it agreed to (`wolfcore.bots.play.pack`).
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.bots.play.night_actions import kill_choice
from wolfcore.bots.play.pack import (
    can_claim_seer,
    objection_to_push,
    push_target,
    standing_plans,
)
from wolfcore.game import HOLDERS, Answer
from wolfcore.speech import Proposes

from .dialogue_moves import Move
from .sentences import compose_speech

_MAX_ANSWERS = 3
"""The number of plans for the day that one whisper answers."""


_FATES = ("whisper_keep", "whisper_give_up", "whisper_spare")
"""The answers that say what shall become of a seat."""


_SUSPECT_RATIO = 1.15
"""The ratio to the average public suspicion from which a seat counts as suspected."""


def whisper(mind: Mind) -> Answer:
    """Answer the mates' plans and propose tonight's attack.

    In a first night without deaths there is no attack to speak of.
    """
    record = mind.record
    plans = [*_on_plans(mind), *_letting_go(mind)]
    pushed = push_target(mind)
    by_day = f" By day I push {mind.name(pushed)}." if pushed else ""
    if not record.board.switches.kills_in(record.day):
        plans = plans or [Move(kind="whisper_wait")]
        return Answer(
            0,
            compose_speech(plans, record, mind.draws, mind.manner),
            thought=f"Nobody can be attacked tonight.{by_day}",
        )
    prey = tuple(seat for seat in mind.others if not record.pack_mask >> seat & 1)
    if not prey:
        return Answer(0, thought="There is nobody left to attack.")
    target, _ = kill_choice(mind, prey)
    spared = Move(kind="whisper_spare", target=target)  # nobody leaves in peace whom it attacks
    moves = [*_on_attack(mind, target), *(move for move in plans if move != spared)]
    return Answer(
        0,
        compose_speech(moves, record, mind.draws, mind.manner),
        thought=f"Attack {mind.name(target)}.{by_day}",
    )


def _is_suspected(mind: Mind, seat: int) -> bool:
    """Whether the table suspects a seat more than the average one."""
    alive, common = mind.record.alive, mind.public_belief.p_wolf
    return common[seat] > _SUSPECT_RATIO * sum(common[other] for other in alive) / len(alive)


def _on_attack(mind: Mind, target: int) -> list[Move]:
    """Agree with a mate on the attack, or object with a reason and name another target."""
    wishes = {
        seat: wished for seat, wished in mind.record.whispered_targets.items() if seat != mind.me
    }
    for mate, wished in reversed(wishes.items()):
        if wished == target:
            return [Move(kind="whisper_agree", target=target, other=mate)]
    own = Move(kind="whisper_kill", target=target)
    if not wishes:
        return [own]
    mate, wished = list(wishes.items())[-1]
    reason = "whisper_needed" if _is_suspected(mind, wished) else "whisper_better"
    return [Move(kind=reason, target=wished, other=mate), own]


def _letting_go(mind: Mind) -> list[Move]:
    """Propose for the first day to give up whom the table finds, unless a mate spoke of that.

    A pack that spares a mate whom the table has found shows all of its seats and saves nobody.
    """
    record = mind.record
    plans = [act for _, acts in record.night_talk for act in acts if isinstance(act, Proposes)]
    spoken_of = any(plan.plan in ("give_up", "spare") for plan in plans)
    return [] if record.day > 1 or spoken_of else [Move(kind="whisper_let_go")]


def _on_plans(mind: Mind) -> list[Move]:
    """Answer the mates' plans for the day that this wolf has not proposed or agreed to itself."""
    kinds = ("push", "claim", "counter", "give_up", "spare", "no_exile", "all_claim")
    plans = standing_plans(mind.record, *kinds)
    own = {plan for teller, plan in plans if teller == mind.me}
    answered = [
        _on_plan(mind, teller, plan)
        for teller, plan in plans
        if teller != mind.me and plan not in own
    ]
    # Two mates may want opposite things of one seat; only the first of them is answered.
    fates = {move.target: move for move in reversed(answered) if move.kind in _FATES}
    said = [move for move in answered if fates.get(move.target, move) == move]
    return list(dict.fromkeys(said[:_MAX_ANSWERS]))


def _on_plan(mind: Mind, teller: int, plan: Proposes) -> Move:
    """Answer one plan of a mate."""
    if plan.plan == "push":
        reason = objection_to_push(mind, teller, plan.seat)
        if not mind.record.lives(plan.seat):
            return Move(kind="whisper_refuse", other=teller)
        if reason:
            kind = "whisper_cleared" if reason == "cleared" else "whisper_exposes"
            return Move(kind=kind, target=plan.seat, other=teller)
        return Move(kind="whisper_push", target=plan.seat)
    if plan.plan in ("claim", "counter"):
        return _on_claim(mind, teller, plan)
    if plan.plan == "give_up" and plan.seat not in (0, mind.me):
        if _is_suspected(mind, plan.seat) or plan.seat == teller:
            return Move(kind="whisper_give_up", target=plan.seat)
        return Move(kind="whisper_keep", target=plan.seat, other=teller)
    if plan.plan == "spare" and plan.seat != mind.me:
        return Move(kind="whisper_spare", target=plan.seat)
    # Nobody outside the pack would follow a plan for the whole table that a wolf brings up.
    refused = plan.plan in ("no_exile", "all_claim")
    return Move(kind="whisper_refuse" if refused else "whisper_yes", other=teller)


def _on_claim(mind: Mind, teller: int, plan: Proposes) -> Move:
    """Take up a claim, leave it to the mate, or refuse a role that cannot be claimed any more."""
    record = mind.record
    possible = not plan.role or record.may_hold(plan.seat or mind.me, plan.role)
    possible &= plan.role not in HOLDERS["check"] or can_claim_seer(mind)
    if not possible:
        return Move(kind="whisper_refuse", other=teller)
    if plan.plan == "claim" and plan.role:
        if plan.seat in (0, mind.me):
            return Move(kind="whisper_claim", role=plan.role)
        if plan.seat == teller:
            return Move(kind="whisper_yours", other=teller, role=plan.role)
    return Move(kind="whisper_yes", other=teller)
