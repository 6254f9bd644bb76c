"""Putting a game beside one that shares its beginning: which ones there are, and opening both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wolfcore.errors import WolfError
from wolfcore.records import read_game
from wolfcore.shelf import ListedGame
from wolftui.games.kin import NO_COMMON_EYES, fork_pair, related_games, relation_text
from wolftui.text.outcome import ending_title
from wolftui.text.spans import Line, Span

from .over import ChoiceDialog
from .parting import GameDiffScreen
from .place import AppScreen, Handlers

_NONE = "No other game shares its beginning. f in the library plays on differently from an earlier point."


class ForkComparison:
    """Compares a game with its forks, and forks with each other.

    Args:
        screen: What is opened lies over it.
        game: Gives the folder of the game, or None for none.
    """

    def __init__(self, screen: AppScreen, game: Callable[[], Path | None]) -> None:
        self._screen, self._game = screen, game

    @property
    def deeds(self) -> Handlers:
        """What each action does."""
        return {"compare": self.choose}

    def choose(self) -> None:
        """Put the game beside the one that shares its beginning; where there are several, ask which."""
        game = self._game()
        if game is None:
            return
        try:
            kin = related_games(game)
        except WolfError as error:
            self._notify_error(str(error))
            return
        if not kin:
            self._screen.notify(_NONE, timeout=5)
        elif len(kin) == 1:
            self._open(game, kin[0])
        else:
            choices = [(_words(volume, game.name), volume) for volume in kin]
            sheet = ChoiceDialog("Beside which game?", "They share its beginning.", choices, keys=[""] * len(choices))
            self._screen.app.push_screen(sheet, lambda chosen: self._open(game, chosen) if chosen else None)

    def _open(self, game: Path, beside: ListedGame) -> None:
        glyphs = self._screen.glyphs
        try:
            one, other = (read_game(path, strict=False) for path in (game, game.parent / beside.id))
        except WolfError as error:
            self._notify_error(str(error))
            return
        pair = fork_pair(one, other, glyphs)
        if not pair.eyes:
            self._notify_error(NO_COMMON_EYES)
        else:
            self._screen.app.push_screen(GameDiffScreen(pair.first, pair.second, pair.titles, pair.eyes, glyphs))

    def _notify_error(self, words: str) -> None:
        self._screen.notify(words, severity="error", markup=False, timeout=10)


def _words(volume: ListedGame, game: str) -> Line:
    """A game in the list of those that share a beginning."""
    end = ending_title(volume.ended) if volume.ended else "not finished"
    return (Span(f"{relation_text(volume, game):<25}"), Span(f"{end}  ", "quiet"), Span(volume.id, "dim"))
