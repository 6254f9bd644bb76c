"""Saved games: the canonical bytes of a log.

One line each for the header, every entry and the result. Equal spec and equal answers give equal bytes: no clock, no path
and no kind of player is in them, and no unordered thing is written in the order of a hash.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from wolfcore.game import Entry, GameSpec, Result

from .header import encode_header, header_of


class ResultLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished log."""

    result: Result


_ENCODER = msgspec.json.Encoder()


def encode_entries(entries: Sequence[Entry]) -> bytes:
    """The lines of `entries`, each with its line end."""
    return _ENCODER.encode_lines(entries)


def encode_result(result: Result) -> bytes:
    """The line of a result, with its line end."""
    return _ENCODER.encode(ResultLine(result)) + b"\n"


def encode_log(spec: GameSpec, entries: Sequence[Entry], result: Result | None) -> bytes:
    """A whole log; without a result, as much of one as has been played."""
    log = encode_header(header_of(spec)) + encode_entries(entries)
    return log + encode_result(result) if result else log
