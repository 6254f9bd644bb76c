"""Parse the JSON value of a model's reply: strictly, or repaired by json-repair in bounded work.

json-repair may take time cubic in the length, so every character that it looks at is counted and it
is stopped at the limit. Values nested deeper than 40 levels are not read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, SupportsIndex, cast

from msgspec.structs import replace

from .chat import ChatReply, ChatRequest, Finish, ParseOutcome
from .json_schema import schema_mismatch

_MAX_REPAIRED = 16_384
"""Characters of the longest reply that is mended."""


_DIGITS = 300
"""Of the longest whole number that is worked out."""


MAX_VALUE_DEPTH = 40
"""Lists and objects inside each other in the deepest value that is read."""


def _reject_constant(word: str) -> object:
    raise ValueError(word)


def parse_whole_number(digits: str) -> int | float:
    """A whole number of a reply; one that counts nothing in the world is as good as infinite, and need not be worked out."""
    return int(digits) if len(digits) <= _DIGITS else math.inf


_DECODER = json.JSONDecoder(parse_constant=_reject_constant, parse_int=parse_whole_number)


class ParsedReply(NamedTuple):
    """What was read of a reply: the value, how, and what is wrong with it as a clause."""

    value: Any
    reading: ParseOutcome
    problem: str = ""


def parse_reply(
    request: ChatRequest, reply: ChatReply, redact: Callable[[str], str] = str
) -> ChatReply:
    """`reply` to `request` with what can be read of its text.

    Args:
        request: What was asked.
        reply: What came.
        redact: Takes a key out of a text; what is read is a decoding of the reply, and so may hold
            one that the reply does not.
    """
    if request.schema is None:
        return reply if reply.text.strip() else replace(reply, problem=_empty(reply))
    empty = ParsedReply(None, "unreadable", _empty(reply))
    read = (
        read_json(reply.text, request.schema, reply.finish, redact) if reply.text.strip() else empty
    )
    return replace(
        reply, parsed=read.value, reading=read.reading, problem=read.problem, form=request.form
    )


def read_json(
    text: str,
    schema: Mapping[str, Any],
    finish: Finish = "stop",
    redact: Callable[[str], str] = str,
) -> ParsedReply:
    """Read the JSON value of a reply.

    Args:
        text: The reply.
        schema: What the value should be.
        finish: Why the reply ended; one that was cut says so in its problem.
        redact: As in `understood`.
    """
    cut = "it was cut at the limit of tokens" if finish == "length" else ""
    value, reading = _parse_strictly(text), cast("ParseOutcome", "strict")
    if value is _NO_VALUE:
        value, reading = _parse_leniently(text), "repaired"
    try:
        value = _clean(value, redact)
    except _TooDeep:
        value = _NO_VALUE
    if value is _NO_VALUE:
        return ParsedReply(None, "unreadable", cut or "it holds no JSON")
    misfit = schema_mismatch(value, schema)
    return ParsedReply(
        value, reading, (f"{cut}, and {misfit}" if cut and misfit else cut or misfit)
    )


_NO_VALUE = object()
"""No value: None is one."""


class _TooDeep(Exception):
    """A value is nested deeper than any answer."""


def _parse_strictly(text: str) -> object:
    try:
        return cast("object", _DECODER.decode(text))
    except (ValueError, RecursionError):
        return _NO_VALUE


def _parse_leniently(text: str) -> object:
    """The first object or list in a text: as it stands there if that is whole, else after repair."""
    start = min((place for sign in "{[" if (place := text.find(sign)) >= 0), default=-1)
    if start < 0:
        return _NO_VALUE
    with suppress(ValueError, RecursionError):
        return cast("object", _DECODER.raw_decode(text, start)[0])
    if len(text) - start > _MAX_REPAIRED:
        return _NO_VALUE
    value = repair_json(text[start:], _NO_VALUE)
    # Several objects one after another come as a list.
    if isinstance(value, list) and text[start] == "{":
        value = next(iter(cast("list[object]", value)), _NO_VALUE)
    return cast("object", value) if isinstance(value, dict | list) else _NO_VALUE


def _clean(value: object, strike: Callable[[str], str], depth: int = MAX_VALUE_DEPTH) -> object:
    """A value whose texts can be written as UTF-8, without a key: halves of characters are replaced."""
    if isinstance(value, str):
        return strike(replace_surrogates(value))
    if not isinstance(value, list | dict):
        return value
    if not depth:
        raise _TooDeep
    if isinstance(value, list):
        return [_clean(each, strike, depth - 1) for each in cast("list[object]", value)]
    texts = cast("dict[object, object]", value)
    return {
        strike(replace_surrogates(str(key))): _clean(each, strike, depth - 1)
        for key, each in texts.items()
    }


def replace_surrogates(text: str) -> str:
    """`text` with lone surrogates replaced, which JSON can name and UTF-8 cannot hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _empty(reply: ChatReply) -> str:
    if reply.finish == "length":
        return "it was cut at the limit of tokens before any answer"
    return "the endpoint withheld it" if reply.finish == "filter" else "it is empty"


MAX_LOOKS = 500_000
"""Characters that json-repair may look at, each time that it looks at one: a second of work or
less."""


class WorkLimitReached(Exception):
    """json-repair has looked at as much as it may."""


def repair_json(text: str, none: object) -> object:
    """The value of a text after repair; `none` where it is beyond that."""
    from json_repair import loads

    try:
        return cast("object", loads(CountedText(text, WorkBudget(MAX_LOOKS)), skip_json_loads=True))
    except (ValueError, RecursionError, WorkLimitReached):
        return none


class WorkBudget:
    """How many characters may still be looked at.

    Args:
        left: That number.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, number: int) -> None:
        """Look at so many.

        Raises:
            Spent: There are not so many left.
        """
        self.left -= number
        if self.left < 0:
            raise WorkLimitReached


class CountedText(str):
    """A text of which every look at a character counts, and so of every text that is made of it.

    Args:
        text: The text.
        looks: How many may be looked at.
    """

    __slots__ = ("_looks",)
    _looks: WorkBudget

    def __new__(cls, text: str, looks: WorkBudget) -> CountedText:
        """A text whose looks are taken from `looks`, which others may share."""
        counted = super().__new__(cls, text)
        counted._looks = looks
        return counted

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        piece = super().__getitem__(place)
        if isinstance(place, slice):
            self._looks.take(len(piece))
            return CountedText(piece, self._looks)
        self._looks.take(1)
        return piece

    def __iter__(self) -> Iterator[str]:
        self._looks.take(len(self))
        return super().__iter__()

    def __add__(self, other: str) -> str:
        return CountedText(super().__add__(other), self._looks)

    def __radd__(self, other: str) -> str:
        return CountedText(other + str(self), self._looks)

    def find(self, *sought: Any) -> int:
        """As `str.find`; what is passed over is looked at."""
        found = super().find(*sought)
        start = sought[1] if len(sought) > 1 else 0
        self._looks.take(max(0, (found if found >= 0 else len(self)) - start))
        return found
