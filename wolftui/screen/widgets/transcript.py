"""The transcript: a scrolling list of blocks that are typeset only where they are visible.

It follows its end until the reader scrolls up; for a player it stops at the first unread block.
Blocks are made for one viewer, so selecting, copying and searching cannot reveal a secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual import events, getters
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from wolftui.screen.app_interface import AppInterface
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Block, Line, Span
from wolftui.words.transcript_layout import (
    BlockPositions,
    TranscriptShape,
    common_prefix_length,
    layout_block,
)
from wolftui.words.wrapping import plain_text

from .terminal_styles import SpanStyles, span_styles, strip_of

_TOP = 1
"""Empty lines above the first block."""


_KEPT_SHAPES = 4
"""How many layouts keep their block positions: two widths, each with and without thoughts."""


class Transcript(ScrollView, can_focus=True, inherit_bindings=False):
    """A scrolling list of blocks, each typeset when it becomes visible.

    Args:
        glyphs: The glyphs to draw.
        dom_id: The id of the widget.
        roomy_from: The screen width in cells from which blocks get empty lines between them and
            names above the words.

    Attributes:
        blocks: The blocks shown.
        matches: The indices of the blocks that a search found.
        stop_at_unread: Whether scrolling stops at the first unread block, instead of following the
            end.
    """

    app = getters.app(AppInterface)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "read_on", show=False),
    ]
    DEFAULT_CSS = """
    Transcript {
        background: $w-background; color: $w-text; padding: 0; scrollbar-size-vertical: 1;
        scrollbar-gutter: stable; scrollbar-background: $w-background;
        scrollbar-background-hover: $w-background;
        scrollbar-background-active: $w-background; scrollbar-color: $w-bar; overflow-x: hidden;
    }
    """

    def __init__(
        self, *, glyphs: Glyphs = FANCY, dom_id: str | None = None, roomy_from: int = 0
    ) -> None:
        super().__init__(id=dom_id)
        self.blocks: list[Block] = []
        self.matches: tuple[int, ...] = ()
        self._current_match = -1
        self._glyphs, self._roomy_from, self._thoughts = glyphs, roomy_from, False
        self._partials: tuple[Block, ...] = ()
        self._partial_lines: list[Line] = []
        self._positions = BlockPositions(TranscriptShape(80, glyphs=glyphs), _TOP)
        self._filter: object = None
        self._known_positions: list[tuple[object, BlockPositions]] = [
            (self._filter, self._positions)
        ]
        self.stop_at_unread = False
        self._read, self._all_read = 0, True
        self._base_style, self._styles = Style(), SpanStyles({})
        self._typeset: LRUCache[tuple[int, int], list[Line]] = LRUCache(512)

    def on_mount(self) -> None:
        """Follow the end of the transcript from the start."""
        self.anchor()

    def follow_end(self) -> None:
        """Scroll to the end and follow it again; all blocks there count as read."""
        self._all_read = True
        self.anchor()

    # -- what is shown

    def show(
        self, blocks: Sequence[Block], speaking: tuple[Block, ...] = (), selected_by: object = None
    ) -> None:
        """Show these blocks and, below them, speeches that are still being spoken.

        Only blocks that differ from before are measured again.

        Args:
            blocks: The blocks, in order.
            speaking: The partial blocks of speeches in progress.
            selected_by: The filter that selected the blocks. Lists from the same filter share a
                common start; another filter discards the old blocks.
        """
        if selected_by != self._filter:
            self._use_filter(selected_by)
        kept = common_prefix_length(self.blocks, blocks)
        if kept == len(self.blocks) == len(blocks) and speaking == self._partials:
            self._all_read = self._all_read and not blocks
            return
        del self.blocks[kept:]
        self.blocks += blocks[kept:]
        self._partials = speaking
        self._read = min(self._read, kept)
        self._measure()
        self._stop_at_unread_block()

    # -- what was read

    @property
    def _follows(self) -> bool:
        return self._anchored and not self._anchor_released

    def _stop_at_unread_block(self) -> None:
        """Follow the end, but stop at the first block that the reader cannot have read yet."""
        first = self._positions.start(min(self._read, len(self.blocks)))
        late = self.stop_at_unread and not self._all_read and self.size.height > 0
        if self._follows and late and first < self.max_scroll_y:
            self.release_anchor()
            self.scroll_to(y=first, animate=False, immediate=True)
        elif self._follows:
            self._read = len(self.blocks)
        # What a resumed game brings first was read before.
        self._all_read = self._all_read and not self.blocks

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Mark every block as read whose last line has become visible."""
        super().watch_scroll_y(old_value, new_value)
        self._check_anchor()
        hidden = round(new_value) + self.size.height - 1
        read = (
            len(self.blocks)
            if self._follows or hidden >= self._end
            else self._positions.block_at(max(hidden, _TOP))
        )
        self._read = min(max(self._read, read), len(self.blocks))

    @property
    def unread_note(self) -> str:
        """What is unread below: `3 new below` or `12 more lines`; empty if nothing is."""
        unread = len(self.blocks) - self._read + bool(self._partial_lines)
        lines = self._end + len(self._partial_lines) - round(self.scroll_y) - self.size.height + 1
        if self._follows or lines <= 0 or not unread:
            return ""
        if unread > 1:
            return f"{unread} new below"
        return "1 more line" if lines == 1 else f"{lines} more lines"

    def action_read_on(self) -> None:
        """Scroll down by a screenful, less two lines: the note's line, and one for orientation."""
        self.scroll_relative(y=max(self.size.height - 2, 1), animate=False, immediate=True)

    # -- measuring

    def measure_ahead(self, blocks: Sequence[Block], most: int) -> None:
        """Measure at most `most` further blocks before they are shown.

        Args:
            blocks: The blocks that may be shown later. Nothing is measured unless they begin with
                the blocks shown now; after a change of viewer they do not.
            most: The most blocks to measure.
        """
        if common_prefix_length(self.blocks, blocks) == len(self.blocks):
            self._positions.measure(blocks, most)

    def unfold(self, *, thoughts: bool) -> None:
        """Show or hide the thoughts below the speeches."""
        self._thoughts = thoughts
        self._fit_shape()

    @property
    def thoughts(self) -> bool:
        """Whether thoughts are shown."""
        return self._thoughts

    def _fit_shape(self) -> None:
        width, tight = self.scrollable_content_region.width, self.app.size.width < self._roomy_from
        shape, before = (
            TranscriptShape(max(width, 12), tight, self._thoughts, self._glyphs),
            self._positions,
        )
        if not width or shape == before.shape:
            return
        top = before.block_at(round(self.scroll_y)) if not self.is_vertical_scroll_end else -1
        self._use_shape(shape)
        self._measure()
        if top >= 0:
            self.scroll_to(y=self._positions.start(top), animate=False, immediate=True)

    def _use_shape(self, shape: TranscriptShape) -> None:
        """Switch to the cached block positions of a layout, or start new ones.

        The `_KEPT_SHAPES` layouts used last stay cached.
        """
        known = (
            standing
            for selected_by, standing in self._known_positions
            if selected_by == self._filter and standing.shape == shape
        )
        self._positions = next(known, None) or BlockPositions(shape, _TOP)
        others = [each for each in self._known_positions if each[1] is not self._positions]
        self._known_positions = [*others[1 - _KEPT_SHAPES :], (self._filter, self._positions)]

    def _use_filter(self, selected_by: object) -> None:
        """Switch to another filter, with no blocks shown yet."""
        self._filter = selected_by
        self.blocks = []
        self._read, self._all_read = 0, True
        self._use_shape(self._positions.shape)
        self._measure()

    def _measure(self) -> None:
        shape = self._positions.shape
        self._positions.measure(self.blocks)
        self._typeset.clear()
        self._partial_lines = [
            line for block in self._partials for line in layout_block(block, shape)
        ]
        self.virtual_size = Size(shape.width, self._end + len(self._partial_lines) + 1)
        self.refresh()

    @property
    def _end(self) -> int:
        """The line below the last block."""
        return self._positions.start(len(self.blocks))

    @property
    def blocks_measured(self) -> int:
        """How many times a block was measured, over all cached layouts."""
        return sum(standing.measured for _, standing in self._known_positions)

    @property
    def blocks_typeset(self) -> int:
        """How many typeset blocks are cached; the other blocks have only been measured."""
        return len(self._typeset)

    @property
    def text(self) -> str:
        """The whole transcript as plain text, visible or not."""
        return "\n".join(plain_text(line).rstrip() for line in self._all_lines())

    def _all_lines(self) -> list[Line]:
        return [
            *(line for block in self.blocks for line in layout_block(block, self._positions.shape)),
            *self._partial_lines,
        ]

    # -- search

    @property
    def top_block(self) -> int:
        """The index of the block at the top of what is visible; 0 without blocks."""
        return self._positions.block_at(max(round(self.scroll_y), _TOP)) if self.blocks else 0

    def mark(self, matches: Sequence[int], found: int) -> None:
        """Highlight the blocks that a search found.

        Args:
            matches: The indices of these blocks.
            found: The index of the block to scroll to; -1 for none.
        """
        self.matches, self._current_match = tuple(matches), found
        if 0 <= found < len(self.blocks):
            self.release_anchor()
            middle = max(self._positions.start(found) - self.size.height // 3, 0)
            self.scroll_to(y=middle, animate=False, immediate=True)
        self.refresh()

    # -- painting

    def _line(self, y: int) -> tuple[int, Line]:
        """Return the index of the block at line `y`, and that line."""
        if y < _TOP:
            return -1, ()
        if y >= self._end:
            offset = y - self._end
            return len(self.blocks), self._partial_lines[offset] if offset < len(
                self._partial_lines
            ) else ()
        number = self._positions.block_at(y)
        key = (number, id(self.blocks[number]))
        lines = self._typeset.get(key)
        if lines is None:
            lines = self._typeset[key] = layout_block(self.blocks[number], self._positions.shape)
        return number, lines[y - self._positions.start(number)]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the lines in `crop`; base style and theme styles are looked up once per call."""
        self._base_style, self._styles = self.rich_style, span_styles(self.app.theme_variables)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Render the visible line `y`; the last one is the unread note, if there is one."""
        if y == self.size.height - 1 and (words := self.unread_note):
            return self._last_line(words)
        place = y + round(self.scroll_offset.y)
        number, line = self._line(place)
        if number in self.matches and line:
            sign = self._glyphs.bar if number == self._current_match else self._glyphs.now
            head = plain_text(line)[:1]
            if head == " ":
                line = (Span(sign, "accent"), *_without_first(line))
        strip = strip_of(line, self._styles, self._base_style, self.size.width)
        selection = self.text_selection
        span = selection.get_span(place) if selection else None
        if span:
            strip = _selected(
                strip, *span, self.screen.get_component_rich_style("screen--selection")
            )
        return strip.apply_offsets(0, place)

    def _last_line(self, words: str) -> Strip:
        line = (
            Span(f" {self._glyphs.down} {words}", "accent+on-bar"),
            Span(f"   {self.app.key_of('read_on')} reads on ", "quiet+on-bar"),
        )
        return strip_of(line, self._styles, self._base_style, self.size.width)

    def on_click(self, event: events.Click) -> None:
        """Scroll down when the unread note is clicked."""
        if self.unread_note and event.get_content_offset_capture(self).y == self.size.height - 1:
            event.stop()
            self.action_read_on()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text and its line ending."""
        return selection.extract(
            "\n" * _TOP + "\n".join(plain_text(line) for line in self._all_lines())
        ), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Repaint the selection."""
        del selection
        self.refresh()

    def notify_style_update(self) -> None:
        """Repaint in the colours of another theme."""
        super().notify_style_update()
        self.refresh()

    def watch_show_vertical_scrollbar(self) -> None:
        """Lay out again, since the scroll bar takes a column."""
        self._fit_shape()

    def on_resize(self) -> None:
        """Lay out again for the new width."""
        self._fit_shape()


def _without_first(line: Line) -> Line:
    first, *rest = line
    return (Span(first.text[1:], first.style), *rest)


def _selected(strip: Strip, start: int, end: int, style: Style) -> Strip:
    """Return a strip with characters `start` to `end` (-1: to its end) drawn as selected."""
    text = strip.text
    last = len(text) if end == -1 else min(end, len(text))
    cuts = [
        strip.index_to_cell_position(place) for place in (min(start, len(text)), last, len(text))
    ]
    before, inside, after = (*strip.divide(cuts), Strip([]), Strip([]), Strip([]))[:3]
    return Strip.join(
        [before, inside.apply_style(Style(bgcolor=style.bgcolor)) if inside else inside, after]
    )
