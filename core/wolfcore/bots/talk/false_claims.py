"""Lies about one's own role: the false seer, a wolf's cover role, and a villager's bluff.

A lie once told is kept and must not contradict what is public: no seat reported twice, no night
with two results, no more wolves found than dealt. A villager withdraws its bluff the next day.
"""

from __future__ import annotations

from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.pack import (
    can_claim_seer,
    claims_seer_first,
    pack_seer,
    planned_claims,
)
from wolfcore.bots.play.role_values import ROLE_VALUES
from wolfcore.game import HOLDERS, ROLES, RoleName

from .dialogue_moves import Move, claim_move
from .powers import POWER_TALK
from .reports import BELIEVED


def wolf_claims(mind: Mind) -> list[Move]:
    """Choose a wolf's moves about itself in this speech; often empty."""
    held = mind.record.claims.get(mind.me)
    if held and held.role in HOLDERS["check"]:
        return false_results(mind, held.role)
    if held or mind.ask.kind == "last_words":
        return []
    planned = _planned_role(mind)
    if planned:
        return [claim_move(planned), *false_results(mind, planned)]
    if _plays_seer(mind):
        # Which of several is drawn: the order of a board's roles must not decide it.
        roles = mind.record.least_claimed_checkers(mind.me)
        role = mind.draws.pick(roles) if len(roles) > 1 else roles[0]
        return [Move(kind="claim", role=role), *false_results(mind, role)]
    if mind.is_pressed or mind.may_be_exiled:
        return _cover_role(mind)
    return [Move(kind="claim_villager")] if mind.draws.happens(0.04) else []


def false_results(mind: Mind, role: RoleName) -> list[Move]:
    """Invent what goes with a false claim of `role`: check results, or a night action."""
    talk = POWER_TALK.get(ROLES[role].power)
    return talk.false_results(mind, role) if talk else []


def _planned_role(mind: Mind) -> RoleName | None:
    """Return the role that the pack agreed this wolf claims in its turn, if it may still be true.

    A plan to counter waits until somebody outside the pack claims the role. A plan that names no
    role means one that checks.
    """
    record = mind.record
    if mind.ask.kind == "campaign":
        return None
    countered = planned_claims(record, "counter")
    for plans in (planned_claims(record), countered):
        if mind.me not in plans:
            continue
        role = plans[mind.me] or next(iter(record.least_claimed_checkers(mind.me)), None)
        if (
            role
            and record.may_hold(mind.me, role)
            and not (role in HOLDERS["check"] and pack_seer(mind))
            and (plans is not countered or record.rivals(role, mind.me))
        ):
            return role
    return None


def _leaves_seer_to_mate(mind: Mind) -> bool:
    """Whether the pack agreed that a mate claims, or contradicts, a role that checks."""
    record = mind.record
    plans = {**planned_claims(record, "counter"), **planned_claims(record)}
    return any(
        seat not in (0, mind.me) and (not role or role in HOLDERS["check"])
        for seat, role in plans.items()
    )


def _plays_seer(mind: Mind) -> bool:
    """Whether this wolf claims the pack's false seer now."""
    if not can_claim_seer(mind):
        return False
    record = mind.record
    found, mate_found, otherwise = mind.level.counterclaim_rates
    if any(not record.pack_mask >> speaker & 1 for speaker in mind.reported_by(mind.me)):
        return mind.draws.happens(found)
    if any(mind.is_mate(mate) and mind.reported_by(mate) for mate in mind.others):
        return mind.draws.happens(mate_found)
    if _leaves_seer_to_mate(mind):
        return False
    # "One of us should claim the Seer": the first to speak does.
    if planned_claims(record).get(0) in HOLDERS["check"]:
        return mind.ask.kind != "campaign"
    if any(claim.role in HOLDERS["check"] for claim in record.claims.values()):
        return mind.draws.happens(otherwise)
    return claims_seer_first(mind)


def _cover_role(mind: Mind) -> list[Move]:
    """Claim Villager, or sometimes a god's free role; often nothing."""
    if not mind.draws.happens(0.6):
        return []
    mates_roles = {role for seat, role in planned_claims(mind.record).items() if seat != mind.me}
    gods = [role for role in _free_covers(mind.record) if role not in mates_roles]
    if gods and mind.draws.happens(mind.level.false_god_rate):
        role = mind.draws.pick(gods)
        return [Move(kind="claim", role=role), *false_results(mind, role)]
    return [Move(kind="claim_villager")]


def _free_covers(record: SeatRecord) -> list[RoleName]:
    """List the dealt gods' roles that cover a liar and that no seat claims or was shown to hold."""
    taken = {claim.role for claim in record.claims.values()} | set(record.revealed.values())
    # Sorted, since the order of a set of strings differs from process to process.
    return sorted(role for role in set(record.board.roles) - taken if ROLE_VALUES[role].is_cover)


def bluff_claim(mind: Mind) -> Move | None:
    """Claim a free god's role as a plain villager to protect a believed seer; mostly None."""
    record = mind.record
    if (
        mind.ask.kind != "speak"
        or mind.is_pressed
        or not ROLES[mind.role].plain
        or mind.me in record.retracted
        or not mind.draws.happens(mind.style.bluff_rate)
    ):
        return None
    roles = _free_covers(record)
    seers = [
        seat
        for seat in mind.others
        if seat in record.claims and record.claims[seat].role in HOLDERS["check"]
    ]
    if not roles or not any(
        mind.honest_belief.claim_probability(record.claims[seat].role, seat) > BELIEVED
        for seat in seers
    ):
        return None
    return Move(kind="claim", role=mind.draws.pick(roles))


def bluff_retraction(mind: Mind, held: RoleName) -> list[Move]:
    """Withdraw a villager's bluff after the day of the claim, or when it may be exiled.

    At once where other seats claim the role or were shown to hold it: one of them speaks the truth.

    Args:
        mind: The seat.
        held: The role that it has claimed.

    Returns:
        Empty where the claimed role is its own, and on the day of the claim unless it may be exiled
            or speaks its last words, or the role was claimed or shown.
    """
    record = mind.record
    ends = mind.ask.kind == "last_words" or mind.may_be_exiled
    ends |= not record.may_hold(mind.me, held) or bool(record.rivals(held, mind.me))
    if held == mind.role or (record.claims[mind.me].day == record.day and not ends):
        return []
    return [Move(kind="bluff_over", role=held)]
