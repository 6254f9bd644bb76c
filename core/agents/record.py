"""Agents: what a seat may know of the game so far, as numbered lines for a model."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from core.game import View

from .wording import LineKind, RecordLine, Speaker

_LEFT_OUT: tuple[LineKind, ...] = ("reason", "speech", "fact")
"""What goes first where a prompt is too long."""


def record_of(view: View) -> list[RecordLine]:
    """What a seat knows in the order in which it came to know it, one line each; what needs no words has none.

    Its own reasons stand where it gave them: behind all that it knew then, and before what came of its answer.
    """
    say, mine = Speaker(view), deque(zip(view.mine_after, view.mine, strict=True))
    lines: list[RecordLine | None] = []
    for known, fact in enumerate(view.facts):
        while mine and mine[0][0] <= known:
            lines.append(say.reason(mine.popleft()[1]))
        lines.append(say.line(fact))
    lines += [say.reason(own) for _, own in mine]
    return [line for line in lines if line]


def numbered(lines: Sequence[RecordLine], room: int | None = None) -> list[str]:
    """The lines with their numbers; a gap in the numbers says that something was left out.

    Where there is no room for all, the seat's own oldest reasons go first, then the oldest speeches, then the oldest lines.

    Args:
        lines: The record.
        room: How many characters there is room for; None for as many as there are.
    """
    texts = {number: f"{number}. {line.text}" for number, line in enumerate(lines, 1)}
    if room is None:
        return list(texts.values())
    size = sum(map(len, texts.values()))
    for number in sorted(texts, key=lambda number: (_LEFT_OUT.index(lines[number - 1].kind), number)):
        if size <= room:
            break
        size -= len(texts.pop(number))
    return list(texts.values())
