"""Statistics of speech: the share that the reader understood, and lexical variety.

If the reader understood too few claims (`speech_understood`), metrics that depend on the content of
speeches have no value. A sentence is read if an act was found in it, or if it contains no claim: it
names no seat, says nothing of the speaker's role or actions, and asks for no vote. Any other
sentence counts as unread, including a greeting that names a seat, and so does every sentence of a
speech that is not English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TypeAlias

from wolfcore.speech.mentions import sentences

from .game_tables import GameTables
from .metric import (
    OURS,
    UNKNOWN,
    CountedEvent,
    Metric,
    MetricTable,
    Observation,
    Part,
    Value,
    count_by_seat_and_day,
)
from .sentences import SentenceCounts

FLOOR = 0.25
"""The smallest `claims_read` with which a game's speech metrics have a value. For the papers'
printed speeches, in which the reader finds 93 % of all accusations, it is 0.38 to 0.55; for house
bots' games 0.62 and more; for a DSGBench session of hedged accusations 0.31."""


FEWEST = 10
"""The floor applies only if at least this many sentences may hold a claim; the share of fewer says
nothing about the reader."""


def speech_read(t: GameTables) -> Value:
    """Compute sentences read (with an act, or without a claim) / sentences, by speaker and day."""
    return _parts(t, lambda counts: (counts.acts + counts.empty, counts.all))


def claims_read(t: GameTables) -> Value:
    """Compute sentences with an act / sentences that may hold a claim, by speaker and day."""
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
    """Whether speech is recorded, in English, and at least `FLOOR` of its claims was read.

    True of English speech if fewer than `FEWEST` sentences may hold a claim. Speeches that are not
    English count in any number: at least `FLOOR` of the speeches must be English.
    """
    if not t.speech_readable:
        return False
    if len(t.read_speeches) < FLOOR * (len(t.read_speeches) + len(t.unread)):
        return False
    parts = claims_read(t).parts
    sentences_heard = sum(part.denominator for part in parts)
    return (
        sentences_heard < FEWEST or sum(part.numerator for part in parts) >= FLOOR * sentences_heard
    )


def count_spoken(t: GameTables, events: Iterable[CountedEvent]) -> Value:
    """Count events of speech by seat and day, without the days of which a speech was not English.

    What such a speech said is not known, so that its speaker's count of the day is no number.
    """
    return count_by_seat_and_day(
        [place for place in t.seat_days if place not in t.unread_days],
        (event for event in events if (event.seat, event.day) not in t.unread_days),
    )


_NOT_READABLE = "null where speech is not recorded, not English, or there is no such sentence"


COMPREHENSION_METRICS = (
    Metric(
        name="speech_read", of=speech_read, source=OURS, low=0, high=1, direction="higher",
        meaning="sentences read: with an act, or empty of claims",
        formula="sentences with an act or empty of claims / sentences", unit="share of sentences",
        null=_NOT_READABLE, aggregation="games",
    ),
    Metric(
        name="claims_read", of=claims_read, source=OURS, low=0, high=1, direction="higher",
        meaning="sentences understood, of those that may hold a claim",
        formula=f"sentences with an act / sentences not empty of claims; under {FLOOR:g} speech "
            "has no metrics",
        unit="share of sentences", null=_NOT_READABLE, aggregation="games",
    ),
)  # fmt: skip


_WORD = re.compile(r"@|[^\W_]+(?:'\w+)?")


_SEAT = re.compile(r"@\d+")


Grams: TypeAlias = list[str]


def distinct_1(t: GameTables) -> Value:
    """Compute distinct words / words, by speaker.

    The value of a game is computed over all its speeches together.
    """
    return _distinct(t, 1)


def distinct_2(t: GameTables) -> Value:
    """Compute distinct pairs of neighbouring words / such pairs, by speaker.

    The value of a game is computed over all its speeches together.
    """
    return _distinct(t, 2)


def _distinct(t: GameTables, length: int) -> Value:
    if not t.speech_readable:
        return UNKNOWN
    own: dict[int, Grams] = {}
    for speech in t.read_speeches:
        grams = _words if length == 1 else _pairs
        own.setdefault(speech.seat, []).extend(grams(speech.text, t.game.names, t.size))
    everything = [gram for grams in own.values() for gram in grams]
    parts = tuple(Part(seat, len(set(grams)), len(grams)) for seat, grams in own.items())
    return Value(parts, Part(0, len(set(everything)), len(everything)))


def self_similarity(t: GameTables) -> Value:
    """Compute how similar the speeches of a seat are to each other (Jaccard), by seat.

    The mean over pairs of speeches of shared / all distinct pairs of words.
    """
    if not t.speech_readable:
        return UNKNOWN
    own: dict[int, list[tuple[int, frozenset[str]]]] = {}
    for speech in t.read_speeches:
        grams = frozenset(_pairs(speech.text, t.game.names, t.size))
        if grams:
            own.setdefault(speech.seat, []).append((speech.entry, grams))
    parts: list[Part] = []
    for seat, said in own.items():
        alike = [jaccard(one, other) for (_, one), (_, other) in combinations(said, 2)]
        if alike:
            parts.append(Part(seat, sum(alike), len(alike), 0, tuple(entry for entry, _ in said)))
    return Value(tuple(parts))


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the Jaccard similarity of two sets, shared / all, 0..1; 1 for two empty sets."""
    return len(one & other) / len(one | other) if one or other else 1.0


def across_games(t: GameTables) -> tuple[Observation, ...]:
    """Collect the pairs of neighbouring words of each player, to compare them across games."""
    if not t.speech_readable:
        return ()
    said: dict[str, Grams] = {}
    for speech in t.read_speeches:
        said.setdefault(t.sitters[speech.seat - 1].player or "unknown", []).extend(
            _pairs(speech.text, t.game.names, t.size)
        )
    return tuple(
        Observation(player, words=frozenset(grams), spoken=len(grams))
        for player, grams in said.items()
    )


@lru_cache(maxsize=1 << 8)
def _words(text: str, names: tuple[str, ...], size: int) -> Grams:
    """Return the words of a speech in small letters; every seat is the same word `@`."""
    # All seats are one word: a speech is not varied for naming many.
    return [
        word
        for _, marked in sentences(text, names, size)
        for word in _WORD.findall(_SEAT.sub("@", marked))
    ]


@lru_cache(maxsize=1 << 8)
def _pairs(text: str, names: tuple[str, ...], size: int) -> Grams:
    """Return the pairs of neighbouring words of a speech, repetitions included."""
    return [f"{one} {other}" for one, other in pairwise(_words(text, names, size))]


_TOO_LITTLE_SPEECH = "null where speech is not recorded, not English, or nobody said enough"


VARIETY_METRICS = (
    Metric(
        name="distinct_1", of=distinct_1, source=OURS, low=0, high=1, direction="neither",
        meaning="different words, of all words said in a game",
        formula="distinct words / words; all seats are one word", unit="share of words",
        null=_TOO_LITTLE_SPEECH, aggregation="games",
    ),
    Metric(
        name="distinct_2", of=distinct_2, source=OURS, low=0, high=1, direction="neither",
        meaning="different pairs of words, of all in a game",
        formula="distinct pairs of neighbouring words / such pairs", unit="share of pairs",
        null=_TOO_LITTLE_SPEECH, aggregation="games",
    ),
    Metric(
        name="self_similarity", of=self_similarity, source=OURS, low=0, high=1, direction="neither",
        meaning="how alike the speeches of one seat are",
        formula="mean over pairs of a seat's speeches of shared / all distinct pairs of words "
            "(Jaccard)",
        unit="share of pairs", null=_TOO_LITTLE_SPEECH, aggregation="games",
    ),
)  # fmt: skip


TABLES = (
    MetricTable(
        name="speech_across_games", of=across_games, source=OURS, direction="neither",
        meaning="how varied a player's speech is across games",
        formula="distinct pairs of words of all games / such pairs; shared pairs of consecutive "
            "games (Jaccard)",
        unit="share of pairs", null=_TOO_LITTLE_SPEECH, aggregation="all games of a player",
        kind="words",
    ),
)  # fmt: skip
