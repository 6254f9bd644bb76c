"""Decode JSON, TOML and whole numbers from outside: nesting and digits are checked before parsing.

Refused content raises ValueError (`NotToml`, `msgspec.DecodeError`).
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


MAX_NESTING = 40
"""Maximum nesting depth of JSON and TOML; no file that the program reads is deeper than eight."""


MAX_DIGITS = 19
"""Maximum digits of a whole number: as many as a seed has."""


def whole_number(text: str) -> int | None:
    """Parse a whole number of at most MAX_DIGITS decimal digits; None for any other text.

    `int` refuses texts of more than 4,300 digits with an error of its own.
    """
    return int(text) if len(text) <= MAX_DIGITS and text.isdecimal() else None


# -- JSON

_MANY_DIGITS = re.compile(rb"[0-9]{%d}" % (MAX_DIGITS + 1))


_JSON_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


_JSON_WHOLE = re.compile(rb"(?<![0-9.eE+-])-?[0-9]{%d}" % (MAX_DIGITS + 1))


_BRACKET = re.compile(rb"[\[\]{}]")


def check_json(data: bytes) -> None:
    """Check JSON bytes for nesting depth and length of whole numbers before they are parsed.

    Raises:
        msgspec.DecodeError: The JSON nests deeper than MAX_NESTING, or holds a whole number of more
            than MAX_DIGITS digits.
    """
    # Few brackets cannot nest deeply: short lines pass without a search for their strings.
    deep = data.count(b"[") + data.count(b"{") > MAX_NESTING
    if not deep and not _MANY_DIGITS.search(data):
        return
    # Brackets and digits in strings do not count.
    bare = _JSON_STRING.sub(b'""', data)
    if _JSON_WHOLE.search(bare):
        raise msgspec.DecodeError(f"a number has more than {MAX_DIGITS} digits")
    depth = 0
    for found in _BRACKET.finditer(bare):
        depth += 1 if found[0] in b"[{" else -1
        if depth > MAX_NESTING:
            raise msgspec.DecodeError(f"it nests deeper than {MAX_NESTING} levels")


class JsonReader(Generic[T]):
    """Decodes untrusted JSON into a type, within the limits of `check_json`.

    Args:
        kind: The type to decode into; any type that msgspec supports.
        once: Whether an object with a key twice is refused; else the last value counts.
    """

    __slots__ = ("_decode", "_once")

    def __init__(self, kind: type[T], *, once: bool = False) -> None:
        self._decode, self._once = msgspec.json.Decoder(kind).decode, once

    def decode(self, data: bytes) -> T:
        """Decode `data` into the type of the reader.

        Raises:
            msgspec.DecodeError: The data is not JSON, not UTF-8, beyond the limits, or not of the
                type.
        """
        check_json(data)
        try:
            found = self._decode(data)
        except UnicodeDecodeError as error:
            raise msgspec.DecodeError("it is not UTF-8 text") from error
        # What the program wrote itself encodes to the same bytes, and needs no second parser.
        if self._once and msgspec.json.encode(found) != data:
            try:
                json.loads(data, object_pairs_hook=_refuse_key_twice)
            except msgspec.DecodeError:
                raise
            # The decoder above does not look at all bytes of what it skips.
            except ValueError as error:
                raise msgspec.DecodeError("it is not JSON in UTF-8") from error
        return found


def _refuse_key_twice(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        name = next(name for name in names if names.count(name) > 1)
        raise msgspec.DecodeError(f"it has the key `{name}` twice")


# -- TOML

_TOML_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:""")?|'
    r"'''(?:[^']++|'(?!''))*+(?:''')?|"
    r'"(?:[^"\\\n]++|\\.)*+"?|'
    r"'[^'\n]*+'?|"
    r"#[^\n]*+|[A-Za-z0-9_+-]++|[ \t]++|.",
    re.DOTALL,
)


class NotToml(ValueError):
    """The text is not TOML or exceeds the limits; the message is a clause with the reason."""


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text into nested dicts.

    Raises:
        NotToml: The text is not TOML, nests deeper than MAX_NESTING, or holds a whole number of
            more than MAX_DIGITS digits.
    """
    _check_toml(text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotToml(str(error) or type(error).__name__) from error


def _check_toml(text: str) -> None:
    depth = dots = 0
    for found in _TOML_TOKEN.finditer(text):
        token = found[0]
        first = token[0]
        if first in "[{":
            depth += 1
        elif first in "]}":
            depth -= 1
        elif first == ".":
            # A dotted key nests as deep as it has dots.
            dots += 1
        elif first in "\n=,":
            dots = 0
        elif len(token) > MAX_DIGITS and _has_too_many_digits(token):
            raise NotToml(f"a number has more than {MAX_DIGITS} digits")
        if depth > MAX_NESTING or dots > MAX_NESTING:
            raise NotToml(f"it nests deeper than {MAX_NESTING} levels")


def _has_too_many_digits(token: str) -> bool:
    """Return whether a bare word is a whole number of more than MAX_DIGITS digits, in any base."""
    digits = token.lstrip("+-").replace("_", "")
    return len(digits) > MAX_DIGITS and (digits.isdecimal() or digits[:2] in ("0x", "0o", "0b"))
