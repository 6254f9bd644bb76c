"""Every command that the README shows does what it says: each is run, with no terminal and no
input, in a home of its own."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LINES = [
    line.removeprefix("$ ")
    for language, block in BLOCKS
    if language in ("sh", "console")
    for line in block.splitlines()
]
WORDS = [*LINES, *re.findall(r"`((?:wolftui|make)\b[^`\n]*)`", TEXT)]
COMMANDS = [shlex.split(line, comments=True) for line in WORDS]
PROGRAM = [command[1:] for command in COMMANDS if command[:1] == ["wolftui"]]


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("WOLFTUI_", "XDG_"))
    }
    env = kept | {
        f"XDG_{name}_HOME": str(home / name.lower())
        for name in ("DATA", "CONFIG", "STATE", "CACHE")
    }
    env |= {"HOME": str(home), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "wolftui", *words],
        cwd=home,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a saved game of bots in which seat 7 alone dies in night 1, the README's own
    board, and a small league."""
    (board,) = (block for language, block in BLOCKS if language == "toml" and "[switches]" in block)
    (tmp_path / "my-board.toml").write_text(board, encoding="utf-8")
    league = 'deals = 1\nboards = ["duel6"]\n[players]\na = "bot"\nb = "random"\n'
    (tmp_path / "league.toml").write_text(league, encoding="utf-8")
    kills = "".join(f'{{"ask": "n1.kill.{seat}", "answer": {{"choice": 7}}}}\n' for seat in (1, 2))
    (tmp_path / "kills.jsonl").write_text(kills, encoding="utf-8")
    saved = run(
        tmp_path,
        "run",
        "--seed",
        "1",
        "--deal",
        "1=Werewolf,2=Werewolf,4=Doctor",
        "--answers",
        "kills.jsonl",
    )
    assert (saved.returncode, saved.stderr) == (0, "")
    return tmp_path


@pytest.fixture
def models(home: Path) -> Generator[None]:
    """The models that the README seats, at an endpoint of this machine that answers as it should."""
    with serving(good) as endpoint:
        names = {word.partition("@")[2] for command in PROGRAM for word in command if "@" in word}
        tables = [
            f'[models.{name}]\nbase_url = "{endpoint.url}"\nmodel = "tiny"\n'
            for name in sorted(names)
        ]
        (home / "config" / "wolftui").mkdir(parents=True)
        (home / "config" / "wolftui" / "config.toml").write_text(
            "\n".join(tables), encoding="utf-8"
        )
        yield


def test_the_readme_shows_commands() -> None:
    assert {command[0] for command in PROGRAM if command} >= {
        "play",
        "run",
        "watch",
        "review",
        "resume",
        "fork",
        "verify",
        "boards",
    }
    assert ["make", "play"] in COMMANDS
    assert {command[0] for command in COMMANDS if command} <= {"wolftui", "make"}


@pytest.mark.slow
@pytest.mark.parametrize("command", PROGRAM, ids=" ".join)
def test_a_command_of_the_readme_runs(
    command: list[str], home: Path, request: pytest.FixtureRequest
) -> None:
    if any("@" in word for word in command):
        request.getfixturevalue("models")
    ran = run(home, *command)
    assert "Traceback" not in ran.stderr
    if any("human" in word for word in command):
        unasked = (
            0,
            False,
        )  # the seed is drawn, and who falls in the first night may never be asked
        assert (ran.returncode, "The input has ended." in ran.stderr) in ((1, True), unasked), (
            ran.stderr
        )
    else:
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout


def test_the_targets_of_the_readme_are_in_the_makefile() -> None:
    targets = {command[1] for command in COMMANDS if command[:1] == ["make"] and len(command) > 1}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {"play", "test"} <= targets <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


def test_the_pictures_and_pages_that_the_readme_points_to_are_there() -> None:
    found = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert [each for each in found if "://" not in each and not (ROOT / each).exists()] == []
