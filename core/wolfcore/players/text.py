"""Players: words as they may enter a log.

Whatever was typed or generated, what is kept can be shown in a terminal without moving its cursor, turning its direction,
hiding a part of itself or growing without bound.
"""

from __future__ import annotations

import re
import unicodedata

from wolfcore.visible import INVISIBLE, visible_char

SPEECH_LIMIT = 2000
"""Characters of one speech."""
SPEECH_LINES = 24
"""Lines of one speech; where more were written, the others follow in the last one."""
THOUGHT_LIMIT = 20_000
"""Characters of one private thought."""

_LINE_END = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BREAK = re.compile("(?<! ) *+\n[ \n]*+")
"""A line end with the blanks around it. It begins where a run of blanks begins, so that no run is looked at twice."""
_NO_END = " \n\u200c\u200d"
"""What no text ends with where it is cut."""
_MOST_COMBINING_MARKS = 4


def clean_text(text: str, limit: int = SPEECH_LIMIT, *, lines: bool = False) -> str:
    r"""`text` without what a terminal would obey or a reader could not see.

    Control characters, marks of direction, characters of no width, surrogates and non-characters go; tabs and odd spaces
    become spaces; at most four marks stay on one letter. Joiners stay where they join, as in many scripts and emoji.

    Args:
        text: Any text.
        limit: How many characters stay; the last one is an ellipsis where more were there. At least 1.
        lines: Whether line ends stay (as one `\n`); otherwise each becomes a space.
    """
    if not text:
        return text
    if not (text.isascii() and text.isprintable()):
        text = _BREAK.sub("\n" if lines else " ", _visible_characters(_LINE_END.sub("\n", text)))
    text = text.strip()
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip(_NO_END)}…"


def clean_speech(text: str) -> str:
    """Words as they may be said aloud: `clean_text` within SPEECH_LIMIT and SPEECH_LINES, with no empty lines."""
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
