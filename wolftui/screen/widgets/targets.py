"""The options of a question, in rows: chosen by digits, arrows, name or mouse.

Nothing is selected until the person selects it, so that a stray Enter decides nothing. The
exception is a single option, which is selected at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from textual import events
from textual.message import Message

from wolftui.words.questions import Option, match_option
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of

from .line_view import TYPING_SECONDS, LineView

_GAP = 2


_STEPS = {"left": -1, "right": 1, "up": -1, "down": 1}


class TargetList(LineView, can_focus=True):
    """The list of a question's options, of which the person chooses one.

    Attributes:
        options: The options to choose from.
        chosen: The selected option, or None.
    """

    DEFAULT_CSS = """
    TargetList { height: auto; background: $w-prompt; }
    """

    class Changed(Message):
        """Posted when another option is selected, or None."""

        def __init__(self, option: Option | None) -> None:
            super().__init__()
            self.option = option

    class Confirmed(Message):
        """Posted when the selected option is confirmed as the answer."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    class Refused(Message):
        """Posted when a key matches no option, or on Enter with nothing selected.

        The selection does not change.
        """

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(dom_id="targets")
        self.options: tuple[Option, ...] = ()
        self.chosen: Option | None = None
        self.clock = clock
        self._typed: str = ""
        self._typed_at: float = 0.0
        self._places: list[tuple[int, int, int, Option]] = []

    def offer(self, options: Sequence[Option]) -> None:
        """Replace the options; a single option is selected at once."""
        self.options = tuple(options)
        self.chosen = self.options[0] if len(self.options) == 1 else None
        self._typed = ""
        self.repaint()

    def choose(self, option: Option | None) -> None:
        """Select an option, or None; discards digits or letters typed so far."""
        self.chosen, self._typed = option, ""
        self.repaint()
        self.post_message(self.Changed(option))

    def pick(self, seat: int) -> None:
        """Select the seat that was clicked elsewhere; posts `Refused` if it is not an option."""
        option = next(
            (option for option in self.options if option.value == seat and _is_seat(option)), None
        )
        if option:
            self.choose(option)
        else:
            self.post_message(self.Refused(f"{seat} is not among the choices."))

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the options side by side, in as many rows as they need."""
        lines: list[list[Span]] = [[]]
        self._places = []
        used = 0
        for option in self.options:
            chosen = option == self.chosen
            number = (
                ()
                if option.label.startswith(f"{option.value} ")
                else (Span(f" {option.value}", "dim"),)
            )
            spans = [*number, Span(f" {option.label} ", "chosen" if chosen else _style(option))]
            if option.note:
                spans.append(Span(f"({option.note}) ", "dim"))
            cells = width_of(spans)
            if used and used + _GAP + cells > width:
                lines.append([])
                used = 0
            if used:
                lines[-1].append(Span(" " * _GAP))
                used += _GAP
            self._places.append((len(lines) - 1, used, used + cells, option))
            lines[-1] += spans
            used += cells
        return [tuple(line) for line in lines]

    def on_key(self, event: events.Key) -> None:
        """Select or confirm an option; every other key is left to the screen."""
        if event.key in _STEPS:
            self._step(_STEPS[event.key])
        elif event.key == "enter":
            self.confirm()
        elif event.key == "backspace":
            self.choose(None)
        elif event.character and event.is_printable and self.type_in(event.character):
            pass
        else:
            return
        event.stop()
        event.prevent_default()

    def confirm(self) -> None:
        """Post `Confirmed` for the selected option; `Refused` if nothing is selected."""
        if self.chosen is None:
            self.post_message(
                self.Refused("Nothing is chosen yet: type a number or a name, or use the arrows.")
            )
        else:
            self.post_message(self.Confirmed(self.chosen))

    def _step(self, step: int) -> None:
        if not self.options:
            return
        if self.chosen is None:
            place = 0 if step > 0 else len(self.options) - 1
        else:
            place = (self.options.index(self.chosen) + step) % len(self.options)
        self.choose(self.options[place])

    def type_in(self, character: str) -> bool:
        """Take one typed character of an option's number or name.

        Characters typed within `TYPING_SECONDS` of each other are joined.

        Returns:
            Whether the character was used; a digit always is.
        """
        now = self.clock()
        before = self._typed if now - self._typed_at <= TYPING_SECONDS else ""
        for typed in (before + character, character) if before else (character,):
            found = match_option(self.options, typed)
            if isinstance(found, Option):
                self.choose(found)
                self._typed, self._typed_at = typed, now
                return True
            if self._is_prefix(typed):
                self._typed, self._typed_at = typed, now
                return True
        if character.isdecimal():
            self.post_message(self.Refused(f"{character} is not among the choices."))
            return True
        return False

    def _is_prefix(self, typed: str) -> bool:
        """Whether the name of at least one option begins with `typed`."""
        word = typed.casefold()
        return any(name.startswith(word) for name in self._names())

    def _names(self) -> Iterator[str]:
        for option in self.options:
            yield from (
                name.casefold()
                for name in (option.label, option.label.split(" ", 1)[-1], *option.words)
            )

    @property
    def used_keys(self) -> frozenset[str]:
        """The first characters of all options' names; typing one selects."""
        return frozenset(name[:1] for name in self._names())

    def on_click(self, event: events.Click) -> None:
        """Select the option under the mouse; confirm it if it is selected already."""
        at = event.get_content_offset_capture(self)
        for line, first, after, option in self._places:
            if line == at.y and first <= at.x < after:
                if option == self.chosen:
                    self.confirm()
                else:
                    self.choose(option)


def _style(option: Option) -> str:
    """Return the style role of an option: the seat's colour, or plain text for other options."""
    return f"seat-{option.value}" if _is_seat(option) else "strong"


def _is_seat(option: Option) -> bool:
    """Whether an option stands for a seat, and not for something else with a number."""
    return bool(option.value) and option.label.startswith(f"{option.value} ")
