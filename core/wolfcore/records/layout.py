"""Saved games: the files of a game's folder and the name of the folder."""

from __future__ import annotations

import secrets
from datetime import datetime

LOG_FILE = "game.jsonl"
JOURNAL_FILE = "answers.jsonl"
CALLS_FILE = "calls.jsonl"
ERRORS_FILE = "errors.jsonl"
ABOUT_FILE = "about.json"
DIGEST_FILE = "digest.json"
MARKS_FILE = "marks.json"

LOG_LIMIT = JOURNAL_LIMIT = 1 << 25
"""Bytes of a log and of a journal. Twelve models that think aloud through twenty days write a fifth of that."""
LOG_LINES = 200_000
"""Lines of each of them; the longest game has a hundredth of that."""
CALLS_LIMIT = 1 << 26
"""Bytes of the calls that are read, with every prompt in full; those after that are left out and said."""
ABOUT_LIMIT = 1 << 18
MARKS_LIMIT = 1 << 14
HEADER_LIMIT = 1 << 16
"""Bytes of the first line of a log."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No two of them look alike."""


def new_id(board: str, created: datetime, letters: int = 6) -> str:
    """`YYYYMMDD-board-xxxxxx`; the last part is drawn from the system, never from the game's seed, which it would betray."""
    return f"{created:%Y%m%d}-{board}-{''.join(secrets.choice(_LETTERS) for _ in range(letters))}"
