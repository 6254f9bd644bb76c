"""Line templates: loaded from `lines/`, and filled with names, roles, nights and counts.

`lines/` has a folder for each language with a plain file and one for each manner;
`lines/afterwards` has the remarks after a game. A line may require that its target has spoken, that
a vote was held or that its speaker has a vote.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple, cast, get_args

from wolfcore.bots.belief.seat_record import PublicRecord, SeatRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.profiles import MANNERS
from wolfcore.errors import ConfigError
from wolfcore.speech import form_in_speech, is_speakable

from .dialogue_moves import Move, MoveKind

PLAIN_MANNER = "plain"
"""The manner whose lines every other manner falls back on."""


_HEARD, _LATER, _JOKE, _OWN_VOTE = "~", "+", "*", "^"
"""The prefixes of a line: its target must have spoken; there must have been a vote; it is a
running joke; its speaker must have a vote."""


_VERB_OF_ONE = re.compile(r"\{dead\} (?:is|was|has)\b")


_CHOICE = re.compile(r"\[([^\]]*)\]")


_SEAT_SLOT = re.compile(r"\{(target|other|dead)\}")


class LineTemplate(NamedTuple):
    """A line of a data file.

    Attributes:
        variants: Every combination of its choices, slots still in braces.
        needs_target_speech: Whether it requires that its target has spoken in this game.
        needs_earlier_vote: Whether it requires an earlier vote.
        is_running_joke: Whether it is a running joke, which may be told again in later games.
        needs_own_vote: Whether it requires that its speaker has not lost its vote.
        needs_one_dead: Whether it requires that it speaks of one dead seat, by its verb.
    """

    variants: tuple[str, ...]
    needs_target_speech: bool
    needs_earlier_vote: bool
    is_running_joke: bool = False
    needs_own_vote: bool = False
    needs_one_dead: bool = False

    def fits(self, move: Move, record: SeatRecord) -> bool:
        """Whether the requirements of the line hold for a move."""
        return (
            (not self.needs_target_speech or move.target in record.last_speech)
            and (not self.needs_earlier_vote or record.day > 1)
            and (not self.needs_own_vote or record.me not in record.state.without_vote)
            and (not self.needs_one_dead or len(move.dead) < 2)
        )


_OPENERS = "oh|now|well|no|so|and|um|speak|choose|dear|bless you|cruel|blind|faithless"
_ADDRESS = re.compile(
    rf"(?:^|(?<=[.!?] ))(?:(?:{_OPENERS}),? )*\{{(\w+)\}}(?=[,!])"
    r"|^\{(other|dead)\}(?=[.:] )|(?<=, )\{(\w+)\}(?=[.,!?:;])",
    re.IGNORECASE,
)
"""A slot that addresses its seat: set off by a comma or a mark at both ends."""


class Persons(NamedTuple):
    """The slots of a line, or of a kind of lines, by how they name their seats.

    Attributes:
        spoken_to: Those that address the seat.
        spoken_of: Those that name it in the third person.
        asks_last: Whether it ends with a question, which may turn to a seat spoken of before.
    """

    spoken_to: frozenset[str]
    spoken_of: frozenset[str]
    asks_last: bool


@lru_cache(maxsize=1 << 14)
def persons_of(words: str) -> Persons:
    """Return how a line with open slots names its seats; cached."""
    addresses = {found.end() for found in _ADDRESS.finditer(words)}
    slots = [(slot[1], slot.end() in addresses) for slot in _SEAT_SLOT.finditer(words)]
    return Persons(
        frozenset(slot for slot, is_spoken_to in slots if is_spoken_to),
        frozenset(slot for slot, is_spoken_to in slots if not is_spoken_to),
        words.endswith("?"),
    )


@lru_cache(maxsize=256)
def persons_of_kind(kind: MoveKind, language: str = "en") -> Persons:
    """Return how a kind of move must name its seats, whatever its manner; cached.

    `spoken_to` has the slots that every line addresses and nothing else, `spoken_of` those that
    no line only addresses although some name them.
    """
    found = [
        persons_of(words)
        for manner in (PLAIN_MANNER, *MANNERS)
        for line in manner_lines(language, manner).get(kind, ())
        for words in line.variants
    ]
    to, of = [each.spoken_to for each in found], [each.spoken_of for each in found]
    some_of = frozenset[str]().union(*of)
    return Persons(
        to[0].intersection(*to) - some_of,
        some_of.difference(*to) | of[0].intersection(*of),
        all(each.asks_last for each in found),
    )


def seats_in(slots: Iterable[str], move: Move) -> set[int]:
    """Return the seats with which a move fills some of the slots that name seats."""
    found = set(move.dead) if "dead" in slots else set[int]()
    return found | {getattr(move, slot) for slot in slots if slot != "dead"}


Lines = tuple[LineTemplate, ...]
"""All line templates of one kind of move."""


@lru_cache(maxsize=32)
def file_lines(name: str) -> dict[str, Lines]:
    """Load the lines of a file in the folder `lines`, such as `en/plain.toml`, by table; cached."""
    data = cast(
        "dict[str, list[str]]",
        tomllib.loads(files("wolfcore.bots.talk").joinpath("lines", name).read_text("utf-8")),
    )
    return {key: tuple(_line(text) for text in texts) for key, texts in data.items()}


@lru_cache(maxsize=32)
def manner_lines(language: str, manner: str = PLAIN_MANNER) -> dict[MoveKind, Lines]:
    """Load and check the lines of a manner in a language, by kind of move; cached.

    A manner may lack some kinds, for which callers use the plain lines.

    Raises:
        ConfigError: The file has a table that is no kind of move, or the plain lines lack one.
    """
    name = f"{language}/{manner}.toml"
    data = file_lines(name)
    intents = cast("tuple[MoveKind, ...]", get_args(MoveKind))
    for key in data:
        if key not in intents:
            raise ConfigError("is not an intention", file=name, key=key)
    for intent in intents:
        if manner == PLAIN_MANNER and intent not in data:
            raise ConfigError("has no lines", file=name, key=intent)
    return {intent: data[intent] for intent in intents if intent in data}


def _line(text: str) -> LineTemplate:
    words = text.lstrip(_HEARD + _LATER + _JOKE + _OWN_VOTE)
    flags = text[: len(text) - len(words)]
    parts = _CHOICE.split(words)
    # `split` with a group puts the choices at odd places.
    branches = (part.split("|") if number % 2 else (part,) for number, part in enumerate(parts))
    variants = tuple("".join(way) for way in product(*branches))
    return LineTemplate(
        variants,
        _HEARD in flags,
        _LATER in flags,
        _JOKE in flags,
        _OWN_VOTE in flags,
        any(map(_VERB_OF_ONE.search, variants)),
    )


COUNT_WORDS = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
)
"""Numbers in words; a greater number is written as the last word."""


_NEW_SENTENCE = re.compile(r"[.!?] [a-z]")


_SHAPES = {"target": "@", "other": "@", "dead": "@"}


class Utterance(NamedTuple):
    """The words found for a move.

    Attributes:
        text: The words.
        shape: The words in lower case with every seat as `@`.
        persons: How they name seats.
    """

    text: str
    shape: str
    persons: Persons


def fill_line(words: str, move: Move, record: SeatRecord, draws: Draws) -> Utterance:
    """Fill the slots of a line with seats, roles and times, and capitalise its sentences."""
    # The order of the slots decides which draw each one gets.
    slots = {slot: _SLOTS[slot](move, record, draws) for slot in _slots_of(words)}
    filled = words.format_map(slots)
    shape = filled if _SHAPES.keys().isdisjoint(slots) else words.format_map(slots | _SHAPES)
    return Utterance(capitalised(filled), shape, persons_of(words))


def capitalised(text: str) -> str:
    """Return a text with a capital at the beginning of each sentence."""
    return _NEW_SENTENCE.sub(lambda first: first[0].upper(), text[0].upper() + text[1:])


@lru_cache(maxsize=1 << 14)
def _slots_of(words: str) -> tuple[str, ...]:
    """Return the slots of a line, in the order in which they are filled in."""
    return tuple(slot for slot in _SLOTS if f"{{{slot}}}" in words)


def _a_role(move: Move, record: SeatRecord) -> str:
    return f"a {move.role}" if record.board.roles.count(move.role) > 1 else f"the {move.role}"


def _night_words(night: int, record: SeatRecord, draws: Draws) -> str:
    """Put the night of an action into words, such as "last night"."""
    return "last night" if night == record.day and draws.below(5) else f"on night {night}"


def _day_name(day: int, record: SeatRecord) -> str:
    """Name a day, such as "yesterday" or "day 1"; the last two always by their words."""
    return {0: "today", 1: "yesterday"}.get(record.day - day, f"day {day}")


def _day_words(day: int, record: SeatRecord) -> str:
    """Say when in the game something was, such as "yesterday" or "on day 1"."""
    return ("on " if record.day - day > 1 else "") + _day_name(day, record)


def seat_name(seat: int, record: PublicRecord) -> str:
    """Return the name of a seat, or its number where the name is a word of the game."""
    name = record.names[seat - 1]
    return form_in_speech(name) if is_speakable(name) else f"seat {seat}"


_SLOTS: dict[str, Callable[[Move, SeatRecord, Draws], str]] = {
    "a_role": lambda move, record, _: _a_role(move, record),
    "role": lambda move, _record, _: move.role,
    "day": lambda move, record, _: _day_name(move.day, record),
    "then": lambda move, record, _: _day_words(move.day, record),
    "night": lambda move, _record, _: f"night {move.night}",
    "when": lambda move, record, draws: _night_words(move.night, record, draws),
    "count": lambda move, _record, _: COUNT_WORDS[min(move.count, len(COUNT_WORDS) - 1)],
    "target": lambda move, record, _: (
        "myself" if move.target == record.me else seat_name(move.target, record)
    ),
    "other": lambda move, record, _: seat_name(move.other, record),
    "dead": lambda move, record, _: " and ".join(seat_name(seat, record) for seat in move.dead),
}
"""The slots of lines, and the function that fills each."""
