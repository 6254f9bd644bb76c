"""Agents: how near in meaning each line of the record is to some words.

A line is compared by itself and, where somebody speaks, sentence by sentence, each with its speaker and with the part of the day
under which it stands; the nearest counts. A long speech is near to a question if one sentence of it answers, and `Nobody died in
the night` says nothing without its day. Numbers of seats tell embedders nothing and are left out. What that gains over comparing
lines as prompts show them is measured (`python -m tests.core.memory.recall`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import islice

from wolfcore.game import facts as f
from wolfcore.memory import Embedder

from .wording import RecordLine

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


async def line_similarities(embedder: Embedder, words: str, lines: Iterable[RecordLine], names: Sequence[str]) -> dict[int, float]:
    """How near each message is to some words, -1 to 1, by its number.

    The seat's own reasons are no messages, and neither are the headings of parts of a day.

    Args:
        embedder: Compares texts.
        words: A question or a summary.
        lines: The record from its beginning.
        names: Everybody's name, in seat order.

    Raises:
        MemoryProblem: Texts cannot be compared.
    """
    texts = {number: [_without_seat_numbers(text, names) for text in each] for number, each in _texts(lines).items()}
    alike = iter(
        await embedder.similarities(_without_seat_numbers(words, names), [text for each in texts.values() for text in each])
    )
    return {number: max(islice(alike, len(each))) for number, each in texts.items()}


def _texts(lines: Iterable[RecordLine]) -> dict[int, list[str]]:
    """What each message is compared by: itself, and every sentence of a speech of several."""
    found: dict[int, list[str]] = {}
    part = ""
    for line in lines:
        if isinstance(line.fact, f.Began):
            part = f"{line.text.strip('= ')}. "
        elif line.kind != "reason":
            found[line.number] = [f"{part}{text}" for text in (line.text, *_sentences(line))]
    return found


def _sentences(line: RecordLine) -> list[str]:
    """The sentences of a speech, each with its speaker; none where there is only one."""
    who, _, said = line.text.partition(': "')
    if line.kind != "speech" or not said:
        return []
    sentences = _SENTENCE.split(json.loads(f'"{said}'))
    return [f"{who}: {sentence}" for sentence in sentences] if len(sentences) > 1 else []


def _without_seat_numbers(text: str, names: Sequence[str]) -> str:
    """A text with names alone where seats stand with their numbers."""
    for seat, name in enumerate(names, 1):
        text = re.sub(rf"\b{seat} {re.escape(name)}\b", name, text)
    return text
