"""The user's settings as commands read them: an unknown theme is told on standard error."""

from __future__ import annotations

import sys

from wolftui.settings import config
from wolftui.settings.config import Config, LoadedConfig
from wolftui.settings.paths import themes_folder


def load_config() -> LoadedConfig:
    """Load the user's settings; a theme that does not exist is told, and the default one is used.

    Raises:
        ConfigError: A key is unknown or a value is wrong.
    """
    loaded = config.load_config()
    if loaded.config.theme != Config().theme:
        # Reads the files of all themes, which most commands never need.
        from wolftui.settings.themes import load_themes, unknown_theme  # noqa: PLC0415  only where a theme is set

        if told := unknown_theme(loaded.config.theme, load_themes(themes_folder())[0]):
            sys.stderr.write(f"wolftui: {told}\n")
    return loaded
