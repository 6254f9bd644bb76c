"""Models: the value that a reply holds: JSON as it is, or JSON after repair, and whether it fits its schema.

What is nested deeper than any answer is not read at all, and mending is bounded (`mending.py`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from .contract import ChatReply, ChatRequest, Finish, Reading
from .mending import mended

_LONGEST = 16_384
"""Characters of the longest reply that is mended."""
_DIGITS = 300
"""Of the longest whole number that is worked out."""
DEEPEST = 40
"""Lists and objects inside each other in the deepest value that is read."""


def _no_number(word: str) -> object:
    raise ValueError(word)


def whole_number(digits: str) -> int | float:
    """A whole number of a reply; one that counts nothing in the world is as good as infinite, and need not be worked out."""
    return int(digits) if len(digits) <= _DIGITS else math.inf


_DECODER = json.JSONDecoder(parse_constant=_no_number, parse_int=whole_number)


class Read(NamedTuple):
    """What was read of a reply: the value, how, and what is wrong with it as a clause."""

    value: Any
    reading: Reading
    problem: str = ""


def understood(request: ChatRequest, reply: ChatReply, strike: Callable[[str], str] = str) -> ChatReply:
    """`reply` to `request` with what can be read of its text.

    Args:
        request: What was asked.
        reply: What came.
        strike: Takes a key out of a text; what is read is a decoding of the reply, and so may hold one that the reply does not.
    """
    if request.schema is None:
        return reply if reply.text.strip() else replace(reply, problem=_empty(reply))
    empty = Read(None, "unreadable", _empty(reply))
    read = read_json(reply.text, request.schema, reply.finish, strike) if reply.text.strip() else empty
    return replace(reply, parsed=read.value, reading=read.reading, problem=read.problem, form=request.form)


def read_json(text: str, schema: Mapping[str, Any], finish: Finish = "stop", strike: Callable[[str], str] = str) -> Read:
    """Read the JSON value of a reply.

    Args:
        text: The reply.
        schema: What the value should be.
        finish: Why the reply ended; one that was cut says so in its problem.
        strike: As in `understood`.
    """
    cut = "it was cut at the limit of tokens" if finish == "length" else ""
    value, reading = _strict(text), cast("Reading", "strict")
    if value is _NONE:
        value, reading = _mended(text), "repaired"
    try:
        value = _clean(value, strike)
    except _TooDeep:
        value = _NONE
    if value is _NONE:
        return Read(None, "unreadable", cut or "it holds no JSON")
    misfit = mismatch(value, schema)
    return Read(value, reading, (f"{cut}, and {misfit}" if cut and misfit else cut or misfit))


_NONE = object()
"""No value: None is one."""


class _TooDeep(Exception):
    """A value is nested deeper than any answer."""


def _strict(text: str) -> object:
    try:
        return cast("object", _DECODER.decode(text))
    except (ValueError, RecursionError):
        return _NONE


def _mended(text: str) -> object:
    """The first object or list in a text: as it stands there if that is whole, else after repair."""
    start = min((place for sign in "{[" if (place := text.find(sign)) >= 0), default=-1)
    if start < 0:
        return _NONE
    with suppress(ValueError, RecursionError):
        return cast("object", _DECODER.raw_decode(text, start)[0])
    if len(text) - start > _LONGEST:
        return _NONE
    value = mended(text[start:], _NONE)
    # Several objects one after another come as a list.
    if isinstance(value, list) and text[start] == "{":
        value = next(iter(cast("list[object]", value)), _NONE)
    return cast("object", value) if isinstance(value, dict | list) else _NONE


def _clean(value: object, strike: Callable[[str], str], depth: int = DEEPEST) -> object:
    """A value whose texts can be written as UTF-8, without a key: halves of characters are replaced."""
    if isinstance(value, str):
        return strike(whole_characters(value))
    if not isinstance(value, list | dict):
        return value
    if not depth:
        raise _TooDeep
    if isinstance(value, list):
        return [_clean(each, strike, depth - 1) for each in cast("list[object]", value)]
    texts = cast("dict[object, object]", value)
    return {strike(whole_characters(str(key))): _clean(each, strike, depth - 1) for key, each in texts.items()}


def whole_characters(text: str) -> str:
    """`text` with lone surrogates replaced, which JSON can name and UTF-8 cannot hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _empty(reply: ChatReply) -> str:
    if reply.finish == "length":
        return "it was cut at the limit of tokens before any answer"
    return "the endpoint withheld it" if reply.finish == "filter" else "it is empty"


_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def mismatch(value: object, schema: Mapping[str, Any], place: str = "", *, ranges: bool = True) -> str:
    """What keeps `value` from fitting `schema`, as a clause; empty if it fits.

    With `ranges` off a number may be of any size, as servers that enforce a schema let it be.
    Understands `type`, `enum`, `properties`, `required`, `items`, `minimum` and `maximum`; the rest is not looked at.
    """
    if not schema:
        return ""
    here = f"`{place}`" if place else "the answer"
    if kinds := schema.get("type"):
        names = cast("list[str]", kinds if isinstance(kinds, list) else [kinds])
        if not any(_is(value, name) for name in names):
            return f"{here} is not of type {' or '.join(names)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{here} is none of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        return _object_mismatch(cast("dict[str, object]", value), schema, place, ranges=ranges)
    if isinstance(value, list):
        wrong = (
            mismatch(each, schema.get("items", {}), f"{place}[{number}]", ranges=ranges)
            for number, each in enumerate(cast("list[object]", value))
        )
        return next((problem for problem in wrong if problem), "")
    if ranges and isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{here} is out of range"
    return ""


def _object_mismatch(value: Mapping[str, object], schema: Mapping[str, Any], place: str, *, ranges: bool) -> str:
    inside = f"{place}." if place else ""
    for key in schema.get("required", ()):
        if key not in value:
            return f"`{inside}{key}` is missing"
    wrong = (
        mismatch(value[key], below, inside + key, ranges=ranges)
        for key, below in schema.get("properties", {}).items()
        if key in value
    )
    return next((problem for problem in wrong if problem), "")


def _is(value: object, name: str) -> bool:
    return isinstance(value, _TYPES.get(name, (object,))) and not (isinstance(value, bool) and name in ("integer", "number"))
