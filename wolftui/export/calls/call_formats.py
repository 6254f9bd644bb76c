"""The formats of the model calls of games, written as a stream to a file or line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from wolfcore.files import AtomicWrites
from wolftui.export.formats import CallFormat, check_target, unwritable

from .chat_lines import chat_lines
from .game_calls import GameCalls
from .inspect_log import write_inspect_log
from .otel_spans import otel_lines

CALL_SUFFIXES: Mapping[CallFormat, str] = {
    "otel": "otel.jsonl",
    "inspect": "eval",
    "jsonl": "jsonl",
}
"""The end of the file name of each format of model calls, without its first dot."""


def call_lines(
    games: Iterable[GameCalls], form: CallFormat, *, ascii_only: bool = False
) -> Iterator[str]:
    """Yield the lines of a format of model calls that consists of lines, without line ends.

    The games are read one after another.
    """
    lines = otel_lines if form == "otel" else chat_lines
    for calls in games:
        yield from lines(calls, ascii_only=ascii_only)


def write_calls(
    file: Path,
    games: Iterable[GameCalls],
    form: CallFormat,
    *,
    name: str = "",
    replace: bool = False,
    ascii_only: bool = False,
) -> None:
    """Write the model calls of games atomically, as a stream; an error or Ctrl-C leaves no file.

    Args:
        file: The path of the file.
        games: The calls of each game; one game is held at a time.
        form: The format.
        name: The name of the games together, such as that of their arena; empty for one game.
        replace: Whether an existing file may be replaced.
        ascii_only: Whether other characters are escaped, in the formats of lines.

    Raises:
        ConfigError: The file cannot be written, or something exists at its path.
        LogError: The calls cannot be read.
    """
    check_target(file, replace=replace)
    try:
        with AtomicWrites() as writes:
            write_call_stream(writes.open(file), games, form, name=name, ascii_only=ascii_only)
    except OSError as error:
        raise unwritable(file, error) from error


def write_call_stream(
    out: BinaryIO,
    games: Iterable[GameCalls],
    form: CallFormat,
    *,
    name: str = "",
    ascii_only: bool = False,
) -> None:
    """Write the model calls of games to an open file; arguments as in `write_calls`.

    Raises:
        LogError: The calls cannot be read.
        OSError: The file cannot be written.
    """
    if form == "inspect":
        write_inspect_log(games, out, name)
    else:
        for line in call_lines(games, form, ascii_only=ascii_only):
            out.write(line.encode() + b"\n")
