"""What all sentences of a message together say of a seat: the sums of each of them, weighed once more.

A sentence alone cannot know that the message is about somebody else, comes back to the same seat, or judges it elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from .model import BIAS, KINDS, raw_weights

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
    others = [part.sums for other, told in message.parts.items() if other not in (seat, message.speaker) for part in told]
    found = {
        BIAS: 100, "mentions": 100 * min(_FEWEST, len(own)), "sentences": 100 * min(_LONGEST, message.sentences),
        "seats": 100 * min(_MOST_SEATS, len(message.parts)), "long": 100 * (message.sentences >= _LONG),
    }  # fmt: skip
    for kind in KINDS:
        sums = sorted([_clamp(part.sums[kind]) for part in own], reverse=True)
        found[f"most {kind}"] = sums[0]
        found[f"next {kind}"] = sums[1] if len(sums) > 1 else -_MESSAGE_LIMIT
        found[f"named {kind}"] = max([_clamp(part.sums[kind]) for part in own if not part.implied], default=-_MESSAGE_LIMIT)
        found[f"leant {kind}"] = max([_clamp(part.sums[kind]) for part in own if part.implied], default=-_MESSAGE_LIMIT)
        found[f"last {kind}"] = _clamp(own[-1].sums[kind])
        found[f"others {kind}"] = _clamp(max([sums[kind] for sums in others], default=-_MESSAGE_LIMIT))
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
        for name, _, weight in (each.rpartition(":") for each in raw_weights(f"whole {kind}").split(", "))
    }
