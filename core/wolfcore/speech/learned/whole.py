"""What all sentences of a message together say of a seat: the sums of each of them, weighed once more.

A sentence alone cannot know that the message is about somebody else, comes back to the same seat, or judges it elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from .model import ALWAYS, KINDS, text_of

WEIGHED_AS_A_WHOLE = ("accuse",)
"""The kinds that the whole message has a say in; vouchings it read no better on unseen hands."""
_FARTHEST = 800
"""Sums are cut off here, in hundredths."""
_FEWEST, _LONGEST, _MOST_SEATS, _LONG = 4, 6, 8, 4
_ONE = 1000


class Part(NamedTuple):
    """What a sentence says of a seat: the sum of each kind in hundredths, and whether it does not mention the seat."""

    sums: Mapping[str, int]
    lean: bool


class Message(NamedTuple):
    """A message with the sums of its sentences.

    Attributes:
        parts: What the sentences say of each seat, in their order.
        speaker: Who speaks; what is said of oneself is no rival of what is said of others.
        sentences: How many sentences there are.
        read: What rules and rows read in the sentences, as kinds and seats.
        held: What they made of the whole.
    """

    parts: Mapping[int, Sequence[Part]]
    speaker: int
    sentences: int
    read: frozenset[tuple[str, int]]
    held: frozenset[tuple[str, int]]


def seen_in_whole(message: Message, seat: int) -> dict[str, int]:
    """What there is to see of a seat in a message, each in hundredths."""
    own = message.parts[seat]
    others = [part.sums for other, told in message.parts.items() if other not in (seat, message.speaker) for part in told]
    found = {
        ALWAYS: 100, "mentions": 100 * min(_FEWEST, len(own)), "sentences": 100 * min(_LONGEST, message.sentences),
        "seats": 100 * min(_MOST_SEATS, len(message.parts)), "long": 100 * (message.sentences >= _LONG),
    }  # fmt: skip
    for kind in KINDS:
        sums = sorted([_cut(part.sums[kind]) for part in own], reverse=True)
        found[f"most {kind}"] = sums[0]
        found[f"next {kind}"] = sums[1] if len(sums) > 1 else -_FARTHEST
        found[f"named {kind}"] = max([_cut(part.sums[kind]) for part in own if not part.lean], default=-_FARTHEST)
        found[f"leant {kind}"] = max([_cut(part.sums[kind]) for part in own if part.lean], default=-_FARTHEST)
        found[f"last {kind}"] = _cut(own[-1].sums[kind])
        found[f"others {kind}"] = _cut(max([sums[kind] for sums in others], default=-_FARTHEST))
        found[f"read {kind}"] = 100 * ((kind, seat) in message.read)
        found[f"held {kind}"] = 100 * ((kind, seat) in message.held)
    return found


def sum_of_whole(kind: str, seen: Mapping[str, int]) -> int:
    """The sum of what is seen of a seat in a message, in hundredths."""
    weights = _weights_of(kind)
    return sum(weights.get(name, 0) * value for name, value in seen.items()) // _ONE


def _cut(total: int) -> int:
    return min(_FARTHEST, max(-_FARTHEST, total))


@cache
def _weights_of(kind: str) -> dict[str, int]:
    """The weights of a kind in thousandths."""
    return {
        name: round(float(weight) * _ONE)
        for name, _, weight in (each.rpartition(":") for each in text_of(f"whole {kind}").split(", "))
    }
