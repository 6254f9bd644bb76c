"""Saved games: some facts of a finished game, read without the rest, for folds over thousands of them.

What is said and thought is most of a log and nothing of it is decoded here. Whether the log is whole is not looked at either: a
game whose lines cannot be what they say is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import LogError
from wolfcore.game import Entry, Result
from wolfcore.outside import read_bytes

from .about import About, read_about
from .header import Header, decode_header
from .layout import ABOUT_FILE, ABOUT_LIMIT, LOG_FILE, LOG_LIMIT
from .lines import whole_lines_size
from .reading import decode_entry, decode_result
from .soundness import entry_problem


class ScannedGame(Struct, frozen=True):
    """A finished game in part.

    Attributes:
        path: Its folder.
        header: What was played.
        about: Who played.
        result: How it ended.
        entries: The entries with facts of the kinds asked for, in order, each with its place in the log, from 0.
    """

    path: Path
    header: Header
    about: About
    result: Result
    entries: tuple[tuple[int, Entry], ...]


def scan_game(folder: Path, kinds: Collection[type], player: str = "") -> ScannedGame | None:
    """A finished game that says who played it.

    Args:
        folder: Its folder.
        kinds: The facts that are wanted.
        player: What kind of player must have sat in it, such as `human`; any if empty.

    Returns:
        None where there is no such game, or it is not over, or not sound as far as it is read.
    """
    try:
        if player and f'"{player}"'.encode() not in read_bytes(folder / ABOUT_FILE, ABOUT_LIMIT):
            return None
        data = read_bytes(folder / LOG_FILE, LOG_LIMIT)
        first, *lines = data[: whole_lines_size(data)].split(b"\n")[:-1] or [b""]
        header = decode_header(first + b"\n", str(folder / LOG_FILE))
    except (OSError, LogError):
        return None
    result = decode_result(lines[-1]) if lines else None
    about, _ = read_about(folder, header.board.size)
    if result is None or about is None:
        return None
    wanted = re.compile(b'"is":"(?:' + "|".join(kind.__name__ for kind in kinds).encode() + b')"').search
    entries: list[tuple[int, Entry]] = []
    for place, line in enumerate(lines[:-1]):
        if wanted(line):  # in what somebody said every quotation mark has a backslash
            try:
                entry = decode_entry(line)
            except msgspec.DecodeError:
                return None
            if entry_problem(entry, header.board.size):
                return None
            entries.append((place, entry))
    return ScannedGame(folder, header, about, result, tuple(entries))
