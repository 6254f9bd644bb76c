"""Thinking in front of a reply, however it is cut into pieces."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wolfcore.models.transport.streaming import ThinkingSplitter


def split(pieces: list[str]) -> tuple[str, str]:
    """The reply and the thinking."""
    splitter = ThinkingSplitter()
    reply = "".join(splitter.feed(piece) for piece in pieces)
    return reply + splitter.end(), splitter.thinking


@pytest.mark.parametrize(
    ("text", "reply", "thinking"),
    [
        ("Bram.", "Bram.", ""),
        ("  <thin ice>", "  <thin ice>", ""),
        ("<thin", "<thin", ""),
        ("<think>Is it\n Bram?</think>\n\nBram.", "Bram.", "Is it\n Bram?"),
        (" \n<think></think>Bram.", "Bram.", ""),
        ("<think>a </thin b </think>c<think>d</think>", "c<think>d</think>", "a </thin b"),
        ("<think>for ever </thi", "", "for ever </thi"),
        ("[THINK]Is it?[/THINK]\nBram.", "Bram.", "Is it?"),
        ("<thinking>Is it?</think></thinking>Bram.", "Bram.", "Is it?</think>"),
        ("[THIN", "[THIN", ""),
        ("", "", ""),
    ],
)
def test_thinking_is_told_apart_however_it_comes(text: str, reply: str, thinking: str) -> None:
    assert split([text]) == split(list(text)) == (reply, thinking)


@given(
    st.lists(
        st.sampled_from(
            ["<think>", "</think>", "</thi", "nk>", "[THINK]", "[/THINK]", "<", " ", "word", "\n"]
        ),
        max_size=12,
    ),
    st.data(),
)
@example(["<think>", "a", "</thi", "nk>", "b"], None)
def test_cuts_change_nothing(parts: list[str], data: st.DataObject | None) -> None:
    text = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6))) if data else []
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    whole = split([text])
    assert split(pieces) == split(parts) == whole
