"""Transcript blocks as wrapped text lines with hanging indents and optional ANSI colours."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wolfcore.visible import blank_invisible
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Block, Line, Span
from wolftui.words.terminal_output import Styled
from wolftui.words.wrapping import wrap

PIPED_WIDTH = 80
"""The width of lines without a terminal, in cells."""


MIN_WIDTH = 24


_HANG = (Span("    "),)


_SEAT_CODES = ("36", "33", "32", "35", "34", "96", "93", "92", "95", "94", "91", "31")


_CODES = {
    "strong": "1", "quiet": "2", "dim": "2", "accent": "33", "night": "34", "good": "32",
    "warn": "33", "danger": "31", "wolves": "31", "village": "32",
}  # fmt: skip


class LineLook(Struct, frozen=True):
    """The look of plain lines.

    Attributes:
        width: The most cells of a line.
        colour: Whether to write ANSI colours.
        glyphs: The signs to draw.
    """

    width: int = PIPED_WIDTH
    colour: bool = False
    glyphs: Glyphs = FANCY


def ansi_text(line: Sequence[Span], *, colour: bool) -> str:
    """Convert a line to text, with ANSI colours if wanted and without them trimmed at its end."""
    if not colour:
        return "".join(span.text for span in line).rstrip()
    words = ((_code(span.style), blank_invisible(span.text)) for span in line)
    return Styled("".join(f"\x1b[{code}m{text}\x1b[0m" if code else text for code, text in words))


def _code(style: str) -> str:
    if style.startswith("seat-"):
        return _SEAT_CODES[(int(style.removeprefix("seat-")) - 1) % len(_SEAT_CODES)]
    if style.startswith("role-"):
        return "31" if style == "role-Werewolf" else "32"
    return _CODES.get(style, "")


def hanging_lines(line: Sequence[Span], look: LineLook, first: Line = ()) -> list[str]:
    """Wrap a line to the width of the look, with a hanging indent."""
    return [
        ansi_text(part, colour=look.colour)
        for part in wrap(line, max(look.width, MIN_WIDTH), first, _HANG)
    ]


def text_lines(text: str, look: LineLook, style: str = "text") -> list[str]:
    """Wrap a message of the program."""
    return hanging_lines((Span(text, style),), look)


def block_lines(block: Block, look: LineLook, *, rows: int = 0, whole: bool = True) -> list[str]:
    """Lay out a block as plain lines.

    Args:
        block: The block.
        look: Width, colours and signs of the lines.
        rows: For a ballot, the number of rows already written, title included.
        whole: For a ballot, whether it is complete, so that its count is written below it.
    """
    match block.kind:
        case "divider":
            rule = Span(look.glyphs.rule * 3, "dim")
            return ["", *hanging_lines((rule, Span(" "), *block.head, Span(" "), rule), look)]
        case "note":
            sign = (Span(f"{look.glyphs.secret} ", "dim"),) if block.secret else ()
            return [line for words in block.lines for line in hanging_lines(words, look, sign)]
        case "speech":
            return _speech(block, look)
        case "votes":
            return _votes(block, look, rows, whole=whole)


def _speech(block: Block, look: LineLook) -> list[str]:
    sign = (Span(f"{look.glyphs.secret} ", "dim"),) if block.secret else ()
    lines = hanging_lines((*block.head, Span(": "), *block.lines[0]), look, sign)
    for words in block.lines[1:]:
        lines += hanging_lines(words, look, _HANG)
    if block.slip:
        lines += hanging_lines((Span(block.slip, "warn"),), look, _HANG)
    if block.thought:
        lines += hanging_lines(
            (Span(f"thinks: {' '.join(block.thought.split())}", "dim"),), look, _HANG
        )
    return lines


def _votes(block: Block, look: LineLook, written: int, *, whole: bool) -> list[str]:
    *ballots, count = block.lines
    sign = (Span(f"{look.glyphs.secret} ", "dim"),) if block.secret else ()
    parts = [
        hanging_lines((*block.head, Span(":")), look, sign),
        *(hanging_lines(row, look, (Span("  "),)) for row in ballots),
    ]
    if whole:
        parts.append(hanging_lines(count, look, (Span("  = ", "dim"),)))
    return [line for part in parts[written:] for line in part]
