"""Filtering the transcript by seat and kind: the dialog, and the filtered list of blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from wolftui.games.session.game_session import GameSession
from wolftui.screen.widgets.menu import CheckMenu, Item
from wolftui.screen.widgets.transcript import Transcript
from wolftui.settings.actions import Situation
from wolftui.views.transcript_filter import (
    KINDS,
    FilterIndex,
    FilterKind,
    TranscriptFilter,
    claim_counts,
)
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Block, Line, Span

from .app_screen import AppScreen, Handlers
from .dialogs import Dialog, WrappedLines

_SEAT_KEYS = "1234567890"


_COLUMN = 22


SPEECHES_PER_PAINT = 64
"""The most speeches that are read for claims before a repaint."""


class FilterDialog(Dialog[TranscriptFilter]):
    """Asks which kinds of blocks and which seats to show; Esc changes nothing.

    Args:
        wanted: The filter that is active at first.
        count: Returns the number of blocks that pass a filter; None if they are not read yet.
        names: The names of the seats, from seat 1.
        glyphs: The glyphs to draw.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back", show=False)]

    def __init__(
        self,
        wanted: TranscriptFilter,
        count: Callable[[TranscriptFilter], int | None],
        names: Sequence[str],
        glyphs: Glyphs,
    ) -> None:
        super().__init__()
        self.wanted, self._count, self._names, self._glyphs = wanted, count, tuple(names), glyphs
        self._counts: dict[TranscriptFilter, int | None] = {}
        self._lines: tuple[FilterKind | int, ...] = (*KINDS, *range(1, len(names) + 1))
        self.menu, self._title = CheckMenu(self._items()), WrappedLines(self._words())

    def compose(self) -> ComposeResult:
        """Yield the title, and one line per kind and per seat."""
        with Vertical():
            yield self._title
            yield self.menu

    def _words(self) -> list[Line]:
        found, whole = (
            self._number(self._count(self.wanted)),
            self._number(self._counted(TranscriptFilter())),
        )
        of = (Span(f"   {found} of {whole}", "accent" if self.wanted.active else "dim"),)
        how = "Space turns on what is chosen, as its key does; Enter shows it, Backspace shows all."
        return [(Span("Show only", "strong"), *of), (Span(how, "dim"),)]

    def _number(self, count: int | None) -> str:
        return self._glyphs.thinking if count is None else f"{count:,}"

    def _counted(self, wanted: TranscriptFilter) -> int | None:
        """Return how many blocks pass a filter; cached once it is known."""
        if self._counts.get(wanted) is None:
            self._counts[wanted] = self._count(wanted)
        return self._counts[wanted]

    def _items(self) -> list[Item]:
        return [self._item(line) for line in self._lines]

    def _item(self, line: FilterKind | int) -> Item:
        if isinstance(line, int):
            alone, here = TranscriptFilter(frozenset({line})), line in self.wanted.seats
            name = Span(f"{line} {self._names[line - 1]}", f"seat-{line}")
            key = _SEAT_KEYS[line - 1] if line <= len(_SEAT_KEYS) else ""
        else:
            alone, here, name = (
                TranscriptFilter(kinds=frozenset({line})),
                line in self.wanted.kinds,
                Span(line, "text"),
            )
            key = line[0]
        sign = Span(f"{self._glyphs.now if here else ' ':<2}", "accent+bold")
        room = Span(" " * max(_COLUMN - len(name.text), 1))
        return Item(
            (
                Span(f"{key:>2}  ", "dim"),
                sign,
                name,
                room,
                Span(f"{self._number(self._counted(alone)):>6}", "dim"),
            ),
            key,
        )

    def _show(self) -> None:
        self.menu.offer(self._items(), self.menu.at)
        self._title.set_lines(self._words())

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return Situation("sieve", can_go_back=True)

    @on(CheckMenu.Toggled)
    def _toggle_line(self, message: CheckMenu.Toggled) -> None:
        line = self._lines[message.number]
        if isinstance(line, int):
            self.wanted = replace(self.wanted, seats=self.wanted.seats ^ {line})
        else:
            self.wanted = replace(self.wanted, kinds=self.wanted.kinds ^ {line})
        self._show()

    @on(CheckMenu.Cleared)
    def _clear(self) -> None:
        self.wanted = TranscriptFilter()
        self._show()

    @on(CheckMenu.Confirmed)
    def _confirm(self) -> None:
        self.dismiss(self.wanted)

    def action_leave(self) -> None:
        """Close without changing the filter."""
        self.dismiss(None)


class FilterControls:
    """Filters a session's transcript by seat and kind of block.

    Args:
        screen: The screen of the table; the dialog opens on top of it.
        session: The game.
        transcript: The transcript.
        changed: Called when the filter has changed.
        step: Moves the cursor by a number of steps while no filter is active.
        go_to: Moves the cursor to after a number of facts.
    """

    def __init__(
        self,
        screen: AppScreen,
        session: GameSession,
        transcript: Transcript,
        changed: Callable[[], None],
        step: Callable[[int], None],
        go_to: Callable[[int], None],
    ) -> None:
        self._screen, self._session, self._transcript, self._changed = (
            screen,
            session,
            transcript,
            changed,
        )
        self._step, self._go_to = step, go_to
        self._index = FilterIndex()
        self._eyes, self._folded = session.eyes, True
        self._kept: tuple[tuple[int, int], list[Block]] = ((0, 0), [])

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {
            "sift": self.toggle,
            "unsift": self.clear,
            "step": lambda: self._steps(1),
            "step_back": lambda: self._steps(-1),
        }

    @property
    def filter(self) -> TranscriptFilter:
        """The current filter."""
        return self._index.filter

    @property
    def active(self) -> bool:
        """Whether the filter may leave out any blocks."""
        return self.filter.active

    @property
    def is_reading_claims(self) -> bool:
        """Whether claims are filtered for and some speeches have not been read for claims yet."""
        return "claims" in self.filter.kinds and self._index.is_reading_claims

    # -- what is shown

    @property
    def all_blocks(self) -> Sequence[Block]:
        """The blocks of the whole game that pass the filter, as far as the viewer may search."""
        blocks = self._session.all_blocks
        return self._filtered(blocks, len(blocks))

    @property
    def blocks(self) -> Sequence[Block]:
        """The blocks up to the cursor that pass the filter."""
        if not self.active:
            return self._session.blocks
        return self._filtered(
            self._session.all_blocks, len(self._session.blocks), SPEECHES_PER_PAINT
        )

    def _filtered(self, blocks: Sequence[Block], count: int, most: int = 0) -> Sequence[Block]:
        if not self.active:
            return blocks
        self._update_index(blocks, most)
        numbers = self._index.matching(count)
        if self._kept[0] != (self._index.version, count):
            self._kept = ((self._index.version, count), [blocks[number] for number in numbers])
        return self._kept[1]

    def _update_index(self, blocks: Sequence[Block], most: int = 0) -> None:
        if self._eyes != self._session.eyes:
            self._eyes = self._session.eyes
            self._index.reset()
        self._index.add_blocks(self._session, blocks, most)

    def filter_partials(self, tail: Sequence[Block]) -> tuple[Block, ...]:
        """Return those partial blocks of speeches in progress that pass the filter."""
        wanted = self.filter
        return tuple(
            block
            for block in tail
            if not (wanted.seats and block.seat not in wanted.seats)
            and not (wanted.kinds and "speeches" not in wanted.kinds)
        )

    def summary(self) -> Line:
        """Return how many blocks are shown and which; empty while no filter is active."""
        if not self.active:
            return ()
        self._update_index(self._session.all_blocks)
        shown, of = self._index.counts(len(self._session.blocks))
        return (
            Span(f"{shown:,} of {of:,}", "accent"),
            Span("  only ", "dim"),
            *self.filter.summary(self._session.names),
        )

    # -- what the keys do

    def toggle(self) -> None:
        """Ask for a filter; if one is active, clear it instead."""
        if self.active:
            self.clear()
            return
        self._session.fold_ahead(
            claim_counts(self._session.names, self._session.board.roles),
            SPEECHES_PER_PAINT,
        )
        self._update_index(self._session.all_blocks)
        sheet = FilterDialog(
            self.filter, self._index.count, self._session.names, self._screen.glyphs
        )
        self._screen.app.push_screen(sheet, self._apply)

    def clear(self) -> None:
        """Clear the filter."""
        self._apply(TranscriptFilter())

    def _apply(self, wanted: TranscriptFilter | None) -> None:
        if wanted is None or wanted == self.filter:
            return
        thoughts = "thoughts" in wanted.kinds
        if thoughts and "thoughts" not in self.filter.kinds:
            self._folded = not self._transcript.thoughts
        elif "thoughts" in self.filter.kinds and not thoughts and self._folded:
            self._transcript.unfold(thoughts=False)
        self._index.filter = wanted
        if thoughts:
            self._transcript.unfold(thoughts=True)
        self._changed()

    def _steps(self, steps: int) -> None:
        """Move the cursor to the next or previous block that passes the filter.

        Dividers of nights and days are no stops.
        """
        if not self.active:
            self._step(steps)
            return
        stops = [block.fact_count for block in self.all_blocks if block.kind != "divider"]
        fact_count = self._session.fact_count
        later = (
            [stop for stop in stops if stop > fact_count]
            if steps > 0
            else [stop for stop in stops if stop < fact_count][::-1]
        )
        if later or steps < 0:
            self._go_to(later[0] if later else 0)
