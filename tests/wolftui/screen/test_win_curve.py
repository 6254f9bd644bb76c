"""The curve of a finished game below the timeline, for eyes that know everything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.wolftui.screen.stage import LONG, SIZES, app_for, live_of, sit, table_of, until
from wolfcore.analysis import (
    Analysed,
    Course,
    CoursePoint,
    known_course,
    log_checksum,
    write_course,
)
from wolfcore.analysis.positions import positions_of
from wolfcore.bots import BOTS_VERSION
from wolfcore.records import SavedGame, read_game
from wolftui.screen.app import WolfApp


def saved_game(root: Path, board: str) -> SavedGame:
    running = sit(root, board, 3)
    running.play_now()
    running.close()
    return read_game(root / running.id)


def with_course(saved: SavedGame) -> list[CoursePoint]:
    """Write a course whose last three changes are certain; return these, the last the largest."""
    events = [position.event for position in positions_of(saved.spec, saved.answers)]
    points = [CoursePoint(each.entry, each.kind, each.day, 0.0, 0.0, 0.6) for each in events[:-3]]
    for size, chance, each in zip((0.2, 0.3, 0.4), (0.2, 0.5, 0.9), events[-3:], strict=True):
        change = (size, size - 0.1, size + 0.1)
        points.append(CoursePoint(each.entry, each.kind, each.day, chance, 0.1, 0.9, *change))
    log, turn = log_checksum(saved.log), len(points) - 1
    write_course(saved.path, Course(1, BOTS_VERSION, log, 40, tuple(points), turn))
    return points[-3:]


def reviewing(saved: SavedGame) -> WolfApp:
    return WolfApp(lambda app: app.make_review_table(saved), heartbeat=False)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_curve_is_there_for_eyes_alone_that_know_everything(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    saved = saved_game(tmp_path, "helmsman7")
    with_course(saved)
    async with reviewing(saved).run_test(size=size) as pilot:
        table = table_of(pilot)

        def drawn() -> tuple[int, bool]:
            # The course is read in a beat that has nothing to paint, and painted in the next one.
            for _ in range(20):
                table.beat(LONG)
            return table.curve.rows, "↯" in table.timeline.text

        await pilot.press("end")
        rows, marked = drawn()
        assert rows == (3 if size[0] >= 120 and size[1] >= 36 else 1)
        assert marked
        assert "village wins" in table.curve.text
        for eyes in ("p", "1"):
            await pilot.press("v", eyes)
            assert drawn() == (0, False)
        await pilot.press("v", "m")
        assert drawn() == (rows, marked)
        await pilot.press("g")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert drawn() == (0, False)


@pytest.mark.slow
async def test_one_key_goes_to_each_of_the_moments_that_moved_the_chance_most(
    tmp_path: Path,
) -> None:
    saved = saved_game(tmp_path, "helmsman7")
    moments = with_course(saved)
    async with reviewing(saved).run_test(size=(120, 36)) as pilot:
        table = table_of(pilot)
        await pilot.press("home")
        for moment in (*moments, moments[0]):
            await pilot.press("u")
            assert table.session.fact_count == moment.entry + 1


@pytest.mark.slow
async def test_the_same_key_computes_the_course_of_a_game_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One processor: everything is computed in a thread of this process.
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    saved = saved_game(tmp_path, "duel6")
    async with reviewing(saved).run_test(size=(80, 24)) as pilot:
        table = table_of(pilot)
        await pilot.press("u")
        await until(pilot, lambda: table.beat(LONG) or table.curve.rows > 0)
        assert known_course(saved.path)[0]
        assert "village wins" in table.curve.text


@pytest.mark.slow
async def test_a_running_game_shows_nothing_of_a_course_in_its_folder(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 3, "4=human")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        table = live_of(pilot)
        await until(pilot, lambda: bool(table.front.waiting))
        folder = Path(table.shown.path)
        point = CoursePoint(0, "deal", 0, 0.5, 0.4, 0.6)
        log = log_checksum((folder / "game.jsonl").read_bytes())
        write_course(folder, Course(1, BOTS_VERSION, log, 40, (point,)))
        assert known_course(folder)[0]
        await pilot.press("escape", "u")
        for _ in range(20):
            table.beat(LONG)
        assert not table.situation.has_course
        assert table.shown.course is None
        assert table.curve.rows == 0


@pytest.mark.parametrize("visited", [False, True])
async def test_the_game_of_a_visitor_is_computed_in_its_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visited: bool
) -> None:
    asked: list[int] = []

    def compute(_folders: list[Path], *, jobs: int, **_: object) -> list[Analysed]:
        asked.append(jobs)
        return []

    monkeypatch.setattr("wolfcore.analysis.compute_courses", compute)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    saved = saved_game(tmp_path, "sla7")
    app = reviewing(saved)
    async with app.run_test(size=(120, 36)) as pilot:
        monkeypatch.setattr(WolfApp, "is_web", visited)
        await pilot.press("u")
        await until(pilot, lambda: bool(asked))
    assert asked == [1 if visited else 4]
