"""Limits on an answer: clean text, valid beliefs, and the fallback answer of a seat.

Cleaned text cannot move a terminal's cursor, change text direction, hide characters or grow
without bound.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from wolfcore.game import ROLES, Answer, Ask, Belief, Dice
from wolfcore.visible import INVISIBLE, visible_char

SPEECH_LIMIT = 2000
"""Maximum characters of one speech."""


SPEECH_LINES = 24
"""Maximum lines of one speech; further lines are joined to the last one."""


THOUGHT_LIMIT = 20_000
"""Maximum characters of one private thought."""


_LINE_END = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


_BREAK = re.compile("(?<! ) *+\n[ \n]*+")
"""A line end with the blanks around it. The match starts only where a run of blanks starts, so that
no run is scanned twice."""


_NO_END = " \n\u200c\u200d"
"""Characters that are stripped from the end of a text that is cut."""


_MOST_COMBINING_MARKS = 4


def clean_text(text: str, limit: int = SPEECH_LIMIT, *, lines: bool = False) -> str:
    r"""Remove terminal control sequences and invisible characters from `text` and shorten it.

    Removed are control characters, direction marks, characters of no width, surrogates and
    non-characters; tabs and other spaces become blanks; at most four combining marks stay on one
    letter. Joiners stay where they join characters, as in many scripts and emoji.

    Args:
        text: Any text.
        limit: Maximum characters of the result, at least 1; the last one is an ellipsis if the text
            was longer.
        lines: Whether line ends stay (as one `\n`); otherwise each becomes a space.
    """
    if not text:
        return text
    # Most texts are plain and need no pass over their characters.
    if not (text.isascii() and text.isprintable()):
        text = _BREAK.sub("\n" if lines else " ", _visible_characters(_LINE_END.sub("\n", text)))
    text = text.strip()
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip(_NO_END)}…"


def clean_speech(text: str) -> str:
    """Clean a speech (`clean_text`) within SPEECH_LIMIT and SPEECH_LINES; drop empty lines."""
    text = clean_text(text, lines=True)
    if "\n" not in text:
        return text
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line]
    return "\n".join([*lines[: SPEECH_LINES - 1], " ".join(lines[SPEECH_LINES - 1 :])]).rstrip()


def _visible_characters(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for place, char in enumerate(text):
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me"):
            if marks < _MOST_COMBINING_MARKS and char not in INVISIBLE:
                kept.append(char)
                marks += 1
        elif shown := char if char == "\n" else visible_char(text, place):
            kept.append(shown)
            marks = 0
    return "".join(kept)


_BELIEVED_ROLES = frozenset({*ROLES, "Uncertain"})


def is_valid_belief(belief: Belief, size: int) -> bool:
    """Return whether every field of a belief has the right type and is within its range.

    Args:
        belief: The belief, with unchecked fields.
        size: The number of seats of the board.
    """
    chance = belief.p_wolf
    return (
        # Not `isinstance`: in Python a bool is an int, too.
        type(belief.seat) is int
        and 1 <= belief.seat <= size
        and belief.role in _BELIEVED_ROLES
        and type(belief.confidence) is int
        and 5 <= belief.confidence <= 10
        and (chance is None or (type(chance) in (int, float) and 0 <= chance <= 1))
    )


ABSTAIN_KINDS: frozenset[str] = frozenset({"shoot", "vote", "lean", "elect"})
"""Kinds of ask whose fallback is 0, which holds fire or abstains, if 0 is an option."""


RANDOM_KINDS: frozenset[str] = frozenset({"kill", "check", "protect", "save", "poison"})
"""Kinds of ask whose fallback is a random option, including no one."""


def fallback_answer(
    ask: Ask, dice: Dice, how: Literal["fallback", "timeout"] = "fallback"
) -> Answer:
    """Return the fallback answer for a seat that gave no usable answer.

    A night action is a random option. A shot is held and a ballot withheld if 0 is an option, else
    random. The badge goes to the next higher living seat, in a circle. Every other ask gets no,
    left, 0 or silence. Beliefs stay unchanged.

    Args:
        ask: The ask.
        dice: The dice of this ask.
        how: Whether the answer replaces unusable output (`fallback`) or a time-out (`timeout`).
    """
    options = ask.options
    if ask.kind in RANDOM_KINDS or (ask.kind in ABSTAIN_KINDS and 0 not in options):
        return Answer(dice.pick("fallback", options), how=how)
    if ask.kind == "badge":
        heirs = sorted(seat for seat in options if seat)
        return Answer(next((seat for seat in heirs if seat > ask.seat), heirs[0]), how=how)
    return Answer(0 if 0 in options else options[0], how=how)
