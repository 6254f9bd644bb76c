"""Words for moves: lines from the data file of the language, no sentence twice in a game.

The words are all that the table gets: a test reads every line back and compares it with what its move means.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import prod
from typing import NamedTuple, cast, get_args

from core.errors import ConfigError
from core.speech import speakable

from .draws import Draws
from .hearing import sentences
from .moves import Intent, Move
from .record import Record

_CHOICE = re.compile(r"\[([^\]]*)\]")
_TRIES = 12


class Line(NamedTuple):
    """A sentence with choices: the text around them, and the branches of each."""

    pieces: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]

    @property
    def variants(self) -> int:
        """In how many ways it can be said."""
        return prod(len(choice) for choice in self.choices)

    def words(self, variant: int) -> str:
        """One of the ways, 0..variants-1, seats still in braces."""
        said = [self.pieces[0]]
        for choice, piece in zip(self.choices, self.pieces[1:], strict=True):
            variant, branch = divmod(variant, len(choice))
            said += (choice[branch], piece)
        return "".join(said)


class Lines(NamedTuple):
    """All ways of saying one intention."""

    lines: tuple[Line, ...]
    variants: int

    def words(self, variant: int) -> str:
        """One of the ways, 0..variants-1, line by line."""
        for line in self.lines:
            if variant < line.variants:
                return line.words(variant)
            variant -= line.variants
        raise IndexError(variant)


@lru_cache(maxsize=4)
def lines_in(language: str) -> dict[Intent, Lines]:
    """The lines of a language, one table an intention.

    Raises:
        ConfigError: The file lacks an intention or has one too many.
    """
    name = f"{language}.toml"
    data = tomllib.loads(files("core.bots.lines").joinpath(name).read_text("utf-8"))
    intents = cast("tuple[Intent, ...]", get_args(Intent))
    for intent in {*data, *intents}:
        if intent not in data or intent not in intents:
            raise ConfigError("has no lines" if intent not in data else "is no intention", file=name, key=intent)
    return {intent: _compiled(cast("list[str]", data[intent]["lines"])) for intent in intents}


def _compiled(texts: Sequence[str]) -> Lines:
    lines = tuple(_line(text) for text in texts)
    return Lines(lines, sum(line.variants for line in lines))


def _line(text: str) -> Line:
    parts = _CHOICE.split(text)
    return Line(tuple(parts[::2]), tuple(tuple(part.split("|")) for part in parts[1::2]))


def speech(moves: Sequence[Move], record: Record, draws: Draws, language: str = "en") -> str:
    """The moves in words, in order; a move for which no fresh words are left is dropped."""
    said: list[str] = []
    used = set[str]()
    for move in moves:
        words = sentence(move, record, draws, used, language)
        if words:
            said.append(words)
            used.update(sentences(words))
    return " ".join(said)


def sentence(move: Move, record: Record, draws: Draws, used: set[str], language: str = "en") -> str:
    """One move in words that nobody has used in this game; empty where none were found."""
    lines = lines_in(language)[move.intent]
    for _ in range(_TRIES):
        line = draws.pick(lines.lines)
        words = in_words(line.words(draws.upto(line.variants)), move, record, draws)
        if not any(part in record.spoken or part in used for part in sentences(words)):
            return words
    for variant in range(lines.variants):
        words = in_words(lines.words(variant), move, record, draws)
        if not any(part in record.spoken or part in used for part in sentences(words)):
            return words
    return ""


def in_words(words: str, move: Move, record: Record, draws: Draws) -> str:
    """A line with its seats, roles and times filled in, beginning with a capital."""
    slots: dict[str, str] = {}
    if "{target}" in words:
        slots["target"] = "myself" if move.target == record.me else seat_in_words(move.target, record, draws)
    if "{other}" in words:
        slots["other"] = seat_in_words(move.other, record, draws)
    if "{role}" in words:
        slots["role"] = move.role
    if "{day}" in words:
        slots["day"] = f"day {move.day}"
    if "{night}" in words:
        slots["night"] = f"night {move.night}"
    if "{when}" in words:
        slots["when"] = "last night" if move.night == record.day and draws.upto(3) else f"on night {move.night}"
    if "{dead}" in words:
        slots["dead"] = " and ".join(seat_in_words(seat, record, draws) for seat in move.dead)
    filled = words.format_map(slots)
    return filled[0].upper() + filled[1:]


def seat_in_words(seat: int, record: Record, draws: Draws) -> str:
    """A seat by its name, now and then by its number; always by number where the name is a word of the game."""
    style = draws.upto(12)
    name = record.names[seat - 1]
    if not speakable(name) or style == 0:
        return f"seat {seat}"
    return f"number {seat}" if style == 1 else name
