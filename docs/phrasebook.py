"""The sentences of house bots that are read as if anybody had typed them: `python -m docs.phrasebook` lists them anew.

The bots' phrase book leaves them out; a test holds the list fresh.
"""

from __future__ import annotations

import re
from pathlib import Path

from core.bots.talk.phrasebook import FILLINGS, filled, sentences_with_slots
from core.speech.reader import is_tidy

LIST = Path(__file__).resolve().parent.parent / "core" / "bots" / "talk" / "lines" / "en" / "typed.txt"
_ABOVE = "# Read as if anybody had typed them, in lower case: `python -m docs.phrasebook` writes this list.\n"
_FILLINGS = FILLINGS | {"target": ("@a",), "other": ("@b",), "dead": ("@c", "@c and @d"), "count": ("two", "five")}
_LETTER = re.compile(r"@([a-d])\b")


def typed_list() -> str:
    """The list as the text of its file."""
    found = [sentence for sentence, itself in sentences_with_slots().items() if not _always_tidy(sentence, itself=itself)]
    return _ABOVE + "".join(f"{sentence}\n" for sentence in sorted(found))


def _always_tidy(sentence: str, *, itself: bool) -> bool:
    """Whether a sentence is tidy whatever stands in its slots."""
    return all(is_tidy(_in_order(text.replace("#", "2"))) for text in filled(sentence, _FILLINGS, itself=itself))


def _in_order(text: str) -> str:
    """The text with its seats lettered in the order in which they come."""
    known: dict[str, str] = {}
    return _LETTER.sub(lambda found: "@" + known.setdefault(found[1], "abcd"[len(known)]), text)


if __name__ == "__main__":
    LIST.write_text(typed_list(), encoding="utf-8")
