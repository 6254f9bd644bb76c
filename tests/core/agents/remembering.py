"""What stands in for memory in tests: texts are alike as far as they share words, and a pool is a
list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.memory import Experience, ExperienceKind, SearchContext, SimilarExperience
from wolfcore.memory.vectors import Vector, unit_vector
from wolfcore.players import Desk


class SharedWords:
    """An embedder that counts shared words."""

    name = "shared words"
    ready = True

    async def load(self) -> None:
        """As `Embedder.load`."""

    async def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """As `Embedder.vectors`: how often each letter comes, so that texts of the same letters
        have the same vector."""
        return [
            unit_vector([1.0, *(text.casefold().count(letter) for letter in ascii_lowercase)])
            for text in texts
        ]

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """As `Embedder.similarities`."""
        return [alike(query, text) for text in texts]


class AnyTaken:
    """A policy that finds all candidates as good, and draws one."""

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """As `PatientChooser.choose_in_time`."""
        many = len(turn.candidates)
        return CandidateChoice(desk.dice.draw("policy", many), (1 / many,) * many)


class ListedExperiences:
    """A pool out of a list."""

    embedder = SharedWords()

    def __init__(self, *listed: Experience) -> None:
        self.listed = listed
        self.readers: list[SearchContext] = []

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        """As `Experiences.near`."""
        self.readers.append(reader)
        found = [
            SimilarExperience(each, alike(situation, each.situation))
            for each in self.listed
            if each.kind == kind
        ]
        return tuple(
            sorted(
                (each for each in found if each.similarity > above),
                key=lambda each: -each.similarity,
            )
        )


def alike(one: str, two: str) -> float:
    """Which share of their words two texts have in common, 0 to 1."""
    a, b = (set(re.findall(r"\w+", text.casefold())) for text in (one, two))
    return len(a & b) / len(a | b) if a | b else 0.0
