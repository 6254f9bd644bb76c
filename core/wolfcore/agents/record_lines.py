"""The record of one seat as numbered lines: built, cut to a length, ranked by meaning.

Private reasons are placed where they were noted, between the facts before and after. For ranking, a
speech is compared whole and by sentence, with its speaker and part of the day; seat numbers are
left out.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice

from msgspec.structs import replace

from wolfcore.game import View
from wolfcore.game import facts as f
from wolfcore.memory import Embedder

from .fact_sentences import FactNarrator, LineKind, RecordLine
from .turn import Section, Turn


def observed_lines(lines: Sequence[RecordLine]) -> list[RecordLine]:
    """Return the messages that a seat observed.

    Left out are its own reasons, and the lines about who has the floor, which in Xu et al. only
    that player is told.
    """
    return [
        line for line in lines if line.kind != "reason" and not isinstance(line.fact, f.CalledOn)
    ]


_RANKS: dict[LineKind, int] = {"reason": 0, "speech": 1, "fact": 2}
"""The rank of each kind of line; lines of the lowest rank are dropped first from a prompt that is
too long."""


def record_of(view: View) -> list[RecordLine]:
    """Build the record of a seat: the numbered lines of each fact with a sentence, in order.

    The seat's own reasons are placed at the time of its answer: after all facts known then, and
    before the consequences of the answer.
    """
    say, mine = FactNarrator(view), deque(zip(view.answered_after, view.answered, strict=True))
    lines: list[RecordLine | None] = []
    for known, fact in enumerate(view.facts):
        while mine and mine[0][0] <= known:
            lines.append(say.own_note(mine.popleft()[1]))
        lines += say.lines(fact)
    lines += [say.own_note(own) for _, own in mine]
    written = [line for line in lines if line]
    return [
        replace(line, number=number, rank=_RANKS[line.kind])
        for number, line in enumerate(written, 1)
    ]


def numbered_texts(lines: Iterable[RecordLine]) -> list[str]:
    """Return the lines with their numbers; a gap in the numbers shows that lines were left out."""
    return [f"{line.number}. {line.text}" for line in lines]


def lines_that_fit(lines: Sequence[RecordLine], max_chars: int | None) -> set[int]:
    """Return the numbers of the lines that fit into a limit of characters.

    Lines of the lowest rank are dropped first, and of one rank the oldest.

    Args:
        lines: Lines of the record.
        max_chars: Maximum characters of all numbered lines; None for no limit.
    """
    kept = {line.number for line in lines}
    if max_chars is None:
        return kept
    sizes = {
        line.number: len(text) for line, text in zip(lines, numbered_texts(lines), strict=True)
    }
    size = sum(sizes.values())
    for line in sorted(lines, key=lambda line: (line.rank, line.number)):
        if size <= max_chars:
            break
        size -= sizes[line.number]
        kept.discard(line.number)
    return kept


_CLASSES = (
    "What other players said is not certain. Numbers behind the record tell what you make of it: "
    "`truths` are potential truths, said by players whom you find reliable; `falsehoods` are "
    "potential falsehoods, said by players whom you do not find reliable, or not yet; `dropped` is "
    "what you leave out of account. All other lines are certain."
)
"""The text above a growing record. It is the same in every prompt of a game."""


_DROPPED_RANK = -1
"""The rank of dropped statements, below that of every other line."""


def growing_section(turn: Turn) -> Section:
    """Return the lines of all sections and the dropped statements, in the order of the game.

    The section of a later turn begins with the lines of an earlier one. The seat's own reasons are
    in it only if a section has them.
    """
    held = {line.number: line for section in turn.sections for line in section.lines}
    dropped = {line.number: line for line in _dropped(turn)}
    lines = [each for _, each in sorted({**held, **dropped}.items())]
    return Section("Record", tuple(lines), _CLASSES, "Nothing has happened yet.")


def statement_sections(turn: Turn) -> list[Section]:
    """Return the classes of statements by the words of `_CLASSES`; step `sort` made the first."""
    _, truths, falsehoods = turn.sections if len(turn.sections) == 3 else (None, None, None)
    classes = {"truths": truths, "falsehoods": falsehoods}
    found = [replace(section, title=title) for title, section in classes.items() if section]
    return [*found, Section("dropped", tuple(_dropped(turn)))]


def _dropped(turn: Turn) -> list[RecordLine]:
    held = {line.number for section in turn.sections for line in section.lines}
    return [
        replace(line, rank=_DROPPED_RANK)
        for line in turn.lines
        if line.kind != "reason" and line.number not in held
    ]


_SENTENCE = re.compile(r"(?<=[.!?])\s+")


async def line_similarities(
    embedder: Embedder, words: str, lines: Iterable[RecordLine], names: Sequence[str]
) -> dict[int, float]:
    """Return the similarity of each message to a text, -1 to 1, by line number.

    A speech gets the greatest similarity of its whole text and its sentences. The seat's own
    reasons and the headings of parts of a day are not compared.

    Args:
        embedder: Compares texts.
        words: A question or a summary.
        lines: The record from its beginning.
        names: The players' names, in seat order.

    Raises:
        MemoryProblem: Texts cannot be compared.
    """
    texts = {
        number: [_without_seat_numbers(text, names) for text in each]
        for number, each in _texts(lines).items()
    }
    # All texts are compared in one call and handed out again in the same order.
    alike = iter(
        await embedder.similarities(
            _without_seat_numbers(words, names), [text for each in texts.values() for text in each]
        )
    )
    return {number: max(islice(alike, len(each))) for number, each in texts.items()}


def _texts(lines: Iterable[RecordLine]) -> dict[int, list[str]]:
    """Return the texts each message is compared by: itself, and each sentence of a long speech."""
    found: dict[int, list[str]] = {}
    part = ""
    for line in lines:
        if isinstance(line.fact, f.Began):
            part = f"{line.text.strip('= ')}. "
        elif line.kind != "reason":
            found[line.number] = [f"{part}{text}" for text in (line.text, *_sentences(line))]
    return found


def _sentences(line: RecordLine) -> list[str]:
    """Return the sentences of a speech, each with its speaker; none for a single sentence."""
    who, _, said = line.text.partition(': "')
    if line.kind != "speech" or not said:
        return []
    # Undoes the quoting, so that sentences are split as they were said.
    sentences = _SENTENCE.split(json.loads(f'"{said}'))
    return [f"{who}: {sentence}" for sentence in sentences] if len(sentences) > 1 else []


def _without_seat_numbers(text: str, names: Sequence[str]) -> str:
    """Remove the seat numbers before players' names."""
    for seat, name in enumerate(names, 1):
        text = re.sub(rf"\b{seat} {re.escape(name)}\b", name, text)
    return text
