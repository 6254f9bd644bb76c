"""A seat's claims about itself: when it reveals its role, and which results it reports.

Claims are read back from the seat's own words, and nothing new contradicts them. Wolves lie with
`false_claims`.
"""

from __future__ import annotations

from wolfcore.bots.belief.seat_record import finds_wolf
from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, RoleName
from wolfcore.game import facts as f

from .dialogue_moves import Move, claim_move
from .false_claims import bluff_claim, bluff_retraction, false_results, wolf_claims

_MAX_REPORTS = 2
"""The number of checks told in one speech."""


def own_claims(mind: Mind) -> list[Move]:
    """Choose this seat's moves about itself in this speech; often empty."""
    if mind.required_intention is not None and mind.required_intention.kind == "hide":
        return []
    if mind.required_intention is not None and mind.required_intention.role:
        return claim_moves(mind, mind.required_intention.role)
    if mind.is_wolf:
        return wolf_claims(mind)
    match ROLES[mind.role].power:
        case "check":
            return _seer(mind)
        case "potions":
            return _witch(mind)
        case "protect":
            return _guard(mind)
        case "shoot" | "kill" | None:
            return _plain(mind)


def claim_moves(mind: Mind, role: RoleName) -> list[Move]:
    """Claim any role with its results: true ones for the seat's own role, else invented ones."""
    return [
        claim_move(role),
        *(_true_results(mind) if role == mind.role else false_results(mind, role)),
    ]


def _true_results(mind: Mind) -> list[Move]:
    """Return moves that tell what this seat has done and found out by its power."""
    match ROLES[mind.role].power:
        case "check":
            return _reports(mind, _unreported_checks(mind))
        case "potions":
            return _potions(mind)
        case "protect":
            return _protection(mind)
        case "shoot" | "kill" | None:
            return []


def claimed_role(mind: Mind) -> RoleName | None:
    """Return the role that this seat has claimed, or None."""
    held = mind.record.claims.get(mind.me)
    return held.role if held else None


def may_not_speak_again(mind: Mind) -> bool:
    """Whether this may be the seat's last chance to speak."""
    return mind.ask.kind == "last_words" or mind.may_be_exiled or _threatened_in_its_only_turn(mind)


def _threatened_in_its_only_turn(mind: Mind) -> bool:
    """Whether this seat is among the most named in its only turn before the ballots of the day."""
    switches = mind.record.board.switches
    one_turn = (
        switches.defence == "none"
        and switches.discussion != "bids"
        and switches.discussion_rounds == 1
    )
    if mind.ask.kind != "speak" or not one_turn:
        return False
    named = [
        target
        for (day, _), target in mind.record.announced_targets.items()
        if day == mind.record.day
    ]
    return 0 < named.count(mind.me) >= max(map(named.count, mind.others), default=0)


def likely_exiled_today(mind: Mind) -> bool:
    """Whether this seat may be exiled before it speaks again: pressed, or a top public suspect.

    In a defence speech every other seat has spoken, so that a seat without accusers is safe.
    """
    if mind.is_pressed or (mind.ask.kind == "defend" and not mind.accuser_count(mind.me)):
        return mind.is_pressed
    p_wolf = mind.public_belief.p_wolf
    likelier = sum(p_wolf[seat] > p_wolf[mind.me] for seat in mind.others)
    likeliest = not likelier and p_wolf[mind.me] > min(p_wolf[seat] for seat in mind.others)
    return likeliest or (bool(mind.accuser_count(mind.me)) and likelier <= 1)


# -- true claims of the village


def _seer(mind: Mind) -> list[Move]:
    fresh = _unreported_checks(mind)
    if claimed_role(mind) != mind.role:
        if not mind.draws.happens(_seer_reveal_rate(mind, fresh)):
            return []
        return [Move(kind="claim", role=mind.role), *_reports(mind, fresh)]
    return _reports(mind, fresh)


def _unreported_checks(mind: Mind) -> list[f.Checked]:
    """Return the checks that this seat has not reported."""
    reported = mind.record.reports.get(mind.me, {})
    return [check for check in mind.record.checks if check.target not in reported]


def _seer_reveal_rate(mind: Mind, fresh: list[f.Checked]) -> float:
    """The probability that a seer reveals itself now."""
    if may_not_speak_again(mind):
        return 1.0
    rivals = [seat for seat, claim in mind.record.claims.items() if claim.role == mind.role]
    if any(finds_wolf(check) and mind.record.lives(check.target) for check in fresh):
        return 0.93 if mind.record.day == 1 else 0.97
    if rivals or likely_exiled_today(mind):
        return 0.97
    cleared = [
        check.target for check in fresh if not finds_wolf(check) and mind.record.lives(check.target)
    ]
    if any(mind.accuser_count(seat) >= 2 for seat in cleared):
        return 0.5
    return mind.style.reveal_factor * mind.level.reveal_rates[min(3, mind.record.day) - 1]


def _reports(mind: Mind, checks: list[f.Checked]) -> list[Move]:
    """Report the most important checks: finds of living wolves first, then the newest."""
    # By identity, since two checks of one seat are equal.
    nights = {id(check): night for night, check in enumerate(mind.record.checks, 1)}
    ranked = sorted(
        checks,
        key=lambda check: (
            not (finds_wolf(check) and mind.record.lives(check.target)),
            -nights[id(check)],
        ),
    )
    return [_report(check, nights[id(check)]) for check in ranked[:_MAX_REPORTS]]


def _report(check: f.Checked, night: int) -> Move:
    if finds_wolf(check):
        return Move(kind="report_wolf", target=check.target, night=night)
    if check.result in ("", "village", "wolves"):
        return Move(kind="report_good", target=check.target, night=night)
    return Move(kind="report_role", target=check.target, night=night, role=check.result)


def _witch(mind: Mind) -> list[Move]:
    if claimed_role(mind) == mind.role:
        return []
    used = 0.12 if mind.record.poison_used else 0.02
    chance = (
        1.0
        if may_not_speak_again(mind)
        else 0.97
        if likely_exiled_today(mind)
        else mind.style.reveal_factor * used
    )
    if not mind.draws.happens(max(chance, _rival_reveal_rate(mind))):
        return []
    return [Move(kind="claim", role=mind.role), *_potions(mind)]


def _potions(mind: Mind) -> list[Move]:
    deeds: list[Move] = []
    for kind, target, night in mind.record.potions:
        deeds.append(
            Move(
                kind="told_saved" if kind == "saved" else "told_poisoned",
                target=target,
                night=night,
            )
        )
    return deeds[:_MAX_REPORTS]


def _guard(mind: Mind) -> list[Move]:
    if claimed_role(mind) == mind.role:
        return []
    chance = (
        1.0
        if may_not_speak_again(mind)
        else 0.97
        if likely_exiled_today(mind)
        else mind.style.reveal_factor * 0.02
    )
    if not mind.draws.happens(max(chance, _rival_reveal_rate(mind))):
        return []
    return [Move(kind="claim", role=mind.role), *_protection(mind)]


def _protection(mind: Mind) -> list[Move]:
    """Tell of the latest protection, unless the protected seat fell in that night."""
    night, target = max(mind.record.protected.items(), default=(0, 0))
    if target and not any(fall.seat == target and fall.day == night for fall in mind.record.deaths):
        return [Move(kind="told_protected", target=target, night=night)]
    return []


def _rival_reveal_rate(mind: Mind) -> float:
    """The probability that a god answers another seat's claim of its role."""
    return (
        0.8
        if any(
            claim.role == mind.role and seat != mind.me
            for seat, claim in mind.record.claims.items()
        )
        else 0.0
    )


def _plain(mind: Mind) -> list[Move]:
    """Choose the claim of a villager or hunter, mostly under pressure; a villager may bluff."""
    held = claimed_role(mind)
    if held:
        return bluff_retraction(mind, held)
    if ROLES[mind.role].power == "shoot":
        chance = 1.0 if may_not_speak_again(mind) else 0.97 if likely_exiled_today(mind) else 0.04
        return [Move(kind="claim", role=mind.role)] if mind.draws.happens(chance) else []
    bluff = bluff_claim(mind)
    if bluff:
        return [bluff]
    chance = 0.6 if may_not_speak_again(mind) else 0.5 if mind.is_pressed else 0.04
    return [Move(kind="claim_villager")] if mind.draws.happens(chance) else []
