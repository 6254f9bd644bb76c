"""Words for moves: lines from the data files of the language, in the speaker's manner, no sentence twice in a game.

Nor is a sentence told to people who heard it in their last games, as long as there is another; but for running jokes.

The words are all that the table gets: a test reads every line back and compares it with what its move means.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple, cast, get_args

from core.bots.belief.record import Public, Record
from core.bots.draws import Draws
from core.bots.phrases import sentences, sign_of
from core.errors import ConfigError
from core.speech import speakable

from .moves import Intent, Move

PLAIN = "plain"
"""The lines that every manner falls back on."""

_HEARD, _LATER, _JOKE = "~", "+", "*"
"""What a line begins with that supposes something, or that comes back game after game."""
_CHOICE = re.compile(r"\[([^\]]*)\]")
_NEW_SENTENCE = re.compile(r"(?<=[.!?] )[a-z]")
_SHAPES = {"target": "@", "other": "@", "dead": "@"}
MOST_SENTENCES = 5
"""More than this nobody says in one go."""
COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
"""Counted voices in words; more than these are told as the last."""
_TRIES = 10
_IN_CHARACTER = 5
"""Of how many tries one goes to the plain lines though the manner has its own."""


class VoiceLine(NamedTuple):
    """A line of a data file.

    Attributes:
        ways: Everything that its choices make of it, seats still in braces.
        heard: Whether it supposes that its target has spoken in this game.
        later: Whether it supposes that there has been a vote.
        running: Whether it is a running joke, which may be told game after game.
    """

    ways: tuple[str, ...]
    heard: bool
    later: bool
    running: bool = False

    def fits(self, move: Move, record: Record) -> bool:
        """Whether what it supposes is so."""
        return (not self.heard or move.target in record.last_heard) and (not self.later or record.day > 1)


Lines = tuple[VoiceLine, ...]
"""All ways of saying one intention."""


@lru_cache(maxsize=32)
def lines_of_file(name: str) -> dict[str, Lines]:
    """The lines of a file of the folder `lines`, such as `en/plain.toml`, by table."""
    data = cast("dict[str, list[str]]", tomllib.loads(files("core.bots.talk.lines").joinpath(name).read_text("utf-8")))
    return {key: tuple(_line(text) for text in texts) for key, texts in data.items()}


@lru_cache(maxsize=32)
def lines_in(language: str, manner: str = PLAIN) -> dict[Intent, Lines]:
    """The lines of a manner in a language, one table an intention; a manner may leave some to the plain lines.

    Raises:
        ConfigError: The file has something that is no intention, or the plain lines lack one.
    """
    name = f"{language}/{manner}.toml"
    data = lines_of_file(name)
    intents = cast("tuple[Intent, ...]", get_args(Intent))
    for key in data:
        if key not in intents:
            raise ConfigError("is no intention", file=name, key=key)
    for intent in intents:
        if manner == PLAIN and intent not in data:
            raise ConfigError("has no lines", file=name, key=intent)
    return {intent: data[intent] for intent in intents if intent in data}


def _line(text: str) -> VoiceLine:
    words = text.lstrip(_HEARD + _LATER + _JOKE)
    flags = text[: len(text) - len(words)]
    parts = _CHOICE.split(words)
    branches = (part.split("|") if number % 2 else (part,) for number, part in enumerate(parts))
    return VoiceLine(tuple("".join(way) for way in product(*branches)), _HEARD in flags, _LATER in flags, _JOKE in flags)


class Utterance(NamedTuple):
    """Words found for a move.

    Attributes:
        text: The words.
        shape: The same in lower case with every seat as `@`.
    """

    text: str
    shape: str


_SILENCE = Utterance("", "")


def speech(moves: Sequence[Move], record: Record, draws: Draws, manner: str = PLAIN, language: str = "en") -> str:
    """The moves in words, in order; a move for which no fresh words are left is dropped."""
    said: list[str] = []
    used = set[str]()
    room = max(MOST_SENTENCES, len(moves))
    for left, move in zip(range(len(moves) - 1, -1, -1), moves, strict=True):
        found = sentence(move, record, draws, used, manner, language, room=room - left)
        if found.text:
            parts = sentences(found.text)
            said.append(found.text)
            used.update(parts, sentences(found.shape))
            room -= len(parts)
    return " ".join(said)


def sentence(
    move: Move,
    record: Record,
    draws: Draws,
    used: set[str],
    manner: str = PLAIN,
    language: str = "en",
    *,
    room: int = MOST_SENTENCES,
) -> Utterance:
    """One move in words that nobody has used in this game, empty where none were found.

    What was said about somebody else is not said again about this one as long as there is another way.

    Args:
        move: What to say.
        record: What was heard; its `spoken`, `phrases` and `whispered` are not said again.
        draws: The chance that picks among the lines.
        used: What this speech has used already, whole sentences and shapes.
        manner: Whose lines come first.
        language: A folder of lines.
        room: How many sentences it may take, if that can be.
    """
    old = spare = _SILENCE
    for words, running in _candidates(move, record, draws, manner, language):
        found = in_words(words, move, record, draws)
        shapes = sentences(found.shape)
        if len(shapes) <= room and used.isdisjoint(shapes) and _is_new(shapes, record):
            if running or not _was_told(shapes, record):
                return found
            old = old if old.text else found
        if not spare.text and len(shapes) <= room and _is_fresh(found, record, used):
            spare = found
    if old.text:
        return _untold(move, record, draws, used, (manner, PLAIN), language, room) or old
    return spare if spare.text else _any_left(move, record, draws, used, language)


def _was_told(shapes: tuple[str, ...], record: Record) -> bool:
    """Whether the people at the table have heard any of these sentences in an earlier game."""
    told = record.told
    return bool(told) and any(sign_of(shape) in told for shape in shapes)


def _untold(
    move: Move, record: Record, draws: Draws, used: set[str], manners: Sequence[str], language: str, room: int
) -> Utterance | None:
    """The first line of these manners that is new in this game and was told in no earlier one, if there is any."""
    for line in (line for manner in manners for line in lines_in(language, manner).get(move.intent, ())):
        for words in line.ways if line.fits(move, record) else ():
            found = in_words(words, move, record, draws)
            shapes = sentences(found.shape)
            if len(shapes) <= room and used.isdisjoint(shapes) and _is_new(shapes, record) and not _was_told(shapes, record):
                return found
    return None


def _candidates(move: Move, record: Record, draws: Draws, manner: str, language: str) -> Iterator[tuple[str, bool]]:
    """Some ways of saying it, mostly in the own manner, and whether each is a running joke."""
    plain = lines_in(language)[move.intent]
    own = lines_in(language, manner).get(move.intent, plain)
    for number in range(_TRIES):
        lines = plain if number == _TRIES - 1 or not draws.upto(_IN_CHARACTER) else own
        line = draws.pick(lines)
        if line.fits(move, record):
            yield draws.pick(line.ways), line.running


def _any_left(move: Move, record: Record, draws: Draws, used: set[str], language: str) -> Utterance:
    """The first plain line that has not been said, or silence."""
    for line in lines_in(language)[move.intent]:
        for words in line.ways if line.fits(move, record) else ():
            found = in_words(words, move, record, draws)
            if _is_fresh(found, record, used):
                return found
    return _SILENCE


def _is_fresh(found: Utterance, record: Record, used: set[str]) -> bool:
    parts = sentences(found.text)
    return used.isdisjoint(parts) and record.spoken.isdisjoint(parts) and _is_new(parts, record)


def _is_new(parts: tuple[str, ...], record: Record) -> bool:
    return record.phrases.isdisjoint(parts) and record.whispered.isdisjoint(parts)


def in_words(words: str, move: Move, record: Record, draws: Draws) -> Utterance:
    """A line with its seats, roles and times filled in, its sentences beginning with capitals."""
    slots = {slot: _SLOTS[slot](move, record, draws) for slot in _slots_of(words)}
    filled = words.format_map(slots)
    shape = filled if _SHAPES.keys().isdisjoint(slots) else words.format_map(slots | _SHAPES)
    return Utterance(_NEW_SENTENCE.sub(lambda first: first[0].upper(), filled[0].upper() + filled[1:]), shape)


@lru_cache(maxsize=1 << 14)
def _slots_of(words: str) -> tuple[str, ...]:
    """What a line leaves open, in the order in which it is filled in."""
    return tuple(slot for slot in _SLOTS if f"{{{slot}}}" in words)


def _a_role(move: Move, record: Record) -> str:
    return f"a {move.role}" if record.board.roles.count(move.role) > 1 else f"the {move.role}"


def _when(night: int, record: Record, draws: Draws) -> str:
    """The night of a deed as people say it."""
    return "last night" if night == record.day and draws.upto(5) else f"on night {night}"


def _then(day: int, record: Record, draws: Draws) -> str:
    """The day of a vote as people say it."""
    if day == record.day:
        return "today"
    return "yesterday" if day == record.day - 1 and draws.upto(3) else f"on day {day}"


def seat_in_words(seat: int, record: Public) -> str:
    """A seat by its name, or by its number where the name could be taken for a word of the sentence."""
    name = record.names[seat - 1]
    return name if speakable(name) else f"seat {seat}"


_SLOTS: dict[str, Callable[[Move, Record, Draws], str]] = {
    "a_role": lambda move, record, _: _a_role(move, record),
    "role": lambda move, _record, _: move.role,
    "day": lambda move, _record, _: f"day {move.day}",
    "then": lambda move, record, draws: _then(move.day, record, draws),
    "night": lambda move, _record, _: f"night {move.night}",
    "when": lambda move, record, draws: _when(move.night, record, draws),
    "count": lambda move, _record, _: COUNTS[min(move.count, len(COUNTS) - 1)],
    "target": lambda move, record, _: "myself" if move.target == record.me else seat_in_words(move.target, record),
    "other": lambda move, record, _: seat_in_words(move.other, record),
    "dead": lambda move, record, _: " and ".join(seat_in_words(seat, record) for seat in move.dead),
}
"""What lines leave open, and what stands there."""
