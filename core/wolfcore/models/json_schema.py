"""JSON schemas of structured answers: check a value, sort enums, and drop length bounds.

Sorted enums keep a schema byte-equal between calls, so that servers reuse its compiled grammar.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def _without_length_bounds(value: object) -> object:
    if isinstance(value, dict):
        return without_length_bounds(cast("dict[str, Any]", value))
    return value


def without_length_bounds(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` in order and without bounds on the length of texts, which the enforced schemas of hosted endpoints refuse."""
    return {
        key: _without_length_bounds(value)
        for key, value in with_sorted_enums(schema).items()
        if key != "maxLength"
    }


def _with_sorted_enum(key: str, value: object) -> object:
    if key == "enum" and isinstance(value, list):
        return sorted(cast("list[object]", value), key=lambda each: (len(str(each)), str(each)))
    return with_sorted_enums(cast("dict[str, Any]", value)) if isinstance(value, dict) else value


def with_sorted_enums(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` with what may stand in a field in one order, whatever order it was offered in.

    Whoever enforces a schema compiles it when it comes first, and keeps it (OpenAI and Anthropic,
    "Structured outputs"; vLLM, "Structured outputs"); the order says nothing to it.
    """
    return {key: _with_sorted_enum(key, value) for key, value in schema.items()}


_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def _is_json_type(value: object, name: str) -> bool:
    return isinstance(value, _TYPES.get(name, (object,))) and not (
        isinstance(value, bool) and name in ("integer", "number")
    )


def _object_schema_mismatch(
    value: Mapping[str, object], schema: Mapping[str, Any], place: str, *, ranges: bool
) -> str:
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


def schema_mismatch(
    value: object, schema: Mapping[str, Any], place: str = "", *, ranges: bool = True
) -> str:
    """What keeps `value` from fitting `schema`, as a clause; empty if it fits.

    With `ranges` off a number may be of any size, as servers that enforce a schema let it be.
    Understands `type`, `enum`, `properties`, `required`, `items`, `minimum` and `maximum`; the rest
    is not looked at.
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
        return _object_schema_mismatch(
            cast("dict[str, object]", value), schema, place, ranges=ranges
        )
    if isinstance(value, list):
        wrong = (
            schema_mismatch(each, schema.get("items", {}), f"{place}[{number}]", ranges=ranges)
            for number, each in enumerate(cast("list[object]", value))
        )
        return next((problem for problem in wrong if problem), "")
    if (
        ranges
        and isinstance(value, int | float)
        and not schema.get("minimum", value) <= value <= schema.get("maximum", value)
    ):
        return f"{here} is out of range"
    return ""
