"""Plots drawn with text characters by plotext, which is imported only when drawing."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import re
from typing import Any

from wolfcore.visible import blank_invisible, shortened
from wolftui.words.spans import Line, Span

from .document import Bars, Curves, Dots, Heat, MarkColour, Plot

_WIDEST = 100


_LONGEST = 30
"""The most cells of a plot, and the most characters of a label."""


_COLOURS: dict[MarkColour, str] = {"plain": "cyan", "village": "green", "wolves": "red"}


_STYLES = {"6": "night", "2": "village", "1": "wolves"}
"""The program's style for each colour code that plotext writes."""


_DOTS: dict[MarkColour, str] = {"plain": "●", "village": "●", "wolves": "◆"}


_FILLS: dict[MarkColour, str] = {"plain": "░", "village": "█", "wolves": "▒"}


_PLAIN = str.maketrans("┌┐└┘├┤┬┴─│━●◆█▒░·…–’“”", '++++++++-|=o*#%.-~-\'""')


_COLOURED = re.compile("\x1b\\[38;5;([0-9]+)m([^\x1b]*)|([^\x1b]+)")


def draw_text_plot(plot: Plot, width: int) -> list[Line]:
    """Draw a plot as lines of spans of at most `width` cells; empty for a heat map.

    Raises:
        ModuleNotFoundError: plotext is not installed.
    """
    import plotext

    plotext.terminal.limit(False)
    figure: Any = plotext.figure
    figure.clear()
    figure.theme("colorless")
    room, legend = min(width, _WIDEST), list[Line]()
    match plot:
        case Dots():
            _dots(figure, plot, room)
        case Bars():
            legend = [_bars(figure, plot, room)]
        case Heat():
            return []  # the table has the same numbers
        case Curves():
            legend = [_curves(figure, plot, room)]
    text = figure.build().string()
    figure.clear()
    return [*legend, *(_spans(line) for line in text.splitlines() if line)]


def to_ascii(line: Line) -> Line:
    """Replace the plot characters of a line by ASCII, for fonts and terminals that lack them."""
    return tuple([Span(span.text.translate(_PLAIN), span.style) for span in line])


def _dots(figure: Any, plot: Dots, width: int) -> None:
    """Draw each value as a dot on its interval, one line each."""
    import plotext

    figure.plot_size(width, len(plot.marks) + 3)
    for place, mark in enumerate(reversed(plot.marks), 1):
        if mark.low is not None and mark.high is not None:
            line = figure.signal(
                [mark.low, mark.high],
                [place, place],
                marker=plotext.marker("━", _COLOURS[mark.ink]),
            )
            figure.draw(line.lines())
        figure.draw(
            figure.signal(
                [mark.value], [place], marker=plotext.marker(_DOTS[mark.ink], _COLOURS[mark.ink])
            )
        )
    shares = [0, 0.25, 0.5, 0.75, 1]
    figure.ruler("x").lim(0, 1).ticks(shares, [f"{share:.0%}" for share in shares])
    labels = [f"{_clean(mark.label)}  {mark.value:6.1%} " for mark in reversed(plot.marks)]
    figure.ruler("y").lim(0.5, len(plot.marks) + 0.5).ticks(list(range(1, len(labels) + 1)), labels)


def _bars(figure: Any, plot: Bars, width: int) -> Line:
    """Draw a stacked bar for each label, one line each; return the legend."""
    import plotext

    lines = len(plot.columns)
    figure.plot_size(width, lines + 3)
    counts = [list(reversed(found)) for _, _, found in plot.stacks]
    markers = [plotext.marker(_FILLS[ink], _COLOURS[ink]) for _, ink, _ in plot.stacks]
    places = list(range(1, lines + 1))
    figure.draw(
        figure.bar(
            places, counts, marker=markers, stacked=True, width=0.2, orientation="horizontal"
        )
    )
    sums = [sum(found) for found in zip(*counts, strict=True)]
    marks = sorted({0, max(sums) // 2, max(sums)})
    figure.ruler("x").lim(0, max(sums)).ticks(marks, [f"{mark:,}" for mark in marks])
    labels = [
        f"{plot.axis} {label}  {total:,} "
        for label, total in zip(reversed(plot.columns), sums, strict=True)
    ]
    figure.ruler("y").lim(0.5, lines + 0.5).ticks(places, labels)
    legend: list[Span] = []
    for title, ink, _ in plot.stacks:
        legend += [
            Span(f"{_FILLS[ink]} ", "text" if ink == "plain" else ink),
            Span(f"{title}   ", "quiet"),
        ]
    return tuple(legend)


_STROKES: tuple[tuple[str, MarkColour], ...] = tuple(
    (sign, ink) for sign in ("●", "◆", "░") for ink in ("plain", "village", "wolves")
)
"""The signs and colours of curves."""


_HEIGHT = 16
"""The lines of a plot of curves."""


def _curves(figure: Any, plot: Curves, width: int) -> Line:
    """Draw each curve as its points; return the legend."""
    import plotext

    figure.plot_size(width, _HEIGHT)
    legend: list[Span] = []
    for place, curve in enumerate(plot.curves):
        sign, ink = _STROKES[place % len(_STROKES)]
        xs, ys = ([point[at] for point in curve.points] for at in (0, 1))
        figure.draw(figure.signal(xs, ys, marker=plotext.marker(sign, _COLOURS[ink])))
        legend += [
            Span(f"{sign} ", "text" if ink == "plain" else ink),
            Span(f"{_clean(curve.label)}   ", "quiet"),
        ]
    return tuple(legend)


def _clean(label: str) -> str:
    return shortened(blank_invisible(label), _LONGEST)


def _spans(line: str) -> Line:
    """Convert a line of plotext to spans, with its colour codes as styles of the program."""
    found: list[Span] = []
    for code, coloured, other in _COLOURED.findall(line):
        if coloured:
            found.append(Span(coloured, _STYLES.get(code, "text")))
        elif other:
            words = re.sub(r"^\[[0-9;]*m", "", other)
            found += [Span(words, "quiet")] if words else []
    return tuple(found)
