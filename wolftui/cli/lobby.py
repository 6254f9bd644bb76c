"""The lobby that `wolftui` without a command opens."""

from __future__ import annotations


def open_lobby() -> int:
    """Show the lobby, or print the saved games if no screen is shown; returns the exit code."""
    from wolftui.settings.config import load_config

    from .argument_values import use_screen
    from .library import print_saved_games

    loaded = load_config()
    if not use_screen(loaded.config):
        return print_saved_games()
    from wolftui.screen.entry_points import run_lobby

    return run_lobby(loaded)
