"""What all screens share: bindings and help from the table of actions, the next theme, and a word to terminals too small."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.binding import Binding, BindingsMap, BindingType
from textual.screen import Screen

from wolftui.host import Host
from wolftui.settings.actions import (
    ACTIONS,
    BY_ID,
    Action,
    Place,
    Situation,
    help_lines,
    key_line,
)
from wolftui.settings.sizes import has_room
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Line, Span
from wolftui.widgets.keys import KeyLine

from .over import Over, ReadingOver

if TYPE_CHECKING:
    from .engine import Engine

WIDE = 120
"""From this width on everything stands side by side."""


Deeds = Mapping[str, Callable[[], None]]
"""What actions do, by the id of each."""


BEFORE_OTHERS = ("panel_down", "panel_up")
"""Actions whose keys mean this, while it makes sense, even to widgets that have a use for them."""
OF_PROGRAM = ("quit", "palette")
"""Actions that the program carries out wherever somebody is."""


def bindings(place: Place, actions: Sequence[Action] = ACTIONS) -> list[BindingType]:
    """The key bindings of a screen. Those of a prompt are the prompt's own."""
    return [
        Binding(
            ",".join(action.keys),
            f"do('{action.id}')",
            action.help,
            show=False,
            priority=action.id in BEFORE_OTHERS,
            id=action.id,
        )
        for action in actions
        if place in action.places and action.keys and action.id not in OF_PROGRAM
    ]


class PlaceScreen(Screen[None]):
    """A screen of the program.

    Attributes:
        glyphs: The signs that it draws.
        keys: The line of keys.
    """

    app = getters.app(Host)
    PLACE: ClassVar[Place]
    DEFAULT_CSS = """
    PlaceScreen { layers: base over top; background: $w-background; color: $w-text; }
    PlaceScreen.-too-small TooSmall { display: block; }
    """

    def __init__(self, glyphs: Glyphs = FANCY) -> None:
        super().__init__()
        self.glyphs, self.keys = glyphs, KeyLine()
        self._deeds: dict[str, Callable[[], None]] = {}

    @on(events.Mount)
    def _bind_own_keys(self) -> None:
        """Put a person's own keys in the place of those that the class has."""
        if self.app.actions != ACTIONS:
            others = [each for _, each in self._bindings if each.id not in BY_ID]
            self._bindings = BindingsMap([*bindings(self.PLACE, self.app.actions), *others])

    @property
    def engine_here(self) -> Engine | None:
        """What lets a game go on beside this screen; None where none goes on."""
        return None

    def hold(self, *parts: Deeds) -> None:
        """Carry out more actions: those of the parts that this screen is made of."""
        for deeds in parts:
            self._deeds.update(deeds)

    def deed(self, action: str) -> Callable[[], None] | None:
        """What carries out an action here: a part of this screen, or the screen itself by `action_ID`; None where nothing does."""
        return self._deeds.get(action) or getattr(self, f"action_{action}", None)

    def action_do(self, action: str) -> None:
        """Carry out an action of the table of actions, whose id is given; every key is bound to this."""
        deed = self.deed(action)
        if deed:
            deed()

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation(self.PLACE)

    def in_lines(self) -> str:
        """The command that goes on with the same in plain lines; empty where there is none."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action of the table makes sense now; everything else is Textual's."""
        if action != "do":
            return True
        known = BY_ID[str(parameters[0])]
        return self.PLACE in known.places and known.enabled(self.situation) and self.deed(known.id) is not None

    def on_resize(self, event: events.Resize) -> None:
        """Say so where the terminal is too small."""
        self.set_class(not has_room(event.size.width, event.size.height), "-too-small")

    @on(events.ScreenResume)
    def _uncovered(self) -> None:
        self.paint_keys()

    def paint_keys(self) -> None:
        """Show which keys make sense now: those of what lies over the screen, else the screen's own."""
        over = self.app.screen
        line = key_line(over.situation if isinstance(over, Over) else self.situation, self.app.actions)
        self.keys.show([hint._replace(keys=self.glyphs.keys(hint.keys)) for hint in line])
        self.refresh_bindings()

    def action_help(self) -> None:
        """What can be done here."""
        lines: list[Line] = []
        for group, actions in help_lines(self.situation, self.app.actions):
            lines += [*([()] if lines else []), (Span(group.upper(), "dim"),)]
            lines += [(Span(f"  {self.glyphs.keys(action.shown):<14}", "accent"), Span(action.help, "text")) for action in actions]
        self.app.push_screen(ReadingOver("What can be done here", lines, hang=16))

    @on(KeyLine.Pressed)
    def _pressed(self, message: KeyLine.Pressed) -> None:
        """A key was clicked: it does what it does when it is pressed."""
        self.app.press(message.key)

    def action_theme(self) -> None:
        """The next theme."""
        names = list(self.app.available_themes)
        self.app.theme = names[(names.index(self.app.theme) + 1) % len(names)]
        self.notify(f"Theme: {self.app.theme}", timeout=2)
