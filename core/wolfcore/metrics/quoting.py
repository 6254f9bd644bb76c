"""The line to quote: the sentence of a speech that names a seat or holds a word."""

from __future__ import annotations

import re
from functools import lru_cache

from wolfcore.speech.naming import make_seat_marker

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")


@lru_cache(maxsize=1 << 10)
def sentences(text: str, names: tuple[str, ...], size: int) -> tuple[tuple[str, str], ...]:
    """Each sentence of a speech as it was said, and in small letters with every seat marked (`@3`)."""
    mark = make_seat_marker(names, size)
    plain = [said for found in _SENTENCE.findall(text) if (said := found.strip())]
    marked = [said for found in _SENTENCE.findall(_lower_case(mark(text))) if (said := found.strip())]
    if len(marked) != len(plain):  # a mark took a full stop with it ("No. 3")
        marked = [_lower_case(mark(said)) for said in plain]
    return tuple(zip(plain, marked, strict=True))


def _lower_case(text: str) -> str:
    return text.lower().replace("’", "'")


def sentence_about(text: str, names: tuple[str, ...], size: int, seat: int) -> str:
    """The first sentence that names a seat; the whole speech where none does."""
    mark = f"@{seat}"
    for said, marked in sentences(text, names, size):
        place = marked.find(mark)
        if place >= 0 and not marked[place + len(mark) : place + len(mark) + 1].isdigit():
            return said
    return text


def sentence_with(text: str, names: tuple[str, ...], size: int, words: re.Pattern[str]) -> str:
    """The first sentence in which `words` is found, seats being marked; the whole speech where none is."""
    return next((said for said, marked in sentences(text, names, size) if words.search(marked)), text)
