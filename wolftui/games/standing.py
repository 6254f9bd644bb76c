"""What stands open among the saved games: the one to go on with, and those that somebody is playing now."""

from __future__ import annotations

from pathlib import Path

from core.records import GameSummary, is_locked, newest_folders, summarise

_LOOKED_AT = 100
"""The newest games that are looked at: somebody who left one among the last hundred finds it, and nobody waits for thousands."""


def standing(root: Path) -> tuple[GameSummary | None, tuple[GameSummary, ...]]:
    """The unfinished game to go on with, and the games that other processes play now, newest first.

    Newest first, a game with a person goes before every game without.

    Args:
        root: The folder that holds the games.

    Raises:
        ConfigError: It cannot be read.
    """
    running: list[GameSummary] = []
    left: list[GameSummary] = []
    for game in map(summarise, newest_folders(root, _LOOKED_AT)):
        if game.problem or game.ended:
            continue
        (running if is_locked(game.path) else left).append(game)
    with_person = (game for game in left if game.people)
    return next(with_person, left[0] if left else None), tuple(running)
