"""Showing only a part of a transcript: what is about some seats or of some kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from wolftui.panels.sieve import KINDS, Kind, Sieve, Sifter, claims_told
from wolftui.session.session import GameSession
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Block, Line, Span
from wolftui.widgets.checks import CheckMenu
from wolftui.widgets.menu import Item
from wolftui.widgets.transcript import Transcript

from .over import Over, Sheet
from .place import Deeds, PlaceScreen

_SEAT_KEYS = "1234567890"
_COLUMN = 22
READ_AT_ONCE = 64
"""Speeches that are read for claims before anything is painted."""


class SieveOver(Over[Sieve]):
    """Asks what is to be shown: kinds and seats, any number of them; Esc leaves it as it was.

    Args:
        sieve: What is on at first.
        count: How many blocks pass a sieve; None where that is not read yet.
        names: Name by seat.
        glyphs: The signs to draw.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back", show=False)]

    def __init__(self, sieve: Sieve, count: Callable[[Sieve], int | None], names: Sequence[str], glyphs: Glyphs) -> None:
        super().__init__()
        self.sieve, self._count, self._names, self._glyphs = sieve, count, tuple(names), glyphs
        self._alone: dict[Sieve, int | None] = {}
        self._lines: tuple[Kind | int, ...] = (*KINDS, *range(1, len(names) + 1))
        self.menu, self._title = CheckMenu(self._items()), Sheet(self._words())

    def compose(self) -> ComposeResult:
        """Title, and a line a kind and a seat."""
        with Vertical():
            yield self._title
            yield self.menu

    def _words(self) -> list[Line]:
        found, whole = self._number(self._count(self.sieve)), self._number(self._counted(Sieve()))
        of = (Span(f"   {found} of {whole}", "accent" if self.sieve.on else "dim"),)
        how = "Space turns on what is chosen, as its key does; Enter shows it, Backspace shows all."
        return [(Span("Show only", "strong"), *of), (Span(how, "dim"),)]

    def _number(self, count: int | None) -> str:
        return self._glyphs.thinking if count is None else f"{count:,}"

    def _counted(self, sieve: Sieve) -> int | None:
        """How many pass one line alone, counted once as soon as it is known."""
        if self._alone.get(sieve) is None:
            self._alone[sieve] = self._count(sieve)
        return self._alone[sieve]

    def _items(self) -> list[Item]:
        return [self._item(line) for line in self._lines]

    def _item(self, line: Kind | int) -> Item:
        if isinstance(line, int):
            alone, here = Sieve(frozenset({line})), line in self.sieve.seats
            name = Span(f"{line} {self._names[line - 1]}", f"seat-{line}")
            key = _SEAT_KEYS[line - 1] if line <= len(_SEAT_KEYS) else ""
        else:
            alone, here, name = Sieve(kinds=frozenset({line})), line in self.sieve.kinds, Span(line, "text")
            key = line[0]
        sign = Span(f"{self._glyphs.now if here else ' ':<2}", "accent+bold")
        room = Span(" " * max(_COLUMN - len(name.text), 1))
        return Item((Span(f"{key:>2}  ", "dim"), sign, name, room, Span(f"{self._number(self._counted(alone)):>6}", "dim")), key)

    def _show(self) -> None:
        self.menu.offer(self._items(), self.menu.at)
        self._title.write(self._words())

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return Situation("sieve", behind=True)

    @on(CheckMenu.Turned)
    def _turn(self, message: CheckMenu.Turned) -> None:
        line = self._lines[message.number]
        if isinstance(line, int):
            self.sieve = replace(self.sieve, seats=self.sieve.seats ^ {line})
        else:
            self.sieve = replace(self.sieve, kinds=self.sieve.kinds ^ {line})
        self._show()

    @on(CheckMenu.Cleared)
    def _clear(self) -> None:
        self.sieve = Sieve()
        self._show()

    @on(CheckMenu.Meant)
    def _mean(self) -> None:
        self.dismiss(self.sieve)

    def action_leave(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)


class Sifting:
    """What of a session's transcript is shown.

    Args:
        screen: What is asked lies over it.
        session: The game.
        transcript: Where it is shown.
        changed: Called when something else is shown.
        step: Takes so many steps where nothing is left out.
        go_to: Moves the cursor behind a fact of the eyes.
    """

    def __init__(
        self,
        screen: PlaceScreen,
        session: GameSession,
        transcript: Transcript,
        changed: Callable[[], None],
        step: Callable[[int], None],
        go_to: Callable[[int], None],
    ) -> None:
        self._screen, self._session, self._transcript, self._changed = screen, session, transcript, changed
        self._step, self._go_to = step, go_to
        self._sifter = Sifter()
        self._eyes, self._folded = session.eyes, True
        self._kept: tuple[tuple[int, int], list[Block]] = ((0, 0), [])

    @property
    def deeds(self) -> Deeds:
        """What each action does."""
        return {"sift": self.turn, "unsift": self.clear, "step": lambda: self._steps(1), "step_back": lambda: self._steps(-1)}

    @property
    def sieve(self) -> Sieve:
        """What passes."""
        return self._sifter.sieve

    @property
    def on(self) -> bool:
        """Whether anything may be left out."""
        return self.sieve.on

    @property
    def reading(self) -> bool:
        """Whether claims are wanted and speeches are still to be read for them."""
        return "claims" in self.sieve.kinds and self._sifter.reading

    # -- what is shown

    @property
    def all_blocks(self) -> Sequence[Block]:
        """What passes of all that may be searched."""
        blocks = self._session.all_blocks
        return self._sifted(blocks, len(blocks))

    @property
    def blocks(self) -> Sequence[Block]:
        """What passes of all that can be read at the cursor."""
        if not self.on:
            return self._session.blocks
        return self._sifted(self._session.all_blocks, len(self._session.blocks), READ_AT_ONCE)

    def _sifted(self, blocks: Sequence[Block], count: int, most: int = 0) -> Sequence[Block]:
        if not self.on:
            return blocks
        self._look(blocks, most)
        numbers = self._sifter.passing(count)
        if self._kept[0] != (self._sifter.version, count):
            self._kept = ((self._sifter.version, count), [blocks[number] for number in numbers])
        return self._kept[1]

    def _look(self, blocks: Sequence[Block], most: int = 0) -> None:
        if self._eyes != self._session.eyes:
            self._eyes = self._session.eyes
            self._sifter.forget()
        self._sifter.look(self._session, blocks, most)

    def spoken(self, tail: Sequence[Block]) -> tuple[Block, ...]:
        """What passes of words that are still being spoken."""
        sieve = self.sieve
        return tuple(
            block for block in tail
            if not (sieve.seats and block.seat not in sieve.seats) and not (sieve.kinds and "speeches" not in sieve.kinds)
        )  # fmt: skip

    def line(self) -> Line:
        """How much is shown and of what, in words; empty where nothing is left out."""
        if not self.on:
            return ()
        self._look(self._session.all_blocks)
        shown, of = self._sifter.counts(len(self._session.blocks))
        return (Span(f"{shown:,} of {of:,}", "accent"), Span("  only ", "dim"), *self.sieve.line(self._session.names))

    # -- what the keys do

    def turn(self) -> None:
        """Ask what is to be shown; where something is left out, show all again."""
        if self.on:
            self.clear()
            return
        self._session.fold_ahead(claims_told(self._session.names), READ_AT_ONCE)
        self._look(self._session.all_blocks)
        sheet = SieveOver(self.sieve, self._sifter.count, self._session.names, self._screen.glyphs)
        self._screen.app.push_screen(sheet, self._sift)

    def clear(self) -> None:
        """Show all."""
        self._sift(Sieve())

    def _sift(self, sieve: Sieve | None) -> None:
        if sieve is None or sieve == self.sieve:
            return
        thoughts = "thoughts" in sieve.kinds
        if thoughts and "thoughts" not in self.sieve.kinds:
            self._folded = not self._transcript.thoughts
        elif "thoughts" in self.sieve.kinds and not thoughts and self._folded:
            self._transcript.unfold(thoughts=False)
        self._sifter.sieve = sieve
        if thoughts:
            self._transcript.unfold(thoughts=True)
        self._changed()

    def _steps(self, steps: int) -> None:
        """A step goes to what passes next; the night or day that it is of comes with it."""
        if not self.on:
            self._step(steps)
            return
        stops = [block.told for block in self.all_blocks if block.kind != "divider"]
        told = self._session.told
        later = [stop for stop in stops if stop > told] if steps > 0 else [stop for stop in stops if stop < told][::-1]
        if later or steps < 0:
            self._go_to(later[0] if later else 0)
