"""Vectors for whoever cannot wait."""

from __future__ import annotations

import pytest

from tests.core.memory.encoders import WordEncoder
from wolfcore.memory import embedders
from wolfcore.memory.embedders import SyncVectors


def test_each_text_is_made_once_and_found_by_itself() -> None:
    encoder = WordEncoder()
    vectors = SyncVectors(encoder)
    first = vectors.vectors(["a wolf", "a seer", "a wolf"])
    assert set(first) == {"a wolf", "a seer"}
    assert encoder.asked == ["a wolf", "a seer"]
    assert vectors.vectors(["a seer", "the night"])["a seer"] == first["a seer"]
    assert encoder.asked == ["a wolf", "a seer", "the night"]


def test_what_is_no_longer_asked_for_goes_when_there_is_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(embedders, "_MAX_SYNC_VECTORS", 3)
    encoder = WordEncoder()
    vectors = SyncVectors(encoder)
    vectors.vectors(["one", "two", "three"])
    found = vectors.vectors(["one", "four"])
    assert set(found) == {"one", "four"}
    encoder.asked.clear()
    vectors.vectors(["one", "four"])
    assert not encoder.asked
    vectors.vectors(["two"])
    assert encoder.asked == ["two"]
