"""What a value in the settings should have been, in words for whoever wrote it."""

from __future__ import annotations

import re

import msgspec

_KINDS = {
    "float": "a number", "int": "a whole number", "str": "text in quotes", "bool": "true or false", "object": "a table",
    "array": "a list",
}  # fmt: skip
_BOUNDS = {"<=": "of at most", ">=": "of at least", "<": "below", ">": "above"}
_EXPECTED = re.compile(r"Expected `([\w |]+)`(?: (<=|>=|<|>) (-?[\d.]+))?")


def describe_type_error(error: msgspec.ValidationError) -> str:
    """What is wrong with a value, as a clause: `must be a number of at most 2`."""
    found = _EXPECTED.match(str(error))
    kinds = [_KINDS[word] for word in found[1].split(" | ") if word in _KINDS] if found else []
    if not found or not kinds:
        return "is not among what can stand here"
    bound = f" {_BOUNDS[found[2]]} {float(found[3].rstrip('.')):g}" if found[2] else ""
    return f"must be {' or '.join(kinds)}{bound}"
