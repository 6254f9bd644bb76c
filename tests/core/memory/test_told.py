"""Situations told by rule: alike as far as they share clauses, kept in a file, answered at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfcore.errors import MemoryProblem
from wolfcore.memory import Experience
from wolfcore.memory.pool_search import (
    ClausePool,
    read_clause_pool,
    shared_clauses,
    write_experiences,
)

CALM = "You are a Seer. It is day 1. Nobody stands out."
HEATED = (
    "You are a Seer. It is day 1. Somebody is a likely wolf. One player spoke against you today."
)
LATE = "You are a Seer. It is day 3. Somebody is a likely wolf."
LISTED = (
    Experience(1, "plus", CALM, "hide", 998.0),
    Experience(2, "plus", HEATED, "show oneself", 3.0),
    Experience(3, "xu", CALM, "lead", 2.0),
    Experience(4, "plus", CALM, "lead", 2.0),
)


def test_situations_are_alike_as_far_as_they_share_clauses() -> None:
    assert shared_clauses(CALM, CALM) == 1
    assert shared_clauses(CALM, HEATED) == 2 / 5
    assert shared_clauses(CALM, LATE) == 1 / 5


def test_what_is_alike_is_found_the_most_similar_first() -> None:
    pool = ClausePool(LISTED)
    assert [
        (each.experience.id, each.similarity) for each in pool.similar_to("plus", CALM, 0.3)
    ] == [(1, 1.0), (4, 1.0), (2, 0.4)]
    assert [each.experience.id for each in pool.similar_to("plus", CALM, 0.4)] == [1, 4], (
        "above, and not at"
    )
    assert [each.experience.id for each in pool.similar_to("xu", CALM, 0.85)] == [3]
    assert pool.similar_to("plus", LATE, 0.5) == ()


def test_a_pool_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_experiences(tmp_path / "pool", LISTED)
    read = read_clause_pool(tmp_path / "pool")
    for kind in ("xu", "plus"):
        assert read.similar_to(kind, CALM, 0.1) == ClausePool(LISTED).similar_to(kind, CALM, 0.1)


@pytest.mark.parametrize(
    "text",
    [
        '{"id":1}\n',
        "[1, 2]\n",
        "\n",
        "no JSON\n",
        '{"id":1,"kind":"new","situation":"","response":"","score":1}',
    ],
)
def test_what_is_no_such_pool_is_said(text: str, tmp_path: Path) -> None:
    file = tmp_path / "pool"
    file.write_text(text)
    with pytest.raises(MemoryProblem, match="is not a pool of situations"):
        read_clause_pool(file)
    with pytest.raises(MemoryProblem, match="is not a pool of situations"):
        read_clause_pool(tmp_path / "none")
