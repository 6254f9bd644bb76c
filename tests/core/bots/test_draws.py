"""The small draws of an ask: one stream, whatever they are asked for as."""

from __future__ import annotations

from itertools import pairwise

from wolfcore.bots.draws import Draws
from wolfcore.game import dice_of


def draws() -> Draws:
    return Draws(dice_of(7, "d1.speak.3"))


def test_a_float_is_a_whole_number_of_32_bits_from_the_same_stream() -> None:
    whole, parts = draws(), draws()
    assert [whole.below(1 << 32) / (1 << 32) for _ in range(60)] == [
        parts.random() for _ in range(60)
    ]
    assert whole.below(1000) == parts.below(1000)


def test_floats_fill_their_range_and_do_not_hang_together() -> None:
    stream = draws()
    floats = [stream.random() for _ in range(4000)]
    assert all(0 <= each < 1 for each in floats)
    assert abs(sum(floats) / 4000 - 0.5) < 0.02
    neighbours = sum((one - 0.5) * (next_one - 0.5) for one, next_one in pairwise(floats)) / 4000
    assert abs(neighbours) < 0.005
