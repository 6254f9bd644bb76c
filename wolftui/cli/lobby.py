"""The lobby that `wolftui` without a command opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wolftui import screen

from .display_options import use_screen
from .library import print_saved_games
from .user_config import load_config

if TYPE_CHECKING:
    from wolftui.web.guest_pages import GuestPages


def open_lobby() -> int:
    """Show the lobby, or print the saved games if no screen is shown; returns the exit code."""
    loaded = load_config()
    if not use_screen(loaded.config):
        return print_saved_games()

    def pages() -> GuestPages | None:
        from .friends import browser_pages  # noqa: PLC0415  sockets, for tables of friends alone

        return browser_pages(loaded.config)

    return screen.run_lobby(loaded, pages)
