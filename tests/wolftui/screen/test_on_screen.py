"""When the screen is gone, standard output says how to go on with a game that was left, whichever way it came to the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolftui.app import WolfApp
from wolftui.on_screen import run_library, run_live

from .stage import sit


@pytest.mark.parametrize("over", [True, False])
def test_a_game_that_was_resumed_from_the_list_and_left_is_named_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, over: bool
) -> None:
    running = sit(tmp_path)

    def run(app: WolfApp) -> int:
        app.play(running)
        if over:
            running.play_now()
            running.session.entries(running.game.log)
        return 0

    monkeypatch.setattr(WolfApp, "run", run)
    assert run_library(tmp_path) == 0
    said = "" if over else f"The game is saved. Go on with it: wolftui resume {running.path}\n"
    assert capsys.readouterr().out == said


def test_of_two_games_in_a_row_the_one_that_was_left_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = sit(tmp_path), sit(tmp_path, "sla7", 6)

    def run(app: WolfApp) -> int:
        app.play(first)
        first.play_now()
        first.session.entries(first.game.log)
        app.play(second)
        return 0

    monkeypatch.setattr(WolfApp, "run", run)
    assert run_live(first) == 0
    assert capsys.readouterr().out == f"The game is saved. Go on with it: wolftui resume {second.path}\n"
