"""The weights of weights.txt, and what they make of features: for each kind of act, how likely it is done."""

from __future__ import annotations

import math
from collections.abc import Iterable
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
"""Weights are summed as whole hundredths: such a sum is the same in whatever order a set gives its features."""
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

    The number is the sum of the weights, each in hundredths and `_BITS` further left than that of the kind before it.
    """

    def __missing__(self, feature: str) -> int:
        places = [(int(each[0]), round(float(each[1:]) * _SCALE)) for each in _lines()[feature].split()]
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
    return {kind: probability(total) for kind, total in unpack(packed_weight({BIAS, *features})).items()}
