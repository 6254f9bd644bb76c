"""Takes facts into a record, one function a kind of fact; the only writer of records beside `hearing`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wolfcore.bots.phrases import sentences, skeletons
from wolfcore.game import Fact, team_of
from wolfcore.game import facts as f
from wolfcore.speech import Act, CallsVote, marked, read

from .arguments import argue
from .asking import fill_in, spoke
from .hearing import hear
from .oddities import oddity
from .record import CastBallot, Public, Record
from .whispers import pushed_by_day, seer_by_day


def witness(record: Record, facts: Sequence[Fact]) -> None:
    """Take more facts of the record's seat into it, in their order."""
    attend(record, facts)
    notice(record, facts)


def attend(public: Public, facts: Sequence[Fact]) -> None:
    """Take in, of some facts, those that all learn."""
    for fact in facts:
        take = FOR_ALL.get(type(fact))
        if take:
            public.follow(fact)
            take(public, fact)


def notice(record: Record, facts: Sequence[Fact]) -> None:
    """Take in, of some facts, those that are the seat's own, and what the day means for them."""
    for fact in facts:
        take = FOR_ONE.get(type(fact))
        if take:
            take(record, fact)


def for_all(facts: Sequence[Fact]) -> list[Fact]:
    """Of the facts of a seat, those that all learn; a hunter who holds fire is told so alone."""
    return [fact for fact in facts if type(fact) in FOR_ALL and (type(fact) is not f.Shot or fact.target)]


# -- the moderator's announcements


def _began(public: Public, fact: f.Began) -> None:
    if fact.phase == "night":
        public.calls, public.accusers, public.heard = {}, {}, []
        public.recommended, public.tied = 0, ()
    if fact.phase in ("night", "discussion") and public.day > 0:
        public.stands.append(public.living)


def _follow_alone(public: Public, fact: Fact) -> None:
    """The state says it all."""


def _shoots(public: Public, fact: f.Shot) -> None:
    if fact.target:
        public.shooters.add(fact.seat)


def _reveal(public: Public, fact: f.Revealed) -> None:
    public.revealed[fact.seat] = fact.role


def _quiet(public: Public, fact: f.QuietNight) -> None:
    public.quiet.add(fact.day)


def _voted(public: Public, fact: f.Voted) -> None:
    public.ballots.append(CastBallot(public.day, fact.voter, fact.target, fact.ballot))


def _recommend(public: Public, fact: f.Recommended) -> None:
    public.recommended = fact.target


# -- talk


def _said(public: Public, fact: f.Said) -> None:
    speaker = fact.seat
    if fact.kind == "plead":
        public.tied = (*public.tied, speaker)
    public.speeches += 1
    spoke(public, speaker, fact.text, in_turn=fact.kind == "speak")
    public.heard.append(speaker)
    public.last_heard[speaker] = public.speeches
    _note_oddity(public, fact)
    if fact.text:
        public.spoken.update(sentences(fact.text))
        public.phrases.update(skeletons(fact.text, public.names))
        acts = _acts_of(public, speaker, fact.text)
        for act in acts:
            hear(public, speaker, act)
        argue(public, speaker, fact.text, acts)
        fill_in(public, speaker, fact.text, acts)


def _acts_of(public: Public, speaker: int, text: str) -> tuple[Act, ...]:
    """What a speech does: house bots know their own lines, and read the rest."""
    known = public.meant_by(marked(text, public.names, public.size), speaker) if public.meant_by else None
    return read(text, speaker, public.names, public.size) if known is None else known


def _note_oddity(public: Public, fact: f.Said) -> None:
    odd = oddity(fact.text, "@" in marked(fact.text, public.names, public.size))
    if odd:
        public.odd[fact.seat] = odd
    else:
        public.odd.pop(fact.seat, None)


# -- what a seat learns alone, or its pack


def _night(record: Record, fact: f.Began) -> None:
    if fact.phase == "night":
        record.night = fact.day
        record.proposals, record.wishes, record.pushes = {}, {}, {}
        record.played = record.victim = 0


def _dealt(record: Record, fact: f.Dealt) -> None:
    if fact.seat == record.me:
        record.role = fact.role
    if team_of(fact.role) == "wolves":
        record.pack |= 1 << fact.seat


def _checked(record: Record, fact: f.Checked) -> None:
    if fact.target:
        record.checks.append(fact)


def _protect(record: Record, fact: f.Protected) -> None:
    record.protected[record.night] = fact.target


def _victim(record: Record, fact: f.Victim) -> None:
    record.victim = fact.target
    if fact.target:
        record.victims.add(fact.target)


def _saved(record: Record, fact: f.Saved) -> None:
    if fact.target:
        record.potions.append(("saved", fact.target, record.night))


def _poisoned(record: Record, fact: f.Poisoned) -> None:
    record.poison_used |= bool(fact.target)
    if fact.target:
        record.potions.append(("poisoned", fact.target, record.night))


def _attacked(record: Record, fact: f.Attacked) -> None:
    record.attacked[record.night] = fact.target


def _proposed(record: Record, fact: f.Proposed) -> None:
    record.proposals[fact.seat] = fact.target


def _whispered(record: Record, fact: f.Whispered) -> None:
    record.whispered.update(sentences(fact.text), skeletons(fact.text, record.names))
    words = marked(fact.text, record.names, record.size)
    by_day = pushed_by_day(words)
    record.played = seer_by_day(words, fact.seat) or record.played
    if by_day:
        record.pushes[fact.seat] = by_day[-1]
    for act in _acts_of(record, fact.seat, fact.text):
        if isinstance(act, CallsVote) and act.seat and act.seat not in by_day:
            record.wishes[fact.seat] = act.seat


FOR_ALL: dict[type, Callable[[Public, Any], None]] = {
    f.Began: _began,
    f.Died: _follow_alone,
    f.Cause: _follow_alone,
    f.Badge: _follow_alone,
    f.Shot: _shoots,
    f.Revealed: _reveal,
    f.QuietNight: _quiet,
    f.Voted: _voted,
    f.Recommended: _recommend,
    f.Said: _said,
}
FOR_ONE: dict[type, Callable[[Record, Any], None]] = {
    f.Began: _night,
    f.Dealt: _dealt,
    f.Checked: _checked,
    f.Protected: _protect,
    f.Victim: _victim,
    f.Saved: _saved,
    f.Poisoned: _poisoned,
    f.Attacked: _attacked,
    f.Proposed: _proposed,
    f.Whispered: _whispered,
}

LEFT_OUT: frozenset[type] = frozenset({
    f.Appointed, f.Bid, f.Thought, f.Believed, f.Fallback,  # for the moderator alone
    f.Decider, f.Idle, f.TieBroken, f.Exiled,  # change nothing that is not told apart
    f.Candidates, f.OrderSet, f.CalledOn, f.MostNamed,  # who speaks when is in the asks
    f.Ended,  # nobody thinks any more
})  # fmt: skip
"""The facts that no bot takes in."""
