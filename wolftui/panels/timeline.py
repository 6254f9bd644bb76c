"""The timeline: one cell a night and a day, with marks for who fell, who was elected, and where the game turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import facts as f
from wolftui.session.folding import Fold
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import width_of


class PhaseCell(Struct, frozen=True):
    """A night or a day.

    Attributes:
        day: Its number.
        night: Whether it is a night.
        fact_count: How many facts of the eyes have been told when it has begun.
        fell: How many died in it.
        exiled: Whether somebody was exiled in it.
        elected: Whether a sheriff was elected in it.
    """

    day: int
    night: bool
    fact_count: int
    fell: int = 0
    exiled: bool = False
    elected: bool = False


Cells = tuple[PhaseCell, ...]
PhaseKey: TypeAlias = tuple[int, bool]
"""A night or a day: its number, and whether it is a night."""


def _after(found: Cells, fact: f.Fact, told: int) -> Cells:
    match fact:
        case f.Began(day=day, phase="night"):
            return (*found, PhaseCell(day, night=True, fact_count=told))
        case f.Began(day=day, phase="election" | "discussion") if found and found[-1].night:
            return (*found, PhaseCell(day, night=False, fact_count=told))
        case f.Died() if found:
            return (*found[:-1], replace(found[-1], fell=found[-1].fell + 1))
        case f.Exiled(seat=seat) if seat and found:
            return (*found[:-1], replace(found[-1], exiled=True))
        case f.Badge(seat=seat, how="elected" | "unopposed") if seat and found:
            return (*found[:-1], replace(found[-1], elected=True))
        case _:
            return found


PHASE_CELLS: Fold[Cells] = Fold((), _after, (f.Began, f.Died, f.Exiled, f.Badge))
"""The cells of what happened."""


class DrawnTimeline(Struct, frozen=True):
    """A timeline as a line, and where on it each cell can be clicked: (first column, column after the last, cell)."""

    line: Line
    places: tuple[tuple[int, int, PhaseCell], ...]


def draw_timeline(
    cells: Sequence[PhaseCell], told: int, glyphs: Glyphs, width: int, turned: PhaseKey | None = None
) -> DrawnTimeline:
    """The part of the timeline around the cursor that fits into a width.

    Args:
        cells: What is known of each night and day.
        told: How many facts have been told at the cursor.
        glyphs: The signs to draw.
        width: How many cells of the terminal there are.
        turned: The night or day on which the game turned, where these eyes may know.
    """
    now = max((number for number, cell in enumerate(cells) if cell.fact_count <= told), default=-1)
    drawn = [
        _cell(cell, glyphs, now=number == now, ahead=number > now, turned=(cell.day, cell.night) == turned)
        for number, cell in enumerate(cells)
    ]
    widths = [width_of(spans) for spans in drawn]
    first, taken = 0, sum(widths[: now + 2]) + 2 * len(widths[: now + 2])
    while first < now and taken > width - 2:
        taken -= widths[first] + 2
        first += 1
    line: list[Span] = [Span(" " if not first else glyphs.more[:1], "dim")]
    places: list[tuple[int, int, PhaseCell]] = []
    at = 1
    for spans, cell, wide in zip(drawn[first:], cells[first:], widths[first:], strict=True):
        if at + wide > width:
            break
        places.append((at, at + wide, cell))
        line += [*spans, Span("  ")]
        at += wide + 2
    return DrawnTimeline(tuple(line), tuple(places))


def _cell(cell: PhaseCell, glyphs: Glyphs, *, now: bool, ahead: bool, turned: bool) -> Line:
    marks = glyphs.exiled if cell.exiled else glyphs.dead if cell.fell else ""
    marks = (glyphs.sheriff if cell.elected else "") + marks
    style = ("night" if cell.night else "day") + "+bold" if now else "dim" if ahead else "quiet"
    sign = glyphs.night if cell.night else glyphs.day
    here = (Span(f" {glyphs.now}", style),) if now else ()
    told = (Span(f" {marks}", style if now else "dim"),) if marks else ()
    turning = (Span(f" {glyphs.turned}", "accent"),) if turned else ()
    return (Span(f"{sign}{cell.day}", style), *told, *turning, *here)
