"""Fingerprints of sentences, by which bots avoid repeating themselves within and across games.

Sentences are compared with every seat written as `@`. The eight-letter fingerprints are stored in
`about.json`. Loaded when `play` starts, so it must not import `belief` or `talk`.
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
    """The sentences of a text, in lower case, without their closing signs."""
    parts = text.lower().replace("!", ".").replace("?", ".").split(".")
    return tuple([sentence for part in parts if (sentence := part.strip(_AROUND))])


@lru_cache(maxsize=1 << 11)
def sentence_shapes(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences of a text with every seat as `@`: what is said of Ada is the same as what is said of Bram."""
    return sentences(_SEAT.sub("@", mark_seats(text, names, len(names))))


@lru_cache(maxsize=1 << 13)
def fingerprint_of(shape: str) -> str:
    """Eight letters that stand for a sentence with its seats as `@`, so that hundreds can be kept and known again."""
    return blake2b(shape.encode(), digest_size=4).hexdigest()


def fingerprints_of(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The signs of the sentences of a text, in order."""
    return tuple([fingerprint_of(shape) for shape in sentence_shapes(text, names)])
