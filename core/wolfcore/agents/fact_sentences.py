"""Sentences for facts, one line each, as prompts show them to a model.

A line never changes once written, so that each prompt begins like the one before and prompt caches
apply. Players' words are quoted, cleaned and bounded: they are data. A new fact needs a row in
`WORDS` or `LEFT_OUT`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from wolfcore.game import AnsweredAsk, AskKind, Fact, View
from wolfcore.game import facts as f
from wolfcore.players import SPEECH_LIMIT, clean_text

MAX_SPEECH_CHARS = SPEECH_LIMIT
"""Maximum characters of one speech that a prompt quotes: as many as a speech may have, so that it
is quoted whole."""


MAX_NOTE_CHARS = 500
"""Maximum characters of one of the seat's own reasons that a prompt quotes: more than the model is
asked for."""


_PARTS = {
    "dawn": "morning", "election": "election of the sheriff", "discussion": "discussion",
    "straw_vote": "straw vote", "summary": "the sheriff sums up", "defence": "defence",
    "vote": "vote", "runoff": "runoff", "exile": "exile",
}  # fmt: skip


_CAUSES = {"killed": "the wolves", "poisoned": "poison"}
"""Causes of death that no other line tells: an exile and a shot have lines of their own."""


_SPEECHES = {
    "campaign": " in the campaign", "summarise": " as sheriff, to sum up", "defend": " in defence",
    "plead": " in defence", "last_words": " as last words", "speak": "",
}  # fmt: skip


_BALLOTS = {
    "elect": " in the election",
    "lean": " in the straw vote",
    "vote": "",
    "runoff": " in the runoff",
}


_BADGES = {
    "elected": "was elected sheriff", "unopposed": "stands alone and is sheriff",
    "appointed": "is the sheriff", "named": "was handed the badge and is sheriff now",
    "trusted": "was trusted most by the old sheriff and is sheriff now",
}  # fmt: skip


_NO_BADGE = {
    "nobody_ran": "Nobody stands, so there will be no sheriff.",
    "everybody_ran": "Everybody stands, so there will be no sheriff.",
    "nobody_voted": "Nobody voted, so there will be no sheriff.",
    "tied": "The election is tied again, so there will be no sheriff.",
    "torn": "The sheriff tore up the badge: there is no sheriff any more.",
    "lost": "There is no sheriff any more.",
}


LineKind: TypeAlias = Literal["fact", "speech", "reason"]


class RecordLine(Struct, frozen=True):
    """A line of the record.

    Attributes:
        text: The sentence.
        kind: `speech` for a player's words, `reason` for the seat's own private reason, else
            `fact`.
        fact: The fact that the line tells; None for a private reason.
        number: Its position in the record, from 1.
        rank: Its priority. If a prompt is too long, lines of the lowest rank are dropped first, and
            of one rank the oldest.
    """

    text: str
    kind: LineKind = "fact"
    fact: Fact | None = None
    number: int = 0
    rank: int = 0

    @property
    def speaker(self) -> int:
        """The seat whose words the line tells; 0 if it tells none."""
        if self.kind != "speech" or self.fact is None:
            return 0
        return (
            self.fact.seat if isinstance(self.fact, f.Whispered) else f.public_words(self.fact)[0]
        )

    @property
    def public_words(self) -> str:
        """The words that all heard, which the line tells; empty if it tells none."""
        return f.public_words(self.fact)[1] if self.kind == "speech" and self.fact else ""


class FactNarrator:
    """Writes facts as sentences for one seat, in their order.

    Args:
        view: The seat's view.
    """

    def __init__(self, view: View) -> None:
        self._me, self._names, self._board = view.seat, view.names, view.board
        self._dead: set[int] = set()

    @property
    def has_replies(self) -> bool:
        """Whether seats speak before the vote to reply, and not in one defence."""
        return self._board.switches.defence == "replies"

    @property
    def hunter(self) -> str:
        """The role that shoots on this board."""
        return self._board.role_using("shoot")

    def seat(self, seat: int) -> str:
        """Return a seat as number and name; `no one` for 0."""
        return seat_label(seat, self._names)

    def subject(self, seat: int) -> str:
        """Return a seat as the subject of a sentence, with `(you)` behind the reader's own seat."""
        return f"{self.seat(seat)} (you)" if seat == self._me else self.seat(seat)

    def revealed(self, fact: f.Revealed) -> str:
        """Return the sentence of a role that all learn, of a dead or a living seat."""
        if fact.seat in self._dead:
            return f"{self.seat(fact.seat)} was {fact.role}."
        return f"{self.subject(fact.seat)} is {fact.role} and stays alive."

    def seats(self, seats: Iterable[int]) -> str:
        """Return seats as a comma-separated list."""
        return ", ".join(map(self.seat, seats))

    def lines(self, fact: Fact) -> tuple[RecordLine, ...]:
        """Return the record lines of a fact: none without a sentence, two for a ballot with words.

        The ballot is certain, and what was said with it is not.
        """
        if isinstance(fact, f.Died):
            self._dead.add(fact.seat)
        say = WORDS.get(type(fact))
        text = say(self, fact) if say else ""
        kind = "speech" if isinstance(fact, f.Said | f.Whispered) else "fact"
        told = (RecordLine(text, kind, fact),) if text else ()
        if isinstance(fact, f.Voted) and fact.line:
            words = f"{self.subject(fact.voter)} said with this ballot: {quoted(fact.line)}"
            return (*told, RecordLine(words, "speech", fact))
        return told

    def own_note(self, own: AnsweredAsk) -> RecordLine | None:
        """Return the line of the private reason for an own answer; None if it noted nothing."""
        what, answer = NOTE_OCCASIONS[own.ask.kind], own.answer
        if not what:
            return None
        if own.ask.kind == "defend" and self.has_replies:
            what = "before your reply"
        beliefs = ", ".join(
            f"{self.seat(each.seat)} {each.role} {each.confidence}" for each in answer.beliefs
        )
        # As JSON: no text can leave its quotation marks, or begin a line that looks like the
        # record's.
        thought = (
            json.dumps(clean_text(answer.thought, MAX_NOTE_CHARS), ensure_ascii=False)
            if answer.thought
            else ""
        )
        words = "; ".join(filter(None, (beliefs, thought)))
        return RecordLine(f"You noted for yourself, {what}: {words}", "reason") if words else None

    def result(self, fact: f.Checked) -> str:
        """Return the result of a check in words."""
        if self._board.switches.seer_learns == "role":
            return f"the role is {fact.result}"
        return "a wolf" if fact.result == "wolves" else "not a wolf"


def seat_label(seat: int, names: Sequence[str]) -> str:
    """Return a seat as number and name, as prompts and answers write it; `no one` for 0."""
    return f"{seat} {names[seat - 1]}" if seat else "no one"


def quoted(text: str) -> str:
    """Quote a player's words as data: one line in quotes, cleaned and bounded."""
    # As JSON: no text can leave its quotation marks, or begin a line that looks like the record's.
    return json.dumps(clean_text(text, MAX_SPEECH_CHARS), ensure_ascii=False)


def _began(say: FactNarrator, fact: f.Began) -> str:
    if fact.phase == "night":
        return f"== Night {fact.day} =="
    part = "replies" if fact.phase == "defence" and say.has_replies else _PARTS.get(fact.phase)
    return f"== Day {fact.day}: {part} ==" if part else ""


def _proposed(say: FactNarrator, fact: f.Proposed) -> str:
    return f"{say.subject(fact.seat)} chose to attack {say.seat(fact.target)}."


def _attacked(say: FactNarrator, fact: f.Attacked) -> str:
    return (
        f"The pack attacks {say.seat(fact.target)}." if fact.target else "The pack attacks no one."
    )


def _protected(say: FactNarrator, fact: f.Protected) -> str:
    return f"You protect {say.seat(fact.target)} tonight."


def _checked(say: FactNarrator, fact: f.Checked) -> str:
    return (
        f"You checked {say.seat(fact.target)}: {say.result(fact)}."
        if fact.target
        else "You checked no one."
    )


def _victim(say: FactNarrator, fact: f.Victim) -> str:
    return (
        f"You learn that the wolves attacked {say.seat(fact.target)}."
        if fact.target
        else "You learn of no victim tonight."
    )


def _saved(say: FactNarrator, fact: f.Saved) -> str:
    return (
        f"You used your antidote on {say.seat(fact.target)}."
        if fact.target
        else "You kept your antidote."
    )


def _poisoned(say: FactNarrator, fact: f.Poisoned) -> str:
    return (
        f"You used your poison on {say.seat(fact.target)}."
        if fact.target
        else "You kept your poison."
    )


def _cause(say: FactNarrator, fact: f.Cause) -> str:
    return f"{say.seat(fact.seat)} fell by {_CAUSES[fact.cause]}." if fact.cause in _CAUSES else ""


def _shot(say: FactNarrator, fact: f.Shot) -> str:
    if not fact.target:
        return "You held your fire."
    return f"{say.subject(fact.seat)} is the {say.hunter} and shot {say.seat(fact.target)}."


def _candidates(say: FactNarrator, fact: f.Candidates) -> str:
    return (
        f"Candidates for sheriff, in the order of their speeches: {say.seats(fact.seats)}."
        if fact.seats
        # That nobody stands is told by the badge that follows.
        else ""
    )


def _badge(say: FactNarrator, fact: f.Badge) -> str:
    return f"{say.subject(fact.seat)} {_BADGES[fact.how]}." if fact.seat else _NO_BADGE[fact.how]


def _order(say: FactNarrator, fact: f.OrderSet) -> str:
    by = f", chosen by the sheriff {say.seat(fact.by)}" if fact.by else ""
    return f"Order of speaking today{by}: {say.seats(fact.seats)}."


def _said(say: FactNarrator, fact: f.Said) -> str:
    when = " in reply" if fact.kind == "defend" and say.has_replies else _SPEECHES[fact.kind]
    return (
        f"{say.subject(fact.seat)} said{when}: {quoted(fact.text)}"
        if fact.text
        else f"{say.subject(fact.seat)} said nothing{when}."
    )


def _recommended(say: FactNarrator, fact: f.Recommended) -> str:
    return (
        f"{say.subject(fact.seat)} recommends to exile {say.seat(fact.target)}."
        if fact.target
        else ""
    )


def _most_named(say: FactNarrator, fact: f.MostNamed) -> str:
    many = "1 speech" if fact.speeches == 1 else f"{fact.speeches} speeches"
    if say.has_replies:
        return f"{say.subject(fact.seat)} was named in {many} since speaking last, and may reply."
    return (
        f"{say.subject(fact.seat)} was named most today, in {many}, and speaks once more "
        "before the vote."
    )


def _voted(say: FactNarrator, fact: f.Voted) -> str:
    return f"{say.subject(fact.voter)} voted for {say.seat(fact.target)}{_BALLOTS[fact.ballot]}."


def _tie(say: FactNarrator, fact: f.TieBroken) -> str:
    return f"A tie between {say.seats(fact.among)}: the lot fell on {say.seat(fact.seat)}."


def _exiled(say: FactNarrator, fact: f.Exiled) -> str:
    return f"{say.subject(fact.seat)} was exiled." if fact.seat else "Nobody was exiled."


NOTE_OCCASIONS: dict[AskKind, str] = {
    "kill": "before the attack",
    "whisper": "before you spoke to the pack",
    "protect": "before you protected",
    "check": "before you checked",
    "save": "on your antidote",
    "poison": "on your poison",
    "shoot": "before your shot",
    "run": "on standing for sheriff",
    "campaign": "before you spoke",
    "elect": "before the election",
    "order": "on the order of speaking",
    "speak": "before you spoke",
    "suspect": "with your confidence from 5 to 10",
    "lean": "before the straw vote",
    "summarise": "before you summed up",
    "defend": "before you defended yourself",
    "vote": "before the vote",
    "plead": "before you defended yourself",
    "badge": "on the badge",
    "last_words": "before your last words",
    "bid": "",  # an earlier wish to speak is of no use later
}
"""What a private reason was about, by kind of ask; empty for a reason that is not repeated in later
prompts."""


WORDS: dict[type, Callable[[FactNarrator, Any], str]] = {
    f.Began: _began,
    f.Decider: lambda say, fact: f"{say.subject(fact.seat)} decides tonight for the pack.",
    f.Whispered: lambda say, fact: (
        f"{say.subject(fact.seat)} said to the pack: {quoted(fact.text)}"
    ),
    f.Proposed: _proposed,
    f.Attacked: _attacked,
    f.Protected: _protected,
    f.Checked: _checked,
    f.Victim: _victim,
    f.Saved: _saved,
    f.Poisoned: _poisoned,
    f.Idle: lambda say, fact: "You had nothing to choose from and rested.",
    f.QuietNight: lambda say, fact: "Nobody died in the night.",
    f.Died: lambda say, fact: f"{say.subject(fact.seat)} died.",
    f.Cause: _cause,
    f.Revealed: FactNarrator.revealed,
    f.Shot: _shot,
    f.Candidates: _candidates,
    f.Badge: _badge,
    f.OrderSet: _order,
    f.CalledOn: lambda say, fact: f"{say.subject(fact.seat)} has the floor.",
    f.Said: _said,
    f.Recommended: _recommended,
    f.MostNamed: _most_named,
    f.Voted: _voted,
    f.TieBroken: _tie,
    f.Exiled: _exiled,
    f.LostVote: lambda say, fact: f"{say.subject(fact.seat)} has no vote from now on.",
}
"""The function that writes the sentence of each fact type. `Dealt` is told above the record, nobody
is asked after the end of a game, and the moderator's own facts are in no seat's view."""


LEFT_OUT: frozenset[type] = frozenset({
    f.Dealt,  # told at the head of a prompt
    f.Appointed, f.Bid, f.Thought, f.Believed, f.Fallback,  # no seat learns them
    f.Ended,  # no ask follows the end of a game
})  # fmt: skip
"""The fact types that no prompt tells."""
