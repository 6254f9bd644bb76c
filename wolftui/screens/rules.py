"""The rules of a board as its players are told them."""

from __future__ import annotations

from core.game import Board
from core.game.rulebook import rulebook
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span

from .over import ReadingOver


def rules_of(board: Board, glyphs: Glyphs) -> ReadingOver:
    """A sheet with the rules of a board."""
    lines: list[Line] = []
    for section in rulebook(board):
        lines += [*([()] if lines else []), (Span(section.title.upper(), "dim"),)]
        lines += [(Span(f"{glyphs.dot} ", "dim"), Span(sentence)) for sentence in section.lines]
    return ReadingOver(f"The rules of {board.name}", lines, hang=2)
