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
    "elected", "unopposed", "appointed", "named", "trusted",  # somebody holds it
    "nobody_ran", "everybody_ran", "nobody_voted", "tied", "torn", "lost",  # nobody does, for good
]  # fmt: skip


PublicSpeechKind = Literal["campaign", "speak", "summarise", "defend", "plead", "last_words"]


Audience: TypeAlias = Literal["all"] | tuple[int, ...]


ALL: Literal["all"] = "all"


MODERATOR: tuple[int, ...] = ()
"""Nobody but the moderator."""


class _Fact(Struct, frozen=True, gc=False, tag=True, tag_field="is", omit_defaults=True):
    """Base of all facts: frozen, told apart by the class name under the key `is`."""


class Began(_Fact, frozen=True):
    """A part of the day begins. To all."""

    day: int
    phase: Phase


class Dealt(_Fact, frozen=True):
    """A seat holds a role. To the seat; a wolf's to the whole pack."""

    seat: int
    role: RoleName


class Appointed(_Fact, frozen=True):
    """The deal made a seat sheriff. Moderator only, until a `Badge` announces it."""

    seat: int


class Decider(_Fact, frozen=True):
    """The wolf drawn to decide tonight. To the living pack."""

    seat: int


class Whispered(_Fact, frozen=True):
    """A wolf speaks at night. To the living pack."""

    seat: int
    text: str


class Proposed(_Fact, frozen=True):
    """A wolf's pick for the kill, 0 for no one. To the living pack; where picks are unseen, to the wolf alone."""

    seat: int
    target: int


class Attacked(_Fact, frozen=True):
    """Whom the pack attacks tonight, 0 for no one. To the living pack."""

    target: int


class Protected(_Fact, frozen=True):
    """Whom a guard or doctor protects, 0 for no one. To that seat."""

    seat: int
    target: int


class Checked(_Fact, frozen=True):
    """What a seer learns: a team or a role, by the board. Empty result for a check passed up. To the seer."""

    seer: int
    target: int
    result: RoleName | Team | Literal[""]


class Victim(_Fact, frozen=True):
    """Whom the pack attacked, 0 for no one, as a witch is told. To the witch."""

    seat: int
    target: int


class Saved(_Fact, frozen=True):
    """A witch uses the antidote on `target`, or keeps it (0). To the witch."""

    seat: int
    target: int


class Poisoned(_Fact, frozen=True):
    """A witch poisons `target`, or keeps the poison (0). To the witch."""

    seat: int
    target: int


class Idle(_Fact, frozen=True):
    """A seat had no legal option and was not asked. To that seat."""

    seat: int
    kind: AskKind


class QuietNight(_Fact, frozen=True):
    """Nobody died in the night. To all."""

    day: int


class Died(_Fact, frozen=True):
    """A seat is out of the game. To all."""

    seat: int


class Cause(_Fact, frozen=True):
    """Why a seat died. To all for exile and shot; for a death at night by the board, else moderator only."""

    seat: int
    cause: DeathCause


class Revealed(_Fact, frozen=True):
    """The role of a dead seat, where the board shows it. To all."""

    seat: int
    role: RoleName


class Shot(_Fact, frozen=True):
    """A hunter shoots `target`. To all; holding fire (0) to the hunter alone."""

    seat: int
    target: int


class Candidates(_Fact, frozen=True):
    """Who stands for sheriff, in the order of the speeches. To all."""

    seats: tuple[int, ...]


class Badge(_Fact, frozen=True):
    """Who is sheriff from now on (0: nobody, for good), and how that came. To all."""

    seat: int
    how: BadgeHow


class OrderSet(_Fact, frozen=True):
    """Who speaks in which order today; `by` is the sheriff who chose it, or 0. To all."""

    seats: tuple[int, ...]
    by: int = 0


class Bid(_Fact, frozen=True):
    """How much a seat wants to speak, 0..4. Moderator only."""

    seat: int
    amount: int


class CalledOn(_Fact, frozen=True):
    """Who speaks next after the bids. To all."""

    seat: int


class Said(_Fact, frozen=True):
    """Words spoken aloud; empty text is silence. To all."""

    seat: int
    kind: PublicSpeechKind
    text: str


class Recommended(_Fact, frozen=True):
    """The sheriff's recommendation at the end of the discussion, 0 for none. To all."""

    seat: int
    target: int


class MostNamed(_Fact, frozen=True):
    """Who stands at the block before the vote: named in `speeches` speeches of today, and nobody in more. To all."""

    seat: int
    speeches: int


class Voted(_Fact, frozen=True):
    """A ballot, 0 for no one. To all, or moderator only where ballots are secret."""

    voter: int
    target: int
    ballot: Ballot


class TieBroken(_Fact, frozen=True):
    """Chance decided between tied seats. To all."""

    among: tuple[int, ...]
    seat: int


class Exiled(_Fact, frozen=True):
    """The result of the day's vote, 0 for nobody. To all."""

    seat: int


class Thought(_Fact, frozen=True):
    """Private reasoning that came with an answer. Moderator only."""

    seat: int
    ask: str
    text: str


class Believed(_Fact, frozen=True):
    """Beliefs that came with an answer. Moderator only."""

    seat: int
    ask: str
    beliefs: tuple[Belief, ...]


class Fallback(_Fact, frozen=True):
    """An answer that was not taken as given. Moderator only."""

    seat: int
    ask: str
    how: AnswerOrigin


class Ended(_Fact, frozen=True):
    """The game is over. To all."""

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
    | Thought
    | Believed
    | Fallback
    | Ended
)


class Entry(Struct, frozen=True, gc=False):
    """One line of the log: a fact and who may know it."""

    to: Audience
    fact: Fact


class Result(Struct, frozen=True, gc=False):
    """How a game ended.

    Attributes:
        ended: The winning team, or draw, stopped (a stop rule of the board) or void (the same in
            night 1).
        winner: The winning team, or None.
        days: The last day that began, from 1.
    """

    ended: EndKind
    winner: Team | None
    days: int


def may_know(to: Audience, seat: int) -> bool:
    """Whether `seat` is in the audience `to`."""
    return to == ALL or seat in to
