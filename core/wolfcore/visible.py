"""Text cleaning for terminals: remove control, bidirectional and invisible characters.

All text that leaves the program has passed this module. Joiners stay where they join characters,
as in many scripts and emoji. Texts of errors pass `without_secrets` too.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Protocol
from weakref import WeakSet

INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
)
"""Characters that render as nothing although Unicode classes them as letters, marks or symbols."""


_ANY_INVISIBLE = re.compile(f"[{''.join(sorted(INVISIBLE))}]")


_LINE_ENDS = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


_JOINERS = frozenset("\u200c\u200d")


_QUOTED = re.compile("`([^`]*)`")


_LONGEST_VALUE = 60
"""Maximum characters of a value that an error sentence quotes."""


def is_visible(text: str) -> bool:
    """Return whether every character of `text` is visible and moves no cursor.

    Tests the whole string at once, not character by character.
    """
    return text.isprintable() and (text.isascii() or not _ANY_INVISIBLE.search(text))


def blank_invisible(text: str, keep: str = "") -> str:
    """Replace each invisible character of `text` by a blank; the length stays the same.

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
    """Return `text` on one line without invisible characters, shortened to `limit` characters."""
    return shortened(blank_invisible(_LINE_ENDS.sub(" ", text[: 4 * limit])), limit)


def shortened(text: str, limit: int) -> str:
    """Return `text`; if it exceeds `limit` characters, its start and end around an ellipsis."""
    if len(text) <= limit:
        return text
    end = limit // 3
    return f"{text[: limit - end - 1].rstrip()}…{text[-end:].lstrip()}"


def clean_sentence(text: str, limit: int) -> str:
    """Clean an error sentence about outside data with `in_one_line`.

    Values that it quotes between backticks are shortened to 60 characters first.
    """
    return in_one_line(
        _QUOTED.sub(lambda found: f"`{shortened(found[1], _LONGEST_VALUE)}`", text), limit
    )


class Secret(Protocol):
    """A key that this process holds, such as `models.Key`."""

    def redact(self, text: str, /) -> str:
        """Return `text` with the key replaced."""
        ...


KNOWN_SECRETS: WeakSet[Secret] = WeakSet()
"""The keys that this process holds. Each adds itself when it is made."""


_SECRET = "[key]"
"""The text that replaces a secret."""


def without_secrets(text: str) -> str:
    """Replace keys, tokens and passwords in the text of an error, a traceback or a log.

    They are the keys that this process holds, in any encoding, and what has the form of one: keys
    with a usual prefix (`sk-...`), values of headers and settings for keys, parameters such as
    `?token=...`, and the user's part of an address.
    """
    for secret in tuple(KNOWN_SECRETS):
        text = secret.redact(text)
    for shape in _shapes():
        text = shape.sub(lambda found: f"{found[1]}{_SECRET}", text)
    return text


@cache
def _shapes() -> tuple[re.Pattern[str], ...]:
    """Compile the forms of secrets; the first group of each is what stays before the secret.

    What comes before a name is bounded, so that the work is linear in the length of a text.
    """
    named = r"(?:api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|passw(?:or)?d)"
    return tuple(
        [
            re.compile(shape, re.IGNORECASE)
            for shape in (
                r"(://)[^/\s@'\"`]+(?=@)",
                r"([?&][\w.-]{0,40}(?:token|key|secret|passw(?:or)?d|signature|sig|auth)=)[^&\s'\"`<>#]+",
                r"((?:\bauthorization|\b[\w-]{0,40}" + named + r")['\"]?\s*[:=]\s*b?['\"]?"
                r"(?:(?:bearer|basic|digest|token)\s+)?)(?!\[key\])[^\s'\"`&,;)}\]]{6,}",
                r"(\b(?:bearer|basic)\s+)(?=\S*[0-9_.=+/-])[\w.~+/=-]{8,}",
                r"(\b)(?:(?:sk|xai|gsk|glpat|nvapi|pplx|xox[a-z])-[\w-]{10,}"
                r"|(?:hf|gsk|gh[a-z]|github_pat|r8)_\w{10,}|AIza[\w-]{8,}"
                r"|eyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]+)?)",
            )
        ]
    )


def visible_char(text: str, place: int) -> str:
    """Return the visible form of the character at `place`, which is not a combining mark.

    The form is the character itself, a blank for a tab or another space, or an empty string.
    """
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
    """Return whether the joiner at `place` is between two visible characters beyond ASCII."""
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return len(around) == 2 and all(
        not char.isascii() and unicodedata.category(char)[0] in "LMS" for char in around
    )


def _is_visible_category(kind: str, char: str) -> bool:
    """Return whether a character of this category is visible.

    An unassigned code point (`Cn`) may be defined by a newer Unicode, so it counts as visible,
    except for noncharacters and U+E0000 to U+E0FFF.
    """
    if kind == "Cn":
        code = ord(char)
        return (
            code & 0xFFFE != 0xFFFE
            and not 0xFDD0 <= code <= 0xFDEF
            and not 0xE0000 <= code <= 0xE0FFF
        )
    return kind not in ("Zl", "Zp") and (kind[0] != "C" or kind == "Co")
