"""Lies about one's own role: the false seer, a wolf's cover role, and a villager's bluff.

A lie once told is kept and must not contradict what is public: no seat reported twice, no night
with two results, no more wolves found than dealt. A villager withdraws its bluff the next day.
"""

from __future__ import annotations

from wolfcore.bots.belief.seat_record import Report
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.pack import can_claim_seer, claims_seer_first
from wolfcore.bots.play.role_values import ROLE_VALUES
from wolfcore.game import HOLDERS, ROLES, Power, RoleName

from .dialogue_moves import Move, MoveKind

_MAX_RESULTS = 2
"""The number of results told in one speech, as true seers do."""


_ACTION_MOVES: dict[Power | None, MoveKind] = {"protect": "told_protected", "potions": "told_saved"}
"""The action that a false holder of a power tells of."""


_PROVEN, _EXPOSED = 0.04, 0.9
"""The public suspicion below which a seat is known as village, and above which it is known as a
wolf."""


def wolf_claims(mind: Mind) -> list[Move]:
    """Choose a wolf's moves about itself in this speech; often empty."""
    held = mind.record.claims.get(mind.me)
    if held and held.role == mind.record.seer_role:
        return _results(mind)
    if held or mind.ask.kind == "last_words":
        return []
    if _plays_seer(mind):
        return [Move(kind="claim", role=mind.record.seer_role), *_results(mind)]
    if mind.is_pressed or mind.may_be_exiled:
        return _cover_role(mind)
    return [Move(kind="claim_villager")] if mind.draws.happens(0.04) else []


def false_results(mind: Mind, role: RoleName) -> list[Move]:
    """Invent what goes with a false claim of `role`: check results, or a night action."""
    return _results(mind) if ROLES[role].power == "check" else _false_action(mind, role)


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
    if record.lives(record.assigned_seer) and record.pack_mask >> record.assigned_seer & 1:
        return record.assigned_seer == mind.me and mind.ask.kind != "campaign"
    if any(claim.role == record.seer_role for claim in record.claims.values()):
        return mind.draws.happens(otherwise)
    return claims_seer_first(mind)


def _results(mind: Mind) -> list[Move]:
    """Invent results for at most two nights without one, the newest first; finds come first."""
    reported = mind.record.reports.get(mind.me, {})
    nights = {report.night for report in reported.values()}
    # True seers tell their newest results as well.
    open_nights = [night for night in range(mind.record.day, 0, -1) if night not in nights][
        :_MAX_RESULTS
    ]
    moves: list[Move] = []
    taken = set(reported)
    for night in open_nights:
        move = _result(mind, reported, taken, night)
        if move:
            moves.append(move)
            taken.add(move.target)
    return sorted(moves, key=lambda move: move.kind != "report_wolf")


def _result(mind: Mind, reported: dict[int, Report], taken: set[int], night: int) -> Move | None:
    """Invent one result that fits the story: a village seat as a wolf, or a seat as village.

    None where no seat is left that fits.
    """
    record, common = mind.record, mind.public_belief.p_wolf
    open_seats = [seat for seat in mind.others if seat not in taken]
    # A result of this speech counts as a find, so that never more wolves are found than may be.
    found = sum(report.team == "wolves" for report in reported.values()) + (
        len(taken) > len(reported)
    )
    rivals = [seat for seat, claim in record.claims.items() if claim.role == record.seer_role]
    prey = [
        seat
        for seat in open_seats
        if not mind.is_mate(seat) and common[seat] > _PROVEN and seat not in rivals
    ]
    if prey and found < record.wolves - 1 and mind.draws.happens(mind.level.false_find_rate):
        return Move(
            kind="report_wolf",
            target=prey[mind.draws.softmax_index([common[seat] for seat in prey], 6.0)],
            night=night,
        )
    friends = [seat for seat in open_seats if common[seat] < _EXPOSED and seat not in rivals]
    if not friends:
        return None
    spoken = [
        seat for seat in friends if seat in record.last_speech
    ]  # a seat that has not spoken may yet claim the seer
    target = mind.draws.pick(spoken or friends)
    if record.board.switches.seer_learns == "role":
        return Move(kind="report_role", target=target, role="Villager", night=night)
    return Move(kind="report_good", target=target, night=night)


def _cover_role(mind: Mind) -> list[Move]:
    """Claim Villager, or sometimes a god's role that nobody has claimed; often nothing."""
    if not mind.draws.happens(0.6):
        return []
    taken: set[RoleName] = {claim.role for claim in mind.record.claims.values()}
    # Sorted, since the order of a set of strings differs from process to process.
    gods: list[RoleName] = sorted(
        role for role in set(mind.record.board.roles) - taken if ROLE_VALUES[role].is_cover
    )
    if gods and mind.draws.happens(mind.level.false_god_rate):
        role = mind.draws.pick(gods)
        return [Move(kind="claim", role=role), *_false_action(mind, role)]
    return [Move(kind="claim_villager")]


def _false_action(mind: Mind, role: RoleName) -> list[Move]:
    """Invent a guard's or witch's action in the latest quiet night, which nothing contradicts."""
    night = max(mind.record.quiet_nights, default=0)
    intent = _ACTION_MOVES.get(ROLES[role].power)
    if intent is None or not night:
        return []
    return [Move(kind=intent, target=mind.draws.pick(mind.others), night=night)]


_BELIEVED = 0.5


def bluff_claim(mind: Mind) -> Move | None:
    """Claim a free god's role as a plain villager to protect a believed seer; mostly None."""
    record = mind.record
    if (
        mind.ask.kind != "speak"
        or mind.is_pressed
        or not ROLES[mind.role].plain
        or not mind.draws.happens(mind.style.bluff_rate)
    ):
        return None
    taken: set[RoleName] = {claim.role for claim in record.claims.values()}
    # Sorted, since the order of a set of strings differs from process to process.
    roles: list[RoleName] = sorted(
        role for role in set(record.board.roles) - taken if ROLE_VALUES[role].is_cover
    )
    seers = [
        seat
        for seat in mind.others
        if seat in record.claims and record.claims[seat].role in HOLDERS["check"]
    ]
    if not roles or not any(
        mind.honest_belief.claim_probability(record.claims[seat].role, seat) > _BELIEVED
        for seat in seers
    ):
        return None
    return Move(kind="claim", role=mind.draws.pick(roles))


def bluff_retraction(mind: Mind, held: RoleName) -> list[Move]:
    """Withdraw a villager's bluff after the day of the claim, or when it may be exiled.

    Args:
        mind: The seat.
        held: The role that it has claimed.

    Returns:
        Empty where the claimed role is its own, and on the day of the claim unless it may be exiled
            or speaks its last words.
    """
    claim = mind.record.claims[mind.me]
    at_the_end = mind.ask.kind == "last_words" or mind.may_be_exiled
    if held == mind.role or (claim.day == mind.record.day and not at_the_end):
        return []
    return [Move(kind="bluff_over", role=held)]
