"""Several games that other processes play, looked at together: which there are, and how far each has come."""

from __future__ import annotations

from pathlib import Path

from wolfcore.errors import LogError
from wolfcore.outside import is_folder
from wolfcore.records import LogFollower, folders_played
from wolfcore.records.layout import LOG_FILE
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import FANCY, Glyphs

from .sources import Followed, followed

MOST = 64
"""So many games hang on a wall; others that run then wait for a place."""
_AMONG = 4 * MOST
"""Of so many games, those last written to, it is looked whether they run."""
ARENA_GAMES = "games"
"""Where an arena keeps its games, in its folder."""


class Hanging:
    """A game on the wall, as far as it has come.

    Args:
        folder: Its folder.
        glyphs: The signs to draw.

    Attributes:
        folder: Its folder.
        shown: The game with the eyes that anybody may use, at its newest; None where it cannot be read.
        runs: Whether somebody plays it.
        problem: Why it cannot be read on; empty while it can.
    """

    def __init__(self, folder: Path, glyphs: Glyphs) -> None:
        self.folder, self.runs, self.problem = folder, True, ""
        self.shown: ShownGame | None = None
        self._source: Followed | None = None
        try:
            self.shown, self._source = followed(LogFollower(folder), glyphs=glyphs)
        except LogError as error:
            self._fail(error)

    @property
    def written(self) -> float:
        """When something was written to it last, in seconds since 1970; 0 where that is not known."""
        try:
            return (self.folder / LOG_FILE).stat().st_mtime
        except OSError:
            return 0.0

    def look(self) -> None:
        """See how far it has come."""
        if not (self.runs and self._source and self.shown):
            return
        try:
            self.runs = self._source.look()
        except LogError as error:
            self._fail(error)
        self.shown.session.go_end()

    def _fail(self, error: LogError) -> None:
        self.runs, self.problem = False, str(error)


class Wall:
    """The games that are being played below a folder; those that end while one looks stay, behind the others.

    Args:
        root: A folder of saved games, or of an arena.
        glyphs: The signs to draw.

    Attributes:
        root: As given; of an arena, where its games are.
        games: Running ones first, as they were found; then those that ended, the last one first.
    """

    def __init__(self, root: Path, glyphs: Glyphs = FANCY) -> None:
        self.root = root / ARENA_GAMES if is_folder(root / ARENA_GAMES) else root
        self._glyphs = glyphs
        self.games: list[Hanging] = []

    @property
    def running(self) -> int:
        """How many of them run."""
        return sum(game.runs for game in self.games)

    def find(self) -> list[Path]:
        """The folders of the games that run now, the last written first.

        Raises:
            ConfigError: The folder cannot be read.
        """
        return folders_played(self.root, _AMONG)

    def hang(self, found: list[Path]) -> None:
        """Add games that run now; where there is no more room, the longest ended go first, and then no more are added."""
        here = {game.folder: game for game in self.games if game.runs}
        new = [folder for folder in reversed(found) if folder not in here]
        kept = [game for game in self.games if game.folder not in new]  # one that goes on is read anew
        room = MOST - sum(game.runs for game in kept)
        running = [*(game for game in kept if game.runs), *(Hanging(folder, self._glyphs) for folder in new[:room])]
        self.games = [*running, *(game for game in kept if not game.runs)][:MOST]

    def look(self) -> None:
        """See how far all have come."""
        before = [game for game in self.games if not game.runs]
        for game in self.games:
            game.look()
        now = [game for game in self.games if not game.runs and game not in before]
        self.games = [*(game for game in self.games if game.runs), *now, *before]
