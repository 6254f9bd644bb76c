"""The lies of a wolf, and of whoever means to lie: the false seer, a role to hide behind, results and deeds that never were.

A story once told is kept, and nothing new in it contradicts what is public: no seat is reported twice, no night has two
results, no more wolves are found than are dealt, and nobody is found who is proven to be of the village.
"""

from __future__ import annotations

from wolfcore.bots.belief.record import Report
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.pack import may_play_seer, strikes_first
from wolfcore.bots.play.worth import WORTH
from wolfcore.game import ROLES, Power, RoleName

from .moves import Intent, Move

_AT_ONCE = 2
"""How many results are told in one speech, as true seers do."""
_DEEDS: dict[Power | None, Intent] = {"protect": "told_protected", "potions": "told_saved"}
"""What a false holder of a power says it did."""
_PROVEN, _EXPOSED = 0.04, 0.9
"""Below and above which common suspicion everybody knows what a seat is."""


def invented(mind: Mind) -> list[Move]:
    """What a wolf says about itself now; often nothing."""
    held = mind.record.claims.get(mind.me)
    if held and held.role == mind.record.seer:
        return _results(mind)
    if held or mind.ask.kind == "last_words":
        return []
    if _plays_seer(mind):
        return [Move(intent="claim", role=mind.record.seer), *_results(mind)]
    if mind.pressed or mind.at_stake:
        return _role_to_hide_behind(mind)
    return [Move(intent="claim_villager")] if mind.draws.yes(0.04) else []


def feigned(mind: Mind, role: RoleName) -> list[Move]:
    """What goes with the claim of a role that this seat does not hold: results that never were, or a deed."""
    return _results(mind) if ROLES[role].power == "check" else _deed(mind, role)


def _plays_seer(mind: Mind) -> bool:
    """Whether this is the moment for the pack's false seer."""
    if not may_play_seer(mind):
        return False
    record = mind.record
    found, mate_found, otherwise = mind.level.counters
    if any(not record.pack >> speaker & 1 for speaker in mind.reported_by(mind.me)):
        return mind.draws.yes(found)
    if any(mind.is_mate(mate) and mind.reported_by(mate) for mate in mind.others):
        return mind.draws.yes(mate_found)
    if record.lives(record.played) and record.pack >> record.played & 1:
        return record.played == mind.me and mind.ask.kind != "campaign"
    if any(claim.role == record.seer for claim in record.claims.values()):
        return mind.draws.yes(otherwise)
    return strikes_first(mind)


def _results(mind: Mind) -> list[Move]:
    """Results for the nights that have none yet, the newest first."""
    told = mind.record.reports.get(mind.me, {})
    nights = {report.night for report in told.values()}
    open_nights = [night for night in range(mind.record.day, 0, -1) if night not in nights][:_AT_ONCE]
    moves: list[Move] = []
    taken = set(told)
    for night in open_nights:
        move = _result(mind, told, taken, night)
        if move:
            moves.append(move)
            taken.add(move.target)
    return sorted(moves, key=lambda move: move.intent != "report_wolf")


def _result(mind: Mind, told: dict[int, Report], taken: set[int], night: int) -> Move | None:
    """One result that fits the story: a find among the village, or somebody cleared."""
    record, common = mind.record, mind.common.p_wolf
    open_seats = [seat for seat in mind.others if seat not in taken]
    found = sum(report.team == "wolves" for report in told.values()) + (len(taken) > len(told))
    rivals = [seat for seat, claim in record.claims.items() if claim.role == record.seer]
    prey = [seat for seat in open_seats if not mind.is_mate(seat) and common[seat] > _PROVEN and seat not in rivals]
    if prey and found < record.wolves - 1 and mind.draws.yes(mind.level.frames):
        return Move(intent="report_wolf", target=prey[mind.draws.best([common[seat] for seat in prey], 6.0)], night=night)
    friends = [seat for seat in open_seats if common[seat] < _EXPOSED and seat not in rivals]
    if not friends:
        return None
    spoken = [seat for seat in friends if seat in record.last_heard]  # whoever has not may yet be the seer
    target = mind.draws.pick(spoken or friends)
    if record.board.switches.seer_learns == "role":
        return Move(intent="report_role", target=target, role="Villager", night=night)
    return Move(intent="report_good", target=target, night=night)


def _role_to_hide_behind(mind: Mind) -> list[Move]:
    """Mostly a plain villager, now and then a god that nobody has claimed."""
    if not mind.draws.yes(0.6):
        return []
    taken: set[RoleName] = {claim.role for claim in mind.record.claims.values()}
    gods: list[RoleName] = sorted(role for role in set(mind.record.board.roles) - taken if WORTH[role].cover)
    if gods and mind.draws.yes(mind.level.hides):
        role = mind.draws.pick(gods)
        return [Move(intent="claim", role=role), *_deed(mind, role)]
    return [Move(intent="claim_villager")]


def _deed(mind: Mind, role: RoleName) -> list[Move]:
    """What a false guard or witch says it did, so that nothing known speaks against it."""
    night = max(mind.record.quiet, default=0)
    intent = _DEEDS.get(ROLES[role].power)
    if intent is None or not night:
        return []
    return [Move(intent=intent, target=mind.draws.pick(mind.others), night=night)]
