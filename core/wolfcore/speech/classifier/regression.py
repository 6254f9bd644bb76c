"""Logistic regression over features, per act kind: of one sentence, and of a whole message.

Weights are summed as integers (hundredths, all kinds packed in one number), so that the iteration
order of a set does not change a result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

KINDS = ("accuse", "vouch", "defend", "vote", "ask", "wolf", "good")
"""The kinds that are scored; `wolf` and `good` are results of checks."""


BIAS = "always"
"""The bias feature, which every seat in every sentence has."""


WEIGHTS_FILE = Path(__file__).with_name("weights.txt")
"""The file of the weights, which have two decimal places."""


_SCALE = 100
"""Weights are scaled to integer hundredths, so that their sum does not depend on the order."""


_BITS = 32
"""Number of bits for each kind in a packed weight, which holds the weights of all kinds."""


_HALF, _MASK = 1 << (_BITS - 1), (1 << _BITS) - 1


_SCORE_LIMIT = 30 * _SCALE
"""Scores are clamped here: a probability beyond it is as good as certain."""


class Thresholds(NamedTuple):
    """The minimum probabilities of an act of one kind.

    Attributes:
        new: For an act that grammar rules and chat rows did not find.
        new_long: The same in a long message.
        found: For an act that they found.
        found_long: The same in a long message.
    """

    new: float
    new_long: float
    found: float
    found_long: float


@cache
def _lines() -> dict[str, str]:
    """Return the unparsed text of the weights file by feature, and `bars` and `whole` by kind.

    Entries are parsed on demand, because few of them are ever used.
    """
    lines = WEIGHTS_FILE.read_text(encoding="utf-8").splitlines()
    return {line[:tab]: line[tab + 1 :] for line in lines if (tab := line.find("\t")) > 0}


@cache
def thresholds_of(kind: str) -> Thresholds:
    """Return the thresholds of a kind; cached."""
    return Thresholds(*map(float, _lines()[f"bars {kind}"].split()))


def raw_weights(feature: str) -> str:
    """Return the unparsed weights of a feature; empty for an unknown feature."""
    return _lines().get(feature, "")


class _Weights(dict[str, int]):
    """Cache of the packed weights of the known features, parsed on first use.

    A packed weight is the sum of the weights of all kinds in hundredths; the weight of each kind is
    shifted `_BITS` further left than that of the kind before it.
    """

    def __missing__(self, feature: str) -> int:
        places = [
            (int(each[0]), round(float(each[1:]) * _SCALE)) for each in _lines()[feature].split()
        ]
        self[feature] = found = sum(weight << (place * _BITS) for place, weight in places)
        return found


_WEIGHTS = _Weights()


def packed_weight(features: Iterable[str]) -> int:
    """Sum the regression weights of the known features, packed for all kinds in one integer.

    `unpack` splits the sum by kind. The sums of disjoint sets add up to the sum of their union.
    """
    return sum(map(_WEIGHTS.__getitem__, _lines().keys() & features))  # most are unknown


def unpack(total: int) -> dict[str, int]:
    """Split a packed sum of weights into the score of each kind of act, in hundredths.

    Each kind has a logistic regression of its own.

    Args:
        total: The packed weights of all features, `BIAS` among them.
    """
    sums: dict[str, int] = {}
    for kind in KINDS:
        # Two's complement: half a field is added, so that a negative score does not borrow from the
        # next.
        sums[kind] = own = ((total + _HALF) & _MASK) - _HALF
        total = (total - own) >> _BITS
    return sums


@lru_cache(maxsize=1 << 13)
def probability(total: int) -> float:
    """Return the logistic function of a score in hundredths, clamped to +-3000; cached."""
    return 1 / (1 + math.exp(-min(_SCORE_LIMIT, max(-_SCORE_LIMIT, total)) / _SCALE))


def weigh(features: Iterable[str]) -> dict[str, float]:
    """Return the probability of each kind of act, given features without `BIAS`."""
    return {
        kind: probability(total) for kind, total in unpack(packed_weight({BIAS, *features})).items()
    }


MESSAGE_KINDS = ("accuse",)
"""The kinds that are also scored for the whole message.

Vouches are left out: with them the reading of unseen data was no better.
"""


_MESSAGE_LIMIT = 800
"""Scores are clamped here as features of a message, in hundredths."""


_FEWEST, _LONGEST, _MOST_SEATS, _LONG = 4, 6, 8, 4


_MESSAGE_SCALE = 1000


class SentenceScore(NamedTuple):
    """The scores of a sentence for a seat by kind, in hundredths.

    `implied` tells that the sentence does not mention the seat.
    """

    sums: Mapping[str, int]
    implied: bool


class ScoredMessage(NamedTuple):
    """A message with the scores of its sentences.

    Attributes:
        parts: The scores of the sentences by seat, in order.
        speaker: The seat that speaks; scores of the speaker are not compared with those of others.
        sentences: The number of sentences.
        read: The kinds and seats of the acts that grammar rules and chat rows read in the
            sentences.
        held: The kinds and seats of the acts that they read in the whole message.
    """

    parts: Mapping[int, Sequence[SentenceScore]]
    speaker: int
    sentences: int
    read: frozenset[tuple[str, int]]
    held: frozenset[tuple[str, int]]


def message_features(message: ScoredMessage, seat: int) -> dict[str, int]:
    """Return the features of a seat in a whole message; values are in hundredths."""
    own = message.parts[seat]
    others = [
        part.sums
        for other, scores in message.parts.items()
        if other not in (seat, message.speaker)
        for part in scores
    ]
    found = {
        BIAS: 100,
        "mentions": 100 * min(_FEWEST, len(own)),
        "sentences": 100 * min(_LONGEST, message.sentences),
        "seats": 100 * min(_MOST_SEATS, len(message.parts)),
        "long": 100 * (message.sentences >= _LONG),
    }
    for kind in KINDS:
        sums = sorted([_clamp(part.sums[kind]) for part in own], reverse=True)
        found[f"most {kind}"] = sums[0]
        found[f"next {kind}"] = sums[1] if len(sums) > 1 else -_MESSAGE_LIMIT
        found[f"named {kind}"] = max(
            [_clamp(part.sums[kind]) for part in own if not part.implied], default=-_MESSAGE_LIMIT
        )
        found[f"leant {kind}"] = max(
            [_clamp(part.sums[kind]) for part in own if part.implied], default=-_MESSAGE_LIMIT
        )
        found[f"last {kind}"] = _clamp(own[-1].sums[kind])
        found[f"others {kind}"] = _clamp(
            max([sums[kind] for sums in others], default=-_MESSAGE_LIMIT)
        )
        found[f"read {kind}"] = 100 * ((kind, seat) in message.read)
        found[f"held {kind}"] = 100 * ((kind, seat) in message.held)
    return found


def message_score(kind: str, seen: Mapping[str, int]) -> int:
    """Return the score of a kind for a seat in a message, in hundredths.

    Args:
        kind: One of `MESSAGE_KINDS`.
        seen: The features of the seat, from `message_features`.
    """
    weights = _message_weights(kind)
    return sum(weights.get(name, 0) * value for name, value in seen.items()) // _MESSAGE_SCALE


def _clamp(total: int) -> int:
    return min(_MESSAGE_LIMIT, max(-_MESSAGE_LIMIT, total))


@cache
def _message_weights(kind: str) -> dict[str, int]:
    """Return the message weights of a kind, in thousandths."""
    return {
        name: round(float(weight) * _MESSAGE_SCALE)
        for name, _, weight in (
            each.rpartition(":") for each in raw_weights(f"whole {kind}").split(", ")
        )
    }
