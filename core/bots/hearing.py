"""Takes what was said into a record: acts as the reader finds them in the words, whoever spoke them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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

from .record import Claim, Question, Record, Report


def hear(record: Record, speaker: int, act: Act) -> None:
    """Take in one act of a speech."""
    _HEARS[type(act)](record, speaker, act)


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


# -- the acts, one function a kind


def _retracts(record: Record, speaker: int, act: Retracts) -> None:
    held = record.claims.get(speaker)
    if held and act.role in ("", held.role):
        del record.claims[speaker]
        record.reports.pop(speaker, None)


def _calls_vote(record: Record, speaker: int, act: CallsVote) -> None:
    if act.seat and record.lives(act.seat):
        record.calls[speaker] = act.seat
        _against(record, speaker, act.seat)


def _asks(record: Record, speaker: int, act: AsksSeat) -> None:
    if act.seat != speaker:
        record.asked[act.seat] = Question(speaker, act.about)


def _tells(kind: str) -> Callable[[Record, int, Any], None]:
    def tell(record: Record, speaker: int, act: TellsProtected | TellsSaved | TellsPoisoned) -> None:
        record.deeds.append((speaker, kind, act.seat, _night(record, act.night)))

    return tell


_HEARS: dict[type, Callable[[Record, int, Any], None]] = {
    ClaimsRole: lambda record, speaker, act: _claim(record, speaker, act.role),
    Retracts: _retracts,
    ReportsCheck: lambda record, speaker, act: _report(record, speaker, act.seat, act.result, act.night),
    Accuses: lambda record, speaker, act: _accuse(record, speaker, act.seat, 1.0 if act.sure else 0.6),
    Vouches: lambda record, speaker, act: _vouch(record, speaker, act.seat, 1.0 if act.sure else 0.6),
    Defends: lambda record, speaker, act: _vouch(record, speaker, act.seat, 0.5),
    CallsVote: _calls_vote,
    AsksSeat: _asks,
    TellsProtected: _tells("protected"),
    TellsSaved: _tells("saved"),
    TellsPoisoned: _tells("poisoned"),
}
