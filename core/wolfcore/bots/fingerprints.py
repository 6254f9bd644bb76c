"""Fingerprints of sentences, by which bots avoid repeating themselves within and across games.

Sentences are compared with every seat written as `@`. The fingerprints, eight hexadecimal digits
each, are stored in `about.json`. Loaded when `play` starts, so it must not import `belief` or
`talk`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

from wolfcore.speech import mark_seats

_AROUND = " …"


_SEAT = re.compile(r"@\d+")


@lru_cache(maxsize=1 << 11)
def sentences(text: str) -> tuple[str, ...]:
    """Split a text into non-empty sentences, in lower case and without closing punctuation."""
    parts = text.lower().replace("!", ".").replace("?", ".").split(".")
    return tuple([sentence for part in parts if (sentence := part.strip(_AROUND))])


@lru_cache(maxsize=1 << 11)
def sentence_shapes(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Split a text into sentences with every seat as `@`, so that names make no difference."""
    return sentences(_SEAT.sub("@", mark_seats(text, names, len(names))))


@lru_cache(maxsize=1 << 13)
def fingerprint_of(shape: str) -> str:
    """Hash a sentence shape (seats as `@`) to eight hexadecimal digits, short enough to store."""
    return blake2b(shape.encode(), digest_size=4).hexdigest()


def fingerprints_of(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Compute the fingerprint of every sentence of a text, in order."""
    return tuple([fingerprint_of(shape) for shape in sentence_shapes(text, names)])
