"""Sentences for moves, in the manner of the speaker, none repeated in a game.

`compose_speech` is for bots; `sayings` lists a sentence for each manner, from which a person
chooses. Sentences heard in earlier games are avoided too, except running jokes. Listeners get only
these words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.bots.belief.seat_record import SeatRecord, seats_of
from wolfcore.bots.draws import Draws
from wolfcore.bots.fingerprints import fingerprint_of, sentences
from wolfcore.bots.profiles import MANNERS
from wolfcore.speech import (
    LAST_NIGHT,
    Act,
    AsksSeat,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    read,
    read_whisper,
)
from wolfcore.speech.acts import without_content

from .dialogue_moves import Move, acts_of
from .line_templates import (
    PLAIN_MANNER,
    Utterance,
    fill_line,
    manner_lines,
    persons_of,
    persons_of_kind,
    seats_in,
)
from .move_filters import only_spoken_of, only_spoken_to

MAX_SENTENCES = 5
"""The maximum number of sentences in a speech, unless it has more moves."""


_TRIES = 10


_PLAIN_EVERY = 5
"""One of this many tries uses the plain lines although the manner has its own."""


_SILENCE = Utterance("", "", persons_of(""))


def compose_speech(
    moves: Sequence[Move],
    record: SeatRecord,
    draws: Draws,
    manner: str = PLAIN_MANNER,
    language: str = "en",
    *,
    most: int = MAX_SENTENCES,
) -> str:
    """Put moves into words, in order; a move without unused words left is dropped.

    They have at most `most` sentences where that is possible, and one a move at least.
    """
    said: list[str] = []
    used, persons = set[str](), Named()
    room = max(most, len(moves))
    # Each move that is left keeps room for a sentence.
    for place, move in enumerate(moves, 1):
        left = moves[place:]
        found = compose_sentence(
            move, record, draws, used, manner, language,
            room=room - len(left), named=persons.before(left),
        )  # fmt: skip
        if found.text:
            parts = sentences(found.text)
            said.append(found.text)
            used.update(parts, sentences(found.shape))
            persons.spoken_to |= seats_in(found.persons.spoken_to, move)
            persons.spoken_of |= seats_in(found.persons.spoken_of, move)
            room -= len(parts)
    return " ".join(said)


class Named:
    """The seats that the other lines of a speech address, and those of which they speak.

    Attributes:
        spoken_to: Those that an earlier line addresses, or that a later one can only address.
        spoken_of: Those of which an earlier line speaks.
        to_come: Those of which a later line can only speak.
        is_last: Whether no line is left, so that the next one may turn to a seat spoken of.
    """

    def __init__(
        self,
        to: Iterable[int] = (),
        of: Iterable[int] = (),
        to_come: Iterable[int] = (),
        *,
        is_last: bool = False,
    ) -> None:
        self.spoken_to, self.spoken_of, self.to_come = set(to), set(of), set(to_come)
        self.is_last = is_last

    def before(self, left: Sequence[Move]) -> Named:
        """Return these with the moves that are left to say; questions may follow anything."""
        if not left:
            return Named(self.spoken_to, self.spoken_of, is_last=True)
        asked = [only_spoken_to(move) for move in left if not persons_of_kind(move.kind).asks_last]
        of = set[int]().union(*map(only_spoken_of, left))
        return Named(self.spoken_to.union(*asked), self.spoken_of, of)

    def allow(self, words: str, move: Move) -> bool:
        """Whether a line speaks to no seat of which the speech speaks, nor the reverse."""
        persons = persons_of(words)
        to, of = seats_in(persons.spoken_to, move), seats_in(persons.spoken_of, move)
        turns = persons.asks_last or self.is_last
        spoken_of = self.to_come if turns else self.to_come | self.spoken_of
        return to.isdisjoint(spoken_of) and of.isdisjoint(self.spoken_to)


def compose_sentence(
    move: Move,
    record: SeatRecord,
    draws: Draws,
    used: set[str],
    manner: str = PLAIN_MANNER,
    language: str = "en",
    *,
    room: int = MAX_SENTENCES,
    named: Named | None = None,
) -> Utterance:
    """Put one move into words that nobody has used in this game; empty text if none were found.

    Words that were said about another seat are used only if no other way is left.

    Args:
        move: The move.
        record: The seat's record. Its `spoken_sentences`, `sentence_shapes` and `whispered` are
            avoided.
        draws: The random numbers that pick among the lines.
        used: The sentences and shapes that this speech has used already.
        manner: The manner whose lines come first.
        language: A folder of lines.
        room: The maximum number of sentences, where that is possible.
        named: The seats that the rest of the speech names; None if it names none.
    """
    named = named or Named()
    old = spare = _SILENCE
    for words, running in _candidates(move, record, draws, manner, language, named):
        found = fill_line(words, move, record, draws)
        shapes = sentences(found.shape)
        if len(shapes) <= room and used.isdisjoint(shapes) and _is_unused_shape(shapes, record):
            # A running joke may be told again in another game.
            if running or not _was_heard_before(shapes, record):
                return found
            old = old if old.text else found
        if not spare.text and len(shapes) <= room and _is_unused_text(found, record, used):
            spare = found
    if old.text:
        return (
            _line_not_heard_before(
                move, record, draws, used, (manner, PLAIN_MANNER), language, room, named
            )
            or old
        )
    if spare.text:
        return spare
    # Rather to a seat and of it than not at all.
    ways = (
        _unused_plain_line(move, record, draws, used, language, each) for each in (named, Named())
    )
    return next(filter(None, ways), _SILENCE)


def _was_heard_before(shapes: tuple[str, ...], record: SeatRecord) -> bool:
    """Whether the people at the table have heard any of these sentences in an earlier game."""
    heard = record.heard_before
    return bool(heard) and any(fingerprint_of(shape) in heard for shape in shapes)


def _line_not_heard_before(
    move: Move,
    record: SeatRecord,
    draws: Draws,
    used: set[str],
    manners: Sequence[str],
    language: str,
    room: int,
    named: Named,
) -> Utterance | None:
    """Return the first line of these manners that is new in this and earlier games, or None."""
    for line in (
        line for manner in manners for line in manner_lines(language, manner).get(move.kind, ())
    ):
        for words in line.variants if line.fits(move, record) else ():
            found = fill_line(words, move, record, draws)
            shapes = sentences(found.shape)
            if (
                named.allow(words, move)
                and len(shapes) <= room
                and used.isdisjoint(shapes)
                and _is_unused_shape(shapes, record)
                and not _was_heard_before(shapes, record)
            ):
                return found
    return None


def _candidates(
    move: Move, record: SeatRecord, draws: Draws, manner: str, language: str, named: Named
) -> Iterator[tuple[str, bool]]:
    """Yield drawn variants for a move, mostly in its own manner, with whether each is a joke."""
    plain = manner_lines(language)[move.kind]
    own = manner_lines(language, manner).get(move.kind, plain)
    for number in range(_TRIES):
        # The last try takes plain lines, which exist for every kind of move.
        lines = plain if number == _TRIES - 1 or not draws.below(_PLAIN_EVERY) else own
        line = draws.pick(lines)
        if line.fits(move, record):
            words = draws.pick(line.variants)
            if named.allow(words, move):
                yield words, line.is_running_joke


def _unused_plain_line(
    move: Move, record: SeatRecord, draws: Draws, used: set[str], language: str, named: Named
) -> Utterance | None:
    """Return the first plain line that has not been said; None if all have."""
    for line in manner_lines(language)[move.kind]:
        for words in line.variants if line.fits(move, record) else ():
            found = fill_line(words, move, record, draws)
            if named.allow(words, move) and _is_unused_text(found, record, used):
                return found
    return None


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
"""The field of a move that each slot of a line requires."""


class Saying(NamedTuple):
    """A sentence and its manner."""

    manner: str
    text: str


def sayings(
    move: Move, record: SeatRecord, draws: Draws, language: str = "en"
) -> tuple[Saying, ...]:
    """List one sentence for each manner, in the order of `MANNERS_AND_PLAIN`.

    A manner without a line of its own for the move is left out. The words of each sentence carry
    exactly the acts of the move.

    Args:
        move: The move.
        record: The record of the speaker; it is not changed.
        draws: The random numbers that pick among the lines of a manner.
        language: A folder of lines.
    """
    whispers, meant = move.kind.startswith("whisper_"), acts_of(move, record.me)
    heard_in = acts_whispered_in if whispers else acts_heard_in
    # What else a sentence contains is known from the phrase book alone.
    meant = meant if whispers else judgements(meant)
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
                if text not in found.values() and heard_in(text, record) == meant
            ),
            "",
        )
        if text:
            found[manner] = text
    return tuple(Saying(manner, text) for manner, text in found.items())


def acts_heard_in(text: str, record: SeatRecord) -> tuple[Act, ...]:
    """Parse the claims, judgements and questions of a text said by the record's seat.

    "Last night" is a number, and a question whom a seat suspects has no topic.
    """
    acts = judgements(read(text, record.me, record.names, record.size, record.board.roles))
    return tuple(
        replace(act, night=record.day)
        if isinstance(act, _ACTS_WITH_NIGHT) and act.night == LAST_NIGHT
        else act
        for act in acts
    )


def judgements(acts: Sequence[Act]) -> tuple[Act, ...]:
    """Return the claims, judgements and questions among acts, as lines of bots are compared.

    A question whom a seat suspects counts as one without a topic: bots answer both alike.
    """
    return tuple(
        [
            replace(act, about="") if isinstance(act, AsksSeat) and act.about == "suspect" else act
            for act in without_content(acts)
        ]
    )


def acts_whispered_in(text: str, record: SeatRecord) -> tuple[Act, ...]:
    """Read the plans and answers of a text whispered by the record's seat."""
    pack = seats_of(record.pack_mask & record.living)
    return read_whisper(text, record.me, record.names, record.size, record.board.roles, pack)


def _variants(
    move: Move, record: SeatRecord, draws: Draws, manner: str, language: str
) -> Iterator[str]:
    """Yield all variants of a move in a manner, beginning at a drawn one."""
    lines = manner_lines(language, manner).get(move.kind, ())
    ways = [
        way
        for line in lines
        if line.fits(move, record)
        for way in line.variants
        if _is_whole(way, move)
    ]
    # All of them, beginning at a drawn one.
    start = draws.below(len(ways)) if ways else 0
    yield from ways[start:]
    yield from ways[:start]


def _is_whole(way: str, move: Move) -> bool:
    """Whether the move has every field that the slots of a line require."""
    return all(getattr(move, field) for slot, field in _NEEDS.items() if slot in way)
