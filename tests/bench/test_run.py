"""The measurement of `run` beside its engine and a sketch, on few games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import speed_process
from bench.__main__ import main

SKETCH = """
print("a sketch that measures itself when it is loaded")
def play(seed, write):
    return b"x" * (seed + 1)
"""


def test_run_its_engine_and_a_sketch_have_their_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sketch.py").write_text(SKETCH)
    monkeypatch.setattr(speed_process, "GAMES_A_TURN", 3)
    found = speed_process.compare_speeds("duel6", str(tmp_path / "sketch.py"), 2)
    assert set(found) == {"run", "engine", "sketch"}
    assert found["sketch"] > found["engine"] > 0
    assert set(speed_process.compare_speeds("duel6", "", 1)) == {"run", "engine"}


@pytest.mark.slow
def test_the_command_prints_a_line_and_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sketch.py").write_text(SKETCH)
    words = [
        "run",
        "--rounds",
        "1",
        "--board",
        "duel6",
        "--beside",
        str(tmp_path / "sketch.py"),
        "--json",
    ]
    monkeypatch.setattr("sys.argv", ["bench", *words])
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["tree", "run/s", "engine/s"]
    assert lines[1].split()[0] == "now"
    assert set(json.loads(lines[2])["now"][0]) == {"run", "engine", "sketch"}


@pytest.mark.parametrize("text", [None, "no python at all", "x = 1"])
def test_what_is_no_sketch_is_one_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    text: str | None,
) -> None:
    if text:
        (tmp_path / "sketch.py").write_text(text)
    monkeypatch.setattr(
        "sys.argv", ["bench", "run", "--rounds", "1", "--beside", str(tmp_path / "sketch.py")]
    )
    assert main() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--beside: " in line
