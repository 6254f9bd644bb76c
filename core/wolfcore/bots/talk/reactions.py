"""What a seat says to what it has just heard or remembers of earlier days: an odd speech, a death, a kindness, a rescue."""

from __future__ import annotations

from wolfcore.bots.mind import Mind

from .moves import Move

_MAX_REPEATS = 2
"""How many voices for a seat in a day make it idle to repeat what the dead said of it."""


def oddity_remark(mind: Mind) -> list[Move]:
    """A remark on the speech just before, where it had no words, was no English or was a joke."""
    record = mind.record
    latest = record.speakers_today[-1] if record.speakers_today else 0
    odd = record.odd_speeches.get(latest)
    if not odd or latest not in mind.others or not mind.draws.happens(mind.temperament.remark_rate):
        return []
    return [Move(kind=odd, target=latest)]


def yesterday_openings(mind: Mind) -> list[Move]:
    """What the first speakers of a day may begin with: how yesterday's vote went, and whom the dead had named."""
    record, found = mind.record, list[Move]()
    yesterday = record.day - 1
    for fall in record.deaths:
        if fall.cause == "exiled" and fall.day == yesterday:
            count = sum(b.target == fall.seat and b.day == yesterday and b.kind == "vote" for b in record.ballots)
            found += [Move(kind="open_recap", target=fall.seat, count=count)] * 2 if count > 1 else []
        if fall.at_night and fall.day == record.day:
            named = [of for day, speaker, of in record.accusations if speaker == fall.seat and day == yesterday]
            found += [Move(kind="open_gain", dead=(fall.seat,), target=of) for of in named if of in mind.others]
    return found


def past_support(mind: Mind, seat: int) -> list[Move]:
    """That a seat spoke for this one on an earlier day, if it did."""
    record = mind.record
    days = [day for day, speaker, of in record.vouchings if speaker == seat and of == mind.me and day < record.day]
    return [Move(kind="trust_since", target=seat, day=days[-1])] if days else []


def dead_seer_clearances(mind: Mind, excluded: set[int]) -> list[Move]:
    """Whom a dead seer that this seat believes has cleared, as long as few have said so today; for nobody that is spared."""
    record, face = mind.record, mind.honest_belief
    found: list[Move] = []
    for seer, told in record.reports.items():
        if record.lives(seer) or seer not in record.claims or face.claim_probability(record.claims[seer].role, seer) <= 0.5:
            continue
        for seat, report in told.items():
            said = sum(day == record.day and of == seat for day, _, of in record.vouchings)
            if report.team == "village" and seat in mind.others and seat not in excluded and said < _MAX_REPEATS:
                found.append(Move(kind="dead_cleared", target=seat, other=seer, role=record.claims[seer].role))
    return found


def rescue_clearances(mind: Mind, spared: set[int]) -> list[Move]:
    """Whom the pack came for, by the word of a believed rescuer, as long as few have said so today; for nobody that is spared.

    A Witch knows the victim. Whoever guards in the dark knows it only where a night is quiet that nothing else made so.
    """
    record, face = mind.record, mind.honest_belief
    found: list[Move] = []
    for teller, kind, seat, night in record.claimed_actions:
        held = record.claims.get(teller)
        came = kind == "saved" or (kind == "protected" and record.protection_worked(night))
        if not came or held is None or teller in (seat, mind.me) or face.claim_probability(held.role, teller) <= 0.5:
            continue
        said = sum(day == record.day and of == seat for day, _, of in record.vouchings)
        if seat in mind.others and seat not in spared and said < _MAX_REPEATS:
            found.append(Move(kind="rescue_clears", target=seat, other=teller, role=held.role))
    return found
