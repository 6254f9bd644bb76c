"""Agents: the options of a language player's seat, in any order: `brief`, and `persona=` with what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.errors import ConfigError, nearest

from .personas import OPTION, Cast, cast_of, dealt
from .schemas import BRIEF, USUAL, Lengths

_BRIEF = "brief"


class Options(NamedTuple):
    """What a seat asks for.

    Attributes:
        lengths: How much the model may write for one answer.
        cast: Says how it talks.
    """

    lengths: Lengths = USUAL
    cast: Cast = dealt


def read_options(words: Sequence[str]) -> Options:
    """What the words of a seat ask for.

    Raises:
        ConfigError: A word is no option, there are two personas, or there is no such persona.
    """
    personas = [word.removeprefix(OPTION) for word in words if word.startswith(OPTION)]
    for word in words:
        if word != _BRIEF and not word.startswith(OPTION):
            hint = nearest(word, (_BRIEF, f"{OPTION}NAME"))
            raise ConfigError(f"`{word}` is no option of a language model's seat", key="seat", hint=hint)
    if len(personas) > 1:
        raise ConfigError("has two personas", key="seat", hint="Leave one of them out.")
    return Options(BRIEF if _BRIEF in words else USUAL, cast_of(personas[0]) if personas else dealt)
