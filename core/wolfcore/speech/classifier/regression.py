"""Logistic regression over features, per act kind: of one sentence, and of a whole message.

Weights are summed as integers (hundredths, all kinds packed in one number), so that no order of
a set changes a result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

KINDS = ("accuse", "vouch", "defend", "vote", "ask", "wolf", "good")
"""What is weighed; `wolf` and `good` are results of checks."""


BIAS = "always"
"""The feature that everything has."""


WEIGHTS_FILE = Path(__file__).with_name("weights.txt")
"""Where the weights stand, with two digits each."""


_SCALE = 100
"""Weights are summed as whole hundredths: such a sum is the same in whatever order a set gives its
features."""


_BITS = 32
"""So many bits a kind has in a sum of weights of all kinds, which is one number."""


_HALF, _MASK = 1 << (_BITS - 1), (1 << _BITS) - 1


_SCORE_LIMIT = 30 * _SCALE
"""A sum beyond is as good as certain."""


class Thresholds(NamedTuple):
    """The least probability for an act.

    Attributes:
        new: That nothing else found.
        new_long: The same in a long message.
        found: That rules or rows found, too.
        found_long: The same in a long message.
    """

    new: float
    new_long: float
    found: float
    found_long: float


@cache
def _lines() -> dict[str, str]:
    """What the file has of each feature and of the bars of each kind, in its own words: few of them are ever asked for."""
    lines = WEIGHTS_FILE.read_text(encoding="utf-8").splitlines()
    return {line[:tab]: line[tab + 1 :] for line in lines if (tab := line.find("\t")) > 0}


@cache
def thresholds_of(kind: str) -> Thresholds:
    """The bars of a kind."""
    return Thresholds(*map(float, _lines()[f"bars {kind}"].split()))


def raw_weights(feature: str) -> str:
    """What the file has of a feature, in its own words; empty for one that it does not have."""
    return _lines().get(feature, "")


class _Weights(dict[str, int]):
    """What each known feature weighs for all kinds in one number, which is worked out when it is first asked for.

    The number is the sum of the weights, each in hundredths and `_BITS` further left than that of
    the kind before it.
    """

    def __missing__(self, feature: str) -> int:
        places = [
            (int(each[0]), round(float(each[1:]) * _SCALE)) for each in _lines()[feature].split()
        ]
        self[feature] = found = sum(weight << (place * _BITS) for place, weight in places)
        return found


_WEIGHTS = _Weights()


def packed_weight(features: Iterable[str]) -> int:
    """What features weigh together, as `apart` takes it; those of a set that is the union of others, as much as these together."""
    return sum(map(_WEIGHTS.__getitem__, _lines().keys() & features))  # most are not known


def unpack(total: int) -> dict[str, int]:
    """What speaks for each kind of act, in hundredths (logistic regression, a kind each).

    Args:
        total: What all features that are seen weigh together, `BIAS` among them.
    """
    sums: dict[str, int] = {}
    for kind in KINDS:
        sums[kind] = own = ((total + _HALF) & _MASK) - _HALF
        total = (total - own) >> _BITS
    return sums


@lru_cache(maxsize=1 << 13)
def probability(total: int) -> float:
    """How likely something is for which a sum in hundredths speaks."""
    return 1 / (1 + math.exp(-min(_SCORE_LIMIT, max(-_SCORE_LIMIT, total)) / _SCALE))


def weigh(features: Iterable[str]) -> dict[str, float]:
    """How likely each kind of act is."""
    return {
        kind: probability(total) for kind, total in unpack(packed_weight({BIAS, *features})).items()
    }


MESSAGE_KINDS = ("accuse",)
"""The kinds that the whole message has a say in; vouchings it read no better on unseen hands."""


_MESSAGE_LIMIT = 800
"""Sums are cut off here, in hundredths."""


_FEWEST, _LONGEST, _MOST_SEATS, _LONG = 4, 6, 8, 4


_MESSAGE_SCALE = 1000


class SentenceScore(NamedTuple):
    """What a sentence says of a seat: the sum of each kind in hundredths, and whether it does not mention the seat."""

    sums: Mapping[str, int]
    implied: bool


class ScoredMessage(NamedTuple):
    """A message with the sums of its sentences.

    Attributes:
        parts: What the sentences say of each seat, in their order.
        speaker: Who speaks; what is said of oneself is no rival of what is said of others.
        sentences: How many sentences there are.
        read: What rules and rows read in the sentences, as kinds and seats.
        held: What they made of the whole.
    """

    parts: Mapping[int, Sequence[SentenceScore]]
    speaker: int
    sentences: int
    read: frozenset[tuple[str, int]]
    held: frozenset[tuple[str, int]]


def message_features(message: ScoredMessage, seat: int) -> dict[str, int]:
    """What there is to see of a seat in a message, each in hundredths."""
    own = message.parts[seat]
    others = [
        part.sums
        for other, told in message.parts.items()
        if other not in (seat, message.speaker)
        for part in told
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
    """The sum of what is seen of a seat in a message, in hundredths."""
    weights = _message_weights(kind)
    return sum(weights.get(name, 0) * value for name, value in seen.items()) // _MESSAGE_SCALE


def _clamp(total: int) -> int:
    return min(_MESSAGE_LIMIT, max(-_MESSAGE_LIMIT, total))


@cache
def _message_weights(kind: str) -> dict[str, int]:
    """The weights of a kind in thousandths."""
    return {
        name: round(float(weight) * _MESSAGE_SCALE)
        for name, _, weight in (
            each.rpartition(":") for each in raw_weights(f"whole {kind}").split(", ")
        )
    }
