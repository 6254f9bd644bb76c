"""Asks and answers: the only messages between the moderator and a seat.

Ask ids are written to disk; `kind_of` and `is_ask_id` parse them.
"""

from __future__ import annotations

import re
from typing import Literal, cast, get_args

from msgspec import Struct

from .roles import WOLVES, RoleName

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
"""Kinds of asks whose answer text is published as speech."""


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
"""Kinds of asks that are public: every player knows which seat is being asked."""


LEFT, RIGHT = 0, 1
"""The option values of an `order` ask: `LEFT` goes down by seat number, `RIGHT` goes up."""


MEMO_BYTES = 16 * 1024
"""Maximum size of a memo in bytes; the table drops a longer memo and notes that it did."""


LINE_WORDS, LINE_CHARACTERS = 30, 240
"""Maximum words and characters of a line: a reply before the vote, or the words with a ballot."""


def one_line(text: str) -> str:
    """Return `text` on one line, cut to `LINE_WORDS` and `LINE_CHARACTERS`; a cut ends in `…`."""
    words = text.split()
    kept = " ".join(words[:LINE_WORDS])
    # Characters are bounded too: some scripts write a whole speech without a blank.
    cut = len(words) > LINE_WORDS or len(kept) > LINE_CHARACTERS
    return f"{kept[: LINE_CHARACTERS - 1]}…" if cut else kept


class Ask(Struct, frozen=True, gc=False):
    """One question that the moderator puts to one seat.

    Attributes:
        id: `<n or d><day>.<kind>[<k>].<seat>`, unique within a game. k, from 2 up, counts how often
            this kind of step began in this night or day for the same group of seats. The id of a
            suspicion ask is the id of the ask that it precedes plus `.suspect`.
        seat: The seat that is asked, 1..N.
        kind: The kind of decision or speech that is asked for.
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
        """Whether every player knows that this seat is being asked."""
        return self.kind in PUBLIC_KINDS


_ID = re.compile(
    rf"[nd][0-9]{{1,4}}\.(?:{'|'.join(get_args(AskKind))})[0-9]{{0,4}}\.[0-9]{{1,2}}(?:\.suspect)?"
)


def is_ask_id(text: str) -> bool:
    """Return whether `text` has the format of an ask id."""
    return _ID.fullmatch(text) is not None


def kind_of(ask: str) -> AskKind:
    """Return the kind of an ask, parsed from its id; `suspect` if the id ends in `.suspect`."""
    _, kind, _, *suspicion = ask.split(".")
    # Digits at the end of the kind are the number of the step, not a part of the kind.
    return "suspect" if suspicion else cast(AskKind, kind.rstrip("0123456789"))


class Belief(Struct, frozen=True, gc=False):
    """One seat's belief about the role of another seat.

    Attributes:
        seat: The seat that the belief is about.
        role: The role deduced, or "Uncertain".
        confidence: 5 (a guess) .. 10 (certain) (Helmsman 3.1).
        p_wolf: The probability, 0..1, that `seat` is a wolf; None where the player gives none.
    """

    seat: int
    role: RoleName | Literal["Uncertain"]
    confidence: int
    p_wolf: float | None = None

    @property
    def is_of_wolf(self) -> bool:
        """Whether the role is one of the wolves' team."""
        return self.role in WOLVES


class Answer(Struct, frozen=True, gc=False, omit_defaults=True):
    """A player's answer to one ask.

    Attributes:
        choice: One of the ask's options.
        text: The speech where the ask is for words; the line with a ballot where the board has
            `vote_lines`; otherwise ignored.
        thought: Private reasoning; only the moderator sees it.
        beliefs: Private beliefs; may come with any answer.
        how: The origin: taken as given, repaired, a fallback after bad output, a fallback after a
            time-out, or from a stand-in whom the table asked because the player was late.
        memo: The player's own JSON text for its later self, at most 16 KiB (`MEMO_BYTES`).
    """

    choice: int = 0
    text: str = ""
    thought: str = ""
    beliefs: tuple[Belief, ...] = ()
    how: AnswerOrigin = "given"
    memo: str = ""
