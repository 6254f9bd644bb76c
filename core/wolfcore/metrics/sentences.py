"""Sentences of a speech: acts in each, sentences without a claim, sentences to quote.

A sentence counts as read if it has an act by itself or adds an act to the speech before it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wolfcore.game import RoleName
from wolfcore.speech import Act
from wolfcore.speech.acts import without_content
from wolfcore.speech.chat.lexicon import mark_roles
from wolfcore.speech.mentions import sentences
from wolfcore.speech.reader import GrowingSpeech, has_acts
from wolfcore.speech.vocabulary import VILLAGE_MARK, WOLF_MARK

_SEAT = re.compile(r"@\d+")


_PRONOUN = re.compile(
    r"\b(?:he|she|him|her|his|hers|himself|herself|they|them|their|you|your|yourself)\b"
)


_OWN = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|myself)\b")


_CLAIM = re.compile(
    rf"\b(?:[{VILLAGE_MARK}{WOLF_MARK}]"
    r"|seer|doctor|guard|witch|hunter|villager|village|werewol(?:f|ves)|wol(?:f|ves)|role"
    r"|check|investigat|verif|saw|protect|sav|"
    r"heal|poison|antidote|potion|shoot|shot|innocent|silen|quiet)\w*"
)


_VOTE = re.compile(r"\b(?:vote|exile|eliminate|kill|abstain|skip)\w*\b")


class SentenceCounts(NamedTuple):
    """Counts of a speech's sentences: with an act, without any possible claim, and all."""

    acts: int
    empty: int
    all: int


class SpeechReading(NamedTuple):
    """The acts found in a speech, the counts of its sentences, and the acts with all content.

    `acts` claim or judge. `contents` also has reasons, plans and small talk.
    """

    acts: tuple[Act, ...]
    counts: SentenceCounts
    contents: tuple[Act, ...] = ()


SILENCE = SpeechReading((), SentenceCounts(0, 0, 0))


def read_speech(
    text: str, seat: int, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> SpeechReading:
    """Find the acts of a speech and count its sentences.

    Plans, reasons and small talk do not count: what is published was counted without them. A
    sentence has an act if one is found in it alone, or if the speech up to and with it has more
    acts than the speech before it, because it may refer to earlier sentences. The acts up to a
    sentence are computed only if the sentence alone has none, to save time.

    Args:
        text: The speech as spoken.
        seat: The speaker, from 1.
        names: The names of all seats in seat order; may be empty.
        roles: The roles of the board, one a seat.
    """
    size = len(roles)
    acts = empty = 0
    # The number of acts before the sentence; None where it has not been computed.
    known: int | None = 0
    before, named = "", False
    growing = GrowingSpeech(seat, names, size, roles)

    def acts_of(said: str) -> tuple[Act, ...]:
        return without_content(growing.acts(said))

    lines = sentences(text, names, size)
    for plain, marked in lines:
        said = f"{before} {plain}" if before else plain
        named = named or _SEAT.search(marked) is not None
        if has_acts(plain, seat, names, size, roles):
            acts, known = acts + 1, None
        else:
            known = len(acts_of(before)) if known is None else known
            so_far = len(acts_of(said)) if before else 0
            if so_far > known:
                acts += 1
            elif _is_empty(mark_roles(marked, roles), named=named):
                empty += 1
            known = so_far
        before = said
    contents = growing.acts(text)
    counts = SentenceCounts(acts, empty, len(lines))
    return SpeechReading(without_content(contents), counts, contents)


_FOREIGN_SENTENCE = re.compile(r"[^.!?…\n。！？؟।]*[^\s.!?…。！？؟।][^.!?…\n。！？؟।]*")


def unread_speech(text: str) -> SpeechReading:
    """Count the sentences of a speech that is not English: all may hold a claim, none is read."""
    return SpeechReading((), SentenceCounts(0, 0, len(_FOREIGN_SENTENCE.findall(text))))


def _is_empty(marked: str, *, named: bool) -> bool:
    """Whether a sentence cannot contain an act.

    Args:
        marked: The sentence in small letters with seats (`@3`) and dealt roles marked.
        named: Whether the speech has named a seat that a pronoun could mean.
    """
    if _SEAT.search(marked) or (named and _PRONOUN.search(marked)) or _VOTE.search(marked):
        return False
    return not (_OWN.search(marked) and _CLAIM.search(marked))


def sentence_about(text: str, names: tuple[str, ...], size: int, seat: int) -> str:
    """Return the first sentence that names a seat; the whole speech if none does."""
    mark = f"@{seat}"
    for said, marked in sentences(text, names, size):
        place = marked.find(mark)
        # `@1` is also the beginning of `@12`.
        if place >= 0 and not marked[place + len(mark) : place + len(mark) + 1].isdigit():
            return said
    return text


def sentence_with(text: str, names: tuple[str, ...], size: int, words: re.Pattern[str]) -> str:
    """Return the first sentence that matches `words`; the whole speech if none does.

    The pattern is searched in small letters with seats marked (`@3`).
    """
    return next(
        (said for said, marked in sentences(text, names, size) if words.search(marked)), text
    )
