"""Words for moves: lines from the data files of the language, in the speaker's manner, no sentence twice in a game.

Nor is a sentence told to people who heard it in their last games, as long as there is another; but for running jokes.

The words are all that the table gets: a test reads every line back and compares it with what its move means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wolfcore.bots.belief.record import SeatRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.phrases import fingerprint_of, sentences

from .filling import Utterance, fill_line
from .line_files import PLAIN_MANNER, manner_lines
from .moves import Move

MAX_SENTENCES = 5
"""More than this nobody says in one go."""
_TRIES = 10
_PLAIN_EVERY = 5
"""Of how many tries one goes to the plain lines though the manner has its own."""
_SILENCE = Utterance("", "")


def compose_speech(
    moves: Sequence[Move], record: SeatRecord, draws: Draws, manner: str = PLAIN_MANNER, language: str = "en"
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
        found = fill_line(words, move, record, draws)
        shapes = sentences(found.shape)
        if len(shapes) <= room and used.isdisjoint(shapes) and _is_unused_shape(shapes, record):
            if running or not _was_heard_before(shapes, record):
                return found
            old = old if old.text else found
        if not spare.text and len(shapes) <= room and _is_unused_text(found, record, used):
            spare = found
    if old.text:
        return _line_not_heard_before(move, record, draws, used, (manner, PLAIN_MANNER), language, room) or old
    return spare if spare.text else _unused_plain_line(move, record, draws, used, language)


def _was_heard_before(shapes: tuple[str, ...], record: SeatRecord) -> bool:
    """Whether the people at the table have heard any of these sentences in an earlier game."""
    told = record.heard_before
    return bool(told) and any(fingerprint_of(shape) in told for shape in shapes)


def _line_not_heard_before(
    move: Move, record: SeatRecord, draws: Draws, used: set[str], manners: Sequence[str], language: str, room: int
) -> Utterance | None:
    """The first line of these manners that is new in this game and was told in no earlier one, if there is any."""
    for line in (line for manner in manners for line in manner_lines(language, manner).get(move.kind, ())):
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


def _candidates(move: Move, record: SeatRecord, draws: Draws, manner: str, language: str) -> Iterator[tuple[str, bool]]:
    """Some ways of saying it, mostly in the own manner, and whether each is a running joke."""
    plain = manner_lines(language)[move.kind]
    own = manner_lines(language, manner).get(move.kind, plain)
    for number in range(_TRIES):
        lines = plain if number == _TRIES - 1 or not draws.below(_PLAIN_EVERY) else own
        line = draws.pick(lines)
        if line.fits(move, record):
            yield draws.pick(line.variants), line.is_running_joke


def _unused_plain_line(move: Move, record: SeatRecord, draws: Draws, used: set[str], language: str) -> Utterance:
    """The first plain line that has not been said, or silence."""
    for line in manner_lines(language)[move.kind]:
        for words in line.variants if line.fits(move, record) else ():
            found = fill_line(words, move, record, draws)
            if _is_unused_text(found, record, used):
                return found
    return _SILENCE


def _is_unused_text(found: Utterance, record: SeatRecord, used: set[str]) -> bool:
    parts = sentences(found.text)
    return used.isdisjoint(parts) and record.spoken_sentences.isdisjoint(parts) and _is_unused_shape(parts, record)


def _is_unused_shape(parts: tuple[str, ...], record: SeatRecord) -> bool:
    return record.sentence_shapes.isdisjoint(parts) and record.whispered.isdisjoint(parts)
