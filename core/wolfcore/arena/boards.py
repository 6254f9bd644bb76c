"""The boards of an arena: those that ship, by name, and a person's own, which are read once and kept whole in its plan.

So an arena goes on without the file of a board, workers on other machines need none, and what changed of a board shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.game import Board, board_names, check_board, get_board, read_board
from wolfcore.outside import read_text

_ENDING = ".toml"


def resolve_boards(words: Sequence[str], own: Mapping[str, Board], folder: Path) -> tuple[tuple[str, ...], dict[str, Board]]:
    """The names of boards, and all boards that do not ship, with those read that are named by a file.

    Args:
        words: Boards, each by its name, or by its file if that ends in `.toml`.
        own: The boards by name that do not ship and are known already.
        folder: Where the paths of files begin.

    Raises:
        ConfigError: A file cannot be read or holds no board, or two boards have one name.
    """
    names, known = list[str](), dict(own)
    for word in words:
        if not word.endswith(_ENDING):
            names.append(word)
            continue
        board = _read(word, folder)
        if known.get(board.name, board) != board:
            raise ConfigError(f"two boards are called {board.name}", key="boards", hint="Write another `name` in one's file.")
        known[board.name] = board
        names.append(board.name)
    return tuple(names), known


def _read(word: str, folder: Path) -> Board:
    try:
        return read_board(read_text(folder / Path(word).expanduser()), word)
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or error
        hint = "A path begins at the folder of this file; an arena or experiment that was begun goes on without it."
        raise ConfigError(f"`{word}` cannot be read ({why})", key="boards", hint=hint) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"`{word}` is no text ({error.reason})", key="boards") from error
    except ConfigError as error:
        where = f"`{word}`, {error.key}" if error.key else f"`{word}`"
        raise ConfigError(f"{where}: {error.problem}", key="boards", hint=error.hint) from error


def check_own_boards(own: Mapping[str, Board], played: Iterable[str]) -> None:
    """See that boards that do not ship can be played, and are.

    Args:
        own: They, by name.
        played: The names of all boards that are played.

    Raises:
        ConfigError: One cannot be played, is not, or has the name of another one.
    """
    names = set(played)
    for name, board in own.items():
        key = f"own.{name}"
        if name != board.name:
            raise ConfigError(f"is called {board.name}", key=key, hint="Write the same name twice.")
        if name in board_names():
            raise ConfigError("a board that ships has this name", key=key, hint="Write another `name` in its file.")
        if name not in names:
            raise ConfigError("is not played", key=key, hint="Name it in `boards`, or leave it out.")
        try:
            check_board(board)
        except ConfigError as error:
            raise ConfigError(error.problem, key=f"{key}.{error.key}" if error.key else key, hint=error.hint) from error


def board_of(name: str, own: Mapping[str, Board]) -> Board:
    """The board of a name.

    Raises:
        ConfigError: There is none.
    """
    return own.get(name) or get_board(name)
