"""Import games that other programs recorded: detect the format and convert a game to a log.

Facts that a source does not record stay unknown and are listed in the header's `untold`; nothing is
made up. Imported games can be reviewed and measured, never driven.
"""

from __future__ import annotations

from pathlib import Path
from types import FunctionType

from wolfcore.errors import ConfigError, LogError
from wolfcore.installed import installed, load_installed
from wolfcore.records.saved_game import SavedGame

from . import dsgbench, human9

__all__ = ["import_game", "is_foreign"]


def is_foreign(path: Path) -> bool:
    """Return whether a path looks like a game that an importer reads; the game may be damaged."""
    return bool(_named(path)[0]) or dsgbench.looks_like(path) or human9.looks_like(path)


def import_game(path: Path) -> SavedGame:
    """Convert a game of another program to a SavedGame.

    Args:
        path: The folder of a DSGBench session (or its `game_complete.json`), or the file of a
            nine-seat human game state; or `NAME:PATH` for the importer of an installed package.

    Raises:
        LogError: It is neither, or it is damaged or contradicts itself.
    """
    name, file = _named(path)
    if name:
        return _imported(name, file)
    if dsgbench.looks_like(path):
        return dsgbench.read(path)
    if human9.looks_like(path):
        return human9.read(path)
    raise LogError(
        "is not a game that wolftui can import",
        file=str(path),
        hint="wolftui imports DSGBench sessions and nine-seat human games.",
    )


def _named(path: Path) -> tuple[str, Path]:
    """Split `NAME:PATH`; the name is empty where it is that of no importer of a package."""
    name, colon, file = str(path).partition(":")
    if not colon or not file or name not in installed("importers"):
        return "", path
    return name, Path(file).expanduser()


def _imported(name: str, file: Path) -> SavedGame:
    try:
        saved: object = load_installed("importers", name, FunctionType)(file)
    except LogError:
        raise
    except ConfigError as error:
        raise LogError(str(error)) from error
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise LogError(f"`{name}` cannot import it ({why})", file=str(file)) from error
    if not isinstance(saved, SavedGame):
        raise LogError(f"`{name}` gave no saved game for it", file=str(file))
    return saved
