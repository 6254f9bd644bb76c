"""The labels that people and models give speeches: what is asked, by which key, what it means and who meant it so."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from wolfcore.outside import parse_toml

Sight: TypeAlias = Literal["blind", "known"]
"""What is shown with a speech: what the table knew by then; or roles and all that had happened by then."""
SIGHTS: tuple[Sight, ...] = ("blind", "known")


class Label(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a speech does or does not do.

    Attributes:
        name: How it is called in files.
        key: The key that gives it.
        title: How it is called on a screen, in a few words.
        sight: What must be shown to tell.
        question: What is asked, answered by yes or no.
        definition: When the answer is yes, and when it is not.
        source: Who meant it so.
        reader: When the reader of speeches says yes, as a clause.
    """

    name: str
    key: str
    title: str
    sight: Sight
    question: str
    definition: str
    source: str
    reader: str


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    label: tuple[Label, ...]


@cache
def labels() -> tuple[Label, ...]:
    """All labels, in the order in which they are asked."""
    text = (files("wolfcore.annotation") / "labels.toml").read_text(encoding="utf-8")
    return msgspec.convert(parse_toml(text), _File).label


def labels_of(sight: Sight) -> tuple[Label, ...]:
    """The labels that are asked where so much is shown."""
    return tuple([label for label in labels() if label.sight == sight])


@cache
def edition() -> str:
    """What tells the meaning of these labels from any other: labels of different definitions are not compared."""
    meant = [f"{label.name} {label.sight} {label.question} {label.definition}" for label in labels()]
    return blake2b("\n".join(meant).encode(), digest_size=6).hexdigest()
