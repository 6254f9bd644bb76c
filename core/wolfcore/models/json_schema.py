"""JSON schemas of structured answers: check a value, sort enums, and drop length bounds.

Sorting enums makes the schema identical between calls, so that servers reuse its compiled grammar.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def _without_length_bounds(value: object) -> object:
    if isinstance(value, dict):
        return without_length_bounds(cast("dict[str, Any]", value))
    return value


def without_length_bounds(schema: dict[str, Any]) -> dict[str, Any]:
    """Sort the enums of a schema and remove `maxLength`, which hosted endpoints refuse."""
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
    """Return `schema` with the values of each enum in a fixed order, by length and then by text.

    A server that enforces a schema compiles it on first use and caches the result (OpenAI and
    Anthropic, "Structured outputs"; vLLM, "Structured outputs"). The order has no meaning to it.
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
    # bool is a subclass of int in Python, and a type of its own in JSON.
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
    """Describe as a clause why `value` does not match `schema`; empty if it matches.

    Checks `type`, `enum`, `properties`, `required`, `items`, `minimum` and `maximum`, and ignores
    all other keywords.

    Args:
        value: The JSON value.
        schema: The JSON schema; an empty one matches all values.
        place: The path of the value within the answer, for the message; empty for the answer
            itself.
        ranges: Whether to check `minimum` and `maximum`; servers that enforce a schema do not.
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
