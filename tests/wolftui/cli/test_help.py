"""Help, version and completion: at once, and without what only games need."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from typing import cast

import pytest

from tests.wolftui.cli.running import ROOT, Program
from wolfcore.lazy import load
from wolftui.cli.parser import COMMANDS, build_parser

HEAVY = (
    "textual",
    "rich",
    "msgspec",
    "platformdirs",
    "httpx",
    "numpy",
    "torch",
    "asyncio",
    "wolfcore.bots",
    "wolfcore.game",
    "wolfcore.table",
)


def loaded(*argv: str) -> set[str]:
    """The modules that a fresh process has loaded after a command line."""
    code = (
        "import sys\nfrom wolftui.__main__ import "
        f"main\nmain({list(argv)!r})\nsys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("argv", [("--help",), ("--version",), ("run", "--help")])
def test_help_loads_nothing_that_only_games_need(argv: tuple[str, ...]) -> None:
    modules = loaded(*argv)
    assert "wolftui.cli.parser" in modules
    assert not modules & set(HEAVY)


@pytest.mark.slow
def test_headless_commands_load_no_screen_and_no_network() -> None:
    modules = loaded("run", "--seat", "*=random", "--seed", "7", "--no-save", "--json")
    assert "wolfcore.table" in modules
    assert not {
        name for name in modules if name.split(".")[0] in ("textual", "httpx", "numpy", "torch")
    }


@pytest.mark.slow
def test_plain_lines_load_no_screen() -> None:
    modules = loaded("play", "--seat", "*=random", "--seed", "7", "--no-save", "--plain")
    assert "wolftui.plain.live_game" in modules
    assert "textual" not in modules


def test_help_lists_every_command(wolftui: Program) -> None:
    ran = wolftui("--help")
    assert ran.code == 0
    for command in COMMANDS:
        assert f"\n    {command.name} " in ran.out


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_a_sentence_and_examples_that_can_be_parsed(
    wolftui: Program, command: object
) -> None:
    found = next(known for known in COMMANDS if known is command)
    ran = wolftui(found.name, "--help")
    assert ran.code == 0
    for example in found.examples:
        assert example in ran.out
        words = [word.strip("'") for word in example.split()]
        target = build_parser().parse_args(words[1:]).run
        assert target == found.implementation or not found.implementation


def _targets(parser: argparse.ArgumentParser) -> set[str]:
    """The targets of a parser and of all parsers of its sub-commands."""
    found = {parser.get_default("run")}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            choices = cast("dict[str, argparse.ArgumentParser]", action.choices)
            found.update(*map(_targets, choices.values()))
    return found - {None}


def test_every_target_of_a_command_is_a_function_of_this_package() -> None:
    targets = _targets(build_parser())
    assert len(targets) > len(COMMANDS), "those of sub-commands too"
    for target in targets:
        assert load(target).__module__ == target.partition(":")[0], target


def test_a_bare_program_lists_the_saved_games_as_its_help_says(wolftui: Program) -> None:
    assert "Without a command, wolftui opens the lobby" in wolftui("--help").out
    ran = wolftui()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("There are no saved games in ")
    wolftui("run", "--seat", "*=random", "--seed", "7")
    (line,) = wolftui().out.splitlines()
    assert re.fullmatch(r"\d{8}-sla7-\w+  sla7, the (village|wolves) won on day \d+", line)


def test_version(wolftui: Program) -> None:
    assert wolftui("--version").out == "wolftui 0.1.0\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion_knows_the_commands(wolftui: Program, shell: str) -> None:
    ran = wolftui("--print-completion", shell)
    assert ran.code == 0
    assert "review" in ran.out
    assert shell == "tcsh" or ("-l no-save" if shell == "fish" else "--no-save") in ran.out
    assert "sla-llm" in ran.out, "the names of players"
