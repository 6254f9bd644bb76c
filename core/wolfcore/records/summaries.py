"""Game summaries: list the saved games of a folder, and find a game by id or path.

A summary reads the header, the last 64 kB of the log and `about.json`, not the whole game.
"""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

from msgspec import Struct

from wolfcore.errors import ConfigError, LogError
from wolfcore.files import open_regular, path_exists, read_descriptor
from wolfcore.game.facts import EndKind
from wolfcore.game.roles import Team

from .about import About, read_about
from .entries import MOST_DAYS, decode_result
from .header import Header, decode_header
from .jsonl import whole_lines_size
from .layout import HEADER_LIMIT, LOG_FILE, LOG_LIMIT, is_locked

_TAIL_BYTES = 64 * 1024


_DAY_BEGAN = re.compile(rb'"is":"Began","day":([0-9]{1,4})(,"phase":"night")?[,}]')
"""Matches entries that begin a day; speech cannot match, since its quotation marks are escaped."""


class GameSummary(Struct, frozen=True, kw_only=True):
    """The data of a saved game for lists.

    Attributes:
        id: Its id.
        path: Its folder.
        created: When it was created (ISO 8601, UTC), or an empty string where `about.json` is
            missing or damaged.
        board: The name of its board.
        names: The names, in seat order.
        people: The seats that were people at the start.
        ended: How the game ended, or None for an unfinished one.
        winner: The team that won, or None.
        days: The last day that began; 0 before the first night.
        night: Whether an unfinished game is in the night that begins that day.
        about: The contents of `about.json`, or None.
        header: The header of its log, or None where it cannot be read.
        problem: Why the game cannot be read, or an empty string.
    """

    id: str
    path: Path
    created: str = ""
    board: str = ""
    names: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    ended: EndKind | None = None
    winner: Team | None = None
    days: int = 0
    night: bool = False
    about: About | None = None
    header: Header | None = None
    problem: str = ""


def list_games(root: Path) -> list[GameSummary]:
    """Return summaries of all games in the folder `root`, newest first; empty if it is missing."""
    found = [summarise(folder) for folder in _folders(root)]
    return sorted(found, key=lambda game: (game.created or game.id[:8], game.id), reverse=True)


def summarise(folder: Path) -> GameSummary:
    """Summarise one game from its header, the end of its log and `about.json`."""
    try:
        header, tail = _read_header_and_tail(folder / LOG_FILE)
    except LogError as error:
        about = read_about(folder)[0]
        created = about.created if about else ""
        return GameSummary(
            id=folder.name, path=folder, created=created, about=about, problem=str(error)
        )
    about = read_about(folder, header.board.size)[0]
    created = about.created if about else ""
    # A torn last line is left out.
    result = decode_result(tail[: whole_lines_size(tail)].rstrip(b"\n").rsplit(b"\n", 1)[-1])
    # The tail may begin within a day; its last beginning of a day is all that counts.
    began = [
        (int(day), bool(night)) for day, night in _DAY_BEGAN.findall(tail) if int(day) <= MOST_DAYS
    ]
    day, night = began[-1] if began else (0, False)
    return GameSummary(
        id=folder.name,
        path=folder,
        created=created,
        board=header.board.name,
        names=header.names,
        people=header.people,
        ended=result.ended if result else None,
        winner=result.winner if result else None,
        days=result.days if result else day,
        night=night and result is None,
        about=about,
        header=header,
    )


def _read_header_and_tail(file: Path) -> tuple[Header, bytes]:
    """Return the header of a log and its last 64 kB.

    Raises:
        LogError: It cannot be read, or its first line is no header.
    """
    try:
        opened = open_regular(file, limit=LOG_LIMIT)
        try:
            # One byte more than a header may have shows one that is too long.
            beginning = read_descriptor(opened, HEADER_LIMIT + 1)
            tail = read_descriptor(opened, _TAIL_BYTES, start=-_TAIL_BYTES)
        finally:
            os.close(opened)
    except OSError as error:
        raise LogError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    # Without a line end all of it is handed on, and the decoder says what is wrong.
    return decode_header(beginning[: beginning.find(b"\n") + 1] or beginning, str(file)), tail


def newest_folders(root: Path, most: int) -> list[Path]:
    """Return the folders of at most `most` games below `root`, newest first.

    The order is by the date in the folder's name, then by the log's time of change.

    Raises:
        ConfigError: `root` cannot be read.
    """
    # The date in the name comes first, since copying a folder changes its times.
    dated = [(folder.name[:8], _changed_at(folder / LOG_FILE), folder) for folder in _folders(root)]
    return [
        folder for _, _, folder in sorted(dated, key=lambda each: each[:2], reverse=True)[:most]
    ]


def folders_in_play(root: Path, checked: int) -> list[Path]:
    """Return the folders of games below `root` that a writer holds now, the last written first.

    Args:
        root: The folder of the saved games.
        checked: How many games, the last written first, are checked for a lock.

    Raises:
        ConfigError: `root` cannot be read.
    """
    changed = sorted(
        _folders(root),
        key=lambda folder: (_changed_at(folder / LOG_FILE), folder.name),
        reverse=True,
    )
    return [folder for folder in changed[:checked] if is_locked(folder)]


def _changed_at(file: Path) -> float:
    """Return when a file was last written, in seconds since 1970; 0 where it cannot be read."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def find_game(root: Path, text: str) -> Path:
    """Return the folder of the game that `text` names.

    Args:
        root: The folder of the saved games.
        text: An id, the unique beginning or end of an id, a path, or `latest`.

    Raises:
        ConfigError: No game or several match; the message names similar ids.
    """
    if text == "latest":
        return _latest(root)
    path = _folder_at(text)
    if path:
        return path
    ids = {folder.name: folder for folder in _folders(root)}
    if text in ids:
        return ids[text]
    meant = [name for name in ids if text and (name.startswith(text) or name.endswith(text))]
    if len(meant) == 1:
        return ids[meant[0]]
    if meant:
        shown = ", ".join(sorted(meant, reverse=True)[:5])
        raise ConfigError(f"`{text}` fits {len(meant)} saved games", hint=f"For example {shown}.")
    near = difflib.get_close_matches(text, ids, n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(near)}?" if near else "`latest` is the newest game."
    raise ConfigError(f"there is no saved game `{text}`", hint=hint)


def _latest(root: Path) -> Path:
    """Return the newest readable game; if none is, the newest, whose reader reports why."""
    games = list_games(root)
    if not games:
        raise ConfigError(f"there is no saved game in {root}", hint="Play one first.")
    return next((game for game in games if not game.problem), games[0]).path


def _folder_at(text: str) -> Path | None:
    """Return the game folder at the path `text`; None where there is none."""
    try:
        path = Path(text).expanduser()
    except RuntimeError:  # `~name` of an unknown user
        return None
    if path.name == LOG_FILE:
        path = path.parent
    return path if _has_log(path) else None


def _has_log(folder: Path) -> bool:
    """Return whether a folder has a log, readable or not: damaged games are listed, too."""
    return path_exists(folder / LOG_FILE)


def _folders(root: Path) -> list[Path]:
    """Return the folders below `root` that hold a game; those still being created are left out."""
    try:
        below = list(root.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(root)) from error
    return [folder for folder in below if not folder.name.startswith(".") and _has_log(folder)]
