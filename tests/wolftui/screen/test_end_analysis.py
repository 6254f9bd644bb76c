"""The analysis at the end of a game: it takes its time until somebody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from wolfcore import play
from wolfcore.analysis import computation
from wolfcore.records import read_game
from wolftui.games.sources import review_game
from wolftui.screen.app_interface import AppInterface
from wolftui.screen.screens import end_analysis
from wolftui.screen.screens.end_analysis import EndAnalysis


class OneThread:
    """An app whose workers run when the test says so, in its own thread."""

    heartbeat, is_web = True, True

    def __init__(self) -> None:
        self.begun: list[Callable[[], None]] = []
        self.told: list[str] = []

    def run_worker(self, work: Callable[[], None], **_: object) -> None:
        self.begun.append(work)

    def call_from_thread(self, call: Callable[[], object]) -> None:
        call()

    def notify(self, words: str, **_: object) -> None:
        self.told.append(words)


@pytest.fixture
def analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EndAnalysis:
    monkeypatch.setattr(end_analysis.time, "monotonic", lambda: 100.0)
    play("duel6", dict.fromkeys(range(1, 7), "bot:normal"), seed=3, save_to=tmp_path)
    (folder,) = tmp_path.iterdir()
    shown = review_game(read_game(folder))
    return EndAnalysis(replace(shown, players=("human", *shown.players[1:])))


def test_it_takes_its_time_until_the_result_is_open_or_the_game_is_left(
    analysis: EndAnalysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, wanted, shown = OneThread(), list[float](), list[object]()

    def course_until(folder: Path, latest: Callable[[], float], jobs: int | None) -> None:
        assert jobs == 1, "a visitor of a server starts no processes"
        wanted.append(latest())
        analysis.await_result(lambda: shown.append(analysis.course))
        wanted.append(latest())
        analysis.stop()
        wanted.append(latest())

    monkeypatch.setattr(computation, "course_until", course_until)
    for _ in range(2):
        analysis.begin(cast("AppInterface", app))
    (work,) = app.begun
    work()
    assert wanted == [120.0, 102.0, 0.0]
    assert shown == [None]
    assert set(analysis.spoken) == {1}
    assert not app.told


def test_a_game_that_cannot_be_played_again_is_said(analysis: EndAnalysis, tmp_path: Path) -> None:
    app = OneThread()
    analysis.begin(cast("AppInterface", app))
    (log,) = tmp_path.glob("*/game.jsonl")
    log.write_bytes(log.read_bytes()[: -(1 << 10)])
    app.begun[0]()
    assert app.told
    assert analysis.course is None
