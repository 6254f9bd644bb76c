"""Agents: what a seat may know of the game so far, as numbered lines for a model."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import View

from .wording import RecordLine, Speaker


def record_of(view: View) -> list[RecordLine]:
    """The facts of a view in their order, one line each; those that need no words have none."""
    say = Speaker(view)
    return [line for fact in view.facts if (line := say.line(fact))]


def numbered(lines: Sequence[RecordLine], room: int | None = None) -> list[str]:
    """The lines with their numbers; a gap in the numbers says that something was left out.

    Where there is no room for all, the oldest speeches go first and then the oldest lines.

    Args:
        lines: The record.
        room: How many characters there is room for; None for as many as there are.
    """
    texts = {number: f"{number}. {line.text}" for number, line in enumerate(lines, 1)}
    if room is None:
        return list(texts.values())
    size = sum(map(len, texts.values()))
    spoken = [number for number, line in enumerate(lines, 1) if line.spoken]
    silent = [number for number, line in enumerate(lines, 1) if not line.spoken]
    for number in (*spoken, *silent):
        if size <= room:
            break
        size -= len(texts.pop(number))
    return list(texts.values())
