"""Vectors of texts."""

from __future__ import annotations

from math import inf, nan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.memory.encoders import near
from wolfcore.memory import vectors as module
from wolfcore.memory.vectors import (
    MAX_DIMENSIONS,
    Vector,
    VectorTable,
    cosine,
    pack_vector,
    unit_vector,
    unpack_vector,
)

NUMBERS = st.lists(st.floats(-100, 100, width=32), min_size=1, max_size=50).filter(
    lambda row: max(map(abs, row)) > 0.01
)


@given(NUMBERS)
def test_a_vector_has_the_length_one_and_is_wholly_like_itself(numbers: list[float]) -> None:
    vector = unit_vector(numbers)
    assert cosine(vector, vector) == near(1.0, 1e-5)
    assert cosine(vector, unit_vector([-each for each in numbers])) == near(-1.0, 1e-5)


@given(NUMBERS)
def test_a_vector_comes_back_from_its_bytes(numbers: list[float]) -> None:
    vector = unit_vector(numbers)
    assert list(unpack_vector(pack_vector(vector))) == near(list(vector), 1e-6)


def test_what_stands_at_a_right_angle_is_not_alike() -> None:
    assert cosine(unit_vector([1, 0]), unit_vector([0, 2])) == 0.0
    assert cosine(unit_vector([1, 0]), unit_vector([3, 3])) == near(0.7071, 1e-4)


@pytest.mark.parametrize(
    "numbers", [[], [0.0, 0.0], [nan, 1.0], [inf, 1.0], [1.0] * (MAX_DIMENSIONS + 1)]
)
def test_what_is_no_vector_is_refused(numbers: list[float]) -> None:
    with pytest.raises(ValueError, match="a vector"):
        unit_vector(numbers)


@pytest.mark.parametrize("data", [None, "text", b"", b"abc", b"\0" * 8])
def test_bytes_that_hold_no_vector_are_refused(data: object) -> None:
    with pytest.raises(ValueError, match="vector"):
        unpack_vector(data)


# -- many vectors at once


def plain_table(monkeypatch: pytest.MonkeyPatch, vectors: list[Vector]) -> VectorTable:
    """The table of an install without numpy."""
    with monkeypatch.context() as without:
        without.setattr(module, "_numpy", lambda: None)
        return VectorTable(vectors)


def many(count: int, dimensions: int = 384) -> list[Vector]:
    """Vectors that are near each other, a third of them equal to another one."""
    chance = Random(4)
    made = [unit_vector([1 + chance.gauss(0, 1) for _ in range(dimensions)]) for _ in range(count)]
    return [made[place // 3] if place % 3 == 0 else each for place, each in enumerate(made)]


@pytest.mark.parametrize("least", [-2.0, 0.45, 0.5, 0.999])
def test_numpy_finds_the_same_in_the_same_order_as_an_install_without_it(
    least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    vectors, query = many(500), many(1)[0]
    ours, theirs = (
        VectorTable(vectors).above(query, least),
        plain_table(monkeypatch, vectors).above(query, least),
    )
    assert [place for place, _ in ours] == [place for place, _ in theirs]
    assert [alike for _, alike in ours] == near([alike for _, alike in theirs], 1e-12)
    first, second = (
        [place for place, _ in sorted(each, key=lambda one: (-one[1], one[0]))]
        for each in (ours, theirs)
    )
    assert first == second


def test_equal_vectors_are_equally_alike_wherever_they_stand() -> None:
    for dimensions in (3, 17, 384):
        same, others = many(1, dimensions)[0], many(200, dimensions)
        query = others[7]
        alike = VectorTable(
            [same if place % 5 else each for place, each in enumerate(others)]
        ).cosines(query)
        assert len({each for place, each in enumerate(alike) if place % 5}) == 1


def test_what_is_just_as_alike_as_asked_for_is_not_above_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vectors, query = [unit_vector([1, 0]), unit_vector([0, 1])], unit_vector([1, 0])
    for table in (VectorTable(vectors), plain_table(monkeypatch, vectors)):
        assert table.above(query, 1.0) == []
        assert table.above(query, 0.0) == [(0, 1.0)]
        assert table.cosines(query) == [1.0, 0.0]


def test_no_vectors_are_like_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        VectorTable([]).cosines(unit_vector([1]))
        == plain_table(monkeypatch, []).cosines(unit_vector([1]))
        == []
    )
