"""Dialogs of the settings screen: `KeysEditor` changes keys, `ModelsEditor` models.

Both write the user's settings file. API keys are named by their environment variable only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from wolfcore.errors import ConfigError
from wolfcore.models import SERVERS, ModelSpec, describe_key_source, parse_model
from wolfcore.models.servers import ServerName
from wolftui.settings.actions import Action, is_remappable
from wolftui.settings.config import LoadedConfig, load_config
from wolftui.settings.config_editor import (
    add_model_table,
    check_key_variable,
    remove_model_table,
    set_model_value,
    set_own_keys,
)
from wolftui.settings.found_servers import NewModel, add_found_model, printable_name, proposed_name
from wolftui.settings.paths import config_file
from wolftui.settings.visitor_terms import terms_of
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen
from .dialogs import ChoiceDialog
from .input_dialog import InputDialog

if TYPE_CHECKING:
    from wolftui.settings.model_check import ModelCheck


Changed = Callable[[LoadedConfig], None]
"""Called with the new settings after each change."""


class KeysEditor:
    """Lists the keys that can be changed, and writes other keys for an action.

    Args:
        screen: The settings screen; dialogs open on top of it.
        changed: Called with the new settings after each change.
    """

    def __init__(self, screen: AppScreen, changed: Changed) -> None:
        self._screen, self._changed = screen, changed

    def open(self, at: int = 0) -> None:
        """Ask which key to change, with the cursor at first on the action with the index `at`."""
        app, own = self._screen.app, self._screen.app.config.keys
        actions = [action for action in app.actions if is_remappable(action)]
        rows: list[tuple[Line, int]] = [
            (
                (
                    Span(f"{app.glyphs.draw_keys(action.key_label):<7}", "accent"),
                    Span(action.help, "strong" if action.id in own else "text"),
                ),
                number,
            )
            for number, action in enumerate(actions)
        ]

        def take(number: int | None) -> None:
            if number is not None:
                self._write(actions[number], number)

        dialog = ChoiceDialog("Change which key?", "", rows, at=at, keys=[""] * len(rows))
        app.push_screen(dialog, take)

    def _write(self, action: Action, at: int) -> None:
        """Ask for the keys of an action; keys that cannot be had are refused with the reason."""
        own = self._screen.app.config.keys.get(action.id, "")
        said = (
            "A character, space, home, end, insert, f1 to f12, or ctrl+o; several with spaces "
            "between. Empty for the shipped key."
        )

        def save(text: str) -> None:
            self._changed(set_own_keys(config_file(), {action.id: text.split()}))

        ask = InputDialog(action.help, said, own if isinstance(own, str) else " ".join(own), save)
        self._screen.app.push_screen(ask, lambda _: self.open(at))

    def reset(self) -> None:
        """Reset all keys to the shipped ones."""
        try:
            loaded = set_own_keys(config_file(), dict.fromkeys(self._screen.app.config.keys, ()))
        except ConfigError as error:
            self._screen.app.notify(str(error), severity="error", markup=False, timeout=10)
        else:
            self._changed(loaded)


Field = Literal["base_url", "model", "api_key_env", "name"]


_FIELDS: Mapping[Field, tuple[str, str]] = {
    "base_url": (
        "Address",
        "Of the endpoint, such as http://localhost:8080/v1; empty for the usual one of its server.",
    ),
    "model": ("Model", "The name of the model at the endpoint."),
    "api_key_env": (
        "Variable of the key",
        "The environment variable that holds the key; empty if none is needed. The key itself is "
        "written nowhere.",
    ),
    "name": ("Name", "The name for seats, as in vanilla@NAME."),
}
"""The texts that are asked for a model, with their titles and explanations."""


class ModelsEditor:
    """Lists the models; adds, tries, changes and removes one.

    Args:
        screen: The settings screen; dialogs open on top of it.
        loaded: Returns the current settings.
        new: Returns the models found on this machine that are not in the settings yet.
        changed: Called with the new settings after each change.
    """

    def __init__(
        self,
        screen: AppScreen,
        loaded: Callable[[], LoadedConfig],
        new: Callable[[], Sequence[NewModel]],
        changed: Changed,
    ) -> None:
        self._screen, self._loaded, self._new, self._changed = screen, loaded, new, changed

    def open(self) -> None:
        """Ask for the model to try, change, remove or add."""
        loaded = self._loaded()
        rows: list[tuple[Line, Callable[[], None]]] = []
        for new in () if _has_host_models() else self._new():
            title = f"  add it: {new.title}, on this machine"
            rows.append(
                (
                    (Span(new.name), Span(title, "good")),
                    lambda new=new: self._save(lambda: add_found_model(new)),
                )
            )
        for name, spec in loaded.models.items():
            rows.append(
                (
                    (Span(name), Span(f"  {_place(spec)}", "dim")),
                    lambda name=name: self._open_one(name),
                )
            )
        if not _has_host_models():
            rows.append(((Span("add a model at an address, or of a known host"),), self._add))
        self._ask("Models", "", rows)

    def _ask(self, title: str, words: str, rows: Sequence[tuple[Line, Callable[[], None]]]) -> None:
        """Ask in a menu, and carry out the chosen line."""

        def take(chosen: Callable[[], None] | None) -> None:
            if chosen:
                chosen()

        self._screen.app.push_screen(ChoiceDialog(title, words, rows), take)

    def _open_one(self, name: str) -> None:
        loaded = self._loaded()
        spec = loaded.models[name]
        rows: list[tuple[Line, Callable[[], None]]] = [
            ((Span("try it with one question of a game"),), lambda: self._try(name))
        ]
        if name in loaded.configured_models and not _has_host_models():
            for field in ("base_url", "model", "api_key_env"):
                now: str = getattr(spec, field)
                rows.append(
                    (
                        (Span(f"{_FIELDS[field][0]:<21}"), Span(printable_name(now), "dim")),
                        lambda field=field, now=now: self._change(name, field, now),
                    )
                )
            rows.append(
                (
                    (Span("remove it from your settings"),),
                    lambda: self._save(lambda: remove_model_table(config_file(), name)),
                )
            )
        self._ask(name, f"{_place(spec)}, {describe_key_source(spec)}.", rows)

    def _save(self, change: Callable[[], object]) -> None:
        """Make a change of the file and load it again; show the error if that raises one."""
        try:
            change()
            loaded = load_config()
        except ConfigError as error:
            self._screen.app.notify(str(error), severity="error", markup=False, timeout=10)
        else:
            self._changed(loaded)

    def _change(self, name: str, field: Field, now: str) -> None:
        def save(text: str) -> None:
            if field == "api_key_env" and text.strip():
                check_key_variable(text.strip())
            self._changed(set_model_value(config_file(), name, field, text.strip()))

        self._screen.app.push_screen(InputDialog(*_FIELDS[field], now, save))

    def _add(self) -> None:
        """Ask for a known server or another address, and then for the rest of a new model."""

        def answered(server: ServerName | None) -> Callable[[], None]:
            if server is None:
                return lambda: self._ask_field({}, ("base_url", "model", "api_key_env", "name"))
            known = SERVERS[server]
            values: dict[str, str] = {
                "server": server,
                "api_key_env": known.key_env if known.host else "",
            }
            return lambda: self._ask_field(values, ("model", "api_key_env", "name"))

        rows: list[tuple[Line, Callable[[], None]]] = [
            ((Span("another address"),), answered(None)),
            *(((Span(server.title),), answered(name)) for name, server in SERVERS.items()),
        ]
        self._ask("Which server has the model?", "", rows)

    def _ask_field(self, values: Mapping[str, str], fields: Sequence[Field]) -> None:
        """Ask for the next text of a new model; write the model after the last one."""
        field, *rest = fields
        taken = self._loaded().models
        now = proposed_name(values["model"], taken) if field == "name" else values.get(field, "")

        def check(text: str) -> None:
            said = {**values, field: text.strip()}
            if field == "api_key_env" and said[field]:
                check_key_variable(said[field])
            name = said.pop("name", "model")
            spec = parse_model(name, {"model": "model", **said})
            if not rest:
                add_model_table(config_file(), name, spec)

        def take(text: str | None) -> None:
            if text is None:
                return
            said = {**values, field: text.strip()}
            if rest:
                self._ask_field(said, rest)
                return
            self._save(lambda: None)
            variable = said["api_key_env"]
            if variable and not os.environ.get(variable):
                self._screen.app.notify(
                    f"The key is read from {variable}, which is not set.",
                    severity="warning",
                    markup=False,
                )
            self._open_one(said["name"])

        self._screen.app.push_screen(InputDialog(*_FIELDS[field], now, check), take)

    def _try(self, name: str) -> None:
        app, loaded = self._screen.app, self._loaded()

        def tell(check: ModelCheck) -> None:
            words = (
                f"The model {name} {'works' if check.works else 'does not work'}: {check.detail}"
            )
            severity = "information" if check.works else "error"
            app.notify(words, severity=severity, markup=False, timeout=15)

        async def ask() -> None:
            from wolftui.settings.model_check import try_models  # loads httpx

            await try_models(loaded, [name], tell)

        app.notify(f"The model {name} is asked one question of a game.", markup=False, timeout=3)
        app.run_worker(ask())


def _place(spec: ModelSpec) -> str:
    """Name a model and its endpoint."""
    place = f"at {spec.address}" if spec.address else "on a server that wolftui starts"
    return f"{printable_name(spec.model)} {place}"


def _has_host_models() -> bool:
    """Return whether a host chooses the models, so that the settings hold none of the user's."""
    terms = terms_of()
    return terms is not None and terms.models is not None
