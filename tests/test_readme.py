"""README: its size, its example, its game, and the form in which a package index shows it."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from docs.readme import index_text

from .pages import README, ROOT, blocks

TEXT = README.read_text(encoding="utf-8")
GAME = ["play", "--board", "duel6", "--seed", "5", "--plain", "--speed", "16"]
"""The game from which README quotes."""


def test_it_is_read_in_two_minutes() -> None:
    assert len(TEXT.encode()) <= 8_000


def test_the_example_runs() -> None:
    (example,) = [block.text for block in blocks("python") if block.page == README]
    assert len([line for line in example.splitlines() if line]) <= 10
    shown = StringIO()
    with redirect_stdout(shown):
        exec(compile(example, "README.md", "exec"), {})
    assert re.fullmatch(r"village on day \d+\nvillage ballots .*: [\d.]+\n", shown.getvalue())


@pytest.mark.slow
def test_the_speeches_that_it_quotes_were_said(tmp_path: Path) -> None:
    (quoted,) = [block.text for block in blocks("text") if block.page == README]
    played = subprocess.run(
        [sys.executable, "-m", "wolftui", *GAME],
        env={
            "PYTHONPATH": f"{ROOT}:{ROOT / 'core'}",
            "WOLFTUI_HOME": str(tmp_path),
            "COLUMNS": "80",
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    said = re.sub(r"^(\d \w+) \S \w+:", r"\1:", played, flags=re.MULTILINE)
    speeches = re.split(r"^(?=\d )", quoted, flags=re.MULTILINE)[1:]
    assert len(speeches) == 3
    assert [speech for speech in speeches if speech not in said] == []


def test_an_index_gets_no_relative_link_or_picture() -> None:
    text = index_text(TEXT)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) == 2
    assert [link for link in links if not link.startswith("https://")] == []
    assert "![" not in text
    assert "Play (`docs/play.md`)" in text
    assert "`ARCHITECTURE.md`: the packages" in text
