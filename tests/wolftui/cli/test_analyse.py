"""The command `analyse`: what it prints, passes over and refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.core.analysis.written_games import SEER_EXILED, written_game
from tests.wolftui.cli.running import Program
from wolfcore.analysis import COURSE_FILE, known_course
from wolftui.cli.progress import GameProgress
from wolftui.settings.paths import games_folder

QUICKLY = ("--rollouts", "3", "--jobs", "1")


@pytest.fixture
def wolftui(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


@pytest.fixture
def game() -> Path:
    games_folder().mkdir(parents=True)
    return written_game(games_folder(), SEER_EXILED)


@pytest.mark.slow
def test_the_course_is_printed_computed_once_and_kept(wolftui: Program, game: Path) -> None:
    ran = wolftui("analyse", *QUICKLY)
    assert (ran.code, ran.err) == (0, "")
    title, head, *rows = ran.out.splitlines()
    assert title.startswith(f"{game.name}: The wolves win. 3 roll-outs of house bots")
    assert head.split() == ["entry", "when", "village", "wins", "change"]
    exile = next(row for row in rows if row.endswith(", ◉ Seer, was exiled"))
    assert exile.split()[:3] == ["33", "day", "1"]
    assert "Not enough was played out to say where it turned." in rows
    kept = (game / COURSE_FILE).read_bytes()
    assert wolftui("analyse", "latest").out == ran.out
    assert (game / COURSE_FILE).read_bytes() == kept
    nothing = wolftui("analyse")
    assert (nothing.code, nothing.out) == (0, "")
    assert nothing.err == "wolftui: Every finished game here has been analysed.\n"


def test_more_roll_outs_replace_a_course_and_json_holds_all_of_it(
    wolftui: Program, game: Path
) -> None:
    wolftui("analyse", *QUICKLY)
    found = json.loads(wolftui("analyse", "latest", "--rollouts", "4", "--jobs", "1", "--json").out)
    course, _ = known_course(game)
    assert course
    assert (found["game"], found["rollouts"], course.rollouts) == (game.name, 4, 4)
    assert [point["entry"] for point in found["points"]] == [each.entry for each in course.points]


def test_a_damaged_course_is_told_and_made_anew(wolftui: Program, game: Path) -> None:
    (game / COURSE_FILE).write_bytes(b"{")
    ran = wolftui("analyse", "latest", *QUICKLY)
    assert ran.code == 0
    assert ran.err.startswith(f"wolftui: {game.name}: {COURSE_FILE} cannot be read")
    assert ran.err.count("\n") == 1
    assert known_course(game)[0]


def test_a_game_that_runs_is_refused_and_the_others_are_analysed(
    wolftui: Program, game: Path
) -> None:
    running = game.with_name(f"{game.name}x")
    shutil.copytree(game, running, ignore=shutil.ignore_patterns("digest.json"))
    lines = (running / "game.jsonl").read_bytes().splitlines(keepends=True)
    (running / "game.jsonl").write_bytes(b"".join(lines[:-1]))
    ran = wolftui("analyse", str(games_folder()), *QUICKLY)
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "has not ended" in ran.err
    assert "Seer" not in ran.err
    assert not (running / COURSE_FILE).exists()
    assert known_course(game)[0]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("nothing",), "there is no saved game `nothing`"),
        (("--rollouts", "1"), "--rollouts: 1 roll-outs cannot be played"),
        (("--jobs", "0"), "--jobs: 0 processes cannot be started"),
    ],
)
def test_wrong_words_are_one_line(wolftui: Program, argv: tuple[str, ...], said: str) -> None:
    ran = wolftui("analyse", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_ctrl_c_keeps_the_games_that_are_done(
    wolftui: Program, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = game.with_name(f"{game.name}x")
    shutil.copytree(game, second)

    def interrupt(self: GameProgress, place: int = 0, places: int = 0) -> None:
        del place, places
        if self.done:
            raise KeyboardInterrupt

    monkeypatch.setattr(GameProgress, "show", interrupt)
    ran = wolftui("analyse", str(game), str(second), *QUICKLY)
    assert ran.code == 130
    assert "Stopped after 1 of 2 games" in ran.err
    assert known_course(game)[0]
    assert not (second / COURSE_FILE).exists()
