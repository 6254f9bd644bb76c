"""`AppScreen`, the base of all full screens: key bindings, action handlers, help, key line.

Every key is bound to `do(ACTION_ID)`, which looks for a registered handler and then for
`action_ACTION_ID`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
"""From this width in cells on, all parts of a screen are shown side by side."""


Handlers = Mapping[str, Callable[[], None]]
"""The functions that carry out actions, by action id."""


PRIORITY_ACTIONS = ("panel_down", "panel_up")
"""Actions whose keys go to the action, while it is enabled, even if the focused widget uses them.
"""


APP_ACTIONS = ("quit", "palette")
"""Actions that the app itself handles, on every screen."""


def key_bindings(place: Place, actions: Sequence[Action] = ACTIONS) -> list[BindingType]:
    """Return the key bindings of a screen; a prompt handles its keys itself.

    Args:
        place: The kind of screen.
        actions: The actions with their keys.
    """
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
    """Base class of the app's full screens; binds keys to actions and keeps the key line.

    Attributes:
        glyphs: The glyphs to draw.
        keys: The key line.
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

    @on(events.Compose)
    def _add_first_classes(self) -> None:
        """Add the first classes before any widget is mounted, so that each is styled once."""
        self.add_class(*self.first_classes(), update=False)

    def first_classes(self) -> Iterable[str]:
        """Return the CSS classes that this screen has from its first frame on.

        Subclasses add theirs to those of the breakpoints.
        """
        size = self.app.size
        for cells, breakpoints in (
            (size.width, self.HORIZONTAL_BREAKPOINTS or ()),
            (size.height, self.VERTICAL_BREAKPOINTS or ()),
        ):
            reached = [each for each in breakpoints if each[0] <= cells]
            if reached:
                yield max(reached)[1]

    @on(events.Mount)
    def _bind_own_keys(self) -> None:
        """Replace the class's default key bindings by the person's own."""
        if self.app.actions != ACTIONS:
            self.bind_keys()

    def bind_keys(self) -> None:
        """Bind the actions to their current keys."""
        others = [each for _, each in self._bindings if each.id not in BY_ID]
        self._bindings = BindingsMap([*key_bindings(self.PLACE, self.app.actions), *others])

    @property
    def engine_here(self) -> RunningGame | None:
        """The engine of the game that this screen runs, or None."""
        return None

    def add_handlers(self, *parts: Handlers) -> None:
        """Register the handlers of the parts that this screen is composed of."""
        for deeds in parts:
            self._handlers.update(deeds)

    def handler_for(self, action: str) -> Callable[[], None] | None:
        """Return the function for an action id, or None if this screen does not handle it.

        A registered handler comes first, then the method `action_ID`.
        """
        return self._handlers.get(action) or getattr(self, f"action_{action}", None)

    def action_do(self, action: str) -> None:
        """Carry out the action with this id; every key binding calls this."""
        deed = self.handler_for(action)
        if deed:
            deed()

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation(self.PLACE)

    def plain_command(self) -> str:
        """Return the command that continues the same in plain lines; empty if there is none."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action of the action table is enabled now; True for Textual's own actions."""
        if action != "do":
            return True
        known = BY_ID[str(parameters[0])]
        return (
            self.PLACE in known.places
            and known.enabled(self.situation)
            and self.handler_for(known.id) is not None
        )

    def on_resize(self, event: events.Resize) -> None:
        """Show the notice that the terminal is too small, or remove it."""
        self.set_class(not fits_screen(event.size.width, event.size.height), "-too-small")

    @on(events.ScreenResume)
    def _screen_resumed(self) -> None:
        self.refresh_key_line()

    def refresh_key_line(self) -> None:
        """Update the key line to the dialog on top of this screen, or else to the screen itself."""
        over = self.app.screen
        line = key_line(
            over.situation if isinstance(over, Dialog) else self.situation, self.app.actions
        )
        self.keys.show([hint._replace(keys=self.glyphs.draw_keys(hint.keys)) for hint in line])
        self.refresh_bindings()

    def action_help(self) -> None:
        """Open a dialog with the actions enabled now and their keys."""
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
        """Press the key whose hint was clicked in the key line."""
        self.app.press_key(message.key)

    def keep_name(self, name: str) -> None:
        """Keep the person's name in their settings; a notice says why where that fails."""
        from wolfcore.errors import ConfigError
        from wolftui.settings.config_editor import set_value
        from wolftui.settings.paths import config_file

        try:
            self.app.apply_settings(set_value(config_file(), "name", name))
        except ConfigError as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_theme(self) -> None:
        """Switch to the next theme."""
        names = list(self.app.available_themes)
        self.app.theme = names[(names.index(self.app.theme) + 1) % len(names)]
        self.notify(f"Theme: {self.app.theme}", timeout=2)
