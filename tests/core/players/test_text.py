"""Words as they may enter a log."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfcore.players import SPEECH_LIMIT, SPEECH_LINES, clean_speech, clean_text

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        ("I am the Seer.", "I am the Seer."),
        ("  at the rim \t ", "at the rim"),
        ("[red]4[/red] *is* `a` <wolf> \\n {x}", "[red]4[/red] *is* `a` <wolf> \\n {x}"),
        ("one\ntwo\r\n\r\nthree\x0bfour\u2028five", "one two three four five"),
        ("a\tb", "a b"),
        ("\x1b[2J\x1b]0;title\x07gone", "[2J]0;titlegone"),
        ("\x9b31mred\x9b0m", "31mred0m"),
        ("abc\u202edef\u202c", "abcdef"),
        ("\u2066a\u2069\u200f\u200eb\u061c", "ab"),
        ("w\u200bo\u2060l\ufefff\u00ad", "wolf"),
        ("a\u200db", "ab"),
        ("\u3164\u115f\u2800x\U000e0041", "x"),
        ("no\ud800pe", "nope"),
        ("a\u00a0b\u3000c", "a b c"),
        ("na\u00efve \u65e5\u672c", "na\u00efve \u65e5\u672c"),
        (FAMILY, FAMILY),
        (PERSIAN, PERSIAN),
        ("x" + "\u0301" * 40, "x" + "\u0301" * 4),
        ("\x00\x01\x02", ""),
    ],
)
def test_text_is_kept_as_it_shows(typed: str, kept: str) -> None:
    assert clean_text(typed) == kept


def test_text_is_bounded_and_says_so() -> None:
    assert clean_text("a" * SPEECH_LIMIT) == "a" * SPEECH_LIMIT
    assert clean_text("a" * (SPEECH_LIMIT + 1)) == "a" * (SPEECH_LIMIT - 1) + "…"
    assert clean_text("one two three", 5) == "one…"


def test_lines_may_stay() -> None:
    assert clean_text("one \r\n\r\n two\x0cthree", lines=True) == "one\ntwo\nthree"


def test_a_cut_leaves_no_joiner_behind_and_marks_are_counted_letter_by_letter() -> None:
    assert clean_text("\u00e9\u200c\u00e9a", 3) == "\u00e9\u2026"
    assert clean_text("q\u0301" * 6) == "q\u0301" * 6
    assert clean_text("q" + "\u0301" * 3 + "\x00" + "\u0301" * 3) == "q" + "\u0301" * 4


def test_nothing_blank_stays_around_a_line_end() -> None:
    assert clean_text("0\r\xa00", lines=True) == "0\n0"
    assert clean_text("a\u3000\t\n\x00\n\u200b b", lines=True) == "a\nb"
    assert clean_text("a\u3000\n\x00\n b") == "a b"


def test_a_speech_keeps_its_lines_but_no_empty_ones_and_not_without_end() -> None:
    assert clean_speech("one\n\n\n\ntwo \r\nthree\x1b[2J\n") == "one\ntwo\nthree[2J"
    assert clean_speech("\n \n") == ""
    long = clean_speech("\n".join(str(number) for number in range(100)))
    assert len(long.split("\n")) == SPEECH_LINES
    assert long.endswith(
        f"{SPEECH_LINES - 1} " + " ".join(str(number) for number in range(SPEECH_LINES, 100))
    )


@given(st.text(st.sampled_from("ab\n \u2028\x1b"), max_size=3000))
def test_a_speech_that_was_cleaned_stays_as_it_is(typed: str) -> None:
    kept = clean_speech(typed)
    assert clean_speech(kept) == kept
    assert len(kept) <= SPEECH_LIMIT
    assert kept.count("\n") < SPEECH_LINES


@given(st.text(max_size=300), st.booleans())
def test_nothing_kept_can_move_a_cursor_turn_writing_or_break_an_encoder(
    typed: str, lines: bool
) -> None:
    kept = clean_text(typed, 100, lines=lines)
    kept.encode()
    assert len(kept) <= 100
    assert kept == kept.strip()
    for char in kept:
        assert (
            char in "\u200c\u200d"
            or (lines and char == "\n")
            or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        )
    assert clean_text(kept, 100, lines=lines) == kept


@pytest.mark.slow(only=("\\u200d",))
@pytest.mark.timeout(20)
@pytest.mark.parametrize("unit", [" ", "\n", " \n", "\t", "\u3000", "\r\n ", "\u200d", "\u0301"])
def test_a_long_row_of_anything_is_looked_at_once(unit: str) -> None:
    # Looked at again from each of its signs, a row of these would take minutes.
    row = unit * 300_000
    for lines in (False, True):
        assert clean_text(f"é{row}x", 10**9, lines=lines).endswith("x")


@given(st.text(alphabet=" \na", max_size=30))
def test_blanks_around_a_line_end_go_with_it(text: str) -> None:
    lines = [line.strip(" ") for line in f"é{text}".split("\n")]
    assert (
        clean_text(f"é{text}", lines=True)
        == "\n".join([*(line for line in lines[:-1] if line), lines[-1]]).strip()
    )
