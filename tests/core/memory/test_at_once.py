"""Vectors for whoever cannot wait."""

from __future__ import annotations

import pytest

from tests.core.memory.encoders import WordEncoder
from wolfcore.memory import at_once
from wolfcore.memory.at_once import VectorsAtOnce


def test_each_text_is_made_once_and_found_by_itself() -> None:
    encoder = WordEncoder()
    vectors = VectorsAtOnce(encoder)
    first = vectors.found(["a wolf", "a seer", "a wolf"])
    assert set(first) == {"a wolf", "a seer"}
    assert encoder.asked == ["a wolf", "a seer"]
    assert vectors.found(["a seer", "the night"])["a seer"] == first["a seer"]
    assert encoder.asked == ["a wolf", "a seer", "the night"]


def test_what_is_no_longer_asked_for_goes_when_there_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "_MOST_KEPT", 3)
    encoder = WordEncoder()
    vectors = VectorsAtOnce(encoder)
    vectors.found(["one", "two", "three"])
    found = vectors.found(["one", "four"])
    assert set(found) == {"one", "four"}
    encoder.asked.clear()
    vectors.found(["one", "four"])
    assert not encoder.asked
    vectors.found(["two"])
    assert encoder.asked == ["two"]
