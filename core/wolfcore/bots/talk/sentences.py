"""Sentences for moves, in the manner of the speaker, none repeated in a game.

`compose_speech` is for bots; `sayings` lists a sentence for each manner, from which a person
chooses. Sentences heard in earlier games are avoided too, except running jokes. Listeners get
only these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.fingerprints import fingerprint_of, sentences
from wolfcore.bots.profiles import MANNERS
from wolfcore.speech import (
    LAST_NIGHT,
    Act,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    read,
)

from .dialogue_moves import Move, acts_of
from .line_templates import PLAIN_MANNER, Utterance, fill_line, manner_lines

MAX_SENTENCES = 5
"""More than this nobody says in one go."""


_TRIES = 10


_PLAIN_EVERY = 5
"""Of how many tries one goes to the plain lines though the manner has its own."""


_SILENCE = Utterance("", "")


def compose_speech(
    moves: Sequence[Move],
    record: SeatRecord,
    draws: Draws,
    manner: str = PLAIN_MANNER,
    language: str = "en",
) -> str:
    """The moves in words, in order; a move for which no fresh words are left is dropped."""
    said: list[str] = []
    used = set[str]()
    room = max(MAX_SENTENCES, len(moves))
    for left, move in zip(range(len(moves) - 1, -1, -1), moves, strict=True):
        found = compose_sentence(move, record, draws, used, manner, language, room=room - left)
        if found.text:
            parts = sentences(found.text)
            said.append(found.text)
            used.update(parts, sentences(found.shape))
            room -= len(parts)
    return " ".join(said)


def compose_sentence(
    move: Move,
    record: SeatRecord,
    draws: Draws,
    used: set[str],
    manner: str = PLAIN_MANNER,
    language: str = "en",
    *,
    room: int = MAX_SENTENCES,
) -> Utterance:
    """One move in words that nobody has used in this game, empty where none were found.

    What was said about somebody else is not said again about this one as long as there is another
    way.

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
        found = fill_line(words, move, record, draws)
        shapes = sentences(found.shape)
        if len(shapes) <= room and used.isdisjoint(shapes) and _is_unused_shape(shapes, record):
            if running or not _was_heard_before(shapes, record):
                return found
            old = old if old.text else found
        if not spare.text and len(shapes) <= room and _is_unused_text(found, record, used):
            spare = found
    if old.text:
        return (
            _line_not_heard_before(
                move, record, draws, used, (manner, PLAIN_MANNER), language, room
            )
            or old
        )
    return spare if spare.text else _unused_plain_line(move, record, draws, used, language)


def _was_heard_before(shapes: tuple[str, ...], record: SeatRecord) -> bool:
    """Whether the people at the table have heard any of these sentences in an earlier game."""
    told = record.heard_before
    return bool(told) and any(fingerprint_of(shape) in told for shape in shapes)


def _line_not_heard_before(
    move: Move,
    record: SeatRecord,
    draws: Draws,
    used: set[str],
    manners: Sequence[str],
    language: str,
    room: int,
) -> Utterance | None:
    """The first line of these manners that is new in this game and was told in no earlier one, if there is any."""
    for line in (
        line for manner in manners for line in manner_lines(language, manner).get(move.kind, ())
    ):
        for words in line.variants if line.fits(move, record) else ():
            found = fill_line(words, move, record, draws)
            shapes = sentences(found.shape)
            if (
                len(shapes) <= room
                and used.isdisjoint(shapes)
                and _is_unused_shape(shapes, record)
                and not _was_heard_before(shapes, record)
            ):
                return found
    return None


def _candidates(
    move: Move, record: SeatRecord, draws: Draws, manner: str, language: str
) -> Iterator[tuple[str, bool]]:
    """Some ways of saying it, mostly in the own manner, and whether each is a running joke."""
    plain = manner_lines(language)[move.kind]
    own = manner_lines(language, manner).get(move.kind, plain)
    for number in range(_TRIES):
        lines = plain if number == _TRIES - 1 or not draws.below(_PLAIN_EVERY) else own
        line = draws.pick(lines)
        if line.fits(move, record):
            yield draws.pick(line.variants), line.is_running_joke


def _unused_plain_line(
    move: Move, record: SeatRecord, draws: Draws, used: set[str], language: str
) -> Utterance:
    """The first plain line that has not been said, or silence."""
    for line in manner_lines(language)[move.kind]:
        for words in line.variants if line.fits(move, record) else ():
            found = fill_line(words, move, record, draws)
            if _is_unused_text(found, record, used):
                return found
    return _SILENCE


def _is_unused_text(found: Utterance, record: SeatRecord, used: set[str]) -> bool:
    parts = sentences(found.text)
    return (
        used.isdisjoint(parts)
        and record.spoken_sentences.isdisjoint(parts)
        and _is_unused_shape(parts, record)
    )


def _is_unused_shape(parts: tuple[str, ...], record: SeatRecord) -> bool:
    return record.sentence_shapes.isdisjoint(parts) and record.whispered.isdisjoint(parts)


MANNERS_AND_PLAIN = (PLAIN_MANNER, *MANNERS)


_ACTS_WITH_NIGHT = (ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved)


_NEEDS = {
    "{target}": "target",
    "{other}": "other",
    "{day}": "day",
    "{then}": "day",
    "{night}": "night",
    "{when}": "night",
}
"""What a move must tell where a line leaves it open."""


class Saying(NamedTuple):
    """A sentence and its manner."""

    manner: str
    text: str


def sayings(
    move: Move, record: SeatRecord, draws: Draws, language: str = "en"
) -> tuple[Saying, ...]:
    """A sentence a manner, in the order of VOICES; a manner that has no line of its own for this is left out.

    Whoever hears one of them hears the acts of the move and no other.

    Args:
        move: What to say.
        record: What the speaker knows; nothing of it is changed.
        draws: The chance that picks among the lines of a manner.
        language: A folder of lines.
    """
    meant = acts_of(move, record.me)
    found: dict[str, str] = {}
    for manner in MANNERS_AND_PLAIN:
        texts = (
            fill_line(way, move, record, draws).text
            for way in _variants(move, record, draws, manner, language)
        )
        text = next(
            (
                text
                for text in texts
                if text not in found.values() and acts_heard_in(text, record) == meant
            ),
            "",
        )
        if text:
            found[manner] = text
    return tuple(Saying(manner, text) for manner, text in found.items())


def acts_heard_in(text: str, record: SeatRecord) -> tuple[Act, ...]:
    """What the table hears when the record's seat says `text`, with "last night" as the number of that night."""
    acts = read(text, record.me, record.names, record.size)
    return tuple(
        replace(act, night=record.day)
        if isinstance(act, _ACTS_WITH_NIGHT) and act.night == LAST_NIGHT
        else act
        for act in acts
    )


def _variants(
    move: Move, record: SeatRecord, draws: Draws, manner: str, language: str
) -> Iterator[str]:
    """All ways of saying it in a manner, beginning at a drawn one."""
    lines = manner_lines(language, manner).get(move.kind, ())
    ways = [
        way
        for line in lines
        if line.fits(move, record)
        for way in line.variants
        if _is_whole(way, move)
    ]
    start = draws.below(len(ways)) if ways else 0
    yield from ways[start:]
    yield from ways[:start]


def _is_whole(way: str, move: Move) -> bool:
    """Whether the move tells all that a line leaves open."""
    return all(getattr(move, field) for slot, field in _NEEDS.items() if slot in way)
