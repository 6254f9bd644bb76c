"""Sentences of a speech: the acts read in each, those without a claim, and the one to quote.

A sentence counts as read if it does something alone or adds an act to the speech before it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from wolfcore.speech import Act
from wolfcore.speech.mentions import make_seat_marker
from wolfcore.speech.reader import GrowingSpeech, has_acts

_SEAT = re.compile(r"@\d+")


_PRONOUN = re.compile(
    r"\b(?:he|she|him|her|his|hers|himself|herself|they|them|their|you|your|yourself)\b"
)


_OWN = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|myself)\b")


_CLAIM = re.compile(
    r"\b(?:seer|doctor|guard|witch|hunter|villager|village|werewol(?:f|ves)|wol(?:f|ves)|role"
    r"|check|investigat|verif|saw|protect|sav|"
    r"heal|poison|antidote|potion|shoot|shot|innocent|silen|quiet)\w*"
)


_VOTE = re.compile(r"\b(?:vote|exile|eliminate|kill|abstain|skip)\w*\b")


class SentenceCounts(NamedTuple):
    """How the sentences of a speech were read: those with an act, those empty of claims, and all."""

    acts: int
    empty: int
    all: int


class SpeechReading(NamedTuple):
    """What a speech does, and how its sentences were read."""

    acts: tuple[Act, ...]
    counts: SentenceCounts


SILENCE = SpeechReading((), SentenceCounts(0, 0, 0))


def read_speech(text: str, seat: int, names: tuple[str, ...], size: int) -> SpeechReading:
    """Read a speech.

    A sentence has an act where one is read in it alone, or where the speech does more with it than
        without: it may lean on what
    was said before. How much the speech does up to a sentence is read only where the sentence alone
    does nothing.

    Args:
        text: The words as spoken.
        seat: Who speaks, 1..size.
        names: Everybody's name in seat order, or none.
        size: How many seats there are.
    """
    acts = empty = 0
    known: int | None = 0
    before, named = "", False
    growing, lines = GrowingSpeech(seat, names, size), sentences(text, names, size)
    for plain, marked in lines:
        said = f"{before} {plain}" if before else plain
        named = named or _SEAT.search(marked) is not None
        if has_acts(plain, seat, names, size):
            acts, known = acts + 1, None
        else:
            known = len(growing.acts(before)) if known is None else known
            so_far = len(growing.acts(said)) if before else 0
            if so_far > known:
                acts += 1
            elif _is_empty(marked, named=named):
                empty += 1
            known = so_far
        before = said
    return SpeechReading(growing.acts(text), SentenceCounts(acts, empty, len(lines)))


def _is_empty(marked: str, *, named: bool) -> bool:
    """Whether no act can be in a sentence; `named`: whether the speech has named a seat that a pronoun could mean."""
    if _SEAT.search(marked) or (named and _PRONOUN.search(marked)) or _VOTE.search(marked):
        return False
    return not (_OWN.search(marked) and _CLAIM.search(marked))


_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")


@lru_cache(maxsize=1 << 10)
def sentences(text: str, names: tuple[str, ...], size: int) -> tuple[tuple[str, str], ...]:
    """Each sentence of a speech as it was said, and in small letters with every seat marked (`@3`)."""
    mark = make_seat_marker(names, size)
    plain = [said for found in _SENTENCE.findall(text) if (said := found.strip())]
    marked = [
        said for found in _SENTENCE.findall(_lower_case(mark(text))) if (said := found.strip())
    ]
    if len(marked) != len(plain):  # a mark took a full stop with it ("No. 3")
        marked = [_lower_case(mark(said)) for said in plain]
    return tuple(zip(plain, marked, strict=True))


def _lower_case(text: str) -> str:
    return text.lower().replace("’", "'")


def sentence_about(text: str, names: tuple[str, ...], size: int, seat: int) -> str:
    """The first sentence that names a seat; the whole speech where none does."""
    mark = f"@{seat}"
    for said, marked in sentences(text, names, size):
        place = marked.find(mark)
        if place >= 0 and not marked[place + len(mark) : place + len(mark) + 1].isdigit():
            return said
    return text


def sentence_with(text: str, names: tuple[str, ...], size: int, words: re.Pattern[str]) -> str:
    """The first sentence in which `words` is found, seats being marked; the whole speech where none is."""
    return next(
        (said for said, marked in sentences(text, names, size) if words.search(marked)), text
    )
