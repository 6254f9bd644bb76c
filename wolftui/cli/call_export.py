"""The model calls that the command `export` writes: of one game, or of all games in a folder.

Many games are read one after another. Those that cannot be read are named and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from wolfcore.errors import ConfigError, LogError, WolfError
from wolfcore.files import path_exists
from wolfcore.records import CALLS_FILE, SavedGame, read_game
from wolfcore.table import integrity_problem
from wolftui.export.calls.call_formats import CALL_SUFFIXES, call_lines, write_calls
from wolftui.export.calls.game_calls import GameCalls
from wolftui.export.formats import CallFormat, unused_path, working_folder
from wolftui.settings.paths import game_argument

from .command import FAILED, OK, STOPPED
from .progress import show_count

_WRITTEN_AS: dict[CallFormat, str] = {
    "otel": "OpenTelemetry spans, one a line",
    "inspect": "an Inspect log, one sample a seat",
    "jsonl": "chats, one a line",
}


def export_calls(
    args: argparse.Namespace, form: CallFormat, paths: Sequence[Path], out: Path | None
) -> int:
    """Export the model calls of games; formats of lines are printed unless a file is named.

    Args:
        args: The command line.
        form: The format.
        paths: The games, at least one.
        out: The file; None if none was named.

    Returns:
        The exit code: FAILED if games were left out because they cannot be read.

    Raises:
        ConfigError: There are no calls, or these eyes may not see them.
        LogError: The only game cannot be read, or none of them.
    """
    if args.eyes not in ("", "moderator"):
        raise ConfigError(
            "model calls are for the moderator's eyes alone, because a prompt holds all that its "
            "seat knows",
            key="--eyes",
            hint="Leave it out, or choose html, md, txt or csv.",
        )
    name = "" if len(paths) == 1 else Path(args.game).expanduser().resolve().name or "games"
    games = _CalledGames(paths)
    prints = out is None and form != "inspect"
    try:
        if prints:
            for line in call_lines(games, form, ascii_only=args.ascii):
                sys.stdout.write(f"{line}\n")
        else:
            games.shows_progress = True
            file = out or unused_path(working_folder(), name or paths[0].name, CALL_SUFFIXES[form])
            write_calls(file, games, form, name=name, replace=args.replace, ascii_only=args.ascii)
            print(f"{file}, with the model calls{games.count_text} as {_WRITTEN_AS[form]}")
    except KeyboardInterrupt:
        if len(paths) == 1:
            raise
        left = "the lines so far are printed" if prints else "no file is written"
        sys.stderr.write(
            f"\nwolftui: Stopped after {games.exported} of {len(paths)} games; {left}.\n"
        )
        return STOPPED
    finally:
        # At the end, so that no sentence breaks the line of the progress.
        for note in games.notes:
            sys.stderr.write(f"wolftui: {note}\n")
    return FAILED if games.unreadable else OK


class _CalledGames:
    """The games with model calls among several, opened one after another by an iteration.

    Games without calls are left out. Among several games one that cannot be read, or whose calls
    are still secret, is noted and left out; a single one raises its error.

    Args:
        paths: The games, at least one.

    Attributes:
        shows_progress: Whether to count the games on the terminal.
        exported: How many games were read to the end.
        unreadable: How many games cannot be read.
        notes: What is to be said of games, in sentences.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths, self._single = paths, len(paths) == 1
        self.shows_progress = False
        self.exported = self.unreadable = 0
        self.notes: list[str] = []

    @property
    def count_text(self) -> str:
        """How many of the games were exported, in words; empty for a single one."""
        games = len(self._paths)
        some = f"{self.exported} of " if self.exported < games else ""
        return "" if self._single else f" of {some}{games} games"

    def __iter__(self) -> Iterator[GameCalls]:
        """Yield the calls of each game.

        Raises:
            ConfigError: No game has calls that can be exported.
            LogError: No game can be exported, because of damage.
        """
        for number, path in enumerate(self._paths, 1):
            if calls := self._opened(path):
                yield calls
                self.exported += 1
                self._note(path, *calls.problems)
            if self.shows_progress:
                show_count(number, len(self._paths))
        if not self.exported:
            raise self._nothing()

    def _opened(self, path: Path) -> GameCalls | None:
        """Return the calls of a game; None if it has none, or is left out."""
        # Games of bots alone are passed over without reading them.
        if not self._single and path_exists(path) and not path_exists(path / CALLS_FILE):
            return None
        try:
            saved = read_game(path, strict=False)
            calls = GameCalls(saved)
            if not calls.has_calls():
                return None
        except (ConfigError, LogError) as error:
            if self._single:
                raise
            self.unreadable += isinstance(error, LogError)
            self._note(path, str(error))
            return None
        self._note(path, *notes_on(saved))
        return calls

    def _note(self, path: Path, *sentences: str) -> None:
        """Note sentences about a game; one of several games is named."""
        for sentence in sentences:
            where = "" if self._single or path.name in sentence else f"{path.name}: "
            end = "" if sentence.endswith((".", "?", "!")) else "."
            self.notes.append(f"{where}{sentence}{end}")

    def _nothing(self) -> WolfError:
        of = self._paths[0].name if self._single else f"these {len(self._paths)} games"
        if self.unreadable:
            return LogError(f"no model call of {of} can be exported")
        return ConfigError(
            f"no model call of {of} can be exported: none was recorded",
            key="--to",
            hint="House bots, scripts and people call no model; `--to md` exports a game itself.",
        )


def notes_on(saved: SavedGame) -> Iterator[str]:
    """Yield what was left out of a game, and whether it was changed, in sentences for a person."""
    yield from saved.notes
    yield from map(str, saved.problems)
    if why := integrity_problem(saved):
        yield (
            f"{saved.id} is exported as found, but {why}; "
            f"`wolftui verify {game_argument(saved.path)}` shows where."
        )
