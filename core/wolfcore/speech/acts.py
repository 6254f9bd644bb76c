"""Speech acts: one struct for each thing that a sentence can do; drafts with seat letters.

An act says what was claimed, never whether it is true, and not who spoke.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from wolfcore.game import RoleName, Team

DraftKind = Literal[
    "claim",
    "report",
    "accuse",
    "vouch",
    "defend",
    "vote",
    "ask",
    "protected",
    "saved",
    "poisoned",
    "retract",
]


class Draft(NamedTuple):
    """An act whose seat is still a letter.

    Attributes:
        kind: Which act it becomes.
        letter: The seat's letter; empty where the act has none.
        word: A role or a result; for a vouching, the role that the seat was said to hold.
        night: As in the acts.
        sure: As in the acts.
        about: As in the acts.
    """

    kind: DraftKind
    letter: str = ""
    word: RoleName | Team | Literal[""] = ""
    night: int = 0
    sure: bool = True
    about: Subject = ""


LAST_NIGHT = -1
"""The night of a deed told as "last night"; whoever knows the day puts a number to it."""


class _Act(Struct, frozen=True, gc=False, tag=True, tag_field="is", omit_defaults=True):
    """Base of all acts: frozen, told apart by the class name under the key `is`."""


class ClaimsRole(_Act, frozen=True):
    """The speaker says that it holds `role`."""

    role: RoleName


class ReportsCheck(_Act, frozen=True):
    """The speaker says that it checked `seat` and what it learned.

    Attributes:
        seat: Who was checked, 1..N.
        result: A team or a role, as the words have it ("clean" is the village, "a Villager" is the
            role).
        night: Which night, from 1; 0 where it was not said; LAST_NIGHT for "last night".
    """

    seat: int
    result: Team | RoleName
    night: int = 0


class Accuses(_Act, frozen=True):
    """The speaker holds `seat` to be a wolf or a liar; `sure` is False where the words hedge."""

    seat: int
    sure: bool = True


class Vouches(_Act, frozen=True):
    """The speaker holds `seat` to be good or believes what it claims; `sure` is False where the words hedge."""

    seat: int
    sure: bool = True


class Defends(_Act, frozen=True):
    """The speaker speaks against suspecting or exiling `seat`, which may be the speaker."""

    seat: int


class CallsVote(_Act, frozen=True):
    """The speaker wants `seat` to be voted for; among wolves at night, attacked. 0: nobody."""

    seat: int


Subject: TypeAlias = Literal["", "vote", "accuse", "role", "seer", "check"]
"""What a question is about: a ballot; why somebody is suspected or charged ("why me?"); what the
asked seat is or claims; whom of those who claim the same it believes; what it checked or learned;
anything else (empty)."""


class AsksSeat(_Act, frozen=True):
    """The speaker wants to hear something from `seat`."""

    seat: int
    about: Subject = ""


class TellsProtected(_Act, frozen=True):
    """The speaker says that it protected `seat` in `night` (as in ReportsCheck)."""

    seat: int
    night: int = 0


class TellsSaved(_Act, frozen=True):
    """The speaker says that it saved or healed `seat` in `night` (as in ReportsCheck)."""

    seat: int
    night: int = 0


class TellsPoisoned(_Act, frozen=True):
    """The speaker says that it poisoned `seat` in `night` (as in ReportsCheck)."""

    seat: int
    night: int = 0


class Retracts(_Act, frozen=True):
    """The speaker takes a claim back: that of `role`, or whatever it claimed."""

    role: RoleName | Literal[""] = ""


Act: TypeAlias = (
    ClaimsRole
    | ReportsCheck
    | Accuses
    | Vouches
    | Defends
    | CallsVote
    | AsksSeat
    | TellsProtected
    | TellsSaved
    | TellsPoisoned
    | Retracts
)
