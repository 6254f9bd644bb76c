"""Takes what was said into a record: acts as the reader finds them in the words, whoever spoke them."""

from __future__ import annotations

import re

from core.game import RoleName, Team, team_of
from core.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)

from .record import Claim, Record, Report

_SENTENCE = re.compile(r"[^.!?]+[.!?]*")


def sentences(text: str) -> list[str]:
    """The sentences of a text, in lower case, without their closing signs."""
    return [sentence.strip(" .!?…").lower() for sentence in _SENTENCE.findall(text) if sentence.strip(" .!?…")]


def hear(record: Record, speaker: int, act: Act) -> None:
    """Take in one act of a speech."""
    match act:
        case ClaimsRole(role):
            _claim(record, speaker, role)
        case Retracts(role):
            held = record.claims.get(speaker)
            if held and role in ("", held.role):
                del record.claims[speaker]
                record.reports.pop(speaker, None)
        case ReportsCheck(target, result, night):
            _report(record, speaker, target, result, night)
        case Accuses(target, sure):
            _accuse(record, speaker, target, 1.0 if sure else 0.6)
        case Vouches(target, sure):
            _vouch(record, speaker, target, 1.0 if sure else 0.6)
        case Defends(target):
            _vouch(record, speaker, target, 0.5)
        case CallsVote(target):
            if target and record.lives(target):
                record.calls[speaker] = target
                _against(record, speaker, target)
        case AsksSeat(target):
            if target != speaker:
                record.asked[target] = speaker
        case TellsProtected(target, night):
            record.deeds.append((speaker, "protected", target, _night(record, night)))
        case TellsSaved(target, night):
            record.deeds.append((speaker, "saved", target, _night(record, night)))
        case TellsPoisoned(target, night):
            record.deeds.append((speaker, "poisoned", target, _night(record, night)))


def _claim(record: Record, speaker: int, role: RoleName) -> None:
    held = record.claims.get(speaker)
    if held and held.role == role:
        return
    pressed = len(record.accusers.get(speaker, ())) > 1 or not record.lives(speaker) or speaker in record.tied
    pressed |= any(speaker in reports for reports in record.reports.values())
    record.claims[speaker] = Claim(role, record.day, pressed, record.speeches)


def _report(record: Record, speaker: int, target: int, result: Team | RoleName, night: int) -> None:
    if target == speaker:
        return
    if result in ("village", "wolves"):
        team, role = result, None
    else:
        team, role = team_of(result), result
    if speaker not in record.claims:
        _claim(record, speaker, "Seer")
    record.reports.setdefault(speaker, {})[target] = Report(target, team, role, _night(record, night))
    if team == "wolves":
        _accuse(record, speaker, target, 1.0)


def _accuse(record: Record, speaker: int, target: int, weight: float) -> None:
    if target == speaker:
        return
    key = (record.day, speaker, target)
    record.accusations[key] = max(weight, record.accusations.get(key, 0.0))
    record.named.add(speaker)
    _against(record, speaker, target)


def _vouch(record: Record, speaker: int, target: int, weight: float) -> None:
    if target != speaker:
        key = (record.day, speaker, target)
        record.vouchings[key] = max(weight, record.vouchings.get(key, 0.0))


def _against(record: Record, speaker: int, target: int) -> None:
    against = record.accusers.setdefault(target, [])
    if speaker != target and speaker not in against:
        against.append(speaker)


def _night(record: Record, night: int) -> int:
    return record.day if night == LAST_NIGHT else night
