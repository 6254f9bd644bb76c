"""The sentences that house bots can say, for those who listen: what is in the book needs no reader of typed English.

The book only saves time: a test reads speeches with it and without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from core.bots.manners import MANNERS
from core.game import ROLES
from core.speech.reader import shapes_of

from .voice import COUNTS, PLAIN, lines_in

_SLOT = re.compile(r"\{(\w+)\}")
_ROLES = tuple(role.lower() for role in ROLES)
_FILLINGS: dict[str, tuple[str, ...]] = {
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
_LEFT_OUT = ("claim", "answer_role", "report_wolf", "report_good", "report_role")
"""After these a reader listens for results of checks: what follows is read as if anybody had typed it."""
_HEARD_OTHERWISE = frozenset(
    {
        "i don't like it.",
        "i don't like it: {target} might be a wolf.",
        "i'm not angry, {target}.",
        "i'm so sorry, {target} has to go.",
        "who raised a hand against {other} {then}?",
        "who voted for {target} {then}?",
        "{other}, i'd never hurt any of you, i'm not a wolf.",
        "{target} was very brave about {other}, who did nothing; i suspect {target}.",
        "{target}, how do we know that you are the {role}?",
        "{target}, how do we know, apart from your honest face?",
        "{target}, which two would you clear?",
        "{target}, who is your top suspect, and why?",
    }
)
"""Sentences in which the reader of typed English hears more than they mean, depending on what was said before or comes next."""
_OF_ITSELF = (*_FILLINGS["target"], "myself")
"""Whom a deed may be about that its doer tells."""


@lru_cache(maxsize=4)
def house_shapes(language: str = "en") -> frozenset[str]:
    """The shapes of the sentences that the lines of a language make, in all manners (`core.speech.reader.shapes_of`)."""
    return frozenset(
        shape
        for manner in (PLAIN, *MANNERS)
        for intent, lines in lines_in(language, manner).items()
        if intent not in _LEFT_OUT
        for line in lines
        for way in line.ways
        for sentence in shapes_of(way.lower())
        if sentence not in _HEARD_OTHERWISE
        for shape in _filled(sentence, itself=intent.startswith("told_"))
    )


def _filled(sentence: str, *, itself: bool) -> Iterator[str]:
    """A sentence with whatever may stand in its slots, the speaker too if it may be about `itself`; the same word everywhere."""
    slots = tuple(dict.fromkeys(_SLOT.findall(sentence)))
    words = [_OF_ITSELF if itself and slot == "target" else _FILLINGS[slot] for slot in slots]
    for chosen in product(*words):
        yield sentence.format_map(dict(zip(slots, chosen, strict=True)))
