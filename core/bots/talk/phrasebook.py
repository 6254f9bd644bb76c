"""The sentences that house bots can say, for those who listen: what is in the book needs no reader of typed English.

The book only saves time. A sentence of which the rules for tidy English alone do not find what the whole reader finds, or after
which more is listened for, is not in it: `python -m docs.phrasebook` lists these, and a test holds the list fresh.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import product

from core.bots.manners import MANNERS
from core.game import ROLES
from core.speech.reader import shapes_of

from .voice import COUNTS, PLAIN, lines_in

_SLOT = re.compile(r"\{(\w+)\}")
_ROLES = tuple(role.lower() for role in ROLES)
FILLINGS: dict[str, tuple[str, ...]] = {
    "target": ("@#",),
    "other": ("@#",),
    "dead": ("@#", "@# and @#", "@# and @# and @#"),
    "role": _ROLES,
    "a_role": tuple(f"{article} {role}" for role in _ROLES for article in ("a", "the")),
    "day": ("day #",),
    "then": ("today", "yesterday", "on day #"),
    "night": ("night #",),
    "when": ("last night", "on night #"),
    "count": COUNTS,
}
"""What may stand in the slots of a line (`voice`), in the shape that `core.speech.reader.shapes_of` gives it."""


@lru_cache(maxsize=4)
def house_shapes(language: str = "en") -> frozenset[str]:
    """The shapes of the sentences of a language that need no reader of typed English (`core.speech.reader.shapes_of`)."""
    typed = typed_sentences(language)
    return frozenset(
        shape
        for sentence, itself in sentences_with_slots(language).items()
        if sentence not in typed
        for shape in filled(sentence, FILLINGS, itself=itself)
    )


def typed_sentences(language: str = "en") -> frozenset[str]:
    """The sentences of a language, slots open, in lower case, that are read as if anybody had typed them (`docs.phrasebook`)."""
    lines = files("core.bots.talk.lines").joinpath(f"{language}/typed.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def sentences_with_slots(language: str = "en") -> dict[str, bool]:
    """All sentences of the lines of a language in lower case, slots open, and whether one may tell of a deed to the doer itself."""
    found: dict[str, bool] = {}
    for manner in (PLAIN, *MANNERS):
        for intent, lines in lines_in(language, manner).items():
            for sentence in (sentence for line in lines for way in line.ways for sentence in shapes_of(way.lower())):
                found[sentence] = found.get(sentence, False) or intent.startswith("told_")
    return found


def filled(sentence: str, fillings: dict[str, tuple[str, ...]], *, itself: bool) -> Iterator[str]:
    """A sentence with whatever may stand in its slots, the same words in each slot of a name.

    Args:
        sentence: The sentence, slots open.
        fillings: What may stand in each slot.
        itself: Whether the target may be the speaker.
    """
    slots = tuple(dict.fromkeys(_SLOT.findall(sentence)))
    words = [(*fillings[slot], "myself") if itself and slot == "target" else fillings[slot] for slot in slots]
    for chosen in product(*words):
        yield sentence.format_map(dict(zip(slots, chosen, strict=True)))
