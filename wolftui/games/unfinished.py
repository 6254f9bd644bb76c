"""Unfinished games: the last one to resume, and games another process is running (the wall)."""

from __future__ import annotations

from pathlib import Path

from wolfcore.errors import LogError
from wolfcore.files import is_folder
from wolfcore.records import (
    GameSummary,
    LogFollower,
    folders_in_play,
    is_locked,
    newest_folders,
    summarise,
)
from wolfcore.records.layout import LOG_FILE
from wolftui.words.glyphs import FANCY, Glyphs

from .session.shown_game import ShownGame
from .sources import FollowedSource, followed_game

_MAX_SCANNED = 100
"""The newest games that are looked at: somebody who left one among the last hundred finds it, and
nobody waits for thousands."""


def unfinished_games(
    root: Path, left_last: Path | None = None
) -> tuple[GameSummary | None, tuple[GameSummary, ...]]:
    """The unfinished game to go on with, and the games that other processes play now, newest first.

    The game that was left last goes before all others, then, newest first, a game with a person
    before every game without.

    Args:
        root: The folder that holds the games.
        left_last: The game that was left a moment ago; None for nobody knows.

    Raises:
        ConfigError: It cannot be read.
    """
    running: list[GameSummary] = []
    left: list[GameSummary] = []
    folders = newest_folders(root, _MAX_SCANNED)
    if left_last and left_last not in folders:
        folders.append(left_last)
    for game in map(summarise, folders):
        if game.problem or game.ended:
            continue
        (running if is_locked(game.path) else left).append(game)
    with_person = (
        game
        for game in sorted(left, key=lambda game: game.path != left_last)
        if game.people or game.path == left_last
    )
    return next(with_person, left[0] if left else None), tuple(running)


MAX_GAMES = 64
"""So many games hang on a wall; others that run then wait for a place."""


_MAX_FOLDERS = 4 * MAX_GAMES
"""Of so many games, those last written to, it is looked whether they run."""


ARENA_GAMES = "games"
"""Where an arena keeps its games, in its folder."""


class WallGame:
    """A game on the wall, as far as it has come.

    Args:
        folder: Its folder.
        glyphs: The signs to draw.

    Attributes:
        folder: Its folder.
        shown: The game with the eyes that anybody may use, at its newest; None where it cannot be
            read.
        is_running: Whether somebody plays it.
        problem: Why it cannot be read on; empty while it can.
    """

    def __init__(self, folder: Path, glyphs: Glyphs) -> None:
        self.folder, self.is_running, self.problem = folder, True, ""
        self.shown: ShownGame | None = None
        self._source: FollowedSource | None = None
        try:
            self.shown, self._source = followed_game(LogFollower(folder), glyphs=glyphs)
        except LogError as error:
            self._fail(error)

    @property
    def last_written(self) -> float:
        """When something was written to it last, in seconds since 1970; 0 where that is not known."""
        try:
            return (self.folder / LOG_FILE).stat().st_mtime
        except OSError:
            return 0.0

    def poll(self) -> None:
        """See how far it has come."""
        if not (self.is_running and self._source and self.shown):
            return
        try:
            self.is_running = self._source.poll()
        except LogError as error:
            self._fail(error)
        self.shown.session.go_end()

    def _fail(self, error: LogError) -> None:
        self.is_running, self.problem = False, str(error)


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
        self.games: list[WallGame] = []

    @property
    def running(self) -> int:
        """How many of them run."""
        return sum(game.is_running for game in self.games)

    def find_running(self) -> list[Path]:
        """The folders of the games that run now, the last written first.

        Raises:
            ConfigError: The folder cannot be read.
        """
        return folders_in_play(self.root, _MAX_FOLDERS)

    def add(self, found: list[Path]) -> None:
        """Add games that run now; where there is no more room, the longest ended go first, and then no more are added."""
        here = {game.folder: game for game in self.games if game.is_running}
        new = [folder for folder in reversed(found) if folder not in here]
        kept = [
            game for game in self.games if game.folder not in new
        ]  # one that goes on is read anew
        room = MAX_GAMES - sum(game.is_running for game in kept)
        running = [
            *(game for game in kept if game.is_running),
            *(WallGame(folder, self._glyphs) for folder in new[:room]),
        ]
        self.games = [*running, *(game for game in kept if not game.is_running)][:MAX_GAMES]

    def poll(self) -> None:
        """See how far all have come."""
        before = [game for game in self.games if not game.is_running]
        for game in self.games:
            game.poll()
        now = [game for game in self.games if not game.is_running and game not in before]
        self.games = [*(game for game in self.games if game.is_running), *now, *before]
