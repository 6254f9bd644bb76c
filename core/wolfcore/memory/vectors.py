"""Memory: vectors of texts, of length one and in single precision, so that the same text has the same vector wherever it lies.

Many are compared by numpy where it is installed, which takes a two-hundredth of the time, and with the same results and order as
without it: what may be near enough is found in single precision and then compared in double precision, row by row.
"""

from __future__ import annotations

import importlib
import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from math import isfinite, sqrt
from operator import mul
from typing import Any, TypeAlias

Vector: TypeAlias = "array[float]"
"""Numbers of single precision whose squares sum up to one."""
MAX_DIMENSIONS = 8192
"""Numbers of the longest vector that is taken; embedding models of today have up to 4096."""
BYTES_PER_NUMBER = 4
"""Bytes of a number of a vector as it is packed."""
_ROUNDED = 1e-4
"""More than a cosine in single precision can be off, for vectors of any length that is taken."""
_ROWS = 64
"""Rows that are compared in double precision at a time, so that they stay in the processor's cache."""


def unit_vector(numbers: Iterable[float]) -> Vector:
    """The vector of these numbers, made of length one.

    Raises:
        ValueError: There are none or too many, one is no number, or all are nothing; its words are a clause.
    """
    found = array("f", numbers)
    length = sqrt(sum(map(mul, found, found)))
    if not 0 < len(found) <= MAX_DIMENSIONS:
        raise ValueError(f"a vector of {len(found)} numbers")
    if not (isfinite(length) and length):
        raise ValueError("a vector without a direction")
    return array("f", (each / length for each in found))


def cosine(one: Vector, other: Vector) -> float:
    """How alike two vectors are, -1 to 1; both have as many numbers."""
    return max(-1.0, min(1.0, sum(map(mul, one, other))))


class VectorTable:
    """Vectors of one length, to be compared with others of that length.

    Args:
        vectors: The vectors.
    """

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self._vectors, self._numpy = vectors, _numpy()
        if self._numpy and vectors:
            self._rows = self._numpy.frombuffer(b"".join(vectors), self._numpy.float32).reshape(len(vectors), -1)

    def cosines(self, query: Vector) -> list[float]:
        """The cosine of each vector with `query`, in order."""
        return [alike for _, alike in self.above(query, -2.0)]

    def above(self, query: Vector, least: float) -> list[tuple[int, float]]:
        """The places of the vectors whose cosine with `query` is greater than `least`, ascending, each with its cosine."""
        if not self._numpy or not self._vectors:
            found = ((place, cosine(query, each)) for place, each in enumerate(self._vectors))
            return [(place, alike) for place, alike in found if alike > least]
        numpy, single = self._numpy, self._numpy.frombuffer(query, self._numpy.float32)
        # Not the product of a matrix: its rounding of a row depends on the row's place, and its threads wait for each other.
        places = numpy.flatnonzero(numpy.einsum("ij,j->i", self._rows, single) > least - _ROUNDED)
        double, parts = single.astype(numpy.float64), [numpy.zeros(0)]
        for start in range(0, len(places), _ROWS):
            rows = self._rows[places[start : start + _ROWS]].astype(numpy.float64)
            parts.append(numpy.einsum("ij,j->i", rows, double))
        cosines = numpy.concatenate(parts).clip(-1.0, 1.0)
        kept = cosines > least
        return list(zip(places[kept].tolist(), cosines[kept].tolist(), strict=True))


@cache
def _numpy() -> Any:
    """numpy, or None where it is not installed; loaded when vectors are first compared."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None


def pack_vector(vector: Vector) -> bytes:
    """A vector as bytes, the least significant first, four a number."""
    if sys.byteorder == "little":
        return vector.tobytes()
    turned = array("f", vector)
    turned.byteswap()
    return turned.tobytes()


def unpack_vector(data: object) -> Vector:
    """The vector in these bytes.

    Raises:
        ValueError: They hold none; its words are a clause.
    """
    if not isinstance(data, bytes) or len(data) % BYTES_PER_NUMBER:
        raise ValueError("no vector where one should be")
    found = array("f")
    found.frombytes(data)
    if sys.byteorder != "little":
        found.byteswap()
    return unit_vector(found)
