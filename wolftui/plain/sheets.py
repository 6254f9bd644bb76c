"""A speech with its labels as a page of lines that fills a terminal, or as lines without end where there is none."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from wolfcore.annotation import Label, Sight, labels_of
from wolftui.session.exhibit import JudgedSpeech
from wolftui.text.outward import Styled
from wolftui.text.spans import Line, Span

from .lines import LineLook, ansi_text, block_lines, hanging_lines, text_lines

_SIGHTS = {
    "blind": "judged by what the table knew",
    "known": "judged with all roles shown",
}
KEYS = ("space next", "b back", "s skip", "? meanings", "↑↓ scroll", "q leave")
_LINE_KEYS = "a line of letters and Enter; b back, s skip, ? meanings, q leave"
_COLUMN = 26
"""Cells of a column of labels."""


class SamplePosition(Struct, frozen=True):
    """Where in a sample somebody is.

    Attributes:
        number: Which speech, from 1.
        size: Of how many.
        done: How many are judged or skipped with this sight.
        day: The day of the speech.
    """

    number: int
    size: int
    done: int
    day: int


class AnnotationPage(Struct, frozen=True):
    """Lines for a terminal, and how far it may be scrolled.

    Attributes:
        lines: They fill it.
        top: The first line of the text that they show.
        last: The last line that may be the first.
    """

    lines: tuple[str, ...]
    top: int
    last: int


def position_text(standing: SamplePosition, sight: Sight) -> str:
    """`Speech 12 of 50, day 2 · judged by what the table knew · 11 done`."""
    return f"Speech {standing.number} of {standing.size}, day {standing.day} · {_SIGHTS[sight]} · {standing.done} done"


def speech_lines(shown: JudgedSpeech, look: LineLook) -> tuple[list[str], list[str]]:
    """What went before a speech, and the speech, with a bar beside it."""
    before = [line for block in shown.before for line in block_lines(block, look)]
    narrower = LineLook(look.width - 2, look.colour, look.glyphs)
    return before, [_beside_bar(line, look) for line in block_lines(shown.speech, narrower)]


def _beside_bar(line: str, look: LineLook) -> str:
    bar = ansi_text((Span(look.glyphs.bar, "accent"),), colour=look.colour)
    return Styled(f"{bar} {line}") if look.colour else f"{bar} {line}"


def label_lines(sight: Sight, given: Collection[str], look: LineLook) -> list[str]:
    """The labels in columns, each with its key and whether it is given."""
    asked = labels_of(sight)
    columns = max(1, look.width // _COLUMN)
    rows = -(-len(asked) // columns)
    return [
        ansi_text([span for label in asked[row::rows] for span in _label(label, label.name in given)], colour=look.colour)
        for row in range(rows)
    ]


def _label(label: Label, given: bool) -> Line:
    words = f"{label.title:<{_COLUMN - 6}.{_COLUMN - 6}}"
    return (
        Span(f"[{'x' if given else ' '}] ", "accent"),
        Span(label.key, "strong"),
        Span(" "),
        Span(words, "good" if given else "text"),
    )


def annotation_page(
    shown: JudgedSpeech,
    standing: SamplePosition,
    sight: Sight,
    given: Collection[str],
    look: LineLook,
    height: int,
    top: int | None = None,
) -> AnnotationPage:
    """The page of a speech.

    Args:
        shown: The speech and what is shown with it.
        standing: Where in the sample it is.
        sight: What is shown.
        given: The labels that it has.
        look: How lines look, and how wide they are.
        height: How many lines the terminal has.
        top: The first line of the text to show; None to have the speech in sight from its beginning.
    """
    before, speech = speech_lines(shown, look)
    text = [*before, *speech]
    head = [ansi_text((Span(position_text(standing, sight)[: look.width], "accent"),), colour=look.colour)]
    if shown.roles_line:
        head += text_lines(shown.roles_line, look, "strong")
    foot = [*label_lines(sight, given, look), _keys(look)]
    rows = max(height - len(head) - len(foot) - 2, 3)
    last = max(0, len(text) - rows)
    top = min(len(before), last) if top is None else min(max(top, 0), last)
    seen = text[top : top + rows]
    lines = [*head, _rule(f"{top} lines above" if top else "", look), *seen, *[""] * (rows - len(seen))]
    below = len(text) - top - len(seen)
    return AnnotationPage((*lines, _rule(f"{below} lines below" if below else "", look), *foot), top, last)


def _keys(look: LineLook) -> str:
    dot = f" {look.glyphs.dot} "
    return ansi_text((Span(look.glyphs.draw_keys(dot.join(KEYS))[: look.width], "dim"),), colour=look.colour)


def _rule(words: str, look: LineLook) -> str:
    begun = f"{look.glyphs.rule * 3} {words} " if words else ""
    return ansi_text((Span(begun + look.glyphs.rule * (look.width - len(begun)), "dim"),), colour=look.colour)


def annotation_lines(
    shown: JudgedSpeech, standing: SamplePosition, sight: Sight, given: Collection[str], look: LineLook
) -> list[str]:
    """The same without end, for a printer or a pipe."""
    before, speech = speech_lines(shown, look)
    truth = text_lines(shown.roles_line, look, "strong") if shown.roles_line else []
    head = ["", *text_lines(position_text(standing, sight), look, "accent"), *truth]
    return [*head, *before, *speech, *label_lines(sight, given, look), *text_lines(_LINE_KEYS, look, "dim")]


def label_meanings(sights: Sequence[Sight], look: LineLook) -> list[str]:
    """Every label in full: key, question, definition and source."""
    lines: list[str] = []
    for label in (label for sight in sights for label in labels_of(sight)):
        lines += hanging_lines((Span(f"{label.key}  {label.title}. ", "strong"), Span(label.question)), look)
        lines += hanging_lines((Span(label.definition, "quiet"),), look, (Span("   "),))
        lines += [*hanging_lines((Span(label.source, "dim"),), look, (Span("   "),)), ""]
    return lines
