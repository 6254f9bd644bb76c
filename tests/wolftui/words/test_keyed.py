"""Words that name keys know which, wherever on a line they stand and however it is broken."""

from __future__ import annotations

import pytest

from wolftui.settings.actions.keys import character_of, key_from_label
from wolftui.words.spans import Span
from wolftui.words.wrapping import key_at, key_span, key_spans, plain_text, wrap


def test_each_word_belongs_to_the_key_before_it() -> None:
    words = "Press: Enter takes it, Esc leaves. F4 reads on"
    line = key_spans(words, "dim")
    assert plain_text(line) == words
    keys = ["".join(key_at(line, column)) for column in range(len(words))]
    assert keys[: words.index("Enter")] == [""] * words.index("Enter")
    assert set(keys[words.index("Enter") : words.index("Esc")]) == {"enter"}
    assert set(keys[words.index("Esc") : words.index("F4")]) == {"escape"}
    assert set(keys[words.index("F4") :]) == {"f4"}
    assert key_at(line, len(words)) == ""


def test_broken_words_keep_their_key() -> None:
    rows = wrap((Span("何か  ", "text"), *key_spans("Enter goes on to the choice", "dim")), 14)
    assert key_at(rows[0], 5) == ""
    assert key_at(rows[0], 6) == "enter"
    assert {key_at(row, 3) for row in rows[1:]} == {"enter"}


def test_words_without_a_key_are_words() -> None:
    assert key_spans("Entering Escape", "dim") == (Span("Entering Escape", "dim"),)
    assert key_span("", "words", "dim") == Span("words", "dim")


@pytest.mark.parametrize(
    ("written", "key", "types"),
    [
        ("↑", "up", None),
        ("?", "question_mark", "?"),
        ("+", "plus", "+"),
        ("w", "w", "w"),
        ("Esc", "escape", None),
        ("1-9", "", None),
    ],
)
def test_a_key_that_people_read_is_a_key(written: str, key: str, types: str | None) -> None:
    assert key_from_label(written) == key
    assert character_of(key) == types
