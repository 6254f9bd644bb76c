"""Words that name keys, so that a click on them does what the key does."""

from __future__ import annotations

import re

from wolftui.settings.actions.keys import key_from_label

from .spans import Line, Span
from .wrapping import width_of

PRESS_PREFIX = "press-"
"""What begins the part of a style role that says which key a span stands for: `dim+press-f2`."""
_KEYS = re.compile(r"(?<!\S)(?:Enter|Esc|Tab|Backspace|F\d+|[←→↑↓+?-]|Left|Right|Up|Down)(?!\S)")


def key_spans(words: str, style: str) -> Line:
    """Words in a style, each key among them with what stands behind it up to the next one as a span that can be clicked."""
    starts = [found.start() for found in _KEYS.finditer(words)]
    ends = [*starts, len(words)]
    spans = [Span(words[: ends[0]], style)]
    for start, end in zip(starts, ends[1:], strict=True):
        spans.append(key_span(key_from_label(words[start:end].split()[0]), words[start:end], style))
    return tuple(span for span in spans if span.text)


def key_span(key: str, words: str, style: str) -> Span:
    """Words that stand for a key, as the screen calls it; for none where that is empty."""
    return Span(words, f"{style}+{PRESS_PREFIX}{key}" if key else style)


def key_at(line: Line, column: int) -> str:
    """The key that the word at a column stands for; empty where it stands for none. Columns are cells, from 0."""
    at = 0
    for span in line:
        at += width_of((span,))
        if column < at:
            return next((extra[len(PRESS_PREFIX) :] for extra in span.style.split("+") if extra.startswith(PRESS_PREFIX)), "")
    return ""
