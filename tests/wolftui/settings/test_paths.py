"""One variable puts everything that the program keeps below one folder."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getmembers, isfunction
from pathlib import Path

import pytest

from wolftui.settings import paths

PLACES: dict[str, Callable[[], Path]] = {
    name: place
    for name, place in getmembers(paths, isfunction)
    if place.__module__ == paths.__name__
    and not name.startswith(("_", "shipped_"))
    and not place.__code__.co_argcount
}


@pytest.mark.parametrize("name", PLACES)
def test_everything_lies_below_the_home_that_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WOLFTUI_HOME", str(tmp_path / "own"))
    assert PLACES[name]().is_relative_to(tmp_path / "own")
    monkeypatch.setenv("WOLFTUI_HOME", "")
    assert not PLACES[name]().is_relative_to(tmp_path / "own")


def test_there_are_places() -> None:
    assert {"games_folder", "config_file", "logs_folder", "model_memory_file"} <= set(PLACES)
