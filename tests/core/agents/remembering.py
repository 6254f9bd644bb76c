"""What stands in for memory in tests: texts are alike as far as they share words, and a pool is a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.memory import Experience, Found, Kind, Reader


class SharedWords:
    """An embedder that counts shared words."""

    name = "shared words"
    ready = True

    async def load(self) -> None:
        """As `Embedder.load`."""

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """As `Embedder.similarities`."""
        return [alike(query, text) for text in texts]


class ListedExperiences:
    """A pool out of a list."""

    embedder = SharedWords()

    def __init__(self, *listed: Experience) -> None:
        self.listed = listed
        self.readers: list[Reader] = []

    async def near(self, kind: Kind, situation: str, above: float, reader: Reader) -> tuple[Found, ...]:
        """As `Experiences.near`."""
        self.readers.append(reader)
        found = [Found(each, alike(situation, each.situation)) for each in self.listed if each.kind == kind]
        return tuple(sorted((each for each in found if each.similarity > above), key=lambda each: -each.similarity))


def alike(one: str, two: str) -> float:
    """Which share of their words two texts have in common, 0 to 1."""
    a, b = (set(re.findall(r"\w+", text.casefold())) for text in (one, two))
    return len(a & b) / len(a | b) if a | b else 0.0
