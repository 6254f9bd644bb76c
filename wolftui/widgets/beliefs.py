"""A list of suspicions: what the person takes each other seat for, and how surely. Any of them may be left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual import events
from textual.message import Message

from core.game import Belief, RoleName
from wolftui.questions import Option
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import width_of

from .paper import Paper

FIRST_CONFIDENCE, LAST_CONFIDENCE = 5, 10


class BeliefList(Paper, can_focus=True):
    """Left and right choose a seat, up and down the role that it is taken for, plus and minus how surely."""

    DEFAULT_CSS = """
    BeliefList { height: auto; background: $w-prompt; }
    """

    class Confirmed(Message):
        """These suspicions are meant."""

        def __init__(self, beliefs: tuple[Belief, ...]) -> None:
            super().__init__()
            self.beliefs = beliefs

    def __init__(self, roles: Sequence[RoleName], glyphs: Glyphs) -> None:
        super().__init__(dom_id="beliefs")
        self._roles: tuple[RoleName | Literal["Uncertain"], ...] = (*dict.fromkeys(roles), "Uncertain")
        self._glyphs = glyphs
        self._options: tuple[Option, ...] = ()
        self._held: dict[int, Belief] = {}
        self._at = 0

    def offer(self, options: Sequence[Option]) -> None:
        """Begin; what was believed before of a seat that still lives is kept."""
        self._options = tuple(options)
        self._held = {option.value: self._held[option.value] for option in options if option.value in self._held}
        self._at = 0
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """A seat a cell, and a line that says how it is done."""
        lines: list[list[Span]] = [[]]
        for number, option in enumerate(self._options):
            spans = self._cell(option, here=number == self._at)
            if lines[-1] and width_of(lines[-1]) + width_of(spans) > width:
                lines.append([])
            lines[-1] += [*spans, Span("  ")]
        how = self._glyphs.keys("← → seat   ↑ ↓ role   + - confidence   Backspace leaves a seat out   Enter done")
        return [*(tuple(line) for line in lines), (Span(how, "dim"),)]

    def _cell(self, option: Option, *, here: bool) -> list[Span]:
        belief = self._held.get(option.value)
        name = Span(f" {option.label} ", "chosen" if here else f"seat-{option.value}")
        if belief is None:
            return [name, Span(f" {self._glyphs.none}", "dim")]
        sign = self._glyphs.roles.get(belief.role, "?")
        return [name, Span(f" {sign} {belief.role} {belief.confidence}", f"role-{belief.role}")]

    def on_key(self, event: events.Key) -> None:
        """Move, judge, confirm; every other key is left to the screen."""
        match event.key:
            case "left" | "right":
                self._at = (self._at + (1 if event.key == "right" else -1)) % max(len(self._options), 1)
            case "up" | "down":
                self._judge(1 if event.key == "down" else -1)
            case "plus" | "equals_sign" | "minus":
                self._surer(-1 if event.key == "minus" else 1)
            case "backspace":
                self._held.pop(self._options[self._at].value, None)
            case "enter":
                self.post_message(self.Confirmed(tuple(self._held[seat] for seat in sorted(self._held))))
            case _:
                return
        event.stop()
        event.prevent_default()
        self.repaint()

    def _judge(self, step: int) -> None:
        seat = self._options[self._at].value
        held = self._held.get(seat)
        place = (self._roles.index(held.role) + step) % len(self._roles) if held else 0
        self._held[seat] = Belief(seat, self._roles[place], held.confidence if held else FIRST_CONFIDENCE)

    def _surer(self, step: int) -> None:
        seat = self._options[self._at].value
        held = self._held.get(seat)
        if held:
            confidence = min(max(held.confidence + step, FIRST_CONFIDENCE), LAST_CONFIDENCE)
            self._held[seat] = Belief(seat, held.role, confidence)
