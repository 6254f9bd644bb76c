"""The settings screen, and adding models that were found on this machine.

The dialogs for keys and models are in `settings_parts`.

A changed setting is validated, written to the person's config file and applied at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll

from wolfcore.errors import ConfigError
from wolfcore.models import models_to_offer
from wolftui.games.preferences import (
    FREE_TEXT_SETTINGS,
    Setting,
    next_setting,
    parse_setting,
    setting_choices,
    setting_text,
)
from wolftui.games.setup_choices import Choice
from wolftui.screen.app_interface import AppInterface
from wolftui.screen.widgets.line_view import ComputedLines, Heading, TooSmall
from wolftui.screen.widgets.menu import Item, Menu
from wolftui.settings.actions import Situation
from wolftui.settings.config import LoadedConfig, load_config, setting_description
from wolftui.settings.config_editor import Value, set_value
from wolftui.settings.found_servers import NewModel, add_found_model, not_configured
from wolftui.settings.paths import config_file
from wolftui.views.setting_rows import (
    ROWS,
    SETTING_LABELS,
    Row,
    file_lines,
    help_lines,
    overriding_variable,
    setting_rows,
)
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings
from .dialogs import ChoiceDialog
from .input_dialog import WRITE_IT, InputDialog
from .settings_parts import KeysEditor, ModelsEditor

_WIDTHS = [(0, "-small"), (100, "-wide")]


_HEIGHTS = [(0, "-low"), (22, "-high")]


_FEW_LINES = 20


class SettingsScreen(AppScreen):
    """Lists the person's settings, changes them, and adds models found on this machine.

    Args:
        loaded: The settings.
        new: Models that were found on this machine.
        glyphs: The glyphs to draw.

    Attributes:
        loaded: The current settings.
        menu: The list of settings.
        help: The explanation of the setting under the cursor.
    """

    PLACE = "settings"
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("settings")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    DEFAULT_CSS = """
    SettingsScreen #left { width: 62; background: $w-background; padding: 2 3 1 4; }
    SettingsScreen #left Menu { background: $w-background; max-height: 100%; }
    SettingsScreen #right {
        width: 1fr; background: $w-panel; padding: 2 4; scrollbar-size-vertical: 1;
    }
    SettingsScreen.-small Horizontal { layout: vertical; }
    SettingsScreen.-small #left { width: 1fr; height: auto; max-height: 16; padding: 1 1 0 2; }
    SettingsScreen.-small #right { width: 1fr; padding: 0 3; margin-top: 1; }
    SettingsScreen.-small.-low #left { max-height: 7; padding: 0 1; }
    SettingsScreen.-small.-low #right { padding: 0 2; margin-top: 0; }
    """

    def __init__(
        self, loaded: LoadedConfig, new: Sequence[NewModel] = (), glyphs: Glyphs = FANCY
    ) -> None:
        super().__init__(glyphs)
        self.loaded, self._found_models = loaded, tuple(new)
        self.heading, self.menu, self.help = (
            Heading(),
            Menu(dom_id="settings"),
            ComputedLines(self._help_lines, dom_id="setting-help"),
        )
        self._keys_editor = KeysEditor(self, self._changed)
        self._models_editor = ModelsEditor(
            self, lambda: self.loaded, lambda: self.new_models, self._changed
        )

    def compose(self) -> ComposeResult:
        """Yield heading, list of settings, explanation and key line."""
        yield self.heading
        with Horizontal():
            with Vertical(id="left"):
                yield self.menu
            with VerticalScroll(id="right", can_focus=False):
                yield self.help
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show the settings."""
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Repaint the explanation, which is wrapped to the width."""
        super().on_resize(event)
        self.call_after_refresh(self.help.repaint)

    # -- showing

    @property
    def row(self) -> Row:
        """The setting under the cursor, `keys` or `models`."""
        return ROWS[self.menu.at]

    @property
    def new_models(self) -> list[NewModel]:
        """The models found on this machine that are not in the settings yet."""
        return not_configured(self._found_models, self.loaded.models)

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation("settings", can_go_back=True, new_models_found=bool(self.new_models))

    def _show(self) -> None:
        self.glyphs = self.app.glyphs
        self.heading.show(
            (Span(f" {self.glyphs.night} wolftui", "accent"), Span("  settings", "quiet"))
        )
        self.menu.offer(
            [Item(line) for line in setting_rows(self.loaded, self.new_models)], self.menu.at
        )
        self.help.repaint()
        self.refresh_key_line()

    def _help_lines(self, width: int) -> Sequence[Line]:
        lines = help_lines(self.row, self.loaded, self.new_models, width)
        return (
            lines if self.size.height < _FEW_LINES else [*lines, *file_lines(config_file(), width)]
        )

    @on(Menu.Moved)
    def _moved(self) -> None:
        self.help.repaint()

    # -- changing

    def _set(self, setting: Setting, value: Value | None) -> None:
        """Write a setting to the config file and apply it; None removes it from the file.

        A setting that an environment variable overrides is not changed; the person is told so.
        """
        if variable := overriding_variable(setting, self.loaded):
            self.notify(
                f"The environment variable {variable} overrides this; unset it to choose here.",
                severity="warning",
                markup=False,
            )
            return
        try:
            loaded = set_value(config_file(), setting, value)
        except ConfigError as error:
            self.notify(str(error), severity="error", markup=False, timeout=10)
            return
        self._changed(loaded)

    def _set_text(self, setting: Setting, text: str) -> None:
        self._set(setting, parse_setting(setting, text, self._themes()))

    def _themes(self) -> list[str]:
        return sorted(self.app.available_themes)

    def action_turn(self) -> None:
        """Switch the setting under the cursor to its next choice."""
        self._turn(1)

    def action_turn_back(self) -> None:
        """Switch the setting under the cursor to its previous choice."""
        self._turn(-1)

    def _turn(self, step: int) -> None:
        if self.row in ("keys", "models"):
            return
        text = next_setting(self.row, self.loaded.config, step, self._themes())
        if text is not None:
            self._set_text(self.row, text)

    def action_theme(self) -> None:
        """Switch to the next theme and save it."""
        text = next_setting("theme", self.loaded.config, 1, self._themes())
        if text is not None:
            self._set_text("theme", text)

    def action_usual(self) -> None:
        """Reset the setting under the cursor to its default: all keys on their line."""
        if self.row == "keys":
            self._keys_editor.reset()
        elif self.row != "models":
            self._set(self.row, None)

    @on(Menu.Chosen)
    def _chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        row = self.row
        if row == "models":
            self._models_editor.open()
        elif row == "keys":
            self._keys_editor.open()
        elif row in FREE_TEXT_SETTINGS and not setting_choices(row, self.loaded.config, (), ()):
            self._write(row)
        elif row in ("motion", "ascii", "heard", "suspicions", "plain"):
            self._turn(1)
        else:
            self._list(row)

    def _list(self, setting: Setting) -> None:
        """Ask for the value of a setting in a menu of its choices."""
        choices = setting_choices(
            setting, self.loaded.config, self._themes(), models_to_offer(self.loaded.models)
        )
        now = setting_text(self.loaded.config, setting)
        values = [choice.value for choice in choices]
        width = max(map(len, values))
        lines: list[tuple[Line, str]] = [(_line(choice, width), choice.value) for choice in choices]
        if setting in FREE_TEXT_SETTINGS:
            lines.append(((Span("write it"),), WRITE_IT))

        def take(text: str | None) -> None:
            if text == WRITE_IT:
                self._write(setting)
            elif text is not None:
                self._set_text(setting, text)

        self.app.push_screen(
            ChoiceDialog(
                SETTING_LABELS[setting], "", lines, at=values.index(now) if now in values else 0
            ),
            take,
        )

    def _write(self, setting: Setting) -> None:
        """Ask for the value of a setting as text, which is checked before it is accepted."""

        def take(text: str | None) -> None:
            if text is not None:
                self._set_text(setting, text)

        now, themes = setting_text(self.loaded.config, setting), self._themes()
        ask = InputDialog(
            SETTING_LABELS[setting],
            setting_description(setting),
            now,
            lambda text: parse_setting(setting, text, themes),
        )
        self.app.push_screen(ask, take)

    def action_add_model(self) -> None:
        """Add a model that was found on this machine; if there is none, say so."""
        if not self.new_models:
            self.notify(
                "No other model was found on this machine. Enter on `Models` adds one.",
                markup=False,
                timeout=5,
            )
            return
        add_found_models(self.app, self.new_models, self._changed)

    def _changed(self, loaded: LoadedConfig) -> None:
        self.loaded = loaded
        self.app.apply_settings(loaded)
        self._show()

    def action_back(self) -> None:
        """Return to the lobby."""
        self.app.pop_screen()


def _line(choice: Choice, width: int) -> Line:
    return (
        (Span(f"{choice.value:<{width}}  "), Span(choice.words, "dim"))
        if choice.value
        else (Span(choice.words),)
    )


def add_found_models(
    app: AppInterface, new: Sequence[NewModel], done: Callable[[LoadedConfig], None]
) -> None:
    """Add models to the config file; if there are several, the person chooses one or all.

    Args:
        app: The app, which shows notices and applies the settings.
        new: The models to choose from.
        done: Called with the new settings once a model was added.
    """

    def add(chosen: Sequence[NewModel] | None) -> None:
        if not chosen:
            return
        try:
            for each in chosen:
                add_found_model(each)
            loaded = load_config()
        except ConfigError as error:
            app.notify(str(error), severity="error", markup=False, timeout=10)
            return
        names = ", ".join(each.name for each in chosen)
        app.notify(f"Added: {names}. New game seats them.", markup=False, timeout=6)
        app.apply_settings(loaded)
        done(loaded)

    if len(new) < 2:
        add(new)
        return
    choices: list[tuple[Line, Sequence[NewModel]]] = [
        *(((Span(each.name), Span(f"  {each.title}", "dim")), (each,)) for each in new),
        ((Span(f"all {len(new)}"),), tuple(new)),
    ]
    app.push_screen(ChoiceDialog("Add which model?", "", choices), add)
