"""Update records from facts: public facts, and those that one seat or its pack learns alone.

One handler for each kind of fact. A new fact needs a handler or a row in `LEFT_OUT`
(`tests/core/test_every_fact.py`). The only writer of records besides `speech_acts` and
`open_questions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wolfcore.bots.fingerprints import sentence_shapes, sentences
from wolfcore.game import Fact, team_of
from wolfcore.game import facts as f
from wolfcore.speech import (
    Accuses,
    Act,
    Agrees,
    CallsVote,
    Proposes,
    mark_seats,
    read,
    read_whisper,
)

from .arguments import weigh_reasons
from .open_questions import refine_questions, seats_marked_in, settle_answered
from .seat_record import CastBallot, PublicRecord, SeatRecord, seats_of
from .speech_acts import apply_act, renew_implied_claims
from .text_cues import oddity_of


def observe(record: SeatRecord, facts: Sequence[Fact]) -> None:
    """Apply facts of the record's seat to its public and private part, in order."""
    observe_public(record, facts)
    observe_private(record, facts)


def observe_public(public: PublicRecord, facts: Sequence[Fact]) -> None:
    """Apply the public facts among `facts` to the record, in order; other facts are skipped."""
    for fact in facts:
        take = PUBLIC_HANDLERS.get(type(fact))
        if take:
            public.apply_fact(fact)
            take(public, fact)


def observe_private(record: SeatRecord, facts: Sequence[Fact]) -> None:
    """Apply the private facts among `facts`, and the begin of a night, to a seat's own record."""
    for fact in facts:
        take = PRIVATE_HANDLERS.get(type(fact))
        if take:
            take(record, fact)


def public_facts(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that all seats learn.

    A hunter's shot without a target is left out, because only the hunter learns that it held fire.
    """
    return [
        fact
        for fact in facts
        if type(fact) in PUBLIC_HANDLERS and (type(fact) is not f.Shot or fact.target)
    ]


# -- the moderator's announcements


def _began(public: PublicRecord, fact: f.Began) -> None:
    if fact.phase == "night":
        public.vote_calls, public.accusers = {}, {}
        public.speakers_today, public.turns_today = [], []
        public.questions_to_all, public.table_plans, public.plan_answers = {}, {}, {}
        public.small_talk, public.reasons_today, public.asked_today = {}, {}, set()
        public.recommended_target, public.runoff_seats = 0, ()
    # The game went on at these moments, so that neither side had won with those who lived.
    if fact.phase in ("night", "discussion") and public.day > 0:
        public.living_masks.append(public.living)


def _state_only(public: PublicRecord, fact: Fact) -> None:
    """Do nothing: `PublicRecord.apply_fact` has already put the fact into the state."""


def _shoots(public: PublicRecord, fact: f.Shot) -> None:
    if fact.target:
        public.shooters.add(fact.seat)


def _reveal(public: PublicRecord, fact: f.Revealed) -> None:
    public.revealed[fact.seat] = fact.role
    renew_implied_claims(public)


def _quiet(public: PublicRecord, fact: f.QuietNight) -> None:
    # A first night in which nobody may die tells of no rescue.
    if public.board.switches.kills_in(fact.day):
        public.quiet_nights.add(fact.day)


def _voted(public: PublicRecord, fact: f.Voted) -> None:
    # All ballots of a kind are cast before the first line of them is heard.
    public.heard_before_ballots.setdefault((public.day, fact.ballot), public.speeches)
    public.ballots.append(CastBallot(public.day, fact.voter, fact.target, fact.ballot))
    if fact.line:
        public.speeches += 1
        public.explained_ballots.add((public.day, fact.voter))
        _hear(public, fact.voter, fact.line, _acts_of_speech(public, fact.voter, fact.line))


def _recommend(public: PublicRecord, fact: f.Recommended) -> None:
    public.recommended_target = fact.target


# -- talk


def _said(public: PublicRecord, fact: f.Said) -> None:
    speaker = fact.seat
    if fact.kind == "plead":
        public.runoff_seats = (*public.runoff_seats, speaker)
    public.speeches += 1
    # Before the acts below: a speech answers what was asked earlier, not what it asks itself.
    acts = _acts_of_speech(public, speaker, fact.text) if fact.text else ()
    settle_answered(public, speaker, fact.text, acts, in_turn=fact.kind == "speak")
    public.speakers_today.append(speaker)
    if fact.kind in ("speak", "summarise"):
        public.turns_today.append(speaker)
    public.last_speech[speaker] = public.speeches
    _note_oddity(public, fact)
    if fact.text:
        _hear(public, speaker, fact.text, acts)


def _hear(public: PublicRecord, speaker: int, text: str, acts: tuple[Act, ...]) -> None:
    """Take up the words of a speech, or of the line with a ballot."""
    public.spoken_sentences.update(sentences(text))
    public.sentence_shapes.update(sentence_shapes(text, public.names))
    _note_open_joins(public, speaker, text, acts)
    for act in acts:
        apply_act(public, speaker, act)
    weigh_reasons(public, speaker, acts)
    refine_questions(public, speaker, text, acts)


def _note_open_joins(public: PublicRecord, speaker: int, text: str, acts: tuple[Act, ...]) -> None:
    """Record against whom a speech speaks that names an accuser of the same seat."""
    for act in acts:
        if isinstance(act, Accuses | CallsVote) and public.accusers.get(act.seat):
            named = seats_marked_in(mark_seats(text, public.names, public.size))
            if any(seat in named for seat in public.accusers[act.seat] if seat != speaker):
                public.open_joins.add((public.day, speaker, act.seat))


def _acts_of_speech(public: PublicRecord, speaker: int, text: str) -> tuple[Act, ...]:
    """Return the acts of a speech: looked up for lines of house bots, parsed for all other text."""
    names, size, roles = public.names, public.size, public.board.roles
    known = (
        public.known_lines(mark_seats(text, names, size), speaker, roles)
        if public.known_lines
        else None
    )
    return read(text, speaker, names, size, roles) if known is None else known


def _note_oddity(public: PublicRecord, fact: f.Said) -> None:
    odd = oddity_of(mark_seats(fact.text, public.names, public.size))
    if odd:
        public.odd_speeches[fact.seat] = odd
    else:
        public.odd_speeches.pop(fact.seat, None)
    if odd == "foreign":
        public.foreign_speakers.add(fact.seat)


# -- private facts of one seat or its pack


def _night(record: SeatRecord, fact: f.Began) -> None:
    if fact.phase == "night":
        record.night = fact.day
        record.proposals, record.whispered_targets, record.night_talk = {}, {}, []
        record.victim = 0


def _dealt(record: SeatRecord, fact: f.Dealt) -> None:
    if fact.seat == record.me:
        record.role = fact.role
    if team_of(fact.role) == "wolves":
        record.pack_mask |= 1 << fact.seat


def _checked(record: SeatRecord, fact: f.Checked) -> None:
    if fact.target:
        record.checks.append(fact)


def _protect(record: SeatRecord, fact: f.Protected) -> None:
    record.protected[record.night] = fact.target


def _victim(record: SeatRecord, fact: f.Victim) -> None:
    record.victim = fact.target
    if fact.target:
        record.victims.add(fact.target)


def _saved(record: SeatRecord, fact: f.Saved) -> None:
    if fact.target:
        record.potions.append(("saved", fact.target, record.night))


def _poisoned(record: SeatRecord, fact: f.Poisoned) -> None:
    record.poison_used |= bool(fact.target)
    if fact.target:
        record.potions.append(("poisoned", fact.target, record.night))


def _attacked(record: SeatRecord, fact: f.Attacked) -> None:
    record.attacked[record.night] = fact.target


def _proposed(record: SeatRecord, fact: f.Proposed) -> None:
    record.proposals[fact.seat] = fact.target


def _whispered(record: SeatRecord, fact: f.Whispered) -> None:
    record.whispered.update(sentences(fact.text), sentence_shapes(fact.text, record.names))
    acts = read_whisper(
        fact.text,
        fact.seat,
        record.names,
        record.size,
        record.board.roles,
        seats_of(record.pack_mask & record.living),
        _last_proposer(record, fact.seat),
    )
    record.night_talk.append((fact.seat, acts))
    for act in acts:
        if isinstance(act, Proposes) and act.plan == "kill":
            record.whispered_targets[fact.seat] = act.seat
        elif isinstance(act, Agrees) and act.yes and act.seat in record.whispered_targets:
            record.whispered_targets[fact.seat] = record.whispered_targets[act.seat]


def _last_proposer(record: SeatRecord, listener: int) -> int:
    """Return the wolf other than `listener` that proposed something last tonight, or 0."""
    return next(
        (
            seat
            for seat, acts in reversed(record.night_talk)
            if seat != listener and any(isinstance(act, Proposes) for act in acts)
        ),
        0,
    )


PUBLIC_HANDLERS: dict[type, Callable[[PublicRecord, Any], None]] = {
    f.Began: _began,
    f.Died: _state_only,
    f.Cause: _state_only,
    f.Exiled: _state_only,
    f.LostVote: _state_only,
    f.Badge: _state_only,
    f.Shot: _shoots,
    f.Revealed: _reveal,
    f.QuietNight: _quiet,
    f.Voted: _voted,
    f.Recommended: _recommend,
    f.Said: _said,
}


PRIVATE_HANDLERS: dict[type, Callable[[SeatRecord, Any], None]] = {
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
    f.Decider, f.Idle, f.TieBroken,  # their effects come as other facts
    f.Candidates, f.OrderSet, f.CalledOn, f.MostNamed,  # the asks tell who speaks when
    f.Ended,  # no ask follows
})  # fmt: skip
"""The facts that no bot takes into its record."""
