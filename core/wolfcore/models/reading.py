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

from .contract import ChatReply, ChatRequest, Finish, ParseOutcome
from .mending import repair_json

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


def parse_reply(request: ChatRequest, reply: ChatReply, redact: Callable[[str], str] = str) -> ChatReply:
    """`reply` to `request` with what can be read of its text.

    Args:
        request: What was asked.
        reply: What came.
        redact: Takes a key out of a text; what is read is a decoding of the reply, and so may hold one that the reply does not.
    """
    if request.schema is None:
        return reply if reply.text.strip() else replace(reply, problem=_empty(reply))
    empty = ParsedReply(None, "unreadable", _empty(reply))
    read = read_json(reply.text, request.schema, reply.finish, redact) if reply.text.strip() else empty
    return replace(reply, parsed=read.value, reading=read.reading, problem=read.problem, form=request.form)


def read_json(text: str, schema: Mapping[str, Any], finish: Finish = "stop", redact: Callable[[str], str] = str) -> ParsedReply:
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
    return ParsedReply(value, reading, (f"{cut}, and {misfit}" if cut and misfit else cut or misfit))


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
    return {strike(replace_surrogates(str(key))): _clean(each, strike, depth - 1) for key, each in texts.items()}


def replace_surrogates(text: str) -> str:
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


def schema_mismatch(value: object, schema: Mapping[str, Any], place: str = "", *, ranges: bool = True) -> str:
    """What keeps `value` from fitting `schema`, as a clause; empty if it fits.

    With `ranges` off a number may be of any size, as servers that enforce a schema let it be.
    Understands `type`, `enum`, `properties`, `required`, `items`, `minimum` and `maximum`; the rest is not looked at.
    """
    if not schema:
        return ""
    here = f"`{place}`" if place else "the answer"
    if kinds := schema.get("type"):
        names = cast("list[str]", kinds if isinstance(kinds, list) else [kinds])
        if not any(_is_json_type(value, name) for name in names):
            return f"{here} is not of type {' or '.join(names)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{here} is none of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        return _object_schema_mismatch(cast("dict[str, object]", value), schema, place, ranges=ranges)
    if isinstance(value, list):
        wrong = (
            schema_mismatch(each, schema.get("items", {}), f"{place}[{number}]", ranges=ranges)
            for number, each in enumerate(cast("list[object]", value))
        )
        return next((problem for problem in wrong if problem), "")
    if ranges and isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{here} is out of range"
    return ""


def _object_schema_mismatch(value: Mapping[str, object], schema: Mapping[str, Any], place: str, *, ranges: bool) -> str:
    inside = f"{place}." if place else ""
    for key in schema.get("required", ()):
        if key not in value:
            return f"`{inside}{key}` is missing"
    wrong = (
        schema_mismatch(value[key], below, inside + key, ranges=ranges)
        for key, below in schema.get("properties", {}).items()
        if key in value
    )
    return next((problem for problem in wrong if problem), "")


def _is_json_type(value: object, name: str) -> bool:
    return isinstance(value, _TYPES.get(name, (object,))) and not (isinstance(value, bool) and name in ("integer", "number"))
