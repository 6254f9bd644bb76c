"""How much of the speech was read at all: below a floor, what was counted in it says nothing and is no value.

A sentence is read where the reader finds an act in it, or where it is empty of claims: it names no seat (nor means one that the
speech has named, by a pronoun), says nothing of the speaker's own role or deeds, and asks for no vote, so that no act could be in
it. Every other sentence may hold a claim, and none was found: it is unread. That is strict, for a greeting by name is unread, too;
it can only make speech look less understood than it was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from .hearing import SentenceCounts
from .metric import OURS, Metric
from .tables import GameTables
from .values import UNKNOWN, Part, Value

FLOOR = 0.25
"""The least `claims_read` with which a game's speech metrics have a value. Of the papers' printed speeches, in which the reader
finds 93 % of all accusations, it is 0.38 to 0.55; of house bots' games 0.62 and more; of a DSGBench session of hedged
accusations 0.31."""
FEWEST = 10
"""A share of fewer sentences that may hold a claim tells nothing of the reader, and the floor does not apply."""


def speech_read(t: GameTables) -> Value:
    """Sentences with an act, or empty of claims, / sentences, by speaker and day."""
    return _parts(t, lambda counts: (counts.acts + counts.empty, counts.all))


def claims_read(t: GameTables) -> Value:
    """Sentences with an act / sentences that are not empty of claims, by speaker and day."""
    return _parts(t, lambda counts: (counts.acts, counts.all - counts.empty))


def _parts(t: GameTables, of: Callable[[SentenceCounts], tuple[int, int]]) -> Value:
    if not t.speech_readable:
        return UNKNOWN
    parts: list[Part] = []
    for speech, heard in zip(t.speeches, t.readings, strict=True):
        above, below = of(heard.counts)
        if below:
            parts.append(Part(speech.seat, above, below, speech.day, (speech.entry,)))
    return Value(tuple(parts))


@lru_cache(maxsize=2)
def speech_understood(t: GameTables) -> bool:
    """Whether speech is recorded, in English, and of the sentences that may hold a claim no less than the floor was read."""
    if not t.speech_readable:
        return False
    parts = claims_read(t).parts
    sentences_heard = sum(part.denominator for part in parts)
    return sentences_heard < FEWEST or sum(part.numerator for part in parts) >= FLOOR * sentences_heard


_NOT_READABLE = "null where speech is not recorded, not English, or there is no such sentence"

COMPREHENSION_METRICS = (
    Metric(
        name="speech_read", of=speech_read, source=OURS, low=0, high=1, direction="higher",
        meaning="sentences read: with an act, or empty of claims", formula="sentences with an act or empty of claims / sentences",
        unit="share of sentences", null=_NOT_READABLE, aggregation="games",
    ),
    Metric(
        name="claims_read", of=claims_read, source=OURS, low=0, high=1, direction="higher",
        meaning="sentences understood, of those that may hold a claim",
        formula=f"sentences with an act / sentences not empty of claims; under {FLOOR:g} speech has no metrics",
        unit="share of sentences", null=_NOT_READABLE, aggregation="games",
    ),
)  # fmt: skip
