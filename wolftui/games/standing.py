"""What stands open among the saved games: the one to go on with, and those that somebody is playing now."""

from __future__ import annotations

from pathlib import Path

from wolfcore.records import GameSummary, is_locked, newest_folders, summarise

_MAX_SCANNED = 100
"""The newest games that are looked at: somebody who left one among the last hundred finds it, and nobody waits for thousands."""


def unfinished_games(root: Path, left_last: Path | None = None) -> tuple[GameSummary | None, tuple[GameSummary, ...]]:
    """The unfinished game to go on with, and the games that other processes play now, newest first.

    The game that was left last goes before all others, then, newest first, a game with a person before every game without.

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
    with_person = (game for game in sorted(left, key=lambda game: game.path != left_last) if game.people or game.path == left_last)
    return next(with_person, left[0] if left else None), tuple(running)
