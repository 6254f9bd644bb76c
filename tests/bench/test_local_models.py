"""Asks put to a local model beside a bot: equal for every model, counted as they were answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.local_models import Asked, answers_of, child_processor_seconds
from tests.core.models.local.test_server import settings


async def _asked(weights: Path) -> list[Asked]:
    told: list[Asked] = []
    asked = await answers_of(
        str(weights), "vanilla:brief", "duel6", 3, settings("good"), told.append
    )
    assert told == asked
    return asked


@pytest.mark.slow
async def test_every_model_gets_equal_asks_and_an_unusable_answer_is_not_given(
    tmp_path: Path,
) -> None:
    weights = tmp_path / "tiny.gguf"
    weights.write_bytes(b"GGUF and no more")
    first, again = await _asked(weights), await _asked(weights)
    assert len(first) == 3
    assert [each.ask for each in first] == [each.ask for each in again]
    assert {each.how for each in first} == {"fallback"}
    assert all(each.problems for each in first)


def test_only_processes_that_this_one_started_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getpid", lambda: 1 << 30)
    assert child_processor_seconds() == 0
