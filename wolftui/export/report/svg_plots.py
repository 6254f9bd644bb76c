"""Plots as SVG for the HTML page, by matplotlib, which is imported only when a plot is drawn.

Equal plots give equal bytes; text stays text, and colours are CSS variables of the page.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

import io
import logging
import re
import warnings
from typing import TYPE_CHECKING, Any

from wolfcore.visible import blank_invisible, shortened

from .document import Bars, Curves, Dots, Heat, MarkColour, Plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH, _LINE = 7.2, 0.3
"""The width of a plot and the height per line, in inches."""


_INKS = {
    "ink": "#010101", "quiet": "#020202", "rule": "#030303", "paper": "#040404",
    "plain": "#050505", "village": "#060606", "wolves": "#070707",
}  # fmt: skip
"""Placeholder colours, replaced by the page's CSS variables after drawing.

matplotlib accepts only numeric colours.
"""


_SHAPES: dict[MarkColour, str] = {"plain": "o", "village": "o", "wolves": "D"}


_LONGEST = 46
"""The most characters of a label."""


_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none", "font.family": ["DejaVu Sans"], "font.size": 9.5,
    "text.parse_math": False, "axes.unicode_minus": False, "axes.edgecolor": _INKS["rule"],
    "axes.labelcolor": _INKS["quiet"], "text.color": _INKS["ink"], "xtick.color": _INKS["rule"],
    "xtick.labelcolor": _INKS["quiet"], "ytick.labelcolor": _INKS["ink"], "axes.spines.top": False,
    "axes.spines.right": False, "axes.spines.left": False, "xtick.major.size": 3,
    "ytick.major.size": 0,
}  # fmt: skip


def draw_svg_plot(plot: Plot) -> str:
    """Draw a plot as an `<svg>` element.

    Its colours are CSS variables of the page: `--ink`, `--quiet`, `--rule`, and those of the teams.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    # matplotlib logs a message when it builds its font cache, once per machine.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context({**_SETTINGS, "svg.hashsalt": plot.name}), warnings.catch_warnings():
        # The text stays text: glyphs missing in matplotlib's font come from the reader's fonts.
        warnings.simplefilter("ignore")
        figure = Figure(layout="constrained")
        FigureCanvasSVG(figure)
        match plot:
            case Dots():
                _dots(figure, plot)
            case Bars():
                _bars(figure, plot)
            case Heat():
                _heat(figure, plot)
            case Curves():
                _curves(figure, plot)
        out = io.StringIO()
        figure.savefig(
            out,
            format="svg",
            transparent=True,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    return _as_inline_svg(out.getvalue(), plot.name)


def _dots(figure: Figure, plot: Dots) -> None:
    """Draw each value as a dot on its interval, one line each."""
    figure.set_size_inches(_WIDTH, _LINE * len(plot.marks) + 0.55)
    axes: Any = figure.add_subplot()
    if plot.middle:
        axes.axvline(0.5, color=_INKS["rule"], linewidth=0.8, linestyle=(0, (2, 3)))
    for place, mark in enumerate(plot.marks):
        colour = _INKS[mark.ink]
        axes.axhline(place, color=_INKS["rule"], linewidth=0.5, alpha=0.35, zorder=0)
        if mark.low is not None and mark.high is not None:
            axes.plot(
                [mark.low, mark.high],
                [place, place],
                color=colour,
                linewidth=2.4,
                alpha=0.55,
                solid_capstyle="round",
            )
        axes.plot(
            [mark.value], [place], _SHAPES[mark.ink], color=colour, markersize=6.5, clip_on=False
        )
        axes.text(1.03, place, f"{mark.value:.1%}", va="center", ha="left", clip_on=False)
    axes.set_yticks(range(len(plot.marks)), [_label(mark.label, _LONGEST) for mark in plot.marks])
    axes.set_ylim(len(plot.marks) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    _shares_below(axes)


def _label(text: str, longest: int) -> str:
    """Shorten and clean a label for a plot."""
    return shortened(blank_invisible(text), longest)


def _shares_below(axes: Any) -> None:
    shares = [0, 0.25, 0.5, 0.75, 1]
    axes.set_xticks(shares, [f"{share:.0%}" for share in shares])


def _rule_and_name(axes: Any, columns: int, **legend: float) -> None:
    """Draw the lines behind a plot, and above it its legend of so many columns."""
    axes.tick_params(axis="y", labelcolor=_INKS["quiet"])
    axes.grid(axis="y", color=_INKS["rule"], linewidth=0.5, alpha=0.5)
    axes.set_axisbelow(True)
    axes.legend(
        frameon=False,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=columns,
        labelcolor=_INKS["ink"],
        borderaxespad=0,
        **legend,
    )


def _bars(figure: Figure, plot: Bars) -> None:
    """Draw a stacked bar with its count for each label."""
    from matplotlib.ticker import MaxNLocator

    figure.set_size_inches(_WIDTH, 2.6)
    axes: Any = figure.add_subplot()
    places, below = range(len(plot.columns)), [0] * len(plot.columns)
    for title, ink, counts in plot.stacks:
        axes.bar(places, counts, 0.72, below, color=_INKS[ink], label=title, edgecolor="none")
        below = [under + count for under, count in zip(below, counts, strict=True)]
    every = -(-len(plot.columns) // 20)
    axes.set_xticks(places[::every], plot.columns[::every])
    axes.set_xlim(-0.6, max(len(plot.columns), 4) - 0.4)
    axes.set_xlabel(plot.axis)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    _rule_and_name(axes, len(plot.stacks), handlelength=0.9)


def _heat(figure: Figure, plot: Heat) -> None:
    """Draw a field for each row and column, darker for larger shares."""
    from matplotlib.patches import Rectangle

    figure.set_size_inches(_WIDTH, 0.42 * len(plot.rows) + 0.9)
    axes: Any = figure.add_subplot()
    for (row, column), (share, games) in plot.cells.items():
        across, down = plot.columns.index(column), plot.rows.index(row)
        corner = (across - 0.48, down - 0.46)
        axes.add_patch(
            Rectangle(
                corner,
                0.96,
                0.92,
                facecolor=_INKS["village"],
                alpha=0.08 + 0.5 * share,
                linewidth=0,
            )
        )
        words = f"{share:.0%}" if len(plot.columns) > 6 else f"{share:.0%}  ({games})"
        axes.text(across, down, words, ha="center", va="center")
    letters = max(8, 60 // len(plot.columns))
    axes.set_xticks(
        range(len(plot.columns)),
        [_label(label, letters) for label in plot.columns],
        color=_INKS["ink"],
    )
    axes.set_yticks(range(len(plot.rows)), [_label(label, 24) for label in plot.rows])
    axes.set_xlim(-0.5, len(plot.columns) - 0.5)
    axes.set_ylim(len(plot.rows) - 0.5, -0.5)
    axes.set_xlabel(plot.across)
    axes.set_ylabel(plot.down)
    axes.tick_params(length=0)
    axes.spines["bottom"].set_visible(False)


_STROKES = tuple(
    (ink, dashes)
    for dashes in ((0, ()), (0, (5, 2)), (0, (1, 1.5)))
    for ink in ("plain", "village", "wolves", "ink")
)
"""The colours and dashes of curves, so that twelve can be told apart."""


def _curves(figure: Figure, plot: Curves) -> None:
    """Draw each curve with its points, and its label in a legend above."""
    figure.set_size_inches(_WIDTH, 3.4)
    axes: Any = figure.add_subplot()
    for place, curve in enumerate(plot.curves):
        ink, dashes = _STROKES[place % len(_STROKES)]
        axes.plot(
            *zip(*curve.points, strict=True),
            color=_INKS[ink],
            linestyle=dashes,
            linewidth=1.5,
            marker="o" if len(curve.points) <= 40 else None,
            markersize=3.5,
            label=_label(curve.label, _LONGEST),
        )
    axes.set_xlabel(plot.across)
    _rule_and_name(axes, min(len(plot.curves), 4))


_HEAD = re.compile(
    r"\A.*?(?=<svg\b)|<metadata>.*?</metadata>\s*|<defs>\s*<style.*?</style>\s*</defs>\s*",
    re.DOTALL,
)


_FONT = re.compile(r" font-family: [^;\"]*;")


_ID, _REFERENCE = re.compile(r'\s+id="([^"]*)"'), re.compile(r'(?:url\(#|xlink:href="#)([^)"]*)')


def _as_inline_svg(svg: str, name: str) -> str:
    """Turn an SVG file into inline SVG: no header, the page's colours and fonts, unique ids."""
    svg = _HEAD.sub("", svg)
    opening, rest = svg.split(">", 1)
    opening = re.sub(r'\s+(?:width|height|version|xmlns(?::\w+)?)="[^"]*"', "", opening)
    svg = f'{opening} aria-hidden="true" focusable="false">{rest}'
    meant = set(_REFERENCE.findall(svg))
    svg = _ID.sub(lambda found: f' id="{name}-{found[1]}"' if found[1] in meant else "", svg)
    svg = re.sub(r'(url\(#|xlink:href="#)', rf"\1{name}-", svg).replace("xlink:href", "href")
    for word, colour in _INKS.items():
        svg = svg.replace(colour, f"var(--{word})")
    return _FONT.sub("", svg).strip()
