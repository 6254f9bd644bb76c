"""Dialogs about one game: the board's rules, leaving while it runs, forking at an earlier ask."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from wolfcore.errors import WolfError
from wolfcore.game import Board
from wolfcore.game.rulebook import rulebook
from wolfcore.records import SavedGame, read_game
from wolftui.games.session.shown_game import ShownGame
from wolftui.settings.actions import Situation
from wolftui.settings.paths import game_argument
from wolftui.views.timeline import fork_players, fork_points
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen
from .dialogs import ChoiceDialog, TextDialog


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
            later = (
                "Continue in the lobby goes on with it, or later:"
                if home
                else "Go on with it later:"
            )
            words = (
                f"It is saved to the last answer. {later}\nwolftui resume "
                f"{game_argument(Path(shown.path))}"
            )
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


_WORDS = (
    "Everything before stays as it was. The game itself is not touched: the fork is a game "
    "of its own."
)


def ask_fork(screen: AppScreen, folder: Path) -> None:
    """Ask from where the game in `folder` is played on differently, then who plays, and begin; says why where it cannot be."""
    try:
        saved = read_game(folder)
    except WolfError as error:
        screen.notify(str(error), severity="error", markup=False, timeout=15)
        return
    choices: list[tuple[Line, str]] = [
        ((Span(words),), ask) for words, ask in fork_points(saved.journal)
    ]
    if not choices:
        screen.notify("Nobody was asked anything in this game yet.", timeout=4)
        return

    def take(ask: str | None) -> None:
        if ask is not None:
            _ask_who(screen, saved, ask)

    screen.app.push_screen(
        ChoiceDialog("Play on differently from", _WORDS, choices, keys=[""] * len(choices)), take
    )


def _ask_who(screen: AppScreen, saved: SavedGame, ask: str) -> None:
    choices = fork_players(saved.header.names)

    def play(seats: tuple[str, ...] | None) -> None:
        if seats is not None:
            screen.app.fork_game(saved.path, ask, seats)

    screen.app.push_screen(
        ChoiceDialog(
            "Who plays?", "", choices, keys=["w", *(str(seat) for seat in range(1, len(choices)))]
        ),
        play,
    )
