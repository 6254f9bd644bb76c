"""Speeches that are read while they grow, each of their sentences once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from .acts import Act
from .learned.opinion import ActClassifier
from .reader import SpeechReader, sentences_of

_SEAT = re.compile(r"@(\d+)")
_SPEAKER = 1


class GrowingSpeech:
    """A speech that somebody is in the middle of.

    Args:
        speaker: Who speaks, 1..size.
        names: Everybody's name in seat order; may be empty, then only numbers name seats.
        size: How many seats there are.
    """

    def __init__(self, speaker: int, names: tuple[str, ...], size: int) -> None:
        self._speaker, self._names, self._size = speaker, names, size
        self._begin()

    def acts(self, said: str) -> tuple[Act, ...]:
        """What a speech does; the same as `read` gives.

        Args:
            said: All that is said so far. Of what goes on where the last call ended only the new sentences are read.
        """
        sentences = sentences_of(said, self._names, self._size)
        if sentences[: len(self._taken)] != self._taken:
            self._begin()
        fresh = sentences[len(self._taken) :]
        for sentence in fresh:
            self._reading.add_sentence(sentence)
        if fresh:
            self._taken, self._acts = sentences, self._opinion.correct(self._reading.acts)
        return self._acts

    def _begin(self) -> None:
        """Begin to read, with nothing said yet."""
        self._opinion = ActClassifier(self._speaker)
        self._reading = SpeechReader(self._speaker, self._opinion)
        self._taken: list[str] = []
        self._acts: tuple[Act, ...] = ()


def has_acts(text: str, speaker: int, names: tuple[str, ...], size: int) -> bool:
    """Whether `read` finds an act in a text; what is said alike of other seats, or by another one, is read once."""
    numbers = {speaker: _SPEAKER}
    return _has_acts(tuple([_renumber_seats(sentence, numbers) for sentence in sentences_of(text, names, size)]))


def _renumber_seats(sentence: str, numbers: dict[int, int]) -> str:
    """A sentence with its seats numbered in the order in which they are mentioned; `numbers` takes those that are new."""
    return _SEAT.sub(lambda match: f"@{numbers.setdefault(int(match[1]), len(numbers) + _SPEAKER)}", sentence)


@lru_cache(maxsize=1 << 14)
def _has_acts(sentences: Sequence[str]) -> bool:
    opinion = ActClassifier(_SPEAKER)
    reading = SpeechReader(_SPEAKER, opinion)
    for sentence in sentences:
        reading.add_sentence(sentence)
    return bool(opinion.correct(reading.acts))
