"""Several claims of one role, put together in words: whom of them a seat believes, who of them died for it, what a card proves."""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, RoleName, team_of

from .moves import Move, MoveKind

_BELIEVED = 0.5
"""Above it a claim is believed."""
_CHOSEN, _OPEN = 0.65, 0.25
"""Above the one a claim is chosen between rivals; above the other it may be true as well as not."""
_SAID_ENOUGH = 2
"""How many voices for a claimant in a day make it idle to say once more what proves it."""


def compare_rivals(mind: Mind) -> list[Move]:
    """Whom of two living seats that claim the same role this one believes, or that it cannot tell; nothing without two."""
    claims, face = mind.record.claims, mind.honest_belief
    claimed: set[RoleName] = {claim.role for claim in claims.values() if team_of(claim.role) == "village"}
    roles: list[RoleName] = sorted(claimed)
    for role in roles:
        rivals = [seat for seat in mind.others if seat in claims and claims[seat].role == role]
        if role not in mind.record.unique_roles or role == mind.role or len(rivals) < 2:
            continue
        rivals.sort(key=lambda seat: -face.claim_probability(claims[seat].role, seat))
        true = face.claim_probability(role, rivals[0])
        if true > _OPEN and not mind.is_mate(rivals[0]):
            return [Move(kind="weigh" if true > _CHOSEN else "weigh_open", target=rivals[0], other=rivals[1], role=role)]
    return []


def killed_rival_reasons(mind: Mind, seat: int) -> list[Move]:
    """That a rival claimant of the seer's role died in the night, so that this one lied, and the dead told the truth."""
    record = mind.record
    held = record.claims.get(seat)
    if held is None or held.role not in HOLDERS["check"]:
        return []
    eaten = [
        fall.seat
        for fall in record.deaths
        if fall.at_night and fall.seat in record.claims and record.claims[fall.seat].role == held.role
    ]
    if not eaten:
        return []
    true = mind.honest_belief.claim_probability(held.role, eaten[-1]) > _BELIEVED
    intents: tuple[MoveKind, ...] = ("doubt_eaten", "chain_eaten") if true else ("doubt_eaten",)
    return [Move(kind=intent, target=seat, other=eaten[-1], role=held.role) for intent in intents]


def proven_claims(mind: Mind, spared: set[int]) -> list[Move]:
    """Which living seer's find was shown to be a wolf when it fell, as long as few have said so today; for nobody spared."""
    record, found = mind.record, list[Move]()
    for seer in mind.others:
        held = record.claims.get(seer)
        if seer in spared or held is None:
            continue
        shown = [
            seat
            for seat, report in record.reports.get(seer, {}).items()
            if report.team == "wolves" and seat in record.revealed and team_of(record.revealed[seat]) == "wolves"
        ]
        said = sum(day == record.day and of == seer for day, _, of in record.vouchings) if shown else 0
        if shown and said < _SAID_ENOUGH and mind.honest_belief.claim_probability(held.role, seer) > _BELIEVED:
            found += [Move(kind="proven", target=seer, other=seat, role=held.role) for seat in shown]
    return found
