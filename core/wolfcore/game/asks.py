"""Asks and answers: the only messages between the moderator and a seat.

Ask ids are written to disk; `kind_of` and `is_ask_id` parse them.
"""

from __future__ import annotations

import re
from typing import Literal, cast, get_args

from msgspec import Struct

from .roles import RoleName

AskKind = Literal[
    "kill",
    "whisper",
    "protect",
    "check",
    "save",
    "poison",
    "shoot",
    "run",
    "campaign",
    "elect",
    "order",
    "speak",
    "suspect",
    "lean",
    "summarise",
    "defend",
    "vote",
    "plead",
    "badge",
    "last_words",
    "bid",
]


Phase = Literal[
    "setup",
    "night",
    "dawn",
    "election",
    "discussion",
    "straw_vote",
    "summary",
    "defence",
    "vote",
    "runoff",
    "exile",
]


AnswerOrigin = Literal["given", "repaired", "fallback", "timeout", "stand_in"]


SPEECH_KINDS: frozenset[AskKind] = frozenset(
    {"whisper", "campaign", "speak", "summarise", "defend", "plead", "last_words"}
)
"""Asks whose answer is heard as words."""


PUBLIC_KINDS: frozenset[AskKind] = frozenset(
    {
        "campaign",
        "elect",
        "order",
        "speak",
        "summarise",
        "defend",
        "vote",
        "plead",
        "badge",
        "last_words",
    }
)
"""Asks of which everybody knows who is being asked."""


LEFT, RIGHT = 0, 1
"""The options of an `order` ask."""


MEMO_BYTES = 16 * 1024
"""A longer memo is dropped by the table, which notes it."""


class Ask(Struct, frozen=True, gc=False):
    """One question to one seat.

    Attributes:
        id: `<n or d><day>.<kind>[<k>].<seat>`; one ask an id a game. k, from 2 up, counts how often
            this step began in this phase for everyone whom it concerns. A suspicion carries the id
            of the ask that it precedes plus `.suspect`.
        seat: Who is asked, 1..N.
        kind: What is asked.
        day: The day, from 1; night k belongs to day k.
        phase: The part of the day.
        options: Every legal choice: a seat, 0 for no one; 0/1 for no/yes (run); 0 left or 1 right
            (order); 0..4 (bid); (0,) where only text or beliefs are asked; the recommended seat or
            0 (summarise).
    """

    id: str
    seat: int
    kind: AskKind
    day: int
    phase: Phase
    options: tuple[int, ...]

    @property
    def public(self) -> bool:
        """Whether everybody knows that this seat is being asked."""
        return self.kind in PUBLIC_KINDS


_ID = re.compile(
    rf"[nd][0-9]{{1,4}}\.(?:{'|'.join(get_args(AskKind))})[0-9]{{0,4}}\.[0-9]{{1,2}}(?:\.suspect)?"
)


def is_ask_id(text: str) -> bool:
    """Whether `text` can be the id of an ask."""
    return _ID.fullmatch(text) is not None


def kind_of(ask: str) -> AskKind:
    """The kind of an ask, from its id."""
    _, kind, _, *suspicion = ask.split(".")
    return "suspect" if suspicion else cast(AskKind, kind.rstrip("0123456789"))


class Belief(Struct, frozen=True, gc=False):
    """What a seat thinks of another one.

    Attributes:
        seat: Who is judged.
        role: The role deduced, or "Uncertain".
        confidence: 5 (a guess) .. 10 (certain) (Helmsman 3.1).
        p_wolf: The probability, 0..1, that `seat` is a wolf, where the player has one.
    """

    seat: int
    role: RoleName | Literal["Uncertain"]
    confidence: int
    p_wolf: float | None = None


class Answer(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a player answers.

    Attributes:
        choice: One of the ask's options.
        text: Said aloud where the ask is for words; otherwise ignored.
        thought: Private reasoning; the moderator alone sees it.
        beliefs: Private beliefs, welcome with any answer.
        how: Whether the answer came as given, was repaired, replaced after bad output, replaced
            after a time-out, or given by somebody else whom the table asked because the player was
            late.
        memo: The player's own JSON text for its later self, at most MEMO_BYTES bytes.
    """

    choice: int = 0
    text: str = ""
    thought: str = ""
    beliefs: tuple[Belief, ...] = ()
    how: AnswerOrigin = "given"
    memo: str = ""
