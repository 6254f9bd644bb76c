"""Files beside a saved game that are no part of it: `notebook.json` and `guesses.json`.

Struct fields are the file formats. Files are written as a whole or not at all; errors are returned
as sentences.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from wolfcore.decoders import JsonReader
from wolfcore.files import TEXT_LIMIT, read_bytes
from wolfcore.game import Board
from wolfcore.records.jsonl import write_file
from wolftui.measures.guess_scores import Guesses
from wolftui.settings.config import SPEEDS
from wolftui.words.questions.seat_options import CERTAIN, GUESS, possible_roles

from .session.shown_game import Notebook

NOTEBOOK_FILE = "notebook.json"
"""File name in a game's folder. The file is no part of the game: it is neither verified nor read by
players.
"""


class PersonNotes(Struct, forbid_unknown_fields=True):
    """The content of `notebook.json`.

    Attributes:
        notebooks: The notebook of each person, by seat.
        drafts: The unsent text of each person, by seat.
        speed: The playback speed when the game was left; None if not recorded.
    """

    notebooks: dict[int, Notebook] = field(default_factory=dict[int, Notebook])
    drafts: dict[int, str] = field(default_factory=dict[int, str])
    speed: Annotated[float, Meta(ge=SPEEDS[0], le=SPEEDS[-1])] | None = None


_NOTES = JsonReader(PersonNotes, once=True)


def read_person_notes(folder: Path) -> tuple[PersonNotes, str]:
    """Read a game's notebook file; returns its content and an error sentence, or "".

    A missing file counts as empty content without an error.
    """
    file = folder / NOTEBOOK_FILE
    try:
        return _NOTES.decode(read_bytes(file, TEXT_LIMIT)), ""
    except FileNotFoundError:
        return PersonNotes(), ""
    except (OSError, msgspec.DecodeError) as error:
        return (
            PersonNotes(),
            f"Your marks, notes and drafts are lost: {NOTEBOOK_FILE} cannot be read ({error}).",
        )


def encode_person_notes(kept: PersonNotes) -> bytes:
    """Encode the content of the notebook file."""
    return msgspec.json.encode(kept)


def write_person_notes(folder: Path, data: bytes) -> str:
    """Replace the notebook file atomically by these bytes; returns an error sentence, or ""."""
    fresh = folder / f".{NOTEBOOK_FILE}.new"
    try:
        write_file(fresh, data)
        fresh.replace(folder / NOTEBOOK_FILE)
    except OSError as error:
        return f"Your marks, notes and drafts cannot be saved ({error.strerror or error})."
    return ""


GUESSES_FILE = "guesses.json"


_MAX_BYTES = 1 << 16
"""Size limit of the file in bytes; twelve seats through twenty days take a quarter of it."""


_LAST_DAY = 1000


_GUESSES = JsonReader(Guesses, once=True)


def read_guesses(folder: Path, board: Board) -> tuple[Guesses | None, str]:
    """Read the guesses of a game; returns them, or None, and an error sentence, or "".

    Without a file the result is None and no error.
    """
    try:
        guesses = _GUESSES.decode(read_bytes(folder / GUESSES_FILE, _MAX_BYTES))
    except FileNotFoundError:
        return None, ""
    except (OSError, msgspec.DecodeError) as error:
        return None, f"Your guesses are lost: {GUESSES_FILE} cannot be read ({error})."
    wrong = _problem_in(guesses, board)
    return (None, f"Your guesses are lost: {GUESSES_FILE} has {wrong}.") if wrong else (guesses, "")


def _problem_in(guesses: Guesses, board: Board) -> str:
    """Describe the first invalid part of the guesses for a board; empty if all are valid."""
    if not 0 <= guesses.eyes <= board.size:
        return "the view of a seat that does not exist"
    roles = possible_roles(board.roles)
    for day, beliefs in guesses.days.items():
        seats = [belief.seat for belief in beliefs]
        if (
            not 1 <= day <= _LAST_DAY
            or len(set(seats)) < len(seats)
            or not all(1 <= seat <= board.size for seat in seats)
        ):
            return "a day or seat that does not exist"
        if not all(
            belief.role in roles and GUESS <= belief.confidence <= CERTAIN and belief.p_wolf is None
            for belief in beliefs
        ):
            return "a guess that is not possible on this board"
    return ""


def write_guesses(folder: Path, guesses: Guesses) -> str:
    """Write the guesses atomically; returns an error sentence, or ""."""
    fresh = folder / f".{GUESSES_FILE}.new"
    try:
        write_file(fresh, msgspec.json.encode(guesses))
        fresh.replace(folder / GUESSES_FILE)
    except OSError as error:
        return f"Your guesses cannot be saved ({error.strerror or error})."
    return ""
