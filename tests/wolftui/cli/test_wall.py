"""`wolftui wall` without a terminal: a line a running game."""

from __future__ import annotations

from pathlib import Path

from tests.wolftui.cli.running import Program
from tests.wolftui.screen.stage import sit


def test_each_running_game_is_a_line(wolftui: Program, tmp_path: Path) -> None:
    running, done = sit(tmp_path, "sla7", 5), sit(tmp_path, "sla7", 6)
    done.close()
    lines = wolftui("wall", str(tmp_path)).out.splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(running.id)
    running.close()
    assert wolftui("wall", str(tmp_path)).out == "No game is being played now.\n"


def test_what_is_no_folder_is_said(wolftui: Program, tmp_path: Path) -> None:
    ran = wolftui("wall", str(tmp_path / "none"))
    assert ran.code == 2
    assert "is not a folder" in ran.err
