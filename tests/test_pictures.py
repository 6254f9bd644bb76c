"""Pictures are made only where that is asked for, and there is one of every screen."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from docs.scenes import NOT_PICTURED, PICTURED
from wolftui.screen import screens
from wolftui.screen.screens.app_screen import AppScreen

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("--nonsense", 2)])
def test_an_option_overwrites_no_picture(argument: str, code: int) -> None:
    made = {file: file.stat().st_mtime_ns for file in (ROOT / "docs" / "pictures").iterdir()}
    done = subprocess.run(
        [sys.executable, "-m", "docs.pictures", argument],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "usage: python -m docs.pictures" in done.stdout + done.stderr
    assert {
        file: file.stat().st_mtime_ns for file in (ROOT / "docs" / "pictures").iterdir()
    } == made


def full_screens() -> Iterator[type[AppScreen]]:
    """All kinds of full screens; a kind of another one counts as that one."""
    for module in iter_modules(screens.__path__, f"{screens.__name__}."):
        import_module(module.name)
    return (each for each in AppScreen.__subclasses__() if each.__module__.startswith("wolftui."))


def test_each_full_screen_has_a_picture_on_the_page_or_a_reason() -> None:
    known = {*PICTURED, *NOT_PICTURED}
    assert {kind.__name__ for kind in full_screens()} == known, (
        "a new screen needs a picture in docs/scenes.py, or a reason there"
    )
    page = (ROOT / "docs" / "screens.md").read_text(encoding="utf-8")
    names = [name for names in PICTURED.values() for name in names]
    assert [name for name in names if f"(pictures/{name}.png)" not in page] == []
    files = [ROOT / "docs" / "pictures" / f"{name}.png" for name in names]
    assert [file.name for file in files if not 0 < file.stat().st_size < 120_000] == []
