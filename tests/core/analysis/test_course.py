"""Courses: intervals of changes, the side file, stop and resume."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import chain, count, repeat
from math import inf
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.analysis.written_games import SEER_EXILED, written_game
from wolfcore import play
from wolfcore.analysis import (
    COURSE_FILE,
    Course,
    computation,
    compute_courses,
    course_until,
    known_course,
    log_checksum,
    read_course,
    write_course,
)
from wolfcore.analysis.positions import Event, positions_of
from wolfcore.analysis.rollouts import GameRollouts, make_course
from wolfcore.errors import LogError
from wolfcore.game import facts as f
from wolfcore.game import get_board
from wolfcore.game.shipped_boards import SHIPPED_BOARDS
from wolfcore.records import read_game

LOG = b"{}\n" * 40
EVENTS = (Event(8, "deal", 0), Event(15, "night", 1), Event(33, "exile", 1))


def course_of(*changes: tuple[int, int]) -> Course:
    """The course of 40 roll-outs: by event after the deal, how many it turned to a win and a loss."""
    columns = [[number < 20 for number in range(40)]]
    for gained, lost in changes:
        before = columns[-1]
        won = [number for number, wins in enumerate(before) if wins][:lost]
        missed = [number for number, wins in enumerate(before) if not wins][:gained]
        columns.append([wins != (number in {*won, *missed}) for number, wins in enumerate(before)])
    return make_course(log_checksum(LOG), EVENTS, list(zip(*columns, strict=True)))


def test_a_moment_is_named_only_if_the_interval_of_its_change_excludes_zero() -> None:
    course = course_of((5, 7), (12, 0))
    assert [point.chance for point in course.points] == [0.5, 0.45, 0.75]
    assert [point.is_certain for point in course.points] == [False, False, True]
    assert course.turning_point == course.points[2]
    assert course_of((5, 7), (7, 5)).turning_point is None
    assert course.largest_changes(3) == [course.points[2]]
    rough = replace(course, rollouts=11)
    assert (rough.turning_point, rough.largest_changes(3)) == (None, [])


def test_the_intervals_widen_with_the_number_of_moments_that_are_looked_at() -> None:
    gained = [(False,) * 20 + (True,) * 20, (True,) * 4 + (False,) * 16 + (True,) * 20]
    few = make_course("a log", EVENTS[:2], list(zip(*gained, strict=True)))
    many = make_course(
        "a log", [Event(number, "night", 1) for number in range(30)],
        list(zip(*gained, *[gained[1]] * 28, strict=True)),
    )  # fmt: skip
    assert few.points[1].change == many.points[1].change == 0.1
    assert few.points[1].change_low > many.points[1].change_low


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written_game(tmp_path_factory.mktemp("games"), SEER_EXILED)


def test_roll_outs_have_the_same_dice_at_every_position_and_leave_the_game_as_it_is(
    folder: Path,
) -> None:
    saved = read_game(folder)
    first, second = GameRollouts(saved), GameRollouts(saved)
    assert first.play(3) == second.play(3) == first.play(3)
    assert len({first.play(number) for number in range(4)}) > 1
    game = positions_of(saved.spec, saved.answers)[1].game
    branches = [game.copy(5), game.copy(5), game.copy(6)]
    drawn = [branch.dice("n2.kill.1").draw("anything", 10**9) for branch in branches]
    assert drawn[0] == drawn[1] != drawn[2]
    assert game.dice("n2.kill.1").draw("anything", 10**9) not in drawn


@pytest.mark.parametrize("board", [board.name for board in SHIPPED_BOARDS])
def test_positions_follow_the_log_on_every_board(board: str, tmp_path: Path) -> None:
    seats = range(1, get_board(board).size + 1)
    play(board, dict.fromkeys(seats, "random"), save_to=tmp_path)
    saved = read_game(next(tmp_path.iterdir()))
    positions = positions_of(saved.spec, saved.answers)
    entries = [position.event.entry for position in positions]
    assert entries == sorted(set(entries))
    assert positions[-1].game.over
    exiles = {
        number for number, entry in enumerate(saved.entries) if isinstance(entry.fact, f.Exiled)
    }
    assert exiles <= set(entries)
    for position in positions:
        assert list(position.game.log) == list(saved.entries[: len(position.game.log)])
        assert position.event.entry < len(position.game.log)


def test_a_stop_loses_only_the_game_under_way(tmp_path: Path) -> None:
    folders = [written_game(tmp_path / name, SEER_EXILED) for name in "ab"]
    calls = count()
    found = list(compute_courses(folders, rollouts=3, enough=lambda: next(calls) >= 4))
    assert [each.folder for each in found] == folders[:1]
    assert known_course(folders[0])[0] == found[0].course
    assert known_course(folders[1]) == (None, "")
    (resumed,) = compute_courses(folders[1:], rollouts=3)
    assert known_course(folders[1])[0] == resumed.course


def test_a_slow_game_gets_fewer_roll_outs(folder: Path) -> None:
    (found,) = compute_courses([folder], rollouts=50, seconds=0.0)
    assert found.course
    assert found.course.rollouts == 2


def test_a_game_tells_its_places_while_it_is_analysed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computation, "_PROGRESS_SECONDS", 0.001)
    told: list[tuple[int, int]] = []

    def progress(place: int, places: int) -> None:
        told.append((place, places))

    (found,) = compute_courses([folder], rollouts=8, progress=progress)
    assert found.course
    assert {places for _, places in told} == {len(found.course.points)}
    assert all(1 <= place <= places for place, places in told)


def test_a_quick_course_is_not_kept_and_a_kept_one_comes_before_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = count()
    monkeypatch.setattr(computation.time, "monotonic", lambda: 0.01 * next(looks))
    (folder / COURSE_FILE).unlink(missing_ok=True)
    quick = course_until(folder, lambda: 2.0, jobs=1)
    assert quick
    assert quick.rollouts >= 2
    assert not (folder / COURSE_FILE).exists()
    assert course_until(folder, lambda: 0.0, jobs=1) is None
    (kept,) = compute_courses([folder], rollouts=2)
    assert course_until(folder, lambda: 0.0) == kept.course


def test_a_quick_course_ends_when_it_is_wanted_sooner_and_a_whole_one_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / COURSE_FILE).unlink(missing_ok=True)
    wanted = chain([inf] * 6, repeat(0.0))
    short = course_until(folder, lambda: next(wanted), jobs=1)
    assert short
    assert short.rollouts == 3
    assert not (folder / COURSE_FILE).exists()
    monkeypatch.setattr(computation, "USUAL_ROLLOUTS", 4)
    whole = course_until(folder, jobs=1)
    assert whole
    assert whole.rollouts == 4
    assert known_course(folder)[0] == whole


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[" * 10_000, b'{"version":1}', b"\xff" * 100, b" " * (1 << 20)],
    ids=["empty", "torn", "deep", "without fields", "no text", "large"],
)
def test_a_damaged_course_is_told_in_one_line_and_made_anew(folder: Path, data: bytes) -> None:
    (folder / COURSE_FILE).write_bytes(data)
    course, problem = known_course(folder)
    assert course is None
    assert problem.startswith(COURSE_FILE)
    assert "\n" not in problem
    (made,) = compute_courses([folder], rollouts=2)
    assert known_course(folder) == (made.course, "")


def test_a_course_of_another_log_or_of_other_bots_is_passed_over(folder: Path) -> None:
    course = course_of((5, 7), (12, 0))
    write_course(folder, course)
    assert read_course(folder, LOG) == (course, "")
    assert read_course(folder, LOG + b"{}\n") == (None, "")
    data = (folder / COURSE_FILE).read_bytes()
    (folder / COURSE_FILE).write_bytes(data.replace(b'"bots":', b'"bots":9'))
    assert read_course(folder, LOG) == (None, "")


@pytest.mark.parametrize(
    ("held", "written"),
    [
        (b'"turn":2', b'"turn":3'),
        (b'"turn":2', b'"turn":0'),
        (b'"turn":2', b'"turn":1'),
        (b'"entry":33', b'"entry":40'),
        (b'"entry":33', b'"entry":4'),
        (b'"chance":0.75', b'"chance":0.7'),
        (b'"exile","day":1', b'"exile","day":9'),
        (b'"change":0.3', b'"change":0.2'),
    ],
)
def test_a_course_with_impossible_points_is_none(folder: Path, held: bytes, written: bytes) -> None:
    write_course(folder, course_of((5, 7), (12, 0)))
    data = (folder / COURSE_FILE).read_bytes()
    assert held in data, data
    (folder / COURSE_FILE).write_bytes(data.replace(held, written))
    assert "impossible" in read_course(folder, LOG)[1]


def test_a_game_that_has_not_ended_has_no_course(folder: Path, tmp_path: Path) -> None:
    lines = (folder / "game.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "game.jsonl").write_bytes(b"".join(lines[:-1]))
    (found,) = compute_courses([tmp_path], rollouts=2)
    assert found.course is None
    assert "has not ended" in found.problem
    assert not (tmp_path / COURSE_FILE).exists()
    with pytest.raises(LogError, match="has not ended"):
        course_until(tmp_path, jobs=1)


IN_PROCESSES = """
import io, sys
from pathlib import Path
from wolfcore.analysis import compute_courses

class Screen(io.StringIO):
    def fileno(self):
        return -1

if __name__ == "__main__":
    sys.stderr = Screen()
    (found,) = compute_courses([Path(sys.argv[1])], rollouts=4, jobs=2)
    print(found.course.rollouts)
"""


@pytest.mark.slow
def test_a_full_screen_interface_computes_the_same_course_in_processes(
    folder: Path, tmp_path: Path
) -> None:
    """Its standard error has no file number."""
    (alone,) = compute_courses([folder], rollouts=4)
    (folder / COURSE_FILE).unlink()
    script = tmp_path / "screen.py"
    script.write_text(IN_PROCESSES, encoding="utf-8")
    path = os.pathsep.join(filter(None, sys.path))
    ran = subprocess.run(
        [sys.executable, str(script), str(folder)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert ran.stdout == "4\n"
    assert known_course(folder)[0] == alone.course


def test_a_game_does_not_turn_at_its_deal(folder: Path) -> None:
    course = course_of((5, 7), (12, 0))
    deal = replace(course.points[0], change=0.3, change_low=0.2, change_high=0.4)
    write_course(folder, replace(course, points=(deal, *course.points[1:]), turn=0))
    assert "impossible" in read_course(folder, LOG)[1]
