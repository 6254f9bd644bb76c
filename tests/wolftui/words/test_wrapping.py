"""Lines are broken at their width in cells, and nothing is lost but blanks."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes
from textual.content import Content

from wolftui.words.spans import Span
from wolftui.words.wrapping import (
    ONE_CELL_EACH,
    as_sentence,
    clean,
    line_breaks,
    plain_text,
    slice_line,
    truncate,
    width_of,
    wrap,
    wrapped_line_count,
)

TEXT = st.text(st.sampled_from("ab cdé→漢字한🙂e\u0301\u200d👩🏽x  "), max_size=60)
WORDS = st.lists(
    st.text(st.sampled_from("abcdefgh"), min_size=1, max_size=9), min_size=1, max_size=20
).map(" ".join)


@example("\u200d\u200dx漢漢🏽", 4, 4)
@given(TEXT, st.integers(2, 30), st.integers(2, 30))
def test_no_line_is_wider_than_asked_and_only_blanks_are_lost(
    text: str, first: int, rest: int
) -> None:
    # Cleaned as by `wrap`: Rich measures joiners that join nothing in two ways.
    text = clean(text)
    places = line_breaks(text, first, rest)
    lines = [text[start:end] for start, end in places]
    assert [
        line for number, line in enumerate(lines) if cell_len(line) > (rest if number else first)
    ] == []
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(WORDS, st.integers(10, 40))
def test_plain_words_break_as_textual_breaks_them(text: str, width: int) -> None:
    assert [line.plain.rstrip() for line in Content(text).wrap(width)] == [
        text[a:b].rstrip() for a, b in line_breaks(text, width, width)
    ]


@example("  a   bb", 12, 4)
@example("aaaaaaaaaaaaaaaaaaaaa  ", 12, 2)
@example("a" * 24 + " ", 12, 0)
@given(
    TEXT | WORDS | st.text(st.sampled_from("ab   ’é"), max_size=60),
    st.integers(6, 40),
    st.integers(0, 4),
)
def test_counting_agrees_with_wrapping(text: str, width: int, lead: int) -> None:
    hang = (Span(" " * lead),)
    assert wrapped_line_count(text, width, lead, lead) == len(
        wrap((Span(text),), width, hang, hang)
    )


def test_a_wide_character_never_hangs_over_the_edge() -> None:
    assert [("漢字漢字漢字")[a:b] for a, b in line_breaks("漢字漢字漢字", 5, 5)] == [
        "漢字",
        "漢字",
        "漢字",
    ]


def test_a_word_that_fits_no_line_is_broken_and_others_are_not() -> None:
    assert [plain_text(line) for line in wrap((Span("a incomprehensible b"),), 10)] == [
        "a",
        "incomprehe",
        "nsible b",
    ]


def test_hanging_lines_begin_with_what_they_are_given() -> None:
    lines = wrap((Span("one two three"),), 9, (Span("1 "),), (Span("   "),))
    assert [plain_text(line) for line in lines] == ["1 one two", "   three"]


def test_styles_stay_with_their_words_across_a_break() -> None:
    line = (Span("I saw "), Span("5 Elif", "seat-5"), Span(" lie"))
    assert wrap(line, 9)[1] == (Span("Elif", "seat-5"), Span(" lie", "text"))
    assert slice_line(line, 6, 7) == (Span("5", "seat-5"),)


def test_nothing_that_moves_a_cursor_survives() -> None:
    assert clean("a\x1b[2Jb\tc\x9bd\u2028e") == "a [2Jb c d e"
    assert plain_text(wrap((Span("a\x1b[31mb"),), 20)[0]) == "a [31mb"


@example("\u200d\u200daa", 1)
@given(TEXT, st.integers(1, 20))
def test_a_fitted_line_is_never_too_wide(text: str, width: int) -> None:
    assert width_of(truncate((Span(text[:5], "quiet"), Span(text[5:])), width)) <= width


def test_an_ellipsis_says_that_something_is_missing() -> None:
    assert plain_text(truncate((Span("Werewolf"),), 5)) == "Were…"
    assert plain_text(truncate((Span("Werewolf"),), 8)) == "Werewolf"
    assert plain_text(truncate((Span("Werewolf"),), 5, "...")) == "We..."
    assert plain_text(truncate((Span("Werewolf"),), 2, "...")) == ".."


def test_what_is_taken_for_one_cell_wide_is_so_for_the_terminal_and_joins_nothing() -> None:
    signs = [chr(code) for code in range(0x3000) if ONE_CELL_EACH.fullmatch(chr(code))]
    assert {"a", "é", "…", "▌", "─", "●", "⠋"} <= set(signs)
    assert [sign for sign in signs if cell_len(sign) != 1] == []
    assert len(split_graphemes("".join(signs))[0]) == len(signs)


def test_a_line_with_signs_is_cut_where_the_terminal_counts() -> None:
    line = (Span("● Ada ─ speaks ▌ and 漢字"),)
    for width in range(1, 30):
        cut = truncate(line, width)
        assert min(width, width_of(line)) - 1 <= width_of(cut) <= width
        assert plain_text(line).startswith(plain_text(cut).removesuffix("…"))


def test_a_notice_is_a_sentence_and_names_stay_as_they_are() -> None:
    assert as_sentence("the deal decides this") == "The deal decides this."
    assert as_sentence("config.toml: speed: is no number") == "config.toml: speed: is no number."
    assert as_sentence("classic9 has nine seats. Why not?") == "classic9 has nine seats. Why not?"
    assert as_sentence("--port: the port is taken. Try 8.") == "The port is taken. Try 8."
    assert as_sentence("--name: `7` is no name") == "`7` is no name."
    assert as_sentence("") == ""
