"""Every command in README, CONTRIBUTING and the site does what it says: each is run, with no
terminal and no input, in a home of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench.__main__ import PLAIN_MEASURES, WITH_OPTIONS
from tests.core.agents.tables import good, serving
from wolfcore.models import WEIGHTS

from .pages import PAGES, ROOT, blocks, commands, program_commands

PROGRAM = program_commands()
PREPARED: dict[tuple[str, ...], list[str]] = {
    ("compare", "a"): ["arena", "league.toml", "--into", "arenas/league"],
    ("experience", "show"): ["experience", "build", "village"],
    ("experience", "search"): ["experience", "build", "village"],
    ("experience", "export"): ["experience", "build", "village"],
    ("experiment", "table"): ["experiment", "run", "sla-figure-3", "--small", "--into", "mine"],
}
"""What must have been run before a command, by its first two words."""


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("WOLFTUI_", "XDG_"))
    }
    env = kept | {
        f"XDG_{name}_HOME": str(home / name.lower())
        for name in ("DATA", "CONFIG", "STATE", "CACHE")
    }
    env |= {"HOME": str(home), "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "core")))}
    return subprocess.run(
        [sys.executable, "-m", "wolftui", *words],
        cwd=home,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a saved game of bots in which seat 7 alone dies in night 1 and seat 1 is said to
    have called a model, the board of the pages, and a small league."""
    home = tmp_path_factory.mktemp("played")
    (board,) = (block.text for block in blocks("toml") if "[switches]" in block.text)
    (home / "my-board.toml").write_text(board, encoding="utf-8")
    league = 'deals = 1\nboards = ["duel6"]\n[players]\na = "bot"\nb = "random"\n'
    (home / "league.toml").write_text(league, encoding="utf-8")
    shutil.copy(ROOT / "examples" / "python_agent.py", home / "agent.py")
    (home / "tuned").mkdir()
    losses = '{"log_history": [{"step": 9, "epoch": 1.0, "eval_loss": 0.31}]}'
    (home / "tuned" / "trainer_state.json").write_text(losses, encoding="utf-8")
    kills = "".join(f'{{"ask": "n1.kill.{seat}", "answer": {{"choice": 7}}}}\n' for seat in (1, 2))
    (home / "kills.jsonl").write_text(kills, encoding="utf-8")
    words = ["--seed", "1", "--deal", "1=Werewolf,2=Werewolf,4=Doctor", "--answers", "kills.jsonl"]
    saved = run(home, "run", *words)
    assert (saved.returncode, saved.stderr) == (0, "")
    (log,) = home.rglob("game.jsonl")
    call = '{"model": "m", "messages": [["user", "Speak."]], "reply": "Hm."}'
    line = f'{{"ask": "n1.kill.1", "seat": 1, "call": {call}}}\n'
    (log.parent / "calls.jsonl").write_text(line, encoding="utf-8")
    return home


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    """A copy of that home."""
    return shutil.copytree(played, tmp_path / "home")


@pytest.fixture
def models(home: Path) -> Generator[None]:
    """The models that the pages seat, at an endpoint of this machine that answers as it should."""
    with serving(good) as endpoint:
        seats = {word.partition("@")[2] for command in PROGRAM for word in command if "@" in word}
        # A name at a seat may have settings behind it.
        names = {seat.partition(":")[0] for seat in seats}
        tables = [
            f'[models.{name}]\nbase_url = "{endpoint.url}"\nmodel = "tiny"\n'
            for name in sorted(names)
        ]
        config = home / "config" / "wolftui"
        config.mkdir(parents=True, exist_ok=True)
        (config / "config.toml").write_text("\n".join(tables), encoding="utf-8")
        yield


def test_the_pages_show_commands() -> None:
    assert {command[0] for command in PROGRAM if command} >= {
        "play", "run", "watch", "review", "resume", "fork", "verify", "boards", "arena",
        "experiment", "metrics", "report", "series", "annotate", "quiz", "models", "config",
    }  # fmt: skip
    assert ["make", "play"] in commands()
    assert {command[0] for command in commands()} <= {
        "wolftui", "make", "python", "uvx", "pipx",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("command", PROGRAM, ids=" ".join)
def test_a_command_of_the_pages_runs(
    command: list[str], home: Path, request: pytest.FixtureRequest
) -> None:
    if any("@" in word for word in command):
        request.getfixturevalue("models")
    if command[:2] == ["models", "fetch"]:
        # Nothing is downloaded: the command finds the weights in their place.
        weights = home / "data" / "wolftui" / "weights" / WEIGHTS[command[2]].file
        weights.parent.mkdir()
        weights.touch()
    before = PREPARED.get(tuple(command[:2]))
    if before:
        assert run(home, *before).returncode == 0
    ran = run(home, *command)
    assert "Traceback" not in ran.stderr
    if any("human" in word or word == "--today" for word in command):
        # The seed is drawn, and a seat that falls in the first night may never be asked.
        unasked = (0, False)
        assert (ran.returncode, "The input has ended." in ran.stderr) in ((1, True), unasked), (
            ran.stderr
        )
    else:
        # Commands that call models end with their bill.
        said = re.sub(r"^wolftui: Spent: [^\n]*\n", "", ran.stderr, flags=re.M)
        # Policies say which house bots they were measured against.
        said = re.sub(
            r"^wolftui: .* was measured against version 1 of [^\n]*\n", "", said, flags=re.M
        )
        assert (ran.returncode, said) == (0, ""), ran.stdout
        assert ran.stdout


def test_the_targets_of_the_pages_are_in_the_makefile() -> None:
    targets = {command[1] for command in commands() if command[0] == "make" and len(command) > 1}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {"play", "test"} <= targets <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


def test_the_modules_and_measures_of_the_pages_are_there() -> None:
    started = [command[2:] for command in commands() if command[:2] == ["python", "-m"]]
    modules = {module for module, *_ in started}
    measures = {words[1] for words in started if words[0] == "bench" and words[1:]}
    assert [name for name in modules if not find_spec(name)] == []
    assert {"coverage", "first_board"} <= measures - {"NAME"} <= {*PLAIN_MEASURES, *WITH_OPTIONS}


def test_the_installations_of_the_pages_name_extras_that_there_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    installed = re.findall(r"(?:pipx|pip) install (?:-e )?'(\S+?)\[(\w+)\]'", text)
    assert {place for place, _ in installed} == {".", project["name"]}
    assert {extra for _, extra in installed} <= set(project["optional-dependencies"])
    assert {command[-1] for command in commands() if command[0] == "uvx"} == {project["name"]}


def test_the_citation_names_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {project['version']}\nlicense: {project['license']}\n" in citation


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) + re.findall(r"^\[\w+\]: (\S+)", text, re.M)
    assert [each for each in found if "://" not in each and not (page.parent / each).exists()] == []
