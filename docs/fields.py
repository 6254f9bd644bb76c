"""Rows about the fields of a struct: type, default, and the description in its docstring."""

from __future__ import annotations

import inspect
import re
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

_PLAIN: dict[Any, str] = {str: "text", int: "whole number", float: "number", bool: "true, false"}


def type_text(struct: type[Struct], field: str) -> str:
    """Describe the type of a field in words, such as `number` or the literal values."""
    return _described(get_type_hints(struct, include_extras=True)[field])


def _described(hint: Any) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _described(args[0])
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in args)
    if origin in (Union, UnionType):
        words = [_described(arg) for arg in args if arg is not NoneType]
        return ", ".join(dict.fromkeys(words))
    if origin is dict:
        return "table"
    if origin is tuple:
        return "list"
    return _PLAIN.get(hint, "value")


def default_text(struct: type[Struct], field: str) -> str:
    """Return the default of a field as TOML writes it; empty where there is none."""
    fields = {each.name: each for each in msgspec.structs.fields(struct)}
    default = fields[field].default
    if default is NODEFAULT or default is None:
        return ""
    return f"`{msgspec.json.encode(default).decode()}`"


def attribute_rows(struct: type[Struct]) -> list[tuple[str, ...]]:
    """Return a row for each field: name, type, default, and what its docstring says of it.

    Raises:
        KeyError: The docstring describes no such field.
    """
    said = attributes(struct)
    return [
        (f"`{name}`", type_text(struct, name), default_text(struct, name), said[name])
        for name in struct.__struct_fields__
    ]


def attributes(struct: type[Struct]) -> dict[str, str]:
    """Return the descriptions in the `Attributes:` section of a docstring, by field.

    A reference to a Python name in brackets at the end of a sentence is left out.
    """
    section = inspect.cleandoc(struct.__doc__ or "").partition("Attributes:\n")[2]
    entries = re.findall(r"^    (\w+): (.*(?:\n        .*)*)", section, re.MULTILINE)
    return {
        name: re.sub(r" \(`[A-Za-z_]+`\)\.$", ".", re.sub(r"\s+", " ", said))
        for name, said in entries
    }
