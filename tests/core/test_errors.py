"""Hints at what was meant."""

from __future__ import annotations

import pytest

from core.errors import nearest


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("classic", "Did you mean `classic9`?"),
        ("zzz", "It is one of: classic9, sla7."),
        ("", "It is one of: classic9, sla7."),
        ("sla7" * 1_000_000, "It is one of: classic9, sla7."),
    ],
)
def test_the_nearest_word_is_named_or_all_are(word: str, hint: str) -> None:
    assert nearest(word, ("classic9", "sla7")) == hint


def test_all_words_are_introduced_as_wished() -> None:
    assert nearest("zzz", ("a", "b"), "There are") == "There are: a, b."
