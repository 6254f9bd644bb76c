"""The wheel holds all that the program needs: it is installed elsewhere, and played from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from tests.wolftui.cli.running import Program
from wolfcore.arena.opponents import read_pool
from wolfcore.arena.store import read_rows

HOME = Path(__file__).resolve().parent.parent
INSIDE = (
    "import pathlib, sys, wolftui; print(pathlib.Path(wolftui.__file__).is_relative_to(sys.prefix))"
)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment that holds wolftui from its wheel; its libraries are borrowed
    from this one."""
    place = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [
        *pip,
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(place),
        str(HOME),
    ]
    subprocess.run(build, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / "env")], check=True)
    python = place / "env" / "bin" / "python"
    site = Path(
        subprocess.run(
            [python, "-c", "import site; print(site.getsitepackages()[0])"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
    )
    wheel = next(place.glob("wolftui-*.whl"))
    subprocess.run(
        [*pip, "install", "--no-deps", "--target", str(site), str(wheel)],
        check=True,
        capture_output=True,
    )
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def run(python: Path, place: Path, *words: str) -> str:
    """The output of a command in an empty folder, with a home of its own."""
    env = {
        **os.environ,
        "XDG_DATA_HOME": str(place),
        "XDG_CONFIG_HOME": str(place),
        "XDG_STATE_HOME": str(place),
    }
    done = subprocess.run(
        [python, *words],
        check=False,
        capture_output=True,
        text=True,
        cwd=place,
        env=env,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_program_of_the_wheel_is_the_one_that_runs(python: Path, tmp_path: Path) -> None:
    assert run(python, tmp_path, "-c", INSIDE).strip() == "True"


@pytest.mark.slow
def test_a_game_of_house_bots_is_played_from_the_wheel(python: Path, tmp_path: Path) -> None:
    line = run(python, tmp_path, "-m", "wolftui", "run", "--games", "1", "--seed", "3", "--json")
    game = json.loads(line)
    assert game["ended"] in ("village", "wolves", "draw")
    assert Path(game["path"]).is_dir()


@pytest.mark.slow
def test_a_report_is_made_from_the_wheel(python: Path, tmp_path: Path) -> None:
    run(python, tmp_path, "-m", "wolftui", "run", "--games", "2", "--seed", "3", "--out", "games")
    run(python, tmp_path, "-m", "wolftui", "report", "games", "--out", "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "font-variant-numeric" in page


@pytest.mark.slow
def test_the_experiments_travel_in_the_wheel(python: Path, tmp_path: Path) -> None:
    listed = run(python, tmp_path, "-m", "wolftui", "experiment", "list")
    for experiment in (HOME / "experiments").glob("*.toml"):
        assert experiment.stem in listed


@pytest.mark.slow
def test_the_themes_travel_in_the_wheel(python: Path, tmp_path: Path) -> None:
    listed = run(python, tmp_path, "-m", "wolftui", "themes")
    for theme in (HOME / "themes").glob("*.toml"):
        assert theme.stem in listed


@pytest.mark.slow
def test_a_foreign_package_called_core_is_in_nobodys_way(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine was once imported as `core`, a name that others have for packages of their own."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "sla7" in run(python, tmp_path, "-m", "wolftui", "boards")
    assert json.loads(run(python, tmp_path, "-m", "wolftui", "run", "--games", "1", "--json"))[
        "ended"
    ]


PROGRAM = """
from wolfcore import Answer, Ask, Desk, View, measure, play

class First:
    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return Answer(ask.options[0])

game = play("duel6", {3: First(), "wolves": "bot:hard"}, seed=7)
reveal_type(game.state.day)
reveal_type(measure(game)["days"])
"""


@pytest.mark.slow
@pytest.mark.extra("mypy")
def test_a_users_program_sees_the_types(python: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    words = ["--strict", "--python-executable", str(python), "--no-error-summary", "program.py"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    said = [line.partition(" note: ")[2] or line for line in done.stdout.splitlines()]
    assert said == ['Revealed type is "int"', 'Revealed type is "float | None"'], (
        done.stdout + done.stderr
    )


def borrowed(place: Path) -> str:
    """Return a wheel that lends what is installed here to the environment that installs it."""
    wheel = place / "borrowed-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as packed:
        packed.writestr("borrowed.pth", sysconfig.get_path("purelib"))
        packed.writestr(
            "borrowed-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: borrowed\nVersion: 1\n"
        )
        packed.writestr(
            "borrowed-1.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        packed.writestr("borrowed-1.dist-info/RECORD", "")
    return str(wheel)


@pytest.mark.slow
def test_a_pool_of_other_versions_plays_from_its_wheel_as_it_does_here(
    python: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ("rate", "bot:easy", "--games", "3")
    program = Program(capsys, monkeypatch)
    here = program(*words, "--into", str(tmp_path / "here"))
    wheel = next(python.parents[2].glob("wolftui-*.whl"))
    digest = sha256(wheel.read_bytes()).hexdigest()
    older = replace(read_pool(), bots=1, wheel=digest, libraries=(borrowed(tmp_path),))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr("wolftui.cli.rate.read_pool", lambda: older)
    frozen = program(*words, "--wheel", str(wheel), "--into", str(tmp_path / "frozen"))
    assert (frozen.code, frozen.out) == (0, here.out)
    first, second = (
        [row.digest for row in read_rows(tmp_path / each / "games.sqlite")]
        for each in ("here", "frozen")
    )
    assert first == second
    # Installed once, it needs no file any more.
    assert program(*words, "--into", str(tmp_path / "frozen")).out == here.out
