"""Lines of spans measured, wrapped and truncated in terminal cells; clickable key names.

No line is wider than asked; only blanks at breaks are lost. Imports rich.cells, so that it agrees
with the screen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len, split_graphemes

from wolfcore.visible import blank_invisible, is_visible
from wolftui.settings.actions.keys import key_from_label

from .glyphs import FANCY
from .spans import Line, Span

ONE_CELL_EACH = re.compile(
    "[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u2193\u2500-\u25fc\u2800-\u28ff]*"
)
"""Matches text in which every character is one cell wide, so that its length is its width."""


def clean(text: str) -> str:
    """Replace each control or invisible character by a blank; the length stays the same."""
    return blank_invisible(text)


_WORD, _OPTION = re.compile("[a-z]+ "), re.compile("--[a-z-]+: ")


def as_sentence(text: str) -> str:
    """Begin a text with a capital and end it with a full stop, without the option of a command.

    A text that begins with a name, a key or a file, which no capital may change, keeps its begin.
    """
    if option := _OPTION.match(text):
        text = text[option.end() :]
    begun = text[0].upper() + text[1:] if _WORD.match(text) else text
    return begun if begun.endswith((".", "?", "!", ":")) or not begun else f"{begun}."


def width_of(line: Sequence[Span]) -> int:
    """Return the width of a line in cells."""
    return sum(cell_len(span.text) for span in line)


def plain_text(line: Sequence[Span]) -> str:
    """Return the text of a line without styles."""
    return "".join(span.text for span in line)


def line_breaks(text: str, first: int, rest: int) -> list[tuple[int, int]]:
    """Find the line breaks of `text`: start and end index of each of its lines, at least one.

    Args:
        text: Text without line ends.
        first: The most cells of the first line; at least 1.
        rest: The most cells of further lines; at least 1.
    """
    first, rest = max(first, 1), max(rest, 1)
    if len(text) <= first and text.isascii():
        return [(0, len(text))]
    if ONE_CELL_EACH.fullmatch(text):
        return _break_narrow(text, first, rest)
    return _break_wide(text, first, rest)


def _break_narrow(text: str, first: int, rest: int) -> list[tuple[int, int]]:
    lines: list[tuple[int, int]] = []
    start, width, length = 0, first, len(text)
    while length - start > width:
        end = text.rfind(" ", start + 1, start + width + 1)
        if end <= start or not text[start:end].strip():
            end = start + width
        lines.append((start, end))
        start = _after_blanks(text, end)
        width = rest
    if start < length or not lines:
        lines.append((start, length))
    return lines


def _break_wide(text: str, first: int, rest: int) -> list[tuple[int, int]]:
    graphemes = split_graphemes(text)[0]
    lines: list[tuple[int, int]] = []
    at, width = 0, first
    while at < len(graphemes):
        start = graphemes[at][0]
        stop = _last_that_fits(graphemes, at, width)
        if stop < len(graphemes):
            blanks = (number for number in range(stop, at, -1) if text[graphemes[number][0]] == " ")
            blank = next(blanks, at)
            if text[start : graphemes[blank][0]].strip():
                stop = blank
        lines.append((start, graphemes[stop][0] if stop < len(graphemes) else len(text)))
        while (
            stop < len(graphemes)
            and text[graphemes[stop][0]] == " "
            and graphemes[stop][1] - graphemes[stop][0] == 1
        ):
            stop += 1
        at, width = stop, rest
    return lines or [(0, len(text))]


def _last_that_fits(graphemes: Sequence[tuple[int, int, int]], at: int, width: int) -> int:
    """Return the index of the first grapheme from `at` on that does not fit; at least one fits."""
    used = 0
    for number in range(at, len(graphemes)):
        used += graphemes[number][2]
        if used > width and number > at:
            return number
    return len(graphemes)


def _after_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place] == " ":
        place += 1
    return place


def slice_line(line: Sequence[Span], start: int, end: int) -> Line:
    """Return the spans of a line from character `start` to character `end`."""
    spans: list[Span] = []
    place = 0
    for span in line:
        after = place + len(span.text)
        if after > start and place < end:
            text = span.text[max(start - place, 0) : end - place]
            if text:
                spans.append(Span(text, span.style))
        place = after
        if place >= end:
            break
    return tuple(spans)


def wrap(line: Sequence[Span], width: int, first: Line = (), rest: Line = ()) -> list[Line]:
    """Wrap a line to a width.

    Args:
        line: The line to wrap.
        width: The most cells of a line, prefix included.
        first: The prefix of the first line.
        rest: The prefix of further lines.
    """
    cleaned = tuple(Span(clean(span.text), span.style) for span in line)
    places = line_breaks(plain_text(cleaned), width - width_of(first), width - width_of(rest))
    return [
        (*(rest if number else first), *slice_line(cleaned, *place))
        for number, place in enumerate(places)
    ]


def wrapped_line_count(text: str, width: int, first: int = 0, rest: int = 0) -> int:
    """Count the lines of `wrap`, for prefixes of `first` and `rest` cells."""
    first, rest = max(width - first, 1), max(width - rest, 1)
    text = clean(text)
    if text.isascii() or ONE_CELL_EACH.fullmatch(text):
        return 1 if len(text) <= first else _count_narrow(text, first, rest)
    return len(_break_wide(text, first, rest))


def _count_narrow(text: str, width: int, rest: int) -> int:
    """Count the lines that `_break_narrow` would make, without making them.

    Measuring counts ten thousand speeches at once.
    """
    lines, start, left, find = 0, 0, len(text), text.rfind
    while left - start > width:
        end = find(" ", start + 1, start + width + 1)
        if end <= start or (text[start] == " " and not text[start:end].strip()):
            end = start + width
        start = end
        while start < left and text[start] == " ":
            start += 1
        lines += 1
        width = rest
    return lines + 1 if start < left or not lines else lines


def truncate(line: Sequence[Span], width: int, more: str = FANCY.more) -> Line:
    """Cut a line to a width, with the sign `more` if something is missing."""
    line = tuple(
        span if is_visible(span.text) else Span(clean(span.text), span.style) for span in line
    )
    if width_of(line) <= width:
        return line
    kept: list[Span] = []
    more = more[: max(width, 0)]
    left = width - cell_len(more)
    for span in line:
        text = _cut(span.text, left)
        kept.append(Span(text, span.style))
        left -= cell_len(text)
        if len(text) < len(span.text) or left <= 0:
            break
    return (*kept, Span(more, "dim")) if more else ()


def _cut(text: str, width: int) -> str:
    """Return the longest prefix of `text` that fits into `width` cells.

    The terminal's width of the whole prefix counts, for the sum of its graphemes may be less.
    """
    if ONE_CELL_EACH.fullmatch(text):
        return text[: max(width, 0)]
    for start, end, _ in split_graphemes(text)[0]:
        if cell_len(text[:end]) > width:
            return text[:start]
    return text


PRESS_PREFIX = "press-"
"""The prefix of a style that names the key of a clickable span, as in `dim+press-f2`."""


_KEYS = re.compile(r"(?<!\S)(?:Enter|Esc|Tab|Backspace|F\d+|[←→↑↓+?-]|Left|Right|Up|Down)(?!\S)")


def key_spans(words: str, style: str) -> Line:
    """Style a text in which each key, with the words up to the next key, is a clickable span."""
    starts = [found.start() for found in _KEYS.finditer(words)]
    ends = [*starts, len(words)]
    spans = [Span(words[: ends[0]], style)]
    for start, end in zip(starts, ends[1:], strict=True):
        spans.append(key_span(key_from_label(words[start:end].split()[0]), words[start:end], style))
    return tuple(span for span in spans if span.text)


def key_span(key: str, words: str, style: str) -> Span:
    """Make a clickable span for a key, by the screen's name of it; plain if `key` is empty."""
    return Span(words, f"{style}+{PRESS_PREFIX}{key}" if key else style)


def key_at(line: Line, column: int) -> str:
    """Return the key named by the clickable word at a column, in cells from 0; empty if none."""
    at = 0
    for span in line:
        at += width_of((span,))
        if column < at:
            return next(
                (
                    extra[len(PRESS_PREFIX) :]
                    for extra in span.style.split("+")
                    if extra.startswith(PRESS_PREFIX)
                ),
                "",
            )
    return ""
