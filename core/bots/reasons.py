"""Why somebody is suspect: true facts of the view, as moves that say them. A wolf looks for them with its face's eyes."""

from __future__ import annotations

from .mind import Mind
from .moves import Move

_GOOD, _BAD = 0.12, 0.7


def against(mind: Mind, seat: int) -> list[Move]:
    """What can be said against `seat`, the weightiest first; never empty."""
    found = [*_claims(mind, seat), *_ballots(mind, seat), *_words(mind, seat)]
    record = mind.record
    if mind.me in _accused_by(mind, seat):
        found.append(Move(intent="suspect_accuser", target=seat))
    if seat not in record.named and record.heard.count(seat) and record.day > 1:
        found.append(Move(intent="suspect_silent", target=seat))
    return found or [Move(intent="suspect", target=seat)]


def _claims(mind: Mind, seat: int) -> list[Move]:
    """A report against the seat that is believed, and a claim of its own that is not."""
    found = [
        Move(intent="follow_report", target=seat, other=speaker)
        for speaker in mind.reported_by(seat)
        if speaker != mind.me and mind.face.true_claim("Seer", speaker) > 0.5
    ]
    held = mind.record.claims.get(seat)
    if held and held.role != "Villager" and mind.face.true_claim(held.role, seat) < 0.3:
        found.append(Move(intent="doubt_claim", target=seat, role=held.role))
    return found


def _ballots(mind: Mind, seat: int) -> list[Move]:
    """Ballots of earlier days for somebody now held good, and empty ones."""
    record, face = mind.record, mind.face.p_wolf
    found: list[Move] = []
    for ballot in record.ballots:
        if ballot.voter != seat or ballot.kind not in ("vote", "runoff") or ballot.day == record.day:
            continue
        if not ballot.target:
            found.append(Move(intent="suspect_abstained", target=seat, day=ballot.day))
        elif ballot.target not in (mind.me, seat) and face[ballot.target] < _GOOD:
            found.insert(0, Move(intent="suspect_voted", target=seat, other=ballot.target, day=ballot.day))
    return found


def _words(mind: Mind, seat: int) -> list[Move]:
    """Whom it accused or defended wrongly, as it now seems."""
    face = mind.face.p_wolf
    found: list[Move] = []
    for _, speaker, target in mind.record.vouchings:
        if speaker == seat and target != mind.me and face[target] > _BAD:
            found.append(Move(intent="suspect_defended", target=seat, other=target))
    for _, speaker, target in mind.record.accusations:
        if speaker == seat and target != mind.me and face[target] < _GOOD:
            found.append(Move(intent="suspect_accused", target=seat, other=target))
    return found


def _accused_by(mind: Mind, seat: int) -> set[int]:
    """Whom `seat` spoke against today."""
    day = mind.record.day
    return {target for (when, speaker, target) in mind.record.accusations if speaker == seat and when == day}
