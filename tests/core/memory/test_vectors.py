"""Vectors of texts."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.memory.encoders import near
from wolfcore.memory.vectors import MOST_DIMENSIONS, cosine, packed, unit, unpacked

NUMBERS = st.lists(st.floats(-100, 100, width=32), min_size=1, max_size=50).filter(lambda row: max(map(abs, row)) > 0.01)


@given(NUMBERS)
def test_a_vector_has_the_length_one_and_is_wholly_like_itself(numbers: list[float]) -> None:
    vector = unit(numbers)
    assert cosine(vector, vector) == near(1.0, 1e-5)
    assert cosine(vector, unit([-each for each in numbers])) == near(-1.0, 1e-5)


@given(NUMBERS)
def test_a_vector_comes_back_from_its_bytes(numbers: list[float]) -> None:
    vector = unit(numbers)
    assert list(unpacked(packed(vector))) == near(list(vector), 1e-6)


def test_what_stands_at_a_right_angle_is_not_alike() -> None:
    assert cosine(unit([1, 0]), unit([0, 2])) == 0.0
    assert cosine(unit([1, 0]), unit([3, 3])) == near(0.7071, 1e-4)


@pytest.mark.parametrize("numbers", [[], [0.0, 0.0], [nan, 1.0], [inf, 1.0], [1.0] * (MOST_DIMENSIONS + 1)])
def test_what_is_no_vector_is_refused(numbers: list[float]) -> None:
    with pytest.raises(ValueError, match="a vector"):
        unit(numbers)


@pytest.mark.parametrize("data", [None, "text", b"", b"abc", b"\0" * 8])
def test_bytes_that_hold_no_vector_are_refused(data: object) -> None:
    with pytest.raises(ValueError, match="vector"):
        unpacked(data)
