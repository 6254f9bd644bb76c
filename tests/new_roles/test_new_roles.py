"""A role with a known power is one file, and one with a new power two: the program plays them in
every room, and what is missing is told by the name of a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_roles.overlay import HOME, overlay

HERE = Path(__file__).parent


def run(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the packages of a copy of the project."""
    path = os.pathsep.join((str(place), str(place / "core")))
    return subprocess.run(
        [sys.executable, *words],
        check=False,
        capture_output=True,
        text=True,
        cwd=place,
        # In CI pytest fails where a test is slow without a mark; the marks of these are of no use.
        env={
            **{name: value for name, value in os.environ.items() if name != "WOLFTUI_CI"},
            "PYTHONPATH": path,
            "PYTEST_ADDOPTS": "",
        },
    )


@pytest.mark.slow
@pytest.mark.parametrize("role", ["medium", "fool"])
def test_a_role_that_is_added_as_files_is_played_in_every_room(tmp_path: Path, role: str) -> None:
    place = tmp_path / "project"
    overlay(HERE / role, place)
    # A power that is shipped has a shipped board; these have a board of their own.
    shipped = "test_every_power_has_a_holder_that_some_board_deals"
    done = run(place, "-m", "pytest", "-k", f"not {shipped}", "-p", "no:xdist", "-p", "no:cacheprovider", "-q",
               "tests/new_roles/rooms.py", "tests/core/test_every_role.py")  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.slow
def test_a_power_without_a_module_is_one_sentence_that_names_the_file(tmp_path: Path) -> None:
    place = tmp_path / "project"
    overlay(HERE / "fool", place)
    (place / "core/wolfcore/game/powers/stay.py").unlink()
    done = run(place, "-m", "wolftui", "boards")
    assert done.returncode == 2
    assert "wolfcore/game/powers/stay.py for the power of the Fool" in done.stderr
    assert "Traceback" not in done.stderr
    assert run(HOME, "-m", "wolftui", "boards").returncode == 0
