"""Where each block of a transcript stands, in lines of one shape. Each is measured once, whatever part of the list is shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from .spans import Block
from .typesetting import TranscriptShape, block_height


class BlockPositions:
    """The lines at which the blocks of a growing list begin.

    Args:
        shape: How they are set.
        top: Lines above the first.

    Attributes:
        shape: As given.
        measured: How often a block was measured.
    """

    def __init__(self, shape: TranscriptShape, top: int) -> None:
        self.shape, self.measured = shape, 0
        self._blocks: list[Block] = []
        self._starts = [top]

    def measure(self, blocks: Sequence[Block], most: int | None = None) -> None:
        """Know where these blocks stand, or `most` further ones of them. They are a part at the start of the list, or longer.

        Of a block that has become another one, and of those below it, what was known is forgotten.
        """
        kept = common_prefix_length(self._blocks, blocks)
        if kept < min(len(self._blocks), len(blocks)):
            del self._blocks[kept:], self._starts[kept + 1 :]
        known = len(self._blocks)
        further = blocks[known:] if most is None else blocks[known : known + most]
        starts, shape = self._starts, self.shape
        end = starts[-1]
        for block in further:
            end += block_height(block, shape)
            starts.append(end)
        self._blocks += further
        self.measured += len(further)

    def start(self, number: int) -> int:
        """The first line of block `number`; of the one behind the last, the line below it."""
        return self._starts[number]

    def block_at(self, line: int) -> int:
        """The number of the block at a line, the last one below all."""
        return min(bisect_right(self._starts, line) - 1, max(len(self._blocks) - 1, 0))


def common_prefix_length(old: Sequence[Block], new: Sequence[Block]) -> int:
    """How many blocks at the start of two lists are the same objects. A list that grew or shrank is told at a glance.

    Blocks are made in order and only the last may become another, so where one is the same, so are those before it.
    """
    shorter = min(len(old), len(new))
    if not shorter or old[shorter - 1] is new[shorter - 1]:
        return shorter
    return next((place for place in range(shorter) if old[place] is not new[place]), shorter)
