"""Saved games: write a game's folder, read it back, list and find games.

This package imports neither asyncio nor anything heavier (a test checks it). Import the
subpackages `library` and `importers` on their own.
"""

from .about import (
    ASSISTANT,
    ASSISTANT_OPTION,
    GUEST,
    LOOKED_OPTION,
    About,
    ForkParent,
    PoolRead,
    Recollection,
    SeatChange,
    SeatSpec,
    read_about,
)
from .differences import Difference
from .digest import Digest
from .entries import encode_entries, encode_result
from .game_folder import GameFolder, NewGame
from .header import (
    FORMAT,
    Header,
    ImportedBoard,
    ImportedSpec,
    deal_of,
    encode_header,
    encode_log,
    header_of,
)
from .journal import (
    AnswerRecord,
    ErrorRecord,
    SeatMark,
    SeatMarks,
    parse_answers,
    read_marks,
    write_marks,
)
from .layout import (
    ABOUT_FILE,
    CALLS_FILE,
    CALLS_LIMIT,
    DIGEST_FILE,
    ERRORS_FILE,
    FRIENDS_FILE,
    JOURNAL_FILE,
    JOURNAL_LIMIT,
    LOG_FILE,
    is_locked,
)
from .log_readers import LogFollower, ScannedGame, scan_game
from .saved_game import SavedGame, read_game
from .summaries import (
    GameSummary,
    find_game,
    folders_in_play,
    list_games,
    newest_folders,
    summarise,
)

__all__ = [
    "ABOUT_FILE",
    "ASSISTANT",
    "ASSISTANT_OPTION",
    "CALLS_FILE",
    "CALLS_LIMIT",
    "DIGEST_FILE",
    "ERRORS_FILE",
    "FORMAT",
    "FRIENDS_FILE",
    "GUEST",
    "JOURNAL_FILE",
    "JOURNAL_LIMIT",
    "LOG_FILE",
    "LOOKED_OPTION",
    "About",
    "AnswerRecord",
    "Difference",
    "Digest",
    "ErrorRecord",
    "ForkParent",
    "GameFolder",
    "GameSummary",
    "Header",
    "ImportedBoard",
    "ImportedSpec",
    "LogFollower",
    "NewGame",
    "PoolRead",
    "Recollection",
    "SavedGame",
    "ScannedGame",
    "SeatChange",
    "SeatMark",
    "SeatMarks",
    "SeatSpec",
    "deal_of",
    "encode_entries",
    "encode_header",
    "encode_log",
    "encode_result",
    "find_game",
    "folders_in_play",
    "header_of",
    "is_locked",
    "list_games",
    "newest_folders",
    "parse_answers",
    "read_about",
    "read_game",
    "read_marks",
    "scan_game",
    "summarise",
    "write_marks",
]  # fmt: skip
