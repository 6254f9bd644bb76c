"""Takes what was said into what all have heard: acts as the reader finds them in the words, whoever spoke them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wolfcore.game import ROLES, RoleName, Team, team_of
from wolfcore.speech import (
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

from .asking import add_accusation, add_question
from .record import Claim, PublicRecord, Report

_AFTER_THE_BALLOTS = frozenset({"runoff", "exile", "night"})
"""The parts of a day in which its ballots are cast already."""


def apply_act(public: PublicRecord, speaker: int, act: Act) -> None:
    """Take in one act of a speech."""
    _ACT_HANDLERS[type(act)](public, speaker, act)


def _claim(public: PublicRecord, speaker: int, role: RoleName) -> None:
    held = public.claims.get(speaker)
    if held and held.role == role:
        return
    if held:
        public.claim_changers.add(speaker)
    if not ROLES[role].plain:
        public.last_news[speaker] = public.speeches
    pressed = len(public.accusers.get(speaker, ())) > 1 or not public.lives(speaker) or speaker in public.runoff_seats
    pressed |= any(speaker in reports for reports in public.reports.values())
    public.claims[speaker] = Claim(role, public.day, pressed, public.speeches)


def _report(public: PublicRecord, speaker: int, target: int, result: Team | RoleName, night: int) -> None:
    if target == speaker:
        return
    if result in ("village", "wolves"):
        team, role = result, None
    else:
        team, role = team_of(result), result
    if speaker not in public.claims:
        _claim(public, speaker, public.seer_role)
    public.last_news[speaker] = public.last_news[target] = public.speeches
    public.reports.setdefault(speaker, {})[target] = Report(target, team, role, _night(public, night))
    if team == "wolves":
        _accuse(public, speaker, target, 1.0)


def _accuse(public: PublicRecord, speaker: int, target: int, weight: float) -> None:
    if target == speaker:
        return
    key = (public.day, speaker, target)
    public.accusations[key] = max(weight, public.accusations.get(key, 0.0))
    _add_weight(public, public.accusation_weights, key, weight)
    public.accusers_ever.add(speaker)
    _note_accuser(public, speaker, target)
    _note_announcement(public, speaker, target)


def _vouch(public: PublicRecord, speaker: int, target: int, weight: float) -> None:
    key = (public.day, speaker, target)
    if target != speaker:
        public.vouchings[key] = max(weight, public.vouchings.get(key, 0.0))
        _add_weight(public, public.praise_weights, key, weight)
    elif public.accusers.get(speaker):
        public.defended.add((public.day, speaker))


def _add_weight(public: PublicRecord, said: dict[tuple[int, int, int], float], key: tuple[int, int, int], weight: float) -> None:
    """What was said for or against a seat counts, unless a check that was told before says the same: that is weighed already."""
    target, team = key[2], "wolves" if said is public.accusation_weights else "village"
    if not any(target in told and told[target].team == team for told in public.reports.values()):
        said[key] = max(weight, said.get(key, 0.0))


def _note_accuser(public: PublicRecord, speaker: int, target: int) -> None:
    add_accusation(public, speaker, target)
    against = public.accusers.setdefault(target, [])
    if speaker != target and speaker not in against:
        against.append(speaker)


def _note_announcement(public: PublicRecord, speaker: int, target: int) -> None:
    """Whoever speaks against a seat before the ballots lets the table expect its own."""
    if target != speaker and public.state.phase not in _AFTER_THE_BALLOTS:
        public.announced_targets[public.day, speaker] = target
        public.announcement_speech[public.day, speaker] = public.speeches


def _night(public: PublicRecord, night: int) -> int:
    return public.day if night == LAST_NIGHT else night


# -- the acts, one function a kind


def _retracts(public: PublicRecord, speaker: int, act: Retracts) -> None:
    held = public.claims.get(speaker)
    if held and act.role in ("", held.role):
        del public.claims[speaker]
        public.last_news[speaker] = public.speeches
        public.reports.pop(speaker, None)


def _calls_vote(public: PublicRecord, speaker: int, act: CallsVote) -> None:
    if act.seat and public.lives(act.seat):
        public.vote_calls[speaker] = act.seat
        if act.seat != speaker:
            _add_weight(public, public.accusation_weights, (public.day, speaker, act.seat), 1.0)
        public.vote_callers_ever.add(speaker)
        _note_accuser(public, speaker, act.seat)
        _note_announcement(public, speaker, act.seat)


def _tells(kind: str) -> Callable[[PublicRecord, int, Any], None]:
    def tell(public: PublicRecord, speaker: int, act: TellsProtected | TellsSaved | TellsPoisoned) -> None:
        public.claimed_actions.append((speaker, kind, act.seat, _night(public, act.night)))

    return tell


_ACT_HANDLERS: dict[type, Callable[[PublicRecord, int, Any], None]] = {
    ClaimsRole: lambda public, speaker, act: _claim(public, speaker, act.role),
    Retracts: _retracts,
    ReportsCheck: lambda public, speaker, act: _report(public, speaker, act.seat, act.result, act.night),
    Accuses: lambda public, speaker, act: _accuse(public, speaker, act.seat, 1.0 if act.sure else 0.6),
    Vouches: lambda public, speaker, act: _vouch(public, speaker, act.seat, 1.0 if act.sure else 0.6),
    Defends: lambda public, speaker, act: _vouch(public, speaker, act.seat, 0.5),
    CallsVote: _calls_vote,
    AsksSeat: add_question,
    TellsProtected: _tells("protected"),
    TellsSaved: _tells("saved"),
    TellsPoisoned: _tells("poisoned"),
}
