"""Memory: vectors of texts, of length one and in single precision, so that the same text has the same vector wherever it lies."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from math import isfinite, sqrt
from operator import mul
from typing import TypeAlias

Vector: TypeAlias = "array[float]"
"""Numbers of single precision whose squares sum up to one."""
MOST_DIMENSIONS = 8192
"""Numbers of the longest vector that is taken; embedding models of today have up to 4096."""
BYTES = 4
"""Bytes of a number of a vector as it is packed."""


def unit(numbers: Iterable[float]) -> Vector:
    """The vector of these numbers, made of length one.

    Raises:
        ValueError: There are none or too many, one is no number, or all are nothing; its words are a clause.
    """
    found = array("f", numbers)
    length = sqrt(sum(map(mul, found, found)))
    if not 0 < len(found) <= MOST_DIMENSIONS:
        raise ValueError(f"a vector of {len(found)} numbers")
    if not (isfinite(length) and length):
        raise ValueError("a vector without a direction")
    return array("f", (each / length for each in found))


def cosine(one: Vector, other: Vector) -> float:
    """How alike two vectors are, -1 to 1; both have as many numbers."""
    return max(-1.0, min(1.0, sum(map(mul, one, other))))


def packed(vector: Vector) -> bytes:
    """A vector as bytes, the least significant first, four a number."""
    if sys.byteorder == "little":
        return vector.tobytes()
    turned = array("f", vector)
    turned.byteswap()
    return turned.tobytes()


def unpacked(data: object) -> Vector:
    """The vector in these bytes.

    Raises:
        ValueError: They hold none; its words are a clause.
    """
    if not isinstance(data, bytes) or len(data) % BYTES:
        raise ValueError("no vector where one should be")
    found = array("f")
    found.frombytes(data)
    if sys.byteorder != "little":
        found.byteswap()
    return unit(found)
