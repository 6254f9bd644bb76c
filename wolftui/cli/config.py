"""The command `config`: prints and checks the settings; nothing is written."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

import msgspec
import tomli_w

from wolfcore.errors import ConfigError
from wolfcore.models import LocalSettings
from wolfcore.seating import parse_player
from wolftui.games.inputs import open_board
from wolftui.settings.config import Config, LoadedConfig, load_config, setting_description
from wolftui.settings.paths import config_file, themes_folder, weights_folder
from wolftui.settings.themes import load_themes

from . import user_config
from .argument_values import use_setting
from .command import OK


def config_command(args: argparse.Namespace) -> int:
    """Run the command `config`; returns the exit code."""
    match args.what:
        case "path":
            print(config_file())
        case "show":
            print(_settings_text())
        case _:
            check_settings()
            file = config_file()
            made = file.exists()
            print(
                f"All settings are valid ({file})."
                if made
                else f"There is no settings file ({file}); all settings have their defaults."
            )
    return OK


def _settings_text() -> str:
    """Return all settings as TOML, each below its description and source."""
    loaded = user_config.load_config()
    parts: list[str] = []
    for key in Config.__struct_fields__:
        if key == "keys":  # a table; `_tables` prints it
            continue
        source = loaded.sources.get(key, "default")
        parts.append(
            f"# {setting_description(key)} ({source})\n{key} = "
            f"{_toml(getattr(loaded.config, key))}\n"
        )
    return "\n".join([*parts, *_tables(loaded)]).rstrip()


def _tables(loaded: LoadedConfig) -> Iterator[str]:
    """Yield the tables of keys, local servers and models as TOML; API keys are not among them."""
    if loaded.config.keys:
        yield f"# {setting_description('keys')} ({config_file()})\n" + tomli_w.dumps(
            {"keys": loaded.config.keys}
        )
    if loaded.local != LocalSettings(weights=str(weights_folder())):
        local = msgspec.to_builtins(loaded.local)
        if loaded.local.weights == str(weights_folder()):
            del local["weights"]
        yield f"# The server of local models. ({config_file()})\n" + tomli_w.dumps({"local": local})
    for name in loaded.configured_models:
        values = msgspec.to_builtins(loaded.models[name])
        yield f"# A model. ({config_file()})\n" + tomli_w.dumps({"models": {name: values}})


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # A JSON string is a TOML string, except for U+007F, which TOML requires to be escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def check_settings() -> None:
    """Raise ConfigError for the first invalid setting or theme."""
    loaded = load_config()
    looks, problems = load_themes(themes_folder())
    for problem in problems:
        raise problem
    if loaded.config.board:
        use_setting(loaded, "board", open_board)
    use_setting(loaded, "others", parse_player)
    if loaded.config.theme not in looks:
        error = ConfigError(
            f"there is no theme `{loaded.config.theme}`", hint=f"There are: {', '.join(looks)}."
        )
        raise loaded.with_source(error, "theme")
