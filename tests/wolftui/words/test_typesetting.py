"""Blocks are set as they should look, and measured without being set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolftui.words.spans import Block, BlockKind, Span
from wolftui.words.transcript_layout import (
    READING_WIDTH,
    TranscriptShape,
    block_height,
    layout_block,
)
from wolftui.words.wrapping import plain_text, width_of

ADA = (Span("1 Ada", "seat-1"),)
TEXT = st.text(st.sampled_from("ab cd漢é "), max_size=120)


def rows(block: Block, width: int, *, tight: bool = False, thoughts: bool = False) -> list[str]:
    return [
        plain_text(line).rstrip()
        for line in layout_block(block, TranscriptShape(width, tight, thoughts))
    ]


def ballots(*pairs: tuple[str, str], count: str = "7 Gil 2", secret: bool = False) -> Block:
    lines = tuple((Span(voter), Span(" → "), Span(target)) for voter, target in pairs)
    return Block("votes", (*lines, (Span(count),)), (Span("Vote", "strong"),), secret=secret)


def test_words_hang_under_their_speaker() -> None:
    speech = Block("speech", ((Span("one two three four"),),), ADA, seat=1)
    assert rows(speech, 16) == ["", "  1 Ada", "    one two", "    three four"]


def test_the_lines_of_a_speech_stand_deeper_than_any_note_so_that_none_reads_like_one() -> None:
    speech = Block("speech", ((Span("hm"),), (Span("Exiled: 5 Elif"),)), ADA, seat=1)
    note = Block("note", ((Span("Exiled: 5 Elif"),),))
    for tight in (True, False):
        assert rows(speech, 40, tight=tight)[-1] == f"  {rows(note, 40, tight=tight)[0]}"


def test_on_a_small_screen_words_begin_beside_the_name() -> None:
    speech = Block("speech", ((Span("one two three four"),),), ADA, seat=1)
    assert rows(speech, 21, tight=True) == [" 1 Ada  one two", "   three four"]


def test_a_thought_is_folded_until_it_is_asked_for() -> None:
    speech = Block("speech", ((Span("hm"),),), ADA, seat=1, thought="2 lies")
    assert rows(speech, 30) == ["", "  1 Ada ▸", "    hm"]
    assert rows(speech, 30, thoughts=True) == ["", "  1 Ada", "    hm", "    thinks: 2 lies"]


def test_what_only_some_may_know_has_a_sign() -> None:
    assert rows(Block("note", ((Span("You check nobody."),),), secret=True), 40) == [
        "  ◈ You check nobody."
    ]
    assert rows(Block("note", ((Span("Nobody died."),),)), 40) == ["    Nobody died."]
    assert rows(ballots(("1 Ada", "7 Gil"), secret=True), 40)[1].startswith("    ◈ Vote")


def test_ballots_stand_in_columns_with_the_count_below() -> None:
    block = ballots(("1 Ada", "7 Gil"), ("2 Bram", "7 Gil"), ("3 Cleo", "1 Ada"))
    assert rows(block, 60) == [
        "",
        "    Vote    1 Ada → 7 Gil    2 Bram → 7 Gil",
        "            3 Cleo → 1 Ada",
        "            7 Gil 2",
    ]


def test_lines_stop_at_a_width_that_can_be_read() -> None:
    speech = Block("speech", ((Span("word " * 80),),), ADA, seat=1)
    assert (
        max(width_of(line) for line in layout_block(speech, TranscriptShape(220))) <= READING_WIDTH
    )


@pytest.mark.parametrize("kind", ["speech", "note", "votes", "divider"])
@pytest.mark.parametrize("tight", [True, False])
@given(
    text=TEXT, second=TEXT, width=st.integers(16, 120), thought=TEXT, thoughts=st.booleans(),
    slip=st.text("slip: ", max_size=40),
)  # fmt: skip
def test_height_is_how_many_lines_are_set_and_none_is_too_wide(
    kind: BlockKind,
    tight: bool,
    text: str,
    second: str,
    width: int,
    thought: str,
    thoughts: bool,
    slip: str,
) -> None:
    block = Block(
        kind,
        ((Span(text),), (Span(second, "quiet"),)),
        ADA,
        seat=1,
        thought=thought if kind == "speech" else "",
        slip=slip if kind == "speech" else "",
    )
    shape = TranscriptShape(width, tight, thoughts)
    lines = layout_block(block, shape)
    assert len(lines) == block_height(block, shape)
    assert [plain_text(line) for line in lines if width_of(line) > width] == []
