"""Facts: every event of a game as a struct, and the log entry that gives each fact its audience.

One fact has one audience; what two groups may know differently is two facts. Facts contain no
prose, and their names and fields are the log format.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .asks import AnswerOrigin, AskKind, Belief, Phase
from .roles import RoleName, Team

Ballot = Literal["elect", "lean", "vote", "runoff"]


DeathCause = Literal["killed", "poisoned", "exiled", "shot"]


EndKind = Literal["village", "wolves", "draw", "stopped", "void"]


BadgeHow = Literal[
    "elected", "unopposed", "appointed", "named", "trusted",  # a seat holds the badge
    "nobody_ran", "everybody_ran", "nobody_voted", "tied", "torn", "lost",  # gone for good
]  # fmt: skip


PublicSpeechKind = Literal["campaign", "speak", "summarise", "defend", "plead", "last_words"]


Audience: TypeAlias = Literal["all"] | tuple[int, ...]


ALL: Literal["all"] = "all"


MODERATOR: tuple[int, ...] = ()
"""The audience that holds no seat: only the moderator knows the fact."""


class _Fact(Struct, frozen=True, gc=False, tag=True, tag_field="is", omit_defaults=True):
    """Base of all facts: frozen; the key `is` holds the class name as the tag."""


class Began(_Fact, frozen=True):
    """A phase of the day begins. Audience: all."""

    day: int
    phase: Phase


class Dealt(_Fact, frozen=True):
    """A seat is dealt a role. Audience: the seat; for a wolf the whole pack."""

    seat: int
    role: RoleName


class Appointed(_Fact, frozen=True):
    """The deal made a seat sheriff. Audience: the moderator, until a `Badge` announces it."""

    seat: int


class Decider(_Fact, frozen=True):
    """The wolf drawn to decide tonight's kill. Audience: the living pack."""

    seat: int


class Whispered(_Fact, frozen=True):
    """A wolf speaks to the pack at night. Audience: the living pack."""

    seat: int
    text: str


class Proposed(_Fact, frozen=True):
    """A wolf's pick for the kill, 0 for no one.

    Audience: the living pack; only the wolf itself where picks are unseen (`wolf_kill` is
    unanimous).
    """

    seat: int
    target: int


class Attacked(_Fact, frozen=True):
    """The seat that the pack attacks tonight, 0 for no one. Audience: the living pack."""

    target: int


class Protected(_Fact, frozen=True):
    """The seat that a guard or doctor protects, 0 for no one. Audience: the guard or doctor."""

    seat: int
    target: int


class Checked(_Fact, frozen=True):
    """The result of a seer's check: a team or a role, by the board. Audience: the seer.

    The result is empty and the target 0 where the seer passes.
    """

    seer: int
    target: int
    result: RoleName | Team | Literal[""]


class Victim(_Fact, frozen=True):
    """The victim of the pack as told to a witch by the board's rules, 0 for none.

    Audience: the witch.
    """

    seat: int
    target: int


class Saved(_Fact, frozen=True):
    """A witch uses the antidote on `target`, or keeps it (0). Audience: the witch."""

    seat: int
    target: int


class Poisoned(_Fact, frozen=True):
    """A witch poisons `target`, or keeps the poison (0). Audience: the witch."""

    seat: int
    target: int


class Idle(_Fact, frozen=True):
    """A seat had no legal option and was not asked. Audience: that seat."""

    seat: int
    kind: AskKind


class QuietNight(_Fact, frozen=True):
    """Nobody died in the night. Audience: all."""

    day: int


class Died(_Fact, frozen=True):
    """A seat dies and is out of the game. Audience: all."""

    seat: int


class Cause(_Fact, frozen=True):
    """The cause of a seat's death.

    Audience: all for an exile or a shot; for a death at night all where the board tells causes,
    else the moderator.
    """

    seat: int
    cause: DeathCause


class Revealed(_Fact, frozen=True):
    """The role of a seat, dead or alive, is shown to everybody. Audience: all."""

    seat: int
    role: RoleName


class Shot(_Fact, frozen=True):
    """A hunter shoots `target`. Audience: all; for holding fire (0) the hunter only."""

    seat: int
    target: int


class Candidates(_Fact, frozen=True):
    """The candidates for sheriff, in the order of their speeches. Audience: all."""

    seats: tuple[int, ...]


class Badge(_Fact, frozen=True):
    """The sheriff from now on (0: none for the rest of the game) and the reason. Audience: all."""

    seat: int
    how: BadgeHow


class OrderSet(_Fact, frozen=True):
    """Today's speaking order; `by` is the sheriff who chose it, or 0. Audience: all."""

    seats: tuple[int, ...]
    by: int = 0


class Bid(_Fact, frozen=True):
    """A seat's bid for the next turn to speak, 0..4. Audience: the moderator."""

    seat: int
    amount: int


class CalledOn(_Fact, frozen=True):
    """The seat that speaks next after the bids. Audience: all."""

    seat: int


class Said(_Fact, frozen=True):
    """A public speech; empty text is silence. Audience: all."""

    seat: int
    kind: PublicSpeechKind
    text: str


class Recommended(_Fact, frozen=True):
    """The sheriff's recommendation at the end of the discussion, 0 for none. Audience: all."""

    seat: int
    target: int


class MostNamed(_Fact, frozen=True):
    """A seat that speaks once more before the vote. Audience: all.

    It was named in `speeches` speeches of today. In a defence no seat was named in more. In a round
    of replies only speeches after its own last one count.
    """

    seat: int
    speeches: int


class Voted(_Fact, frozen=True):
    """A ballot, 0 for no one. Audience: all; the moderator where ballots are secret.

    `line` is what the voter said with it; empty where nothing was said or the board has no lines.
    """

    voter: int
    target: int
    ballot: Ballot
    line: str = ""


class TieBroken(_Fact, frozen=True):
    """A random draw decided between tied seats. Audience: all."""

    among: tuple[int, ...]
    seat: int


class Exiled(_Fact, frozen=True):
    """The result of the day's vote, 0 for no exile. Audience: all."""

    seat: int


class LostVote(_Fact, frozen=True):
    """A living seat has no vote from now on. Audience: all."""

    seat: int


class Thought(_Fact, frozen=True):
    """Private reasoning that came with an answer. Audience: the moderator."""

    seat: int
    ask: str
    text: str


class Believed(_Fact, frozen=True):
    """Beliefs that came with an answer. Audience: the moderator."""

    seat: int
    ask: str
    beliefs: tuple[Belief, ...]


class Fallback(_Fact, frozen=True):
    """An answer whose origin `how` is not `given`. Audience: the moderator."""

    seat: int
    ask: str
    how: AnswerOrigin


class Ended(_Fact, frozen=True):
    """The game is over. Audience: all."""

    day: int
    ended: EndKind
    winner: Team | None = None


Fact: TypeAlias = (
    Began
    | Dealt
    | Appointed
    | Decider
    | Whispered
    | Proposed
    | Attacked
    | Protected
    | Checked
    | Victim
    | Saved
    | Poisoned
    | Idle
    | QuietNight
    | Died
    | Cause
    | Revealed
    | Shot
    | Candidates
    | Badge
    | OrderSet
    | Bid
    | CalledOn
    | Said
    | Recommended
    | MostNamed
    | Voted
    | TieBroken
    | Exiled
    | LostVote
    | Thought
    | Believed
    | Fallback
    | Ended
)


class Entry(Struct, frozen=True, gc=False):
    """One log entry: a fact and the audience that may know it.

    Attributes:
        to: The audience: `all`, or the seats that may know the fact; empty for the moderator only.
        fact: The fact.
    """

    to: Audience
    fact: Fact


class Result(Struct, frozen=True, gc=False):
    """The result of a finished game.

    Attributes:
        ended: The winning team, or draw, stopped (a stop rule of the board) or void (the same in
            night 1).
        winner: The winning team, or None.
        days: The last day that began, from 1.
    """

    ended: EndKind
    winner: Team | None
    days: int


def public_words(fact: Fact) -> tuple[int, str]:
    """Return the speaker and the words of a speech, or of the line with a ballot.

    A silent speech has a speaker and no words. All other facts have speaker 0.
    """
    match fact:
        case Said(seat=speaker, text=text):
            return speaker, text
        case Voted(voter=speaker, line=text) if text:
            return speaker, text
        case _:
            return 0, ""


def may_know(to: Audience, seat: int) -> bool:
    """Return whether `seat` belongs to the audience `to`."""
    return to == ALL or seat in to
