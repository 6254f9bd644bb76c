"""Where blocks stand is the sum of their heights, whatever was shown before; each is measured once."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from wolftui.words.spans import Block, Span
from wolftui.words.transcript_layout import BlockPositions, TranscriptShape, block_height

SHAPE, TOP = TranscriptShape(40), 1


def speeches(lengths: list[int]) -> list[Block]:
    return [
        Block("speech", ((Span("word " * length),),), (Span("1 Ada"),), seat=1)
        for length in lengths
    ]


BLOCKS = st.lists(st.integers(0, 60), min_size=1, max_size=10).map(speeches)


def starts(standing: BlockPositions, blocks: list[Block]) -> list[int]:
    return [standing.start(number) for number in range(len(blocks) + 1)]


def summed(blocks: list[Block]) -> list[int]:
    return list(accumulate((block_height(block, SHAPE) for block in blocks), initial=TOP))


@given(BLOCKS, st.lists(st.integers(0, 10), max_size=8))
def test_going_to_and_fro_measures_each_block_once(blocks: list[Block], cursors: list[int]) -> None:
    standing = BlockPositions(SHAPE, TOP)
    for cursor in cursors:
        standing.measure(blocks[:cursor])
        assert starts(standing, blocks[:cursor]) == summed(blocks[:cursor])
    assert standing.measured == min(max(cursors, default=0), len(blocks))


@given(BLOCKS, BLOCKS, st.integers(0, 10))
def test_of_blocks_that_became_others_nothing_is_kept(
    old: list[Block], new: list[Block], same: int
) -> None:
    standing = BlockPositions(SHAPE, TOP)
    standing.measure(old)
    mixed = [*old[:same], *new]
    standing.measure(mixed)
    assert starts(standing, mixed) == summed(mixed)


@given(BLOCKS, st.integers(1, 4))
def test_measuring_ahead_takes_so_many_at_a_time_and_nothing_twice(
    blocks: list[Block], most: int
) -> None:
    standing = BlockPositions(SHAPE, TOP)
    for _ in range(len(blocks) + 1):
        before = standing.measured
        standing.measure(blocks, most)
        assert standing.measured - before <= most
    assert standing.measured == len(blocks)
    assert starts(standing, blocks) == summed(blocks)


@given(BLOCKS)
def test_every_line_belongs_to_the_block_that_stands_there(blocks: list[Block]) -> None:
    standing = BlockPositions(SHAPE, TOP)
    standing.measure(blocks)
    for number in range(len(blocks)):
        lines = range(standing.start(number), standing.start(number + 1))
        assert {standing.block_at(line) for line in lines} <= {number}
