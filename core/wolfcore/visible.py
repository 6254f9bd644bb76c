"""Text cleaning for terminals: remove control, bidirectional and invisible characters.

All text that leaves the program has passed this module. Joiners stay where they join characters,
as in many scripts and emoji.
"""

from __future__ import annotations

import re
import unicodedata

INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
)
"""Characters that show nothing, though Unicode counts them among letters, marks or symbols."""


_ANY_INVISIBLE = re.compile(f"[{''.join(sorted(INVISIBLE))}]")


_LINE_ENDS = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


_JOINERS = frozenset("\u200c\u200d")


_QUOTED = re.compile("`([^`]*)`")


_LONGEST_VALUE = 60
"""Characters of a value that a sentence about it quotes."""


def is_visible(text: str) -> bool:
    """Whether every character of `text` is there to be seen and moves nothing, without a look at each."""
    return text.isprintable() and (text.isascii() or not _ANY_INVISIBLE.search(text))


def blank_invisible(text: str, keep: str = "") -> str:
    """`text` with a blank in the place of each character that does not show: the same length.

    Args:
        text: Any text.
        keep: Characters that stay nevertheless, such as line ends.
    """
    if is_visible(text):
        return text
    return "".join(
        [char if char in keep or _stays(text, place) else " " for place, char in enumerate(text)]
    )


def in_one_line(text: str, limit: int) -> str:
    """`text` as a part of a sentence: in one line, with nothing that does not show, and of at most `limit` characters."""
    return shortened(
        " ".join(blank_invisible(_LINE_ENDS.sub(" ", text[: 4 * limit])).split(" ")), limit
    )


def shortened(text: str, limit: int) -> str:
    """`text`, or its beginning and its end around an ellipsis where it is longer than `limit` characters."""
    if len(text) <= limit:
        return text
    end = limit // 3
    return f"{text[: limit - end - 1].rstrip()}…{text[-end:].lstrip()}"


def clean_sentence(text: str, limit: int) -> str:
    """A sentence about something from outside: `candidate_line`, and each value that it quotes between backticks cut short."""
    return in_one_line(
        _QUOTED.sub(lambda found: f"`{shortened(found[1], _LONGEST_VALUE)}`", text), limit
    )


def visible_char(text: str, place: int) -> str:
    """What stays of the character at `place`, which is no mark: itself, a blank for an odd blank, or nothing."""
    char, kind = text[place], unicodedata.category(text[place])
    if kind == "Zs" or char == "\t":
        return " "
    if char in _JOINERS:
        return char if _joins(text, place) else ""
    return char if char not in INVISIBLE and _is_visible_category(kind, char) else ""


def _stays(text: str, place: int) -> bool:
    char = text[place]
    return " " <= char <= "~" or visible_char(text, place) == char


def _joins(text: str, place: int) -> bool:
    """Whether the joiner at `place` stands between two visible characters beyond ASCII."""
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return len(around) == 2 and all(
        not char.isascii() and unicodedata.category(char)[0] in "LMS" for char in around
    )


def _is_visible_category(kind: str, char: str) -> bool:
    """Whether a character of this category is there to be seen; one that this Python does not know yet may be."""
    if kind == "Cn":
        code = ord(char)
        return (
            code & 0xFFFE != 0xFFFE
            and not 0xFDD0 <= code <= 0xFDEF
            and not 0xE0000 <= code <= 0xE0FFF
        )
    return kind not in ("Zl", "Zp") and (kind[0] != "C" or kind == "Co")
