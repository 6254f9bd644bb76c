"""Transcript blocks as Markdown, and escaping of Markdown's special characters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wolfcore.visible import blank_invisible
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Block, Span

SPECIAL_CHARACTERS = re.compile(r"([\\`*_{}\[\]<>#|~!&$@])")
"""Matches each character with a meaning in Markdown, in its tables or on GitHub."""


_LIST = re.compile(r"^(\d*)([.)=+-])")
"""Matches what would start a list or underline a heading at the start of a line."""


def escape_markdown(words: str) -> str:
    """Escape text for Markdown and put it on one line, so that no character acts as markup."""
    return _LIST.sub(
        r"\1\\\2", SPECIAL_CHARACTERS.sub(r"\\\1", " ".join(blank_invisible(words).split()))
    )


def _line(line: Sequence[Span]) -> str:
    return escape_markdown("".join(span.text for span in line))


def block_markdown(block: Block, glyphs: Glyphs) -> str:
    """Write a block as Markdown: a heading, italic notes, a speech or a vote.

    No text of a player can start a list or another block.
    """
    secret = f"{escape_markdown(glyphs.secret)} " if block.secret else ""
    match block.kind:
        case "divider":
            return f"## {_line(block.head)}"
        case "note":
            return "\n".join(f"{secret}*{_line(line)}*" for line in block.lines)
        case "speech":
            words = "\\\n".join(filter(None, map(_line, block.lines)))
            said = f"{secret}**{_line(block.head)}:** {words}"
            return (
                f"{said}\n\n> *thinks:* {escape_markdown(' '.join(block.thought.split()))}"
                if block.thought
                else said
            )
        case "votes":
            *ballots, count = block.lines
            rows = [*(f"- {_line(row)}" for row in ballots), f"- **{_line(count)}**"]
            return f"{secret}**{_line(block.head)}**\n\n" + "\n".join(rows)
