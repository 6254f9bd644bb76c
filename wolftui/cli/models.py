"""The command `models`: list, add, forget and remove; `model_servers` has what needs a server."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError
from wolfcore.models import SERVERS, ModelSpec, describe_key_source, parse_model
from wolfcore.models.api_keys import read_key
from wolftui.settings.config import LoadedConfig
from wolftui.settings.config_editor import add_model_table, remove_model_table
from wolftui.settings.endpoints import model_memory
from wolftui.settings.found_servers import printable_name
from wolftui.settings.paths import config_file, model_memory_file

from .command import OK
from .user_config import load_config

_KEY_VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "responses": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "google": "GEMINI_API_KEY",
}
"""The environment variables that the hosted endpoints of each kind document for their key."""


def list_command(args: argparse.Namespace) -> int:
    """Run `wolftui models list`; returns the exit code."""
    del args
    loaded = load_config()
    width = max(map(len, loaded.models))
    for name, spec in loaded.models.items():
        print(f"{name:<{width}}  {_model_line(spec)}")
    print("`wolftui models test NAME` tries one; `wolftui models add --help` tells how to add one.")
    return OK


def _model_line(spec: ModelSpec) -> str:
    if spec.kind == "local":
        return f"{'local':<10}  {printable_name(spec.model)}, on a server that wolftui starts"
    prices = (
        ""
        if spec.price_in is None or spec.price_out is None
        else f", {spec.price_in:g} in and {spec.price_out:g} out a million"
    )
    return (
        f"{_server_name(spec):<10}  {printable_name(spec.model)} at {spec.address}, "
        f"{describe_key_source(spec)}{prices}"
    )


def _server_name(spec: ModelSpec) -> str:
    """Return the title of a model's server if it is a known one, else its API kind."""
    return (
        spec.server_profile.title
        if spec.kind == "openai" and spec.server_profile.base_url
        else spec.kind
    )


def add_command(args: argparse.Namespace) -> int:
    """Run `wolftui models add`; returns the exit code."""
    load_config()
    values: dict[str, object] = {}
    for key in ("kind", "server", "base_url", "model", "api_key_env", "api_key_file"):
        if value := getattr(args, key):
            values[key] = value
    for text in args.settings:
        key, value = _parse_setting(text)
        values[key] = value
    if not values.keys() & {"api_key_env", "api_key_file"} and (
        variable := _default_key_variable(values)
    ):
        values["api_key_env"] = variable
    spec = parse_model(args.name, values)
    if spec.api_key_file:
        read_key(
            args.name, spec, {}
        )  # A variable may be set later, but a named file must exist now.
    table = add_model_table(config_file(), args.name, spec)
    print(f"{table.rstrip()}\n\nAdded to {config_file()}.", end=" ")
    if spec.api_key_env and not os.environ.get(spec.api_key_env, "").strip():
        print(
            f"Its key is read from {spec.api_key_env}, which is not set: `export "
            f"{spec.api_key_env}=...`.",
            end=" ",
        )
    print(f"`wolftui models test {args.name}` tries it.")
    return OK


def _default_key_variable(values: Mapping[str, object]) -> str:
    """Return the usual key variable of a hosted endpoint; empty for other endpoints."""
    for name, server in SERVERS.items():
        if values.get("server") == name:
            return server.key_env if server.host else ""
    return "" if "base_url" in values else _KEY_VARIABLES.get(str(values.get("kind", "openai")), "")


def _parse_setting(text: str) -> tuple[str, object]:
    """Parse a `KEY=VALUE`; the value is TOML, or else text."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ConfigError(
            "is not a setting", key="--set", hint="Write for example `--set temperature=0.7`."
        )
    try:
        return key.strip(), parse_toml(f"value = {value}")["value"]
    except NotToml:
        return key.strip(), value.strip()


def check_model_names(loaded: LoadedConfig, names: list[str]) -> None:
    """Raise ConfigError unless there is a model of each name."""
    for name in names:
        if name not in loaded.models:
            raise ConfigError(
                f"there is no model `{name}`", hint=f"There are: {', '.join(loaded.models)}."
            )


def forget_command(args: argparse.Namespace) -> int:
    """Run `wolftui models forget`; returns the exit code."""
    loaded, remembering = load_config(), model_memory()
    check_model_names(loaded, args.names)
    names = args.names or loaded.models
    try:
        gone = [name for name in names if remembering.forget(loaded.models[name])]
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror}), so that nothing is forgotten",
            file=str(model_memory_file()),
        ) from error
    print(f"Forgotten: {', '.join(gone)}." if gone else "Nothing was stored about them.")
    return OK


def remove_command(args: argparse.Namespace) -> int:
    """Run `wolftui models remove`; returns the exit code."""
    remove_model_table(config_file(), args.name)
    print(f"{args.name} is no longer in {config_file()}.")
    return OK
