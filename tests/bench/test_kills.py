"""A game, an arena and a training that are killed at drawn lines end as undisturbed ones."""

from __future__ import annotations

import sys

import pytest

from bench.kills import run

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9"),
    pytest.mark.slow,
    pytest.mark.extra("torch"),
]


def test_what_was_killed_goes_on_and_ends_alike() -> None:
    """`python -m bench kills --cases 150` kills three hundred times."""
    found = list(run(3, 2))
    assert [each.kind for each in found] == ["game", "arena", "training"]
    assert not [each for each in found if each.fault]
    assert sum(each.kills for each in found) >= 3
