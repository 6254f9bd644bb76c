"""`AppScreen`, the base of all full screens: key bindings, action handlers, help, key line.

Every key is bound to `do(ACTION_ID)`, which looks for a registered handler and then for
`action_ACTION_ID`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual import events, getters, on
from textual.binding import Binding, BindingsMap, BindingType
from textual.screen import Screen

from wolftui.screen.app_interface import AppInterface, RunningGame
from wolftui.screen.widgets.bottom_lines import KeyLine
from wolftui.settings.actions import ACTIONS, BY_ID, Action, Place, Situation, help_groups, key_line
from wolftui.settings.config import fits_screen
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .dialogs import Dialog, TextDialog

WIDE = 120
"""From this width on everything stands side by side."""


Handlers = Mapping[str, Callable[[], None]]
"""What actions do, by the id of each."""


PRIORITY_ACTIONS = ("panel_down", "panel_up")
"""Actions whose keys mean this, while it makes sense, even to widgets that have a use for them."""


APP_ACTIONS = ("quit", "palette")
"""Actions that the program carries out wherever somebody is."""


def key_bindings(place: Place, actions: Sequence[Action] = ACTIONS) -> list[BindingType]:
    """The key bindings of a screen. Those of a prompt are the prompt's own."""
    return [
        Binding(
            ",".join(action.keys),
            f"do('{action.id}')",
            action.help,
            show=False,
            priority=action.id in PRIORITY_ACTIONS,
            id=action.id,
        )
        for action in actions
        if place in action.places and action.keys and action.id not in APP_ACTIONS
    ]


class AppScreen(Screen[None]):
    """A screen of the program.

    Attributes:
        glyphs: The signs that it draws.
        keys: The line of keys.
    """

    app = getters.app(AppInterface)
    PLACE: ClassVar[Place]
    DEFAULT_CSS = """
    AppScreen { layers: base over top; background: $w-background; color: $w-text; }
    AppScreen.-too-small TooSmall { display: block; }
    """

    def __init__(self, glyphs: Glyphs = FANCY) -> None:
        super().__init__()
        self.glyphs, self.keys = glyphs, KeyLine()
        self._handlers: dict[str, Callable[[], None]] = {}

    @on(events.Mount)
    def _bind_own_keys(self) -> None:
        """Put a person's own keys in the place of those that the class has."""
        if self.app.actions != ACTIONS:
            others = [each for _, each in self._bindings if each.id not in BY_ID]
            self._bindings = BindingsMap([*key_bindings(self.PLACE, self.app.actions), *others])

    @property
    def engine_here(self) -> RunningGame | None:
        """The engine of the game that this screen runs, or None."""
        return None

    def add_handlers(self, *parts: Handlers) -> None:
        """Carry out more actions: those of the parts that this screen is made of."""
        for deeds in parts:
            self._handlers.update(deeds)

    def handler_for(self, action: str) -> Callable[[], None] | None:
        """What carries out an action here: a part of this screen, or the screen itself by `action_ID`; None where nothing does."""
        return self._handlers.get(action) or getattr(self, f"action_{action}", None)

    def action_do(self, action: str) -> None:
        """Carry out an action of the table of actions, whose id is given; every key is bound to this."""
        deed = self.handler_for(action)
        if deed:
            deed()

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation(self.PLACE)

    def plain_command(self) -> str:
        """The command that goes on with the same in plain lines; empty where there is none."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action of the table makes sense now; everything else is Textual's."""
        if action != "do":
            return True
        known = BY_ID[str(parameters[0])]
        return (
            self.PLACE in known.places
            and known.enabled(self.situation)
            and self.handler_for(known.id) is not None
        )

    def on_resize(self, event: events.Resize) -> None:
        """Say so where the terminal is too small."""
        self.set_class(not fits_screen(event.size.width, event.size.height), "-too-small")

    @on(events.ScreenResume)
    def _screen_resumed(self) -> None:
        self.refresh_key_line()

    def refresh_key_line(self) -> None:
        """Show which keys make sense now: those of what lies over the screen, else the screen's own."""
        over = self.app.screen
        line = key_line(
            over.situation if isinstance(over, Dialog) else self.situation, self.app.actions
        )
        self.keys.show([hint._replace(keys=self.glyphs.draw_keys(hint.keys)) for hint in line])
        self.refresh_bindings()

    def action_help(self) -> None:
        """What can be done here."""
        lines: list[Line] = []
        for group, actions in help_groups(self.situation, self.app.actions):
            lines += [*([()] if lines else []), (Span(group.upper(), "dim"),)]
            lines += [
                (
                    Span(f"  {self.glyphs.draw_keys(action.key_label):<14}", "accent"),
                    Span(action.help, "text"),
                )
                for action in actions
            ]
        self.app.push_screen(TextDialog("What can be done here", lines, hang=16))

    @on(KeyLine.Pressed)
    def _hint_clicked(self, message: KeyLine.Pressed) -> None:
        """A key was clicked: it does what it does when it is pressed."""
        self.app.press_key(message.key)

    def action_theme(self) -> None:
        """The next theme."""
        names = list(self.app.available_themes)
        self.app.theme = names[(names.index(self.app.theme) + 1) % len(names)]
        self.notify(f"Theme: {self.app.theme}", timeout=2)
