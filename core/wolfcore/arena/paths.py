"""Pools of experience that the players of an arena read as files: in its file their paths may begin at the folder of that file.

So a folder in which a pool lies beside the arena that reads it, as in an experiment, can be moved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.records import SeatSpec
from wolfcore.seating import parse_player

_POOL, _UP, _HERE = "pool=", "../", "./"


def with_absolute_pools(players: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Players whose pools have whole paths.

    Args:
        players: The words of players by name, in which paths that begin with `./` or `../` begin at `folder`.
        folder: The folder of the file in which they stand.
    """
    return {name: _with_pool(word, lambda path: _whole(path, folder.absolute())) for name, word in players.items()}


def with_relative_pools(players: Mapping[str, str], folder: Path) -> dict[str, str]:
    """The opposite: paths of what lies beside a folder begin there, all others stay."""
    beside = f"{folder.absolute().parent}/"
    return {
        name: _with_pool(word, lambda path: _UP + path[len(beside) :] if path.startswith(beside) else path)
        for name, word in players.items()
    }


def _with_pool(word: str, put: Callable[[str], str]) -> str:
    """A player with another path to its pool; one who reads none, and one who cannot be read, as it is."""
    if _POOL not in word:
        return word
    try:
        spec = parse_player(word)
    except ConfigError:  # who checks the arena says what is wrong
        return word
    options = [_POOL + put(each[len(_POOL) :]) if each.startswith(_POOL) else each for each in spec.options]
    return SeatSpec(spec.player, tuple(options), spec.model).text


def _whole(path: str, folder: Path) -> str:
    if path.startswith(_HERE):
        return str(folder / path[len(_HERE) :])
    if not path.startswith(_UP):
        return path
    while path.startswith(_UP):
        path, folder = path[len(_UP) :], folder.parent
    return str(folder / path)
