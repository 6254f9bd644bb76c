"""Side files of a finished game with a part for each seat that somebody has looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

from wolfcore.decoders import JsonReader
from wolfcore.files import read_bytes, write_atomically
from wolfcore.records import SavedGame

S = TypeVar("S", bound=Struct)


def read_seat_file(
    saved: SavedGame,
    file: str,
    reader: JsonReader[S],
    limit: int,
    none: S,
    fits: Callable[[S], bool],
) -> tuple[S, str]:
    """Read a side file of a game, and an error sentence or "".

    A damaged file, and one of another log or of other versions, leaves no seats.

    Args:
        saved: The game.
        file: The name of the file.
        reader: Decodes it; the struct has a field `seats`.
        limit: The most bytes that are read.
        none: The content without any seat, for this log and these versions.
        fits: Whether everything in a content is part of the game.
    """
    try:
        kept = reader.decode(read_bytes(saved.path / file, limit))
    except FileNotFoundError:
        return none, ""
    except (OSError, msgspec.DecodeError) as error:
        return none, f"{file} cannot be read and is made anew ({error})."
    if msgspec.structs.replace(kept, seats={}) != none:
        return none, f"{file} is of another game or version and is made anew."
    if not fits(kept):
        return none, f"{file} does not fit the game and is made anew."
    return kept, ""


def write_seat_file(saved: SavedGame, file: str, kept: Struct, what: str) -> str:
    """Write a side file atomically into the game's folder; return an error sentence, or "".

    Args:
        saved: The game.
        file: The name of the file.
        kept: The content.
        what: What it holds, as the subject of a sentence.
    """
    try:
        write_atomically(saved.path / file, msgspec.json.encode(kept))
    except OSError as error:
        return f"{what} cannot be saved ({error.strerror or error})."
    return ""
