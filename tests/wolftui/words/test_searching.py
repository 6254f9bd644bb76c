"""A search counts, goes round and round, and keeps its place."""

from __future__ import annotations

import pytest

from wolftui.words.spans import Block, Search, Span

BLOCKS = [
    Block("note", ((Span(text),),)) for text in ("Seer one", "nothing", "a seer", "SEER [b]", "end")
]


def test_words_are_found_whatever_their_case_and_counted() -> None:
    search = Search()
    search.search(BLOCKS, " seer ")
    assert search.matches == (0, 2, 3)
    assert search.count == "3 found"


def test_going_on_goes_round() -> None:
    search = Search()
    search.search(BLOCKS, "seer")
    assert [search.step(1, 1) for _ in range(4)] == [2, 3, 0, 2]
    assert search.count == "2 of 3"
    assert search.step(-1, 1) == 0


@pytest.mark.parametrize(
    ("step", "near", "block"),
    [(1, 0, 0), (0, 1, 2), (1, 2, 2), (1, 4, 0), (-1, 4, 3), (-1, 3, 2), (-1, 0, 3)],
)
def test_the_first_step_goes_from_where_one_reads_and_round_the_end(
    step: int, near: int, block: int
) -> None:
    search = Search()
    search.search(BLOCKS, "seer")
    assert search.step(step, near) == block
    assert search.step(0, near) == block


def test_longer_words_keep_the_place_and_no_words_end_it() -> None:
    search = Search()
    search.search(BLOCKS, "seer")
    search.step(1, 3)
    search.search(BLOCKS, "seer [")
    assert (search.matches, search.block) == ((3,), 3)
    search.search(BLOCKS, "zzz")
    assert (search.count, search.step(1, 0)) == ("not found", -1)
    search.search(BLOCKS, "")
    assert (search.matches, search.count) == ((), "")
