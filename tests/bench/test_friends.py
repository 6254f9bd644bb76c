"""Hosted games with guests who break every rule: a few quickly, and more for the slow tests."""

from __future__ import annotations

import pytest

from bench import friends
from bench.friend_guests import WAYS
from bench.friends import soak


@pytest.mark.slow
async def test_games_end_and_keep_what_was_answered() -> None:
    found = await soak(games=2, tables=2, seed=1)
    assert found.faults == []
    assert found.counts["games"] == 2 and found.counts["answers kept"] > 40


@pytest.mark.slow
async def test_thirty_games_with_rematches_leave_nothing_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`python -m bench friends` plays a thousand."""
    monkeypatch.setattr(friends, "SAMPLE", 10)
    found = await soak(games=30, tables=5, seed=2)
    assert found.faults == []
    assert {way for way in WAYS if found.counts[way]} == set(WAYS)
    assert found.counts["answers kept"] > 1000
