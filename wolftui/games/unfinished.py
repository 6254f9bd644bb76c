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
"""How many of the newest games are examined, so that the search stays fast among thousands."""


class OpenGamesFinder:
    """Finds the unfinished games of a folder, and notices when a search would find others.

    Args:
        root: The folder that holds the games.
    """

    def __init__(self, root: Path) -> None:
        self._root, self._watched = root, list[Path]()
        self._found_with = self._mark()

    def find(
        self, left_last: Path | None = None
    ) -> tuple[GameSummary | None, tuple[GameSummary, ...]]:
        """Return the unfinished game to resume, or None, and the games of other processes.

        The game that was left last comes before all others; then, newest first, games with a
        person before games without. Running games are newest first.

        Args:
            left_last: The game that was left a moment ago; None if unknown.

        Raises:
            ConfigError: The folder cannot be read.
        """
        self._watched.clear()
        self._found_with = self._mark()  # before the search: what changes meanwhile is found later
        running: list[GameSummary] = []
        left: list[GameSummary] = []
        folders = newest_folders(self._root, _MAX_SCANNED)
        if left_last and left_last not in folders:
            folders.append(left_last)
        flags: list[tuple[bool, int]] = []
        for folder in folders:
            flag, game = _writing(folder), summarise(folder)
            if game.ended:
                continue
            self._watched.append(folder)
            flags.append(flag)
            if not game.problem:
                (running if flag[0] else left).append(game)
        self._found_with = (self._found_with[0], tuple(flags))
        with_person = (
            game
            for game in sorted(left, key=lambda game: game.path != left_last)
            if game.people or game.path == left_last
        )
        return next(with_person, left[0] if left else None), tuple(running)

    def has_changed(self) -> bool:
        """Whether a game began, was taken up or was left since the last search.

        Looks at the folder itself and the locks of its unfinished games, at no other game.
        """
        return self._mark() != self._found_with

    def _mark(self) -> tuple[int, tuple[tuple[bool, int], ...]]:
        return _changed_ns(self._root), tuple(map(_writing, self._watched))


def _writing(folder: Path) -> tuple[bool, int]:
    """Return whether a process plays the game, and where none does, when its log was written."""
    locked = is_locked(folder)
    return locked, 0 if locked else _changed_ns(folder / LOG_FILE)


def _changed_ns(path: Path) -> int:
    """Return when a file or folder was changed, in nanoseconds; 0 where it cannot be read."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


MAX_GAMES = 64
"""Maximum number of games on a wall; further running games wait for a free place."""


_MAX_FOLDERS = 4 * MAX_GAMES
"""How many games, the last written first, are checked for a running process."""


ARENA_GAMES = "games"
"""The subfolder of an arena that holds its games."""


class WallGame:
    """A followed game on the wall, shown at its newest entry.

    Args:
        folder: Its folder.
        glyphs: The glyphs to draw.

    Attributes:
        folder: Its folder.
        shown: The game with the widest eyes that are allowed; None if it cannot be read.
        is_running: Whether a process plays it.
        problem: Why it cannot be read further; empty while it can.
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
        """When its log was last written, in seconds since 1970; 0 if unknown."""
        try:
            return (self.folder / LOG_FILE).stat().st_mtime
        except OSError:
            return 0.0

    def poll(self) -> None:
        """Read new entries and show the newest."""
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
    """The games that run now below a folder; games that end stay behind the running ones.

    Args:
        root: A folder of saved games, or of an arena.
        glyphs: The glyphs to draw.

    Attributes:
        root: The folder of the games; for an arena, its subfolder of games.
        games: Running games in the order they were found; then ended games, the last ended first.
    """

    def __init__(self, root: Path, glyphs: Glyphs = FANCY) -> None:
        self.root = root / ARENA_GAMES if is_folder(root / ARENA_GAMES) else root
        self._glyphs = glyphs
        self.games: list[WallGame] = []

    @property
    def running(self) -> int:
        """How many of the games run."""
        return sum(game.is_running for game in self.games)

    def find_running(self) -> list[Path]:
        """Return the folders of the games that run now, the last written first.

        Raises:
            ConfigError: The folder cannot be read.
        """
        return folders_in_play(self.root, _MAX_FOLDERS)

    def add(self, found: list[Path]) -> None:
        """Add running games.

        If there is no room, games that ended longest ago are dropped first; after that no game is
        added.
        """
        here = {game.folder: game for game in self.games if game.is_running}
        new = [folder for folder in reversed(found) if folder not in here]
        kept = [
            game for game in self.games if game.folder not in new
        ]  # a game that runs again is reopened
        room = MAX_GAMES - sum(game.is_running for game in kept)
        running = [
            *(game for game in kept if game.is_running),
            *(WallGame(folder, self._glyphs) for folder in new[:room]),
        ]
        self.games = [*running, *(game for game in kept if not game.is_running)][:MAX_GAMES]

    def poll(self) -> None:
        """Read new entries of all games, and move games that have ended behind the running ones."""
        before = [game for game in self.games if not game.is_running]
        for game in self.games:
            game.poll()
        now = [game for game in self.games if not game.is_running and game not in before]
        self.games = [*(game for game in self.games if game.is_running), *now, *before]
