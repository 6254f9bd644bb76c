"""Dialogs about one game: the board's rules, leaving while it runs, forking at an earlier ask."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from wolfcore.errors import WolfError
from wolfcore.game import Board
from wolfcore.game.rulebook import rulebook
from wolfcore.records import SavedGame, read_game
from wolfcore.table import usual_bot
from wolftui.games.session.shown_game import ShownGame
from wolftui.settings.actions import Situation
from wolftui.settings.paths import game_argument
from wolftui.views.labels import board_title
from wolftui.views.timeline import fork_players, fork_points
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen
from .dialogs import ChoiceDialog, TextDialog


def rules_dialog(board: Board, glyphs: Glyphs) -> TextDialog:
    """Return a dialog with the rules of a board."""
    lines: list[Line] = []
    for section in rulebook(board):
        lines += [*([()] if lines else []), (Span(section.title.upper(), "dim"),)]
        lines += [(Span(f"{glyphs.dot} ", "dim"), Span(sentence)) for sentence in section.lines]
    return TextDialog(f"The rules of {board_title(board.name)}", lines, hang=2)


LeaveChoice = Literal["stay", "lobby", "quit"]
"""The answers of `LeaveDialog`: stay, go to the lobby, or quit the program."""


class LeaveDialog(ChoiceDialog[LeaveChoice]):
    """Asks whether to leave a running game and for where; says how to resume it later.

    Args:
        shown: The game.
        home: Whether the lobby is open.
    """

    def __init__(self, shown: ShownGame, *, home: bool = False) -> None:
        if shown.invitation:
            words = (
                "A house bot plays for you until you are back. The same link brings you back:\n"
                f"{shown.invitation}"
            )
        elif shown.path:
            command = f"Go on with it later:\nwolftui resume {game_argument(Path(shown.path))}"
            later = "Continue in the lobby goes on with it." if home else command
            words = f"It is saved to the last answer. {later}"
        else:
            words = "It is not saved and would be lost."
        choices: list[tuple[Line, LeaveChoice]] = [((Span("Stay"),), "stay")]
        if home:
            choices.append(((Span("Back to the lobby"),), "lobby"))
        choices.append(((Span("Quit wolftui" if home else "Leave"),), "quit"))
        super().__init__("Leave this game?", words, choices)

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return replace(super().situation, leaving=True)


_WORDS = (
    "Everything before stays as it was. The game itself is not touched: the fork is a game "
    "of its own."
)


def ask_fork(screen: AppScreen, folder: Path) -> None:
    """Ask where to fork the saved game in `folder` and who plays, then start the fork.

    If the game cannot be read or has no asks, the person is told so.
    """
    try:
        _ask_where(screen, read_game(folder))
    except WolfError as error:
        screen.notify(str(error), severity="error", markup=False, timeout=15)


def _ask_where(screen: AppScreen, saved: SavedGame, at: str = "") -> None:
    """Ask where to fork; the ask `at` is preselected."""
    choices: list[tuple[Line, str]] = [
        ((Span(words),), ask) for words, ask in fork_points(saved.journal)
    ]
    if not choices:
        screen.notify("Nobody was asked anything in this game yet.", timeout=4)
        return

    def take(ask: str | None) -> None:
        if ask is not None:
            _ask_who(screen, saved, ask)

    number = next((number for number, (_, ask) in enumerate(choices) if ask == at), 0)
    dialog = ChoiceDialog(
        "Play on differently from", _WORDS, choices, at=number, keys=[""] * len(choices)
    )
    screen.app.push_screen(dialog, take)


def _ask_who(screen: AppScreen, saved: SavedGame, ask: str) -> None:
    seats = saved.about.seats_now() if saved.about else ()
    people = [seat for seat, player in enumerate(seats, 1) if player.player == "human"]
    players = fork_players(saved.header.names, people, usual_bot(seats).text)

    def play(seats: tuple[str, ...] | None) -> None:
        if seats is not None:
            screen.app.fork_game(saved.path, ask, seats)
        else:
            _ask_where(screen, saved, ask)

    screen.app.push_screen(
        ChoiceDialog(
            "Who plays?",
            "",
            [(line, arguments) for _, line, arguments in players],
            keys=[key for key, _, _ in players],
        ),
        play,
    )
