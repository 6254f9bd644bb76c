"""Tables of the fields of structs: names, types and defaults, with meanings from docstrings.

A field without a description raises an error, so that every documented struct is described whole.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from wolfcore.game import RoleName
from wolfcore.game.asks import AskKind
from wolfcore.game.facts import Fact


def described_fields(struct: type[Struct]) -> dict[str, str]:
    """Return the descriptions in the `Attributes:` sections of a struct and its bases, by field.

    A reference to a Python name in brackets at the end of a description is left out.
    """
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        section = inspect.cleandoc(base.__dict__.get("__doc__") or "").partition("Attributes:\n")[2]
        for name, words in re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", section, re.MULTILINE):
            words = re.sub(r" \(`[A-Za-z_]+`\)\.$", ".", re.sub(r"\s+", " ", words))
            found[name] = words.replace("None", "null")
    return found


def _literals(hint: object) -> dict[frozenset[object], tuple[object, ...]]:
    """Return the values of each `Literal` in a type hint, in the order in which it lists them."""
    values = get_args(hint)
    if get_origin(hint) is Literal:
        return {frozenset(values): values}
    return {key: found for each in values for key, found in _literals(each).items()}


_LISTED = {
    frozenset[object](get_args(RoleName)): "role name",
    frozenset[object](get_args(AskKind)): "kind of ask",
}
"""Lists of values that a page shows once and not in each row."""
_FACTS = set(get_args(Fact))
_PLURALS = {
    "fact": "facts",
    "number": "numbers",
    "role name": "role names",
    "text": "texts",
    "whole number": "whole numbers",
}


def type_words(kind: types.Type, order: Mapping[frozenset[object], Sequence[object]]) -> str:
    """Describe a type as it appears in JSON or TOML, such as `list of texts` or literal values.

    Args:
        kind: The type.
        order: The values of literals in the order of the source (`_literals`).
    """
    words = partial(type_words, order=order)
    match kind:
        case types.LiteralType(values=values):
            found = frozenset[object](values)
            listed = order.get(found, values)
            return _LISTED.get(found) or ", ".join(f"`{json_text(value)}`" for value in listed)
        case types.UnionType(types=options) if {
            each.cls for each in options if isinstance(each, types.StructType)
        } == _FACTS:
            return "fact"
        case types.UnionType(types=options):
            return " or ".join(words(option) for option in options)
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            return f"list of {_PLURALS.get(words(item), words(item))}"
        case types.TupleType(item_types=items):
            return f"[{', '.join(words(item) for item in items)}]"
        case types.DictType(key_type=key, value_type=value):
            return f"object, {words(key)} to {words(value)}"
        case types.StructType(cls=struct):
            return f"`{struct.__name__}`"
        case types.IntType():
            return "whole number"
        case types.FloatType():
            return "number"
        case types.StrType():
            return "text"
        case types.BoolType():
            return "true or false"
        case types.NoneType():
            return "null"
        case types.AnyType():
            return "any value"
        case types.RawType():
            return "JSON"
        case types.Metadata(type=inner):
            return words(inner)
        case _:
            raise TypeError(f"no words for {kind!r}")


def json_text(value: object) -> str:
    """Write a value as JSON."""
    return msgspec.json.encode(value).decode()


def field_types(struct: type[Struct]) -> dict[str, tuple[types.Field, str]]:
    """Return each field of a struct by its stored name, with its type in words."""
    info, order = types.type_info(struct), dict[frozenset[object], tuple[object, ...]]()
    assert isinstance(info, types.StructType)
    for hint in get_type_hints(struct).values():
        order |= _literals(hint)
    return {field.encode_name: (field, type_words(field.type, order)) for field in info.fields}


def default_words(field: types.Field) -> str:
    """Return the default of a field as JSON, `required` without one; a struct's default is `{}`."""
    if field.required:
        return "required"
    if field.default is NODEFAULT or isinstance(field.default, Struct):
        return "`{}`"
    return f"`{json_text(field.default)}`"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Build a Markdown table with a blank line after it; `|` inside a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines
    )


def fields_table(struct: type[Struct]) -> str:
    """Build the table of a struct's fields: name, type, default, meaning.

    Raises:
        KeyError: A field has no description in the docstring.
    """
    described = described_fields(struct)
    rows = [
        (f"`{name}`", words, default_words(field), described[field.name])
        for name, (field, words) in field_types(struct).items()
    ]
    return markdown(("field", "type", "default", "meaning"), rows)
