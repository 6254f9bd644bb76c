"""Sheets that several screens lay over themselves: the rules of a board, and whether to leave a running game."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from wolfcore.game import Board
from wolfcore.game.rulebook import rulebook
from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.settings.paths import game_argument
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span

from .over import ChoiceDialog, TextDialog


def rules_dialog(board: Board, glyphs: Glyphs) -> TextDialog:
    """A sheet with the rules of a board."""
    lines: list[Line] = []
    for section in rulebook(board):
        lines += [*([()] if lines else []), (Span(section.title.upper(), "dim"),)]
        lines += [(Span(f"{glyphs.dot} ", "dim"), Span(sentence)) for sentence in section.lines]
    return TextDialog(f"The rules of {board.name}", lines, hang=2)


LeaveChoice = Literal["stay", "lobby", "quit"]
"""What becomes of a running game that somebody thinks of leaving."""


class LeaveDialog(ChoiceDialog[LeaveChoice]):
    """Asks whether a running game is to be left and where to, and says what becomes of it.

    Args:
        shown: The game.
        home: Whether there is a lobby to go back to.
    """

    def __init__(self, shown: ShownGame, *, home: bool = False) -> None:
        if shown.path:
            later = "Continue in the lobby goes on with it, or later:" if home else "Go on with it later:"
            words = f"It is saved to the last answer. {later}\nwolftui resume {game_argument(Path(shown.path))}"
        else:
            words = "It is not saved and would be lost."
        choices: list[tuple[Line, LeaveChoice]] = [((Span("Stay"),), "stay")]
        if home:
            choices.append(((Span("Back to the lobby"),), "lobby"))
        choices.append(((Span("Quit wolftui" if home else "Leave"),), "quit"))
        super().__init__("Leave this game?", words, choices)

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return replace(super().situation, leaving=True)
