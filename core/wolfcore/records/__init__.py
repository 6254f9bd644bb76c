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
from .library import GameSummary, find_game, folders_played, list_games, newest_folders, summarise
from .lock import is_locked
from .marks import Mark, Marks, read_marks, write_marks
from .reading import SavedGame, read_game
from .scanning import Scanned, scan
from .seat_specs import LOOKED, SeatSpec

__all__ = [
    "ABOUT_FILE", "CALLS_FILE", "CALLS_LIMIT", "DIGEST_FILE", "ERRORS_FILE", "FORMAT", "JOURNAL_FILE", "JOURNAL_LIMIT",
    "LOG_FILE", "LOOKED", "About", "AnswerRecord", "Difference", "Digest", "ErrorRecord", "ForkParent", "GameFolder",
    "GameSummary", "Header", "ImportedBoard", "ImportedSpec", "LogFollower", "Mark", "Marks", "PoolRead", "SavedGame",
    "Scanned", "SeatChange", "SeatSpec",
    "encode_entries", "encode_header", "encode_log", "encode_result", "find_game", "folders_played", "header_of", "is_locked",
    "list_games", "newest_folders", "parse_answers", "read_about", "read_game", "read_marks", "scan", "summarise", "write_marks",
]  # fmt: skip
