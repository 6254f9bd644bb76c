"""The pictures of the README are made only where that is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
