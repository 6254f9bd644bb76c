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

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No two of them look alike."""


def new_id(board: str, created: datetime) -> str:
    """`YYYYMMDD-board-xxxxxx`; the last part is drawn from the system, never from the game's seed, which it would betray."""
    return f"{created:%Y%m%d}-{board}-{''.join(secrets.choice(_LETTERS) for _ in range(6))}"
