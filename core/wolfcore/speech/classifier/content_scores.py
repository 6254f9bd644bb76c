"""Logistic regression over word sequences for the contents of a sentence.

A label either belongs to a sentence ("everybody claims") or to a seat in it ("check Boris"); each
has a regression of its own. The weights in content_weights.txt are written by
tests/core/speech/contents/fit.py. Feature strings are its keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from wolfcore.speech.vocabulary import spell_out

from .regression import BIAS, probability

CONTENT_WEIGHTS_FILE = Path(__file__).with_name("content_weights.txt")
"""The file of the weights: the labels, then by feature the places and weights of labels."""


_TOKEN = re.compile(r"@[a-z]|[a-z0-9']+|[?!,.;:]+")


_SCALE = 100
"""Weights are summed in integer hundredths, so that their sum does not depend on the order."""


_STEM = 5
"""Words are cut after this many letters, so that their forms count as one word."""


_NEAR = 8
"""Number of words on either side of a seat that count as beside it."""


_SPEAKER, _OWN, _OTHER, _SELF = "@i", "T", "S", "ME"
"""The mark of the speaker; then how features name the seat that they are about, another seat and
the speaker."""


_LONGEST = 400
"""Characters of a sentence beyond which it is not searched: nobody says so much in one breath."""


_PRONOUN = re.compile(r"\b(he|she|him|her|they|them|his|their|hers)\b(?= |$|[,.!?'])")


_YOU = re.compile(r"\b(you|your|yours)\b")


_OBJECT_ME = re.compile(r"\b(?:me|myself)\b")


_ADDRESSED = (
    re.compile(
        r"^(?:(?:no|nah|nope|yes|yep|yeah|yea|agreed?|sure|this|ok|okay|well|so|but|sorry|oh|exactly"
        r"|hey|um|and)[, ]+)*@[a-hj-z]\b(?! (?:is|was|has|and|or|voted|said)\b)"
    ),
    re.compile(r", @[a-hj-z]\W*$"),
)
"""Where a sentence names the seat that it speaks to itself."""


def _resolved(text: str, last: str, addressee: str) -> str:
    """Replace pronouns by the seat that they mean: the last one before them, or spoken to."""
    if addressee and not any(wanted.search(text) for wanted in _ADDRESSED):
        text = _YOU.sub(lambda found: f"@{addressee}" + ("'s" if found[1] == "your" else ""), text)
    text = _OBJECT_ME.sub("@i", text)

    def seat(found: re.Match[str]) -> str:
        before = re.findall(r"@([a-hj-z])\b", text[: found.start()])
        meant = before[-1] if before else last
        # An object is not its own subject: "Boris voted him out" means somebody before Boris.
        if found[1] in ("him", "them") and before:
            others = [letter for letter in before[:-1] if letter != before[-1]]
            meant = others[-1] if others else last
        if not meant or meant == "i":
            return found[0]
        owner = found[1] in ("his", "their") or (
            found[1] == "her"
            and not re.match(
                r"(?:$|[,.!?;]| (?:and|but|because|so|to|for|today|yesterday|too|out|on)\b)",
                text[found.end() :],
            )
        )
        return f"@{meant}'s" if owner else f"@{meant}"

    return _PRONOUN.sub(seat, text)


@lru_cache(maxsize=1 << 13)
def content_words(text: str, last: str, addressee: str) -> tuple[str, ...]:
    """Split a sentence into words, marks of seats and signs; an overlong one into none; cached.

    Args:
        text: The sentence in lower case and plain words, seats as letters, with its closing sign.
        last: The letter mentioned last before it, or an empty string.
        addressee: The letter spoken to before it, or an empty string.
    """
    if len(text) > _LONGEST:
        return ()
    return tuple(_TOKEN.findall(_resolved(spell_out(text), last, addressee)))


def _seen_from(words: Sequence[str], letter: str) -> list[str]:
    """Return the words as the seat of a letter sees them, between marks of beginning and end."""
    own = f"@{letter}"
    return [
        "^",
        *(
            (_SELF if word == _SPEAKER and letter != "i" else _OWN if word == own else _OTHER)
            if word[0] == "@"
            else word
            if len(word) <= _STEM
            else f"{word[:_STEM]}~"
            for word in words
        ),
        "$",
    ]


def _runs(view: Sequence[str], length: int) -> Iterator[str]:
    """Yield the runs of so many words."""
    return (" ".join(view[at : at + length]) for at in range(len(view) - length + 1))


def _others(words: Iterable[str]) -> list[str]:
    """Return the marks of the mentioned seats without the speaker, each once."""
    return [word for word in dict.fromkeys(words) if word[0] == "@" and word != _SPEAKER]


def sentence_features(words: Sequence[str]) -> set[str]:
    """Return the features of a sentence: runs of up to three words, and how many seats it names."""
    view = _seen_from(words, "")
    return {
        *(run for length in (1, 2, 3) for run in _runs(view, length)),
        *(f"w:{_OTHER if word[0] == '@' else word}" for word in words),
        f"n{min(3, len(_others(words)))}",
    }


def seat_features(words: Sequence[str], letter: str) -> set[str]:
    """Return the features of a seat in a sentence.

    These are the runs of words that it is part of, all shorter runs, the words beside its first and
    after its last mention, and its place among the seats.
    """
    view = _seen_from(words, letter)
    seen = {run for length in (2, 3, 4) for run in _runs(view, length) if _OWN in run.split(" ")}
    seen.update(f"s:{run}" for length in (1, 2) for run in _runs(view, length))
    places = [at for at, word in enumerate(view) if word == _OWN]
    if places:
        first, last = places[0], places[-1]
        seen.update(_beside("r", view[first + 1 : first + 1 + _NEAR]))
        seen.update(_beside("l", view[max(0, first - _NEAR) : first][::-1]))
        seen.update(_beside("e", view[last + 1 : last + 1 + _NEAR]))
        order = _others(words)
        place = order.index(f"@{letter}") if f"@{letter}" in order else len(order)
        seen |= {f"o{min(9, place)}/{min(4, len(order))}", f"x{min(3, len(places))}"}
    return seen


def _beside(side: str, words: Sequence[str]) -> Iterator[str]:
    """Yield the words up to the next seat, that one included."""
    for word in words:
        yield f"{side}:{word}"
        if word in (_OWN, _OTHER):
            return


@cache
def _file() -> tuple[Mapping[str, Sequence[str]], Mapping[str, str]]:
    """Return the labels of either regression, and the unparsed weights by feature."""
    labels = dict[str, Sequence[str]]()
    weights = dict[str, str]()
    for line in CONTENT_WEIGHTS_FILE.read_text(encoding="utf-8").splitlines():
        key, _, told = line.partition("\t")
        if key in ("labels S", "labels L"):
            labels[key[-1]] = told.split()
        elif told:
            weights[key] = told
    return labels, weights


@cache
def _weights(feature: str) -> tuple[tuple[int, int], ...]:
    """Return the places of the labels that a known feature has weights for, and these; cached."""
    return tuple(
        (int(place), round(float(weight) * _SCALE))
        for place, _, weight in (each.partition(":") for each in _file()[1][feature].split())
    )


def _scores(kind: str, features: Iterable[str]) -> Mapping[str, float]:
    """Return the probability of each label of a regression, `S` of sentences or `L` of letters."""
    labels, known = _file()
    sums = [0] * len(labels[kind])
    for key in known.keys() & {f"{kind} {feature}" for feature in (*features, BIAS)}:
        for place, weight in _weights(key):
            sums[place] += weight
    return dict(zip(labels[kind], map(probability, sums), strict=True))


def sentence_scores(words: Sequence[str]) -> Mapping[str, float]:
    """Return the probability of each label of a sentence."""
    return _scores("S", sentence_features(words))


def seat_scores(words: Sequence[str], letter: str) -> Mapping[str, float]:
    """Return the probability of each label of the seat of a letter in a sentence."""
    return _scores("L", seat_features(words, letter))
