"""Differences between a finished game's files and its digest, by file, line and field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import msgspec
from msgspec import Struct

from .about import About
from .digest import (
    EDITABLE_FIELDS,
    Digest,
    FileSum,
    file_sum,
    file_sum_with_lines,
    without_editable_fields,
)
from .layout import ABOUT_FILE, DIGEST_FILE, JOURNAL_FILE, LOG_FILE
from .saved_game import SavedGame

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


_MOST, _DEEPEST = 48, 8
"""The most characters of a value, and the most levels of a JSON object, that are shown."""


CHANGED_SINCE_END = "was changed after the end of the game"


class Difference(Struct, frozen=True, omit_defaults=True):
    """One problem in a game's folder.

    Attributes:
        file: The file of the folder, or an empty string for the folder as a whole.
        problem: The problem, as a clause without a full stop.
        line: The line, counted from 1; 0 where the problem has no line.
        field: The field or fields, such as `spec.names.3`, or an empty string.
        hint: The correct value or what to do, as a sentence.
    """

    file: str
    problem: str
    line: int = 0
    field: str = ""
    hint: str = ""

    @property
    def where(self) -> str:
        """The file, line and field of the problem, as text."""
        line, field = (
            f", line {self.line}" if self.line else "",
            f", `{self.field}`" if self.field else "",
        )
        return f"{self.file}{line}{field}"

    @property
    def text(self) -> str:
        """The place, problem and hint as text; without a hint, a sentence without its full stop."""
        return f"{self.where}: {self.problem}{f'. {self.hint}' if self.hint else ''}".removeprefix(
            ": "
        )


def differences_since_end(saved: SavedGame, digest: Digest) -> list[Difference]:
    """Return where log, journal and `about.json` differ from the digest of the end of the game."""
    return [
        *_log_differences(saved, digest),
        *_journal_differences(saved, digest),
        *_about_differences(saved.about, digest.about),
    ]


def matches_digest(saved: SavedGame, digest: Digest) -> bool:
    """Return whether log and journal have the checksums of a digest, and no torn last line."""
    return (
        not saved.torn
        and _same(saved.log, digest.log)
        and _same(saved.journal_bytes, digest.journal)
    )


def display_value(value: object) -> str:
    """Format a value from a file for a message: unsafe characters replaced, cut to `_MOST`."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode(errors="replace")
    text = _UNSAFE.sub("?", text)
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


def differing_fields(one: bytes, other: bytes) -> list[tuple[str, str, str]]:
    """Compare two lines of JSON and return each field that differs, with its value in either line.

    A field missing in one line has the value `nothing` there. List items count from 1. Returns an
    empty list where a line is not valid JSON.
    """
    try:
        here, there = (dict(_leaves(msgspec.json.decode(line), "", 0)) for line in (one, other))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    names = dict.fromkeys((*there, *here))
    apart = [
        name for name in names if name not in here or name not in there or here[name] != there[name]
    ]
    # An object that is empty on one side stands in the list itself; its fields on the other side
    # say more.
    apart = [name for name in apart if not any(other.startswith(f"{name}.") for other in apart)]
    return [(display_value(name), _value(here, name), _value(there, name)) for name in apart]


def _value(leaves: Mapping[str, object], name: str) -> str:
    return display_value(leaves[name]) if name in leaves else "nothing"


def _leaves(value: object, name: str, depth: int) -> Iterator[tuple[str, object]]:
    """Yield every value that is not a non-empty object or list, with its dotted path."""
    if depth < _DEEPEST and value and isinstance(value, dict | list):
        inner = (
            enumerate(cast("list[object]", value), 1)
            if isinstance(value, list)
            else cast("dict[str, object]", value).items()
        )
        for key, each in inner:
            yield from _leaves(each, f"{name}.{key}" if name else str(key), depth + 1)
    else:
        yield name, value


def _same(data: bytes, held: FileSum) -> bool:
    return len(data) == held.size and file_sum(data).sha256 == held.sha256


def _log_differences(saved: SavedGame, digest: Digest) -> Iterator[Difference]:
    first, header = saved.log.split(b"\n", 1)[0], bytes(digest.header)
    same = _same(saved.log, digest.log)
    apart = [] if first == header else differing_fields(first, header)
    for name, here, there in apart:
        if same:
            # The log is as it was, so the copy in the digest was changed.
            yield Difference(
                DIGEST_FILE,
                f"says `{there}`, but the log says `{here}`",
                field=f"header.{name}",
            )
        else:
            yield Difference(
                LOG_FILE, f"is `{here}`; when the game ended it was `{there}`", line=1, field=name
            )
    if same and first != header and not apart:
        yield Difference(DIGEST_FILE, "is not the header of the log", field="header")
    if not same and not apart:
        yield Difference(LOG_FILE, "has changed since the end of the game")
    yield from _torn(saved, LOG_FILE)


def _torn(saved: SavedGame, file: str) -> Iterator[Difference]:
    if file in saved.torn:
        yield Difference(
            file, "ends in an incomplete line that was written after the end of the game"
        )


def _journal_differences(saved: SavedGame, digest: Digest) -> Iterator[Difference]:
    yield from _torn(saved, JOURNAL_FILE)
    if _same(saved.journal_bytes, digest.journal):
        return
    apart = _changed_lines(
        file_sum_with_lines(saved.journal_bytes).line_checksums, digest.journal.line_checksums
    )
    for line, problem in apart:
        yield Difference(JOURNAL_FILE, problem, line)
    if not apart:
        yield Difference(JOURNAL_FILE, "has changed since the end of the game")


def _changed_lines(now: Sequence[int], then: Sequence[int]) -> list[tuple[int, str]]:
    """Return the lines, from 1, whose checksums differ, each with a clause on what happened."""
    # The digest has no sums of single lines, so no line can be named.
    if not then:
        return []
    short = min(len(now), len(then))
    first = next((place for place in range(short) if now[place] != then[place]), short)
    if len(now) == len(then):
        # The same lines in another order.
        if Counter(now) == Counter(then):
            return (
                [(first + 1, "was in another place at the end of the game")]
                if first < short
                else []
            )
        return [
            (place + 1, CHANGED_SINCE_END)
            for place in range(first, short)
            if now[place] != then[place]
        ]
    count = abs(len(now) - len(then))
    lines = "a line" if count == 1 else f"{count} lines"
    if len(now) < len(then):
        whole = now[first:] == then[first + count :]
        problem = f"{lines} {'is' if count == 1 else 'are'} missing here"
    else:
        whole = now[first + count :] == then[first:]
        problem = f"{lines} {'was' if count == 1 else 'were'} added here after the end of the game"
    return [
        (
            first + 1,
            problem
            if whole
            else f"from here on the lines differ from those at the end of the game, and {problem}",
        )
    ]


def _about_differences(about: About | None, held: About | None) -> Iterator[Difference]:
    if about is None or held is None:
        if about is not held:
            problem = (
                "existed when the game ended, but is missing or damaged now"
                if held
                else "did not exist when the game ended"
            )
            yield Difference(ABOUT_FILE, problem)
        return
    here, there = without_editable_fields(about), without_editable_fields(held)
    for field in About.__struct_fields__:
        if field not in EDITABLE_FIELDS and getattr(here, field) != getattr(there, field):
            one, other = (
                msgspec.json.encode({field: getattr(each, field)}) for each in (here, there)
            )
            # The values differ, but not as JSON: then the whole field is named.
            for name, now, then in differing_fields(one, other) or [
                (field, "another", "as in the digest")
            ]:
                yield Difference(
                    ABOUT_FILE, f"is `{now}`; when the game ended it was `{then}`", field=name
                )
