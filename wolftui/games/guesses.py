"""What somebody guessed who looked at a game again, in a file beside the game. It is no part of the game; no machine reads it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from wolfcore.game import Board
from wolfcore.outside import JsonReader, read_bytes
from wolfcore.records.lines import write_file
from wolftui.figures.guessing import Guesses
from wolftui.questions.suspicions import CERTAIN, GUESS, possible_roles

GUESSES_FILE = "guesses.json"
_MAX_BYTES = 1 << 16
"""Bytes of the file; twelve seats through twenty days are a quarter of that."""
_LAST_DAY = 1000

_READ = JsonReader(Guesses)


def read_guesses(folder: Path, board: Board) -> tuple[Guesses | None, str]:
    """What was guessed of a game, and what is wrong with it, as a sentence; None and nothing where there is no file."""
    try:
        guesses = _READ.decode(read_bytes(folder / GUESSES_FILE, _MAX_BYTES))
    except FileNotFoundError:
        return None, ""
    except (OSError, msgspec.DecodeError) as error:
        return None, f"What you guessed is lost: {GUESSES_FILE} cannot be read ({error})."
    wrong = _problem_in(guesses, board)
    return (None, f"What you guessed is lost: {GUESSES_FILE} holds {wrong}.") if wrong else (guesses, "")


def _problem_in(guesses: Guesses, board: Board) -> str:
    """What cannot be in the guesses of a game on a board; nothing where all can."""
    if not 0 <= guesses.eyes <= board.size:
        return "eyes that are nobody's"
    roles = possible_roles(board.roles)
    for day, beliefs in guesses.days.items():
        seats = [belief.seat for belief in beliefs]
        if not 1 <= day <= _LAST_DAY or len(set(seats)) < len(seats) or not all(1 <= seat <= board.size for seat in seats):
            return "a day or a seat that is none"
        if not all(belief.role in roles and GUESS <= belief.confidence <= CERTAIN and belief.p_wolf is None for belief in beliefs):
            return "a guess that nobody can make here"
    return ""


def write_guesses(folder: Path, guesses: Guesses) -> str:
    """Keep the guesses, all or nothing; what went wrong, as a sentence, or nothing."""
    fresh = folder / f".{GUESSES_FILE}.new"
    try:
        write_file(fresh, msgspec.json.encode(guesses))
        fresh.replace(folder / GUESSES_FILE)
    except OSError as error:
        return f"Your guesses cannot be kept ({error.strerror or error})."
    return ""
