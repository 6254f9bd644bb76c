"""The board of a person who names none: nobody dies in the first night of their first games.

A newcomer who dies before the first word has not played.
"""

from __future__ import annotations

from pathlib import Path

from wolfcore.game import FIRST_BOARD, SAFE_NIGHT, Board
from wolfcore.records import newest_folders, summarise

FIRST_GAMES = 3
"""How many finished games make a person no newcomer."""


_MOST_FOLDERS = 100
"""How many of the newest games are looked through; nobody with more saved games is a newcomer."""


_SAFE_BOARD = f"{FIRST_BOARD}{SAFE_NIGHT}"


def usual_board(root: Path) -> str:
    """Return the board of a game for which none is named, by the finished games of a person.

    Args:
        root: The folder of the saved games; it need not exist.

    Raises:
        ConfigError: The folder cannot be read.
    """
    folders = newest_folders(root, _MOST_FOLDERS + 1)
    if len(folders) > _MOST_FOLDERS:
        return FIRST_BOARD
    finished = 0
    for folder in folders:
        game = summarise(folder)
        finished += bool(game.people and game.ended)
        if finished == FIRST_GAMES:
            return FIRST_BOARD
    return _SAFE_BOARD


def first_game_notes(board: Board, root: Path) -> tuple[str, ...]:
    """Say that the board is the one for first games, where it is; else nothing.

    Raises:
        ConfigError: The folder cannot be read.
    """
    if board.name != _SAFE_BOARD or usual_board(root) != _SAFE_BOARD:
        return ()
    return (
        f"Nobody dies in the first night of your first {FIRST_GAMES} games; "
        f"`--board {FIRST_BOARD}` changes it.",
    )
