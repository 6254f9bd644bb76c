"""A home of its own for every test of the program, so that no test sees this machine's settings and
games."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.wolftui.gone import RANDOM, Broken, Spent

_FOLDERS = ("DATA", "CONFIG", "STATE", "CACHE")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder below which everything of this test lies."""
    home = tmp_path / "home"
    for name in _FOLDERS:
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    monkeypatch.setenv("HOME", str(home))
    for variable in tuple(os.environ):
        if variable.startswith("WOLFTUI_") or variable in ("NO_COLOR", "COLORTERM"):
            monkeypatch.delenv(variable)
    # Where the tests of the packaged server are run it is installed, and `doctor` would start it
    # each time.
    monkeypatch.setattr("wolfcore.models.local.llama_cpp._PACKAGED_SERVER", "no_server_is_packaged")
    # A test that calls models without `main` leaves its tracker, which the next bill would count.
    if terms := sys.modules.get("wolftui.settings.visitor_terms"):
        terms.take_trackers()
    return home


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random players are gone."""
    monkeypatch.setattr(RANDOM, Broken.answer)
    monkeypatch.setattr(Broken, "mended", False)


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random players have spent the budget."""
    monkeypatch.setattr(RANDOM, Spent.answer)
