"""Playing on differently with a saved game: from where, and who plays, asked over whatever screen it began at."""

from __future__ import annotations

from pathlib import Path

from wolfcore.errors import WolfError
from wolfcore.records import SavedGame, read_game
from wolftui.panels.forks import fork_players, fork_points
from wolftui.text.spans import Line, Span

from .over import ChoiceDialog
from .place import AppScreen

_WORDS = "Everything before stays as it was. The game itself is not touched: the fork is a game of its own."


def ask_fork(screen: AppScreen, folder: Path) -> None:
    """Ask from where the game in `folder` is played on differently, then who plays, and begin; says why where it cannot be."""
    try:
        saved = read_game(folder)
    except WolfError as error:
        screen.notify(str(error), severity="error", markup=False, timeout=15)
        return
    choices: list[tuple[Line, str]] = [((Span(words),), ask) for words, ask in fork_points(saved.journal)]
    if not choices:
        screen.notify("Nobody was asked anything in this game yet.", timeout=4)
        return

    def take(ask: str | None) -> None:
        if ask is not None:
            _ask_who(screen, saved, ask)

    screen.app.push_screen(ChoiceDialog("Play on differently from", _WORDS, choices, keys=[""] * len(choices)), take)


def _ask_who(screen: AppScreen, saved: SavedGame, ask: str) -> None:
    choices = fork_players(saved.header.names)

    def play(seats: tuple[str, ...] | None) -> None:
        if seats is not None:
            screen.app.fork_game(saved.path, ask, seats)

    screen.app.push_screen(
        ChoiceDialog("Who plays?", "", choices, keys=["w", *(str(seat) for seat in range(1, len(choices)))]), play
    )
