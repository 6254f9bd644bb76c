"""The lines of the data files, by language and manner: what each says, and what it supposes."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple, cast, get_args

from wolfcore.bots.belief.record import SeatRecord
from wolfcore.errors import ConfigError

from .moves import Move, MoveKind

PLAIN_MANNER = "plain"
"""The lines that every manner falls back on."""

_HEARD, _LATER, _JOKE = "~", "+", "*"
"""What a line begins with that supposes something, or that comes back game after game."""
_CHOICE = re.compile(r"\[([^\]]*)\]")


class LineTemplate(NamedTuple):
    """A line of a data file.

    Attributes:
        variants: Everything that its choices make of it, seats still in braces.
        needs_target_speech: Whether it supposes that its target has spoken in this game.
        needs_earlier_vote: Whether it supposes that there has been a vote.
        is_running_joke: Whether it is a running joke, which may be told game after game.
    """

    variants: tuple[str, ...]
    needs_target_speech: bool
    needs_earlier_vote: bool
    is_running_joke: bool = False

    def fits(self, move: Move, record: SeatRecord) -> bool:
        """Whether what it supposes is so."""
        return (not self.needs_target_speech or move.target in record.last_speech) and (
            not self.needs_earlier_vote or record.day > 1
        )


Lines = tuple[LineTemplate, ...]
"""All ways of saying one intention."""


@lru_cache(maxsize=32)
def file_lines(name: str) -> dict[str, Lines]:
    """The lines of a file of the folder `lines`, such as `en/plain.toml`, by table."""
    data = cast("dict[str, list[str]]", tomllib.loads(files("wolfcore.bots.talk.lines").joinpath(name).read_text("utf-8")))
    return {key: tuple(_line(text) for text in texts) for key, texts in data.items()}


@lru_cache(maxsize=32)
def manner_lines(language: str, manner: str = PLAIN_MANNER) -> dict[MoveKind, Lines]:
    """The lines of a manner in a language, one table an intention; a manner may leave some to the plain lines.

    Raises:
        ConfigError: The file has something that is no intention, or the plain lines lack one.
    """
    name = f"{language}/{manner}.toml"
    data = file_lines(name)
    intents = cast("tuple[MoveKind, ...]", get_args(MoveKind))
    for key in data:
        if key not in intents:
            raise ConfigError("is no intention", file=name, key=key)
    for intent in intents:
        if manner == PLAIN_MANNER and intent not in data:
            raise ConfigError("has no lines", file=name, key=intent)
    return {intent: data[intent] for intent in intents if intent in data}


def _line(text: str) -> LineTemplate:
    words = text.lstrip(_HEARD + _LATER + _JOKE)
    flags = text[: len(text) - len(words)]
    parts = _CHOICE.split(words)
    branches = (part.split("|") if number % 2 else (part,) for number, part in enumerate(parts))
    return LineTemplate(tuple("".join(way) for way in product(*branches)), _HEARD in flags, _LATER in flags, _JOKE in flags)
