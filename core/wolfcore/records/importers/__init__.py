"""Import games that other programs recorded: detect the format and convert a game to a log.

Facts that a source does not record stay unknown and are listed in the header's `untold`; nothing is
made up. Imported games can be reviewed and measured, never driven.
"""

from __future__ import annotations

from pathlib import Path

from wolfcore.errors import LogError
from wolfcore.records.saved_game import SavedGame

from . import dsgbench, human9

__all__ = ["import_game", "is_foreign"]


def is_foreign(path: Path) -> bool:
    """Return whether a path looks like a game that an importer reads; the game may be damaged."""
    return dsgbench.looks_like(path) or human9.looks_like(path)


def import_game(path: Path) -> SavedGame:
    """Convert a game of another program to a SavedGame.

    Args:
        path: The folder of a DSGBench session (or its `game_complete.json`), or the file of a
            nine-seat human game state.

    Raises:
        LogError: It is neither, or it is damaged or contradicts itself.
    """
    if dsgbench.looks_like(path):
        return dsgbench.read(path)
    if human9.looks_like(path):
        return human9.read(path)
    raise LogError(
        "is not a game that wolftui can import",
        file=str(path),
        hint="wolftui imports DSGBench sessions and nine-seat human games.",
    )
