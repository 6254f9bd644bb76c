"""A page of selectable numbers, with a row of tabs above and an explanation below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.message import Message

from wolftui.views.result.explanations import short_explanation
from wolftui.views.result.page import Derivation, NumberSpot, Page
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of

from .line_view import LineView


class TabRow(LineView):
    """The row of tab names; a click opens a tab."""

    DEFAULT_CSS = """
    TabRow { height: 3; padding: 1 3; background: $w-background; }
    """

    class Chosen(Message):
        """Posted when the tab with the index `number` was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(dom_id="tabs")
        self.names, self.at = tuple(names), 0

    def show(self, at: int) -> None:
        """Highlight the tab with the index `at` as open."""
        self.at = at
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the tab names in one line, with at most two blanks between them.

        Where they do not all fit, the row begins with a later tab, so that the open one and the
        one behind it are in sight.
        """
        gap = Span(" " * self._gap(width))
        line: list[Span] = []
        for number, name in list(enumerate(self.names))[self._first(width) :]:
            line += [
                *([gap] if line else []),
                Span(f" {name} ", "chosen" if number == self.at else "quiet"),
            ]
        return (tuple(line),)

    def _gap(self, width: int) -> int:
        words = sum(len(name) + 2 for name in self.names)
        return min(max((width - words) // max(len(self.names) - 1, 1), 0), 2)

    def _first(self, width: int) -> int:
        """Return the index of the first tab in sight."""
        if sum(len(name) + 2 for name in self.names) <= width:
            return 0
        first, room = self.at, width
        for number in range(min(self.at + 1, len(self.names) - 1), -1, -1):
            room -= len(self.names[number]) + 2
            if room < 0:
                break
            first = min(first, number)
        return first

    def on_click(self, event: events.Click) -> None:
        """Post `Chosen` for the tab under the mouse."""
        place, column = 0, event.get_content_offset_capture(self).x
        width = self.content_size.width
        for number, name in list(enumerate(self.names))[self._first(width) :]:
            if place <= column < place + len(name) + 2:
                self.post_message(self.Chosen(number))
            place += len(name) + 2 + self._gap(width)


class NumberPage(LineView, can_focus=True):
    """A page of numbers: arrows move between numbers, or scroll if no number is near.

    Args:
        pages: Makes the page of a tab (index, from 0) for a width in cells.
        count: The number of tabs.
        beyond: Called with -1 or 1 where a page without numbers cannot move up or down; returns
            whether there was something to choose.
    """

    DEFAULT_CSS = """
    NumberPage { width: 1fr; height: auto; background: $w-background; }
    """

    class Moved(Message):
        """Posted when another number is selected, or none."""

    class TabRequested(Message):
        """Posted when the tab with the index `number` should open."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Chosen(Message):
        """Posted when the selected number should be explained in full."""

    def __init__(
        self,
        pages: Callable[[int, int], Page],
        count: int,
        beyond: Callable[[int], bool] = lambda step: False,
    ) -> None:
        super().__init__(dom_id="outcome")
        self._pages, self._count, self._beyond = pages, count, beyond
        self._made: dict[tuple[int, int], Page] = {}
        self.tab, self.at = 0, -1
        self._page = Page(())

    @property
    def derivation(self) -> Derivation | None:
        """The derivation of the selected number, or None if no number is selected."""
        return self._spot.derivation if self._spot else None

    @property
    def spots(self) -> Sequence[NumberSpot]:
        """The positions of all numbers on the page."""
        return self._page.spots

    @property
    def _spot(self) -> NumberSpot | None:
        return self._page.spots[self.at] if 0 <= self.at < len(self._page.spots) else None

    def open(self, tab: int) -> None:
        """Open the tab with the index `tab`, scrolled to its top, with no number selected."""
        self.tab, self.at = tab, -1
        self.repaint()
        self._holder.scroll_home(animate=False)
        self.post_message(self.Moved())

    def rebuild(self) -> None:
        """Discard the cached pages and repaint, because their data has changed."""
        self._made.clear()
        self.repaint()

    @property
    def _holder(self) -> VerticalScroll:
        """The container that scrolls the page."""
        assert isinstance(self.parent, VerticalScroll)
        return self.parent

    @property
    def _in_sight(self) -> range:
        """The indices of the visible lines."""
        top = round(self._holder.scroll_y)
        return range(top, top + self._holder.size.height)

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines of the page, with the selected number highlighted."""
        key = (self.tab, width)
        if key not in self._made:
            self._made[key] = self._pages(self.tab, width)
        self._page = self._made[key]
        spot = self._spot
        if spot is None:
            return self._page.lines
        lines = list(self._page.lines)
        lines[spot.line] = highlight(lines[spot.line], spot)
        return lines

    # -- what the keys do

    def on_key(self, event: events.Key) -> None:
        """Select a number, scroll, change the tab or explain; other keys are left to the screen."""
        match event.key:
            case "up" | "down":
                self._up_or_down(1 if event.key == "down" else -1)
            case "left" | "right":
                self._sideways(1 if event.key == "right" else -1)
            case "tab" | "shift+tab":
                self.next(1 if event.key == "tab" else -1)
            case "pageup" | "pagedown":
                step = max(self._holder.size.height - 1, 1)
                self._holder.scroll_relative(
                    y=step if event.key == "pagedown" else -step, animate=False
                )
            case "home" | "end":
                self.choose(-1)
                (self._holder.scroll_home if event.key == "home" else self._holder.scroll_end)(
                    animate=False
                )
            case "enter" if self._spot:
                self.post_message(self.Chosen())
            case _:
                if not (
                    event.character
                    and event.character.isdecimal()
                    and 0 < int(event.character) <= self._count
                ):
                    return
                self.post_message(self.TabRequested(int(event.character) - 1))
        event.stop()
        event.prevent_default()

    def _up_or_down(self, step: int) -> None:
        """Select the nearest number below or above; scroll if none is visible.

        Moving up from the first number clears the selection.
        """
        holder = self._holder
        at_end = holder.scroll_y >= holder.max_scroll_y
        # What is below the page comes after its last line, and before it on the way back.
        if not self.spots and (step < 0 or at_end) and self._beyond(step):
            return
        sight, spot = self._in_sight, self._spot
        start = (
            spot.line
            if spot and spot.line in sight
            else sight.start - 1
            if step > 0
            else sight.stop
        )
        lines = [each.line for each in self.spots if (each.line - start) * step > 0]
        line = (min(lines) if step > 0 else max(lines)) if lines else -1
        if line in sight:
            column = (spot.start + spot.end) / 2 if spot else 0
            there = [number for number, each in enumerate(self.spots) if each.line == line]
            self.choose(
                min(
                    there,
                    key=lambda number: abs(
                        (self.spots[number].start + self.spots[number].end) / 2 - column
                    ),
                )
            )
        elif step < 0 and spot and not lines:
            self.choose(-1)
            self._holder.scroll_home(animate=False)
        else:
            self._holder.scroll_relative(y=step, animate=False)

    def _sideways(self, step: int) -> None:
        """Select the neighbouring number in the same line, else open the neighbouring tab."""
        spot, other = self._spot, self.at + step
        if spot and 0 <= other < len(self.spots) and self.spots[other].line == spot.line:
            self.choose(other)
        else:
            self.turn(step)

    def turn(self, step: int) -> None:
        """Request the neighbouring tab, wrapping around at the ends."""
        self.post_message(self.TabRequested((self.tab + step) % self._count))

    def next(self, step: int) -> None:
        """Select the next number in reading order, or the previous one, wrapping around."""
        if self.spots:
            self.choose(
                (self.at + step) % len(self.spots)
                if self._spot
                else 0
                if step > 0
                else len(self.spots) - 1
            )

    def choose(self, number: int) -> None:
        """Select the number with the index `number` and scroll to it; -1 clears the selection."""
        self.at = number
        self.repaint()
        spot = self._spot
        if spot:
            self.call_after_refresh(self._show, spot)
        self.post_message(self.Moved())

    def _show(self, spot: NumberSpot) -> None:
        """Scroll so that a number and the line below it are visible."""
        self._holder.scroll_to_region(Region(0, spot.line, 1, 2), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Select the number under the mouse; explain it if it is selected already."""
        place = event.get_content_offset_capture(self)
        for number, spot in enumerate(self.spots):
            if spot.line == place.y and spot.start <= place.x < spot.end:
                if number == self.at:
                    self.post_message(self.Chosen())
                else:
                    self.choose(number)


def highlight(line: Line, spot: NumberSpot) -> Line:
    """Return a line with the number at `spot` in the style of a selected item."""
    spans: list[Span] = []
    at = 0
    for span in line:
        end = at + width_of((span,))
        if at <= spot.start < spot.end <= end:
            lead = spot.start - at
            spans += [Span(span.text[:lead], span.style), Span(span.text[lead:], "chosen")]
        else:
            spans.append(span)
        at = end
    return tuple(span for span in spans if span.text)


class Explanation(LineView):
    """A short explanation of the selected number; hidden while no number is selected."""

    DEFAULT_CSS = """
    Explanation { height: auto; background: $w-panel; padding: 0 1 0 4; display: none; }
    Explanation.-shown { display: block; }
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(dom_id="explanation")
        self._glyphs = glyphs
        self._derivation: Derivation | None = None

    def show(self, derivation: Derivation | None) -> None:
        """Explain another number; None hides the widget."""
        self._derivation = derivation
        self.set_class(derivation is not None, "-shown")
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the short explanation, wrapped to the width."""
        return short_explanation(self._derivation, width, self._glyphs) if self._derivation else ()
