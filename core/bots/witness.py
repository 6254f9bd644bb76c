"""Takes facts into a record, one function a kind of fact; the only writer of records beside `hearing`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.game import Fact, team_of
from core.game import facts as f
from core.speech import CallsVote, read

from .hearing import hear
from .phrases import sentences, skeletons
from .record import Ballot, Fall, Record


def witness(record: Record, facts: Sequence[Fact]) -> None:
    """Take more facts of the record's seat into it, in their order."""
    for fact in facts:
        take = _TAKES.get(type(fact))
        if take:
            take(record, fact)


# -- the moderator's announcements


def _began(record: Record, fact: f.Began) -> None:
    record.day, record.phase = fact.day, fact.phase
    if fact.phase == "night":
        record.calls, record.asked, record.accusers, record.heard = {}, {}, {}, []
        record.proposals, record.wishes = {}, {}
        record.recommended, record.victim, record.tied = 0, 0, ()
    if fact.phase in ("night", "discussion") and record.day > 0:
        record.stands.append(record.living)


def _dealt(record: Record, fact: f.Dealt) -> None:
    if fact.seat == record.me:
        record.role = fact.role
    if team_of(fact.role) == "wolves":
        record.pack |= 1 << fact.seat


def _died(record: Record, fact: f.Died) -> None:
    record.living &= ~(1 << fact.seat)
    how = "exiled" if fact.seat == record.exiled else "shot" if fact.seat == record.shot else "night"
    record.falls.append(Fall(fact.seat, record.day, how))


def _cause(record: Record, fact: f.Cause) -> None:
    record.falls = [fall._replace(how=fact.cause) if fall.seat == fact.seat else fall for fall in record.falls]


def _vote_ended(record: Record, fact: f.Exiled) -> None:
    record.exiled = fact.seat


def _shoots(record: Record, fact: f.Shot) -> None:
    record.shot = fact.target
    if fact.target:
        record.shooters.add(fact.seat)


def _reveal(record: Record, fact: f.Revealed) -> None:
    record.revealed[fact.seat] = fact.role


def _quiet(record: Record, fact: f.QuietNight) -> None:
    record.quiet.add(fact.day)


def _badge(record: Record, fact: f.Badge) -> None:
    record.sheriff = fact.seat


def _candidates(record: Record, fact: f.Candidates) -> None:
    record.candidates = fact.seats


def _voted(record: Record, fact: f.Voted) -> None:
    record.ballots.append(Ballot(record.day, fact.voter, fact.target, fact.ballot))


def _recommend(record: Record, fact: f.Recommended) -> None:
    record.recommended = fact.target


# -- the own night


def _checked(record: Record, fact: f.Checked) -> None:
    if fact.target:
        record.checks.append(fact)


def _protect(record: Record, fact: f.Protected) -> None:
    record.protected[record.day] = fact.target


def _victim(record: Record, fact: f.Victim) -> None:
    record.victim = fact.target
    if fact.target:
        record.victims.add(fact.target)


def _saved(record: Record, fact: f.Saved) -> None:
    if fact.target:
        record.deeds.append((0, "saved", fact.target, record.day))


def _poisoned(record: Record, fact: f.Poisoned) -> None:
    record.poison_used |= bool(fact.target)
    if fact.target:
        record.deeds.append((0, "poisoned", fact.target, record.day))


def _attacked(record: Record, fact: f.Attacked) -> None:
    record.attacked[record.day] = fact.target


def _proposed(record: Record, fact: f.Proposed) -> None:
    record.proposals[fact.seat] = fact.target


def _whispered(record: Record, fact: f.Whispered) -> None:
    record.phrases.update(sentences(fact.text), skeletons(fact.text, record.names))
    for act in read(fact.text, fact.seat, record.names, record.size):
        if isinstance(act, CallsVote) and act.seat:
            record.wishes[fact.seat] = act.seat


# -- talk


def _said(record: Record, fact: f.Said) -> None:
    speaker = fact.seat
    if fact.kind == "plead":
        record.tied = (*record.tied, speaker)
    record.speeches += 1
    record.asked.pop(speaker, None)
    record.heard.append(speaker)
    record.last_heard[speaker] = record.speeches
    if fact.text:
        record.spoken.update(sentences(fact.text))
        record.phrases.update(skeletons(fact.text, record.names))
        for act in read(fact.text, speaker, record.names, record.size):
            hear(record, speaker, act)


_TAKES: dict[type, Callable[[Record, Any], None]] = {
    f.Began: _began,
    f.Dealt: _dealt,
    f.Died: _died,
    f.Cause: _cause,
    f.Exiled: _vote_ended,
    f.Shot: _shoots,
    f.Revealed: _reveal,
    f.QuietNight: _quiet,
    f.Badge: _badge,
    f.Candidates: _candidates,
    f.Voted: _voted,
    f.Recommended: _recommend,
    f.Checked: _checked,
    f.Protected: _protect,
    f.Victim: _victim,
    f.Saved: _saved,
    f.Poisoned: _poisoned,
    f.Attacked: _attacked,
    f.Proposed: _proposed,
    f.Whispered: _whispered,
    f.Said: _said,
}
