"""Saved games: their files, how they are written and read back."""

from .about import About, ForkParent, PoolRead, SeatChange, read_about
from .differences import Difference
from .digest import Digest
from .encoding import encode_entries, encode_log, encode_result
from .folder import GameFolder
from .following import LogFollower
from .header import FORMAT, Header, ImportedBoard, ImportedSpec, encode_header, header_of
from .journal import AnswerRecord, ErrorRecord, parse_answers
from .layout import ABOUT_FILE, CALLS_FILE, CALLS_LIMIT, DIGEST_FILE, ERRORS_FILE, JOURNAL_FILE, JOURNAL_LIMIT, LOG_FILE
from .library import GameSummary, find_game, folders_in_play, list_games, newest_folders, summarise
from .lock import is_locked
from .marks import SeatMark, SeatMarks, read_marks, write_marks
from .reading import SavedGame, read_game
from .scanning import ScannedGame, scan_game
from .seat_specs import LOOKED_OPTION, SeatSpec

__all__ = [
    "ABOUT_FILE",
    "CALLS_FILE",
    "CALLS_LIMIT",
    "DIGEST_FILE",
    "ERRORS_FILE",
    "FORMAT",
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
    "PoolRead",
    "SavedGame",
    "ScannedGame",
    "SeatChange",
    "SeatMark",
    "SeatMarks",
    "SeatSpec",
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
