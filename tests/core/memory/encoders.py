"""What turns texts into vectors in tests, without any model: each word is a direction."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import Any, cast

import pytest

from wolfcore.memory.vectors import Vector, unit_vector

_DIMENSIONS = 512


class WordEncoder:
    """Texts are alike as far as they share words, whatever their order; `asked` are the texts that
    it was asked for."""

    def __init__(self, name: str = "words", dimensions: int = _DIMENSIONS) -> None:
        self.name, self._dimensions, self.ready = name, dimensions, False
        self.asked: list[str] = []

    async def load(self) -> None:
        self.ready = True

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        return self.encode_sync(texts)

    def encode_sync(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        numbers = [1e-6] * self._dimensions
        for word in re.findall(r"\w+", text.casefold()):
            numbers[zlib.crc32(word.encode()) % self._dimensions] += 1.0
        return unit_vector(numbers)


def near(expected: object, within: float = 1e-5) -> Any:
    """Equal to numbers that differ by no more."""
    return cast(Any, pytest).approx(expected, abs=within)  # pytest leaves its type open
