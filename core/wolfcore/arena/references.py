"""Files that an arena file refers to: a user's own boards, and the experience pools of players.

Own boards are stored whole in the plan, so that an arena resumes without their files. Pool paths
are stored relative to the arena's folder, so that the folder can be moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import read_text
from wolfcore.game import (
    ROLES,
    SAFE_NIGHT,
    Board,
    check_board,
    get_board,
    is_shipped,
    read_board,
    with_safe_night,
)
from wolfcore.installed import installed, load_installed
from wolfcore.roles import RoleWord
from wolfcore.seating import parse_player

_ENDING = ".toml"


def resolve_boards(
    words: Sequence[str], own: Mapping[str, Board], folder: Path
) -> tuple[tuple[str, ...], dict[str, Board]]:
    """Read the boards given by files; return all names, and the boards that do not ship by name.

    Args:
        words: Boards, each by its name, or by its file if that ends in `.toml`; both may be
            followed by `SAFE_NIGHT`. A board of an installed package is read as one of a file.
        own: The boards that do not ship and are known already, by name.
        folder: The folder to which relative paths refer.

    Raises:
        ConfigError: A file cannot be read or holds no board, or two boards have one name.
    """
    names, known = list[str](), dict(own)
    for word in words:
        file = word.removesuffix(SAFE_NIGHT)
        board = _read(file, folder) if file.endswith(_ENDING) else installed_board(file)
        if board is None:
            names.append(word)
            continue
        if file != word:
            board = with_safe_night(board)
        if known.get(board.name, board) != board:
            raise ConfigError(
                f"two boards have the name {board.name}",
                key="boards",
                hint="Change `name` in one of their files.",
            )
        known[board.name] = board
        names.append(board.name)
    return tuple(names), known


def installed_board(name: str) -> Board | None:
    """Return a board of an installed package by its name; None if there is none.

    Raises:
        ConfigError: It cannot be imported, or cannot be played.
    """
    if is_shipped(name) or name not in installed("boards"):
        return None
    board = load_installed("boards", name, Board)
    check_board(board)
    return board


def _read(word: str, folder: Path) -> Board:
    try:
        return read_board(read_text(folder / Path(word).expanduser()), word)
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or error
        hint = (
            "A path is relative to the folder of this file; an arena or experiment that has begun "
            "needs it no longer."
        )
        raise ConfigError(f"`{word}` cannot be read ({why})", key="boards", hint=hint) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"`{word}` is not text ({error.reason})", key="boards") from error
    except ConfigError as error:
        where = f"`{word}`, {error.key}" if error.key else f"`{word}`"
        raise ConfigError(f"{where}: {error.problem}", key="boards", hint=error.hint) from error


class _OwnBoard(Struct):
    roles: tuple[RoleWord, ...] = ()


class _OwnBoards(Struct):
    """The roles of boards that do not ship, read before the names of roles are checked."""

    own: dict[str, _OwnBoard] = {}


def check_own_roles(table: Mapping[str, object]) -> None:
    """Check that there is a file of each role that boards that do not ship deal.

    Args:
        table: The table of an arena or experiment file; what is no board is passed over.

    Raises:
        ConfigError: A role has no file.
    """
    try:
        boards = msgspec.convert(table, _OwnBoards).own
    except msgspec.ValidationError:
        # The reader of the whole file says what is wrong.
        return
    for name, board in boards.items():
        for role in board.roles:
            if role not in ROLES:
                raise ConfigError(
                    f"this wolftui has no file of the role {role}",
                    key=f"own.{name}.roles",
                    hint="Put the files of its roles into wolfcore/roles.",
                )


def check_own_boards(own: Mapping[str, Board], played: Iterable[str]) -> None:
    """Check that boards that do not ship can be played, and that each is played.

    Args:
        own: The boards that do not ship, by name.
        played: The names of all boards that are played.

    Raises:
        ConfigError: A board cannot be played, is not played, or has the name of another one.
    """
    names = set(played)
    for name, board in own.items():
        key = f"own.{name}"
        if name != board.name:
            problem = f"its `name` is {board.name}"
            raise ConfigError(problem, key=key, hint="Write the same name twice.")
        if is_shipped(name):
            raise ConfigError(
                "a shipped board has this name",
                key=key,
                hint="Change `name` in its file.",
            )
        if name not in names:
            raise ConfigError(
                "is not played", key=key, hint="Name it in `boards`, or leave it out."
            )
        try:
            check_board(board)
        except ConfigError as error:
            raise ConfigError(
                error.problem, key=f"{key}.{error.key}" if error.key else key, hint=error.hint
            ) from error


def board_of(name: str, own: Mapping[str, Board]) -> Board:
    """Return the board of a name.

    Raises:
        ConfigError: There is none.
    """
    return own.get(name) or get_board(name)


_POOL, _UP, _HERE = "pool=", "../", "./"


def with_absolute_pools(players: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the players with absolute pool paths.

    Args:
        players: The player words by name; pool paths that begin with `./` or `../` are relative to
            `folder`.
        folder: The folder of the file that names the players.
    """
    return {
        name: _with_pool(word, lambda path: _whole(path, folder.absolute()))
        for name, word in players.items()
    }


def with_relative_pools(players: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the players with pool paths next to `folder` made relative to it; others stay."""
    siblings = f"{folder.absolute().parent}/"
    return {
        name: _with_pool(
            word, lambda path: _UP + path[len(siblings) :] if path.startswith(siblings) else path
        )
        for name, word in players.items()
    }


def _with_pool(word: str, put: Callable[[str], str]) -> str:
    """Return a player word with another pool path; unchanged if it has no pool or is invalid."""
    if _POOL not in word:
        return word
    try:
        parse_player(word)
    except ConfigError:  # `check_arena` reports the problem
        return word
    head, at, model = word.partition("@")
    options = [
        _POOL + put(each[len(_POOL) :]) if each.startswith(_POOL) else each
        for each in head.split(":")
    ]
    return ":".join(options) + at + model


def _whole(path: str, folder: Path) -> str:
    if path.startswith(_HERE):
        return str(folder / path[len(_HERE) :])
    if not path.startswith(_UP):
        return path
    while path.startswith(_UP):
        path, folder = path[len(_UP) :], folder.parent
    return str(folder / path)
