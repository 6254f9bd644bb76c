"""Models that were found on this machine are added to the person's settings: the only one at once, several from a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wolfcore.errors import ConfigError
from wolftui.host import AppInterface
from wolftui.settings.config import LoadedConfig, load_config
from wolftui.settings.found_here import NewModel, add_found_model
from wolftui.text.spans import Line, Span

from .over import ChoiceDialog


def add_found_models(app: AppInterface, new: Sequence[NewModel], done: Callable[[LoadedConfig], None]) -> None:
    """Add one of the models, or all of them; where there are several the person chooses. `done` is called when any was added."""

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
        sits = "sits" if len(chosen) == 1 else "sit"
        app.notify(f"{names} now {sits} wherever you like: see `New game`.", markup=False, timeout=6)
        app.apply_settings(loaded)
        done(loaded)

    if len(new) < 2:
        add(new)
        return
    choices: list[tuple[Line, Sequence[NewModel]]] = [
        *(((Span(each.name), Span(f"  {each.title}", "dim")), (each,)) for each in new),
        ((Span(f"all {len(new)}"),), tuple(new)),
    ]
    app.push_screen(ChoiceDialog("Which model may sit down?", "", choices), add)
