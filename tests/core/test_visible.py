"""What a terminal would obey and what nobody could see never shows, in text of any kind."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfcore.errors import ConfigError, LogError, ModelError, SeatError, WolfError
from wolfcore.players import clean_text
from wolfcore.visible import blank_invisible, clean_sentence, in_one_line, is_visible, shortened

HIDDEN = [
    char
    for char in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    or char in "\u034f\u115f\u2800\u3164\uffa0"
]


def test_every_hidden_character_becomes_a_blank_beside_plain_letters() -> None:
    for char in HIDDEN:
        assert not is_visible(f"a{char}b"), hex(ord(char))
        assert blank_invisible(f"a{char}b") == "a b", hex(ord(char))
    assert len(HIDDEN) > 2000


@pytest.mark.parametrize(
    "text", ["plain", "Zoë", "李雷", "👩\u200d🚀", "می\u200cخواهم", "e\u0301", "☾ ★ ▲"]
)
def test_what_shows_stays(text: str) -> None:
    assert blank_invisible(text) == text


@given(st.text())
def test_length_stays_and_twice_is_once(text: str) -> None:
    once = blank_invisible(text)
    assert len(once) == len(text)
    assert blank_invisible(once) == once
    assert not set(once) & set(HIDDEN) - set("\u200c\u200d")


@given(st.text(), st.integers(10, 90))
def test_a_part_of_a_sentence_is_one_line_of_bounded_length(text: str, limit: int) -> None:
    line = in_one_line(text, limit)
    assert len(line) <= limit
    assert "\n" not in line
    assert len(shortened(text, limit)) <= limit


def test_values_that_a_sentence_quotes_are_cut_short() -> None:
    assert (
        clean_sentence(f"`{'x' * 5000}` is no board", 400) == f"`{'x' * 39}…{'x' * 20}` is no board"
    )


@given(st.text(max_size=40))
def test_what_is_blanked_and_what_enters_a_log_agree_on_what_shows(text: str) -> None:
    assert (
        is_visible(clean_text(text, 1000))
        or any(char in clean_text(text, 1000) for char in "\u200c\u200d")
        or max(text) >= "\ue000"
    )


HOSTILE = "a\x1b[31m\x07\x7f\x85\x9b\u202e\u200b\ud800\nwolftui: b" + "x" * 5000


@pytest.mark.parametrize(
    "error",
    [
        WolfError(HOSTILE), ConfigError(HOSTILE, file=HOSTILE, key=HOSTILE), LogError(HOSTILE, file=HOSTILE, line=3),
        SeatError(3, HOSTILE), ModelError(HOSTILE, HOSTILE, hint="Wait."),
    ],
)  # fmt: skip
def test_no_error_says_more_than_a_few_lines_nor_what_a_terminal_would_obey(
    error: WolfError,
) -> None:
    assert len(str(error)) < 2500
    assert not set(str(error)) & (set(HIDDEN) - {"\n"})
    if type(error) is not WolfError:
        assert "\n" not in str(error)
