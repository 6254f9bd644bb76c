"""Agents: what a seat may know of the game so far, as numbered lines for a model."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from wolfcore.game import View

from .wording import FactNarrator, LineKind, RecordLine

_RANKS: dict[LineKind, int] = {"reason": 0, "speech": 1, "fact": 2}
"""What goes first where a prompt is too long."""


def record_of(view: View) -> list[RecordLine]:
    """What a seat knows in the order in which it came to know it, one line each; what needs no words has none.

    Its own reasons stand where it gave them: behind all that it knew then, and before what came of its answer.
    """
    say, mine = FactNarrator(view), deque(zip(view.answered_after, view.answered, strict=True))
    lines: list[RecordLine | None] = []
    for known, fact in enumerate(view.facts):
        while mine and mine[0][0] <= known:
            lines.append(say.own_note(mine.popleft()[1]))
        lines.append(say.line(fact))
    lines += [say.own_note(own) for _, own in mine]
    told = [line for line in lines if line]
    return [replace(line, number=number, rank=_RANKS[line.kind]) for number, line in enumerate(told, 1)]


def numbered_texts(lines: Iterable[RecordLine]) -> list[str]:
    """The lines with their numbers; a gap in the numbers says that something was left out."""
    return [f"{line.number}. {line.text}" for line in lines]


def lines_that_fit(lines: Sequence[RecordLine], max_chars: int | None) -> set[int]:
    """The numbers of the lines for which there is room: those of a low rank go first, and of one rank the oldest.

    Args:
        lines: Lines of the record.
        max_chars: How many characters there is room for; None for as many as there are.
    """
    kept = {line.number for line in lines}
    if max_chars is None:
        return kept
    sizes = {line.number: len(text) for line, text in zip(lines, numbered_texts(lines), strict=True)}
    size = sum(sizes.values())
    for line in sorted(lines, key=lambda line: (line.rank, line.number)):
        if size <= max_chars:
            break
        size -= sizes[line.number]
        kept.discard(line.number)
    return kept
