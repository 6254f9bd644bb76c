"""The weights of weights.txt, and what they make of features: for each kind of act, how likely it is done."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

KINDS = ("accuse", "vouch", "defend", "vote", "ask", "wolf", "good")
"""What is weighed; `wolf` and `good` are results of checks."""
ALWAYS = "always"
"""The feature that everything has."""
FILE = Path(__file__).with_name("weights.txt")
"""Where the weights stand, with two digits each."""
_ONE = 100
"""Weights are summed as whole hundredths: such a sum is the same in whatever order a set gives its features."""
_FARTHEST = 30 * _ONE
"""A sum beyond is as good as certain."""


class Bars(NamedTuple):
    """The least probability for an act.

    Attributes:
        new: That nothing else found.
        long: The same in a long message.
        found: That rules or rows found, too.
        found_long: The same in a long message.
    """

    new: float
    long: float
    found: float
    found_long: float


class _Weights(NamedTuple):
    bars: Mapping[str, Bars]
    weights: Mapping[str, tuple[tuple[int, int], ...]]


@cache
def _weights() -> _Weights:
    """The bars by kind; and of each feature the places of kinds with their weights in hundredths."""
    bars: dict[str, Bars] = {}
    weights: dict[str, tuple[tuple[int, int], ...]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        feature, rest = line.split("\t")
        if feature.startswith("bars "):
            bars[feature.removeprefix("bars ")] = Bars(*map(float, rest.split()))
        else:
            weights[feature] = tuple((int(each[0]), round(float(each[1:]) * _ONE)) for each in rest.split())
    return _Weights(bars, weights)


def bars_of(kind: str) -> Bars:
    """The bars of a kind."""
    return _weights().bars[kind]


def weigh(features: Iterable[str]) -> dict[str, float]:
    """How likely each kind of act is (logistic regression, a kind each)."""
    weights = _weights().weights
    sums = [0] * len(KINDS)
    for feature in (ALWAYS, *features):
        for kind, weight in weights.get(feature, ()):
            sums[kind] += weight
    shares = [1 / (1 + math.exp(-min(_FARTHEST, max(-_FARTHEST, total)) / _ONE)) for total in sums]
    return dict(zip(KINDS, shares, strict=True))
