"""What a seat says about itself: when it comes out with its role, and what it reports.

A story once told is kept: it is read back from the seat's own words, and nothing new contradicts it. What wolves say about
themselves stands in `cover`.
"""

from __future__ import annotations

from wolfcore.bots.belief.record import finds_wolf
from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, RoleName
from wolfcore.game import facts as f

from .bait import bait, unmasked
from .cover import feigned, invented
from .moves import Move, claim_of

_AT_ONCE = 2
"""How many checks are told in one speech."""


def own_story(mind: Mind) -> list[Move]:
    """What this seat says about itself now; often nothing."""
    if mind.aim is not None and mind.aim.kind == "hide":
        return []
    if mind.aim is not None and mind.aim.role:
        return told_as(mind, mind.aim.role)
    if mind.wolf:
        return invented(mind)
    match ROLES[mind.role].power:
        case "check":
            return _seer(mind)
        case "potions":
            return _witch(mind)
        case "protect":
            return _guard(mind)
        case "shoot" | "kill" | None:
            return _plain(mind)


def told_as(mind: Mind, role: RoleName) -> list[Move]:
    """The claim of any role with what belongs to it: what was done and found out, if it is the true one, else what is made up."""
    return [claim_of(role), *(_deeds(mind) if role == mind.role else feigned(mind, role))]


def _deeds(mind: Mind) -> list[Move]:
    """What this seat has done and found out by its power and can tell."""
    match ROLES[mind.role].power:
        case "check":
            return _reports(mind, _untold(mind))
        case "potions":
            return _potions(mind)
        case "protect":
            return _protection(mind)
        case "shoot" | "kill" | None:
            return []


def claimed(mind: Mind) -> RoleName | None:
    """The role that this seat has claimed, or None."""
    held = mind.record.claims.get(mind.me)
    return held.role if held else None


def last_chance(mind: Mind) -> bool:
    """Whether the seat may not get to speak again."""
    return mind.ask.kind == "last_words" or mind.at_stake or _threatened_in_its_only_turn(mind)


def _threatened_in_its_only_turn(mind: Mind) -> bool:
    """Whether nobody is named by more than this seat, in the one turn that it has before the ballots of the day."""
    switches = mind.record.board.switches
    one_turn = switches.defence == "none" and switches.discussion != "bids" and switches.discussion_rounds == 1
    if mind.ask.kind != "speak" or not one_turn:
        return False
    named = [target for (day, _), target in mind.record.announced.items() if day == mind.record.day]
    return 0 < named.count(mind.me) >= max(map(named.count, mind.others), default=0)


def singled_out(mind: Mind) -> bool:
    """Whether this seat may well be exiled today before it speaks again: pressed, or the likeliest wolf to all.

    At the block everybody else has spoken, so that without a voice against it a seat is safe.
    """
    if mind.pressed or (mind.ask.kind == "defend" and not mind.pressure(mind.me)):
        return mind.pressed
    p_wolf = mind.common.p_wolf
    likelier = sum(p_wolf[seat] > p_wolf[mind.me] for seat in mind.others)
    likeliest = not likelier and p_wolf[mind.me] > min(p_wolf[seat] for seat in mind.others)
    return likeliest or (bool(mind.pressure(mind.me)) and likelier <= 1)


# -- the truth


def _seer(mind: Mind) -> list[Move]:
    fresh = _untold(mind)
    if claimed(mind) != mind.role:
        if not mind.draws.yes(_seer_comes_out(mind, fresh)):
            return []
        return [Move(intent="claim", role=mind.role), *_reports(mind, fresh)]
    return _reports(mind, fresh)


def _untold(mind: Mind) -> list[f.Checked]:
    """The checks that this seat has not reported."""
    told = mind.record.reports.get(mind.me, {})
    return [check for check in mind.record.checks if check.target not in told]


def _seer_comes_out(mind: Mind, fresh: list[f.Checked]) -> float:
    """How likely a seer shows itself now."""
    if last_chance(mind):
        return 1.0
    rivals = [seat for seat, claim in mind.record.claims.items() if claim.role == mind.role]
    if any(finds_wolf(check) and mind.record.lives(check.target) for check in fresh):
        return 0.93 if mind.record.day == 1 else 0.97
    if rivals or singled_out(mind):
        return 0.97
    cleared = [check.target for check in fresh if not finds_wolf(check) and mind.record.lives(check.target)]
    if any(mind.pressure(seat) >= 2 for seat in cleared):
        return 0.5
    return mind.style.opens * mind.level.opens[min(3, mind.record.day) - 1]


def _reports(mind: Mind, checks: list[f.Checked]) -> list[Move]:
    """The checks that matter most, finds first, the newest first."""
    nights = {id(check): night for night, check in enumerate(mind.record.checks, 1)}
    ranked = sorted(checks, key=lambda check: (not (finds_wolf(check) and mind.record.lives(check.target)), -nights[id(check)]))
    return [_report(check, nights[id(check)]) for check in ranked[:_AT_ONCE]]


def _report(check: f.Checked, night: int) -> Move:
    if finds_wolf(check):
        return Move(intent="report_wolf", target=check.target, night=night)
    if check.result in ("", "village", "wolves"):
        return Move(intent="report_good", target=check.target, night=night)
    return Move(intent="report_role", target=check.target, night=night, role=check.result)


def _witch(mind: Mind) -> list[Move]:
    if claimed(mind) == mind.role:
        return []
    used = 0.12 if mind.record.poison_used else 0.02
    chance = 1.0 if last_chance(mind) else 0.97 if singled_out(mind) else mind.style.opens * used
    if not mind.draws.yes(max(chance, _against_rival(mind))):
        return []
    return [Move(intent="claim", role=mind.role), *_potions(mind)]


def _potions(mind: Mind) -> list[Move]:
    deeds: list[Move] = []
    for kind, target, night in mind.record.potions:
        deeds.append(Move(intent="told_saved" if kind == "saved" else "told_poisoned", target=target, night=night))
    return deeds[:_AT_ONCE]


def _guard(mind: Mind) -> list[Move]:
    if claimed(mind) == mind.role:
        return []
    chance = 1.0 if last_chance(mind) else 0.97 if singled_out(mind) else mind.style.opens * 0.02
    if not mind.draws.yes(max(chance, _against_rival(mind))):
        return []
    return [Move(intent="claim", role=mind.role), *_protection(mind)]


def _protection(mind: Mind) -> list[Move]:
    """The latest protection, unless whom it was for fell in that night."""
    night, target = max(mind.record.protected.items(), default=(0, 0))
    if target and not any(fall.seat == target and fall.day == night for fall in mind.record.falls):
        return [Move(intent="told_protected", target=target, night=night)]
    return []


def _against_rival(mind: Mind) -> float:
    """How likely a god answers somebody who claims its role."""
    return 0.8 if any(claim.role == mind.role and seat != mind.me for seat, claim in mind.record.claims.items()) else 0.0


def _plain(mind: Mind) -> list[Move]:
    """A villager or a hunter: says so under pressure; the hunter's gun is a reason to leave it alone."""
    held = claimed(mind)
    if held:
        return unmasked(mind, held)
    if ROLES[mind.role].power == "shoot":
        chance = 1.0 if last_chance(mind) else 0.97 if singled_out(mind) else 0.04
        return [Move(intent="claim", role=mind.role)] if mind.draws.yes(chance) else []
    bluff = bait(mind)
    if bluff:
        return [bluff]
    chance = 0.6 if last_chance(mind) else 0.5 if mind.pressed else 0.04
    return [Move(intent="claim_villager")] if mind.draws.yes(chance) else []
