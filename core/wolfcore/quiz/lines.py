"""The sentences of questions, from a text file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from wolfcore.outside import parse_toml


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways in which one thing can be asked; in each the blanks of its draft stand in braces.

    Attributes:
        plain: Answered Yes where it is so.
        turned: Answered Yes where it is not so.
        open: Answered with what is so; none for what can only be so or not.
    """

    plain: tuple[str, ...]
    turned: tuple[str, ...]
    open: tuple[str, ...] = ()


@cache
def lines() -> dict[str, Line]:
    """All sentences by name."""
    return msgspec.convert(parse_toml((files("wolfcore.quiz") / "lines.toml").read_text(encoding="utf-8")), dict[str, Line])


def fill_sentence(sentence: str, fills: dict[str, str]) -> str:
    """A sentence with its blanks filled, each of its parts beginning with a capital."""
    text = sentence.format(**fills).strip()
    parts = text.split(". ")
    return ". ".join(part[:1].upper() + part[1:] for part in parts)
