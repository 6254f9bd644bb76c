"""Phrasebook: looks up the speech acts of the bots' own lines, so that they need not be parsed.

A text is looked up by its shape: lower case, numbers as `#`, seats as `@#`. Lookup and parser must
agree (a test reads every line); lines where they differ are listed in `lines/en/typed.txt`, which
`python -m docs.phrasebook` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import product
from string import digits
from typing import Literal, NamedTuple, TypeAlias, cast

from wolfcore.bots.profiles import MANNERS
from wolfcore.game import ROLES, RoleName
from wolfcore.speech import (
    LAST_NIGHT,
    Act,
    ClaimsRole,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    mark_seats,
    read,
)
from wolfcore.speech.vocabulary import ALWAYS_HEARD

from .dialogue_moves import Move, MoveKind, acts_of
from .line_templates import COUNT_WORDS, PLAIN_MANNER, manner_lines

_SENTENCE = re.compile(r"[^.!?]+[.!?]+")


_NUMBER = re.compile(r"\d+")


_SEAT = re.compile(r"@(\d+)")


_SEAT_OR_NUMBER = re.compile(r"(@?)(\d+)")


_SLOT = re.compile(r"\{(\w+)\}")


_ROLES: dict[str, RoleName] = {
    f"{article}{role.lower()}": role for role in ROLES for article in ("", "a ", "the ")
}


_WITH_ARTICLE = tuple(words for words in _ROLES if " " in words)


SLOT_FILLINGS: dict[str, tuple[str, ...]] = {
    "target": ("@#",),
    "other": ("@#",),
    "dead": ("@#", "@# and @#", "@# and @# and @#"),
    "role": tuple(words for words in _ROLES if " " not in words),
    "a_role": _WITH_ARTICLE,
    "day": ("today", "yesterday", "day #"),
    "then": ("today", "yesterday", "on day #"),
    "night": ("night #",),
    "when": ("last night", "on night #"),
    "count": COUNT_WORDS,
}
"""The shapes of everything that may fill the slots of a line (`line_templates`)."""


_REFLEXIVE_KINDS = ("told_protected", "told_saved")
"""Actions whose target may be the speaker."""


SELF_CLAIM_ACTS = (ClaimsRole, ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved)
"""Acts by which a speaker tells of itself; the parser may read later words as part of them."""


ParsedWhen: TypeAlias = Literal["", "always", "told", "followed"]
"""When a line is parsed as typed text instead of looked up: never, always, after acts by which
its speaker tells of itself in the same speech (`SELF_CLAIM_ACTS`), or where more words follow."""


Number: TypeAlias = tuple[str, str]
"""A number of a text: `@` if it is a seat's, else an empty string, and its digits."""


class Meaning(NamedTuple):
    """The meaning of a shape.

    Attributes:
        kind: The kind of move.
        slots: The slot of each seat in the order in which the seats come; `myself` has none.
        role: The role that it names.
        last_night: Whether its action was last night; else the first number that is no seat is the
            night.
        parsed_when: When surrounding words may change the meaning, so that the speech is parsed
            instead.
    """

    kind: MoveKind
    slots: tuple[str, ...]
    role: RoleName
    last_night: bool
    parsed_when: ParsedWhen = ""


def acts_of_speech(
    text: str, speaker: int, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> tuple[Act, ...]:
    """Return the acts of a speech: looked up for lines of house bots, parsed for all other text.

    Args:
        text: The text as spoken.
        speaker: The seat that speaks.
        names: The names of all seats, in seat order.
        roles: The roles that the board deals.
    """
    known = known_acts(mark_seats(text, names, len(names)), speaker, roles)
    return read(text, speaker, names, len(names), roles) if known is None else known


def known_acts(
    marked_text: str, speaker: int, roles: tuple[RoleName, ...] = ()
) -> tuple[Act, ...] | None:
    """Look up the acts of a speech of house bots, each act once and in order.

    None where a part of the speech is not in the phrasebook, or names a role that the reader does
    not hear on the board; the caller then parses the speech.

    Args:
        marked_text: The words with every seat as `@` and its number.
        speaker: The seat that speaks.
        roles: The roles that the board deals, as for `read`.
    """
    shape, numbers = _shape_and_numbers(marked_text.lower())
    found = _SENTENCE.findall(shape)
    # Words without a sentence's end are no line of a bot.
    if sum(map(len, found)) != len(shape):
        return None
    known, shapes = phrasebook(), [sentence.strip() for sentence in found]
    acts: list[Act] = []
    place = used = 0
    while place < len(shapes):
        # The longest line first: a shorter one may be its beginning.
        for length in known.lengths.get(shapes[place], ()):
            line = " ".join(shapes[place : place + length])
            if line in known.meanings:
                break
        else:
            return None
        meaning, first = known.meanings[line], used
        if meaning.role not in ALWAYS_HEARD and meaning.role not in roles:
            return None
        place, used = place + length, used + line.count("#")
        if meaning.parsed_when and _is_changed(
            meaning.parsed_when, acts, is_last=place == len(shapes)
        ):
            return None
        move = move_of(meaning, numbers[first:used], speaker)
        if move is None:
            return None
        acts += acts_of(move, speaker)
    return tuple(dict.fromkeys(acts))


def _shape_and_numbers(lower: str) -> tuple[str, list[Number]]:
    """Return the shape of a text in lower case, and its numbers in order."""
    shape = _SEAT.sub("@#", lower)
    # Digits that are left belong to nights, days or counts; most lines have none.
    if any(map(shape.__contains__, digits)):
        return _NUMBER.sub("#", shape), numbers_in(lower)
    return shape, [("@", seat) for seat in _SEAT.findall(lower)]


def numbers_in(text: str) -> list[Number]:
    """Return every number of a text in order, each with `@` if it is a seat's."""
    return _SEAT_OR_NUMBER.findall(text)


def _is_changed(typed: ParsedWhen, before: list[Act], *, is_last: bool) -> bool:
    """Whether the words around a line are known to change its meaning."""
    return (
        not is_last
        if typed == "followed"
        else any(isinstance(act, SELF_CLAIM_ACTS) for act in before)
    )


def move_of(meaning: Meaning, numbers: Sequence[Number], speaker: int) -> Move | None:
    """Build the move of a meaning with these numbers; None if one slot gets two seats."""
    seats: dict[str, int] = {"target": speaker, "other": speaker}
    night = LAST_NIGHT if meaning.last_night else 0
    slots, filled_in = iter(meaning.slots), set[str]()
    for mark, number in numbers:
        if not mark:
            night = night or int(number)
            continue
        slot, seat = next(slots), int(number)
        if slot in filled_in and seats[slot] != seat:
            return None
        if slot != "dead":
            seats[slot] = seat
            filled_in.add(slot)
    return Move(
        kind=meaning.kind,
        target=seats["target"],
        other=seats["other"],
        role=meaning.role,
        night=night,
    )


class Phrasebook(NamedTuple):
    """The lookup table of all lines.

    Attributes:
        meanings: The meaning of every shape.
        lengths: For each first sentence, the numbers of sentences of the shapes that begin with it,
            the greatest first.
    """

    meanings: dict[str, Meaning]
    lengths: dict[str, tuple[int, ...]]


@lru_cache(maxsize=1)
def phrasebook() -> Phrasebook:
    """Build the phrasebook of all lines; cached."""
    listed, meanings = lines_to_parse(), dict[str, Meaning]()
    for intent, way in all_line_variants():
        typed = listed.get(way, "")
        if typed != "always":
            for shape, meaning in shapes_of(intent, way, SLOT_FILLINGS):
                meanings.setdefault(
                    shape, meaning._replace(parsed_when=typed) if typed else meaning
                )
    lengths: dict[str, set[int]] = {}
    for shape in meanings:
        sentences = _SENTENCE.findall(shape)
        # Lines are found by their first sentence and then compared as far as they go.
        lengths.setdefault(sentences[0], set()).add(len(sentences))
    return Phrasebook(
        meanings, {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}
    )


def lines_to_parse() -> dict[str, ParsedWhen]:
    """Load the lines parsed as typed text, with open slots, and when (see `docs.phrasebook`)."""
    text = files("wolfcore.bots.talk").joinpath("lines", "en/typed.txt").read_text("utf-8")
    rows = [line.partition(": ") for line in text.splitlines() if not line.startswith("#")]
    return {way: cast("ParsedWhen", typed) for typed, _, way in rows}


def all_line_variants() -> Iterator[tuple[MoveKind, str]]:
    """Yield every variant of every spoken line with open slots, and its kind of move.

    Lines of whispers are left out: they have a reader of their own.
    """
    for manner in (PLAIN_MANNER, *MANNERS):
        for intent, lines in manner_lines("en", manner).items():
            for line in lines if not intent.startswith("whisper_") else ():
                for way in line.variants:
                    yield intent, way


def shapes_of(
    intent: MoveKind, way: str, fillings: dict[str, tuple[str, ...]]
) -> Iterator[tuple[str, Meaning]]:
    """Yield the shapes of a line, with one space between sentences, and the meaning of each.

    Args:
        intent: The line's kind of move.
        way: The line, slots open.
        fillings: The possible fillings of each slot. In `_REFLEXIVE_KINDS` the target may also be
            `myself`.
    """
    plain = _NUMBER.sub("#", way.lower())
    mentions = _SLOT.findall(plain)
    slots = tuple(dict.fromkeys(mentions))
    words = [
        (*fillings[slot], "myself")
        if slot == "target" and intent in _REFLEXIVE_KINDS
        else fillings[slot]
        for slot in slots
    ]
    for chosen in product(*words):
        values = dict(zip(slots, chosen, strict=True))
        seats = tuple([slot for slot in mentions for _ in range(values[slot].count("@"))])
        role = _ROLES[values.get("role") or values.get("a_role") or "villager"]
        yield (
            plain.format_map(values),
            Meaning(intent, seats, role, values.get("when") == "last night"),
        )
