"""The lobby: what a bare `wolftui` opens."""

from __future__ import annotations


def open_lobby() -> int:
    """The lobby on a screen; without a terminal the saved games as lines."""
    from wolftui.settings.config import load_config

    from .common import wants_screen
    from .library import list_saved

    loaded = load_config()
    if not wants_screen(loaded.config):
        return list_saved()
    from wolftui.on_screen import run_lobby

    return run_lobby(loaded)
