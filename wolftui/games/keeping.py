"""What is kept of the persons at a table beside the game, so that it is there again: marks, notes and drafts, and the speed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from wolfcore.outside import read_text
from wolfcore.records.lines import write_file
from wolftui.session.playback import SPEEDS
from wolftui.session.shown import Notebook

NOTEBOOK_FILE = "notebook.json"
"""Its name in a game's folder. It is no part of the game: nothing verifies it, and no machine reads it."""


class PersonNotes(Struct):
    """What the file holds.

    Attributes:
        notebooks: What each person noted, by seat.
        drafts: Words that each has written and not sent, by seat.
        speed: How fast the game was shown when it was left; None where that was not kept.
    """

    notebooks: dict[int, Notebook] = field(default_factory=dict[int, Notebook])
    drafts: dict[int, str] = field(default_factory=dict[int, str])
    speed: Annotated[float, Meta(ge=SPEEDS[0], le=SPEEDS[-1])] | None = None


def read_person_notes(folder: Path) -> tuple[PersonNotes, str]:
    """What was kept of a game, and what is wrong with it, as a sentence; nothing was where there is no file."""
    file = folder / NOTEBOOK_FILE
    try:
        return msgspec.json.decode(read_text(file).encode(), type=PersonNotes), ""
    except FileNotFoundError:
        return PersonNotes(), ""
    except (OSError, UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
        return PersonNotes(), f"Your marks, notes and drafts are lost: {NOTEBOOK_FILE} cannot be read ({error})."


def encode_person_notes(kept: PersonNotes) -> bytes:
    """The file's bytes."""
    return msgspec.json.encode(kept)


def write_person_notes(folder: Path, data: bytes) -> str:
    """Put these bytes in the place of the file, all or nothing; what went wrong, as a sentence, or nothing."""
    fresh = folder / f".{NOTEBOOK_FILE}.new"
    try:
        write_file(fresh, data)
        fresh.replace(folder / NOTEBOOK_FILE)
    except OSError as error:
        return f"Your marks, notes and drafts cannot be kept ({error.strerror or error})."
    return ""
