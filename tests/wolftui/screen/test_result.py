"""After the game: the first figures stand on the result, whichever way the game came to the screen, and never before its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.game import Answer
from core.game import facts as f
from core.metrics import Recorded, Row
from core.records import LogFollower, SavedGame, SeatSpec, read_game
from wolftui.app import WolfApp
from wolftui.figures.numerals import fraction, value_of
from wolftui.games.sources import followed, played, reviewed
from wolftui.panels.first_figures import FIRST, figures
from wolftui.screens.result import ResultPaper, ResultScreen
from wolftui.session.session import GameSession
from wolftui.session.shown import ShownGame
from wolftui.text.spans import Line
from wolftui.text.wrapping import plain, width_of

from .stage import SIZES, sit, until


def finished(root: Path, board: str = "plus12+sheriff") -> SavedGame:
    running = sit(root, board, 8)
    running.play_now()
    running.close()
    return read_game(root / running.id)


def told(rows: list[Row]) -> dict[tuple[str, str], tuple[str, str]]:
    return {(row.metric.name, row.group.get("team", "")): (value_of(row), fraction(row)) for row in rows}


def words(lines: list[Line]) -> list[str]:
    return [plain(line) for line in lines]


async def result_of(pilot: Pilot[int]) -> ResultPaper:
    await pilot.press("end", "r")
    await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
    return pilot.app.screen.query_one(ResultPaper)


@pytest.mark.parametrize("size", SIZES)
async def test_the_result_shows_the_first_figures(tmp_path: Path, size: tuple[int, int]) -> None:
    saved = finished(tmp_path)
    async with WolfApp(lambda app: app.review_of(saved), heartbeat=False).run_test(size=size) as pilot:
        paper = await result_of(pilot)
        shown = paper.text.splitlines()
        begun = shown.index("in numbers")
        names = [line.split()[0] for line in shown[begun + 1 :]]
        assert {"irp", "seer", "ksr", "werewolves", "camouflage"} <= set(names)
        assert names == sorted(names, key=FIRST.index)
        assert all(width_of(line) <= size[0] for line in paper.compose_lines(paper.size.width))
        assert len(shown[begun + 1 :]) == len(set(zip(names, shown[begun + 1 :], strict=True))), "a line a figure at this width"


def test_the_course_is_told_from_every_fact_but_not_before_the_end(tmp_path: Path) -> None:
    game = sit(tmp_path, "sla7", 8, "4=human").game
    session = GameSession(game.spec.board, game.spec.names, people=(4,))
    record = Recorded(id="", board=game.spec.board, names=game.spec.names, entries=game.log, sitters=())
    shown = ShownGame(session, "play", record=lambda: record)
    told = 0
    while not session.over:
        assert not any(isinstance(fact, f.Attacked) for fact in shown.all_facts)
        game.submit({ask.id: Answer(ask.options[-1]) for ask in game.asks})
        session.entries(game.log[told:])
        told = len(game.log)
        session.go_end()
    assert list(shown.all_facts) == [entry.fact for entry in game.log]


def test_a_game_measures_the_same_played_here_followed_and_reviewed(tmp_path: Path) -> None:
    running = sit(tmp_path, "plus12+sheriff", 8)
    here = played(running)
    assert here.rows == [], "before its end"
    running.play_now()
    running.session.entries(running.game.log)
    running.close()
    saved = reviewed(read_game(tmp_path / running.id))
    saved.session.go_end()
    there, source = followed(LogFollower(tmp_path / running.id))
    source.entries += running.game.log
    there.session.entries(running.game.log)
    shown = [{key: value for key, value in told(shown.rows).items() if key[0] in FIRST} for shown in (here, saved, there)]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0]["irp", ""][1].count("/") == 1


def test_who_took_over_while_a_game_was_followed_stands_in_its_result(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 8)
    folder = running.folder
    assert folder is not None
    assert folder.about is not None
    shown, source = followed(LogFollower(folder.path))
    folder.rewrite_about(folder.about.changed(2, running.game.asks[0].id, SeatSpec("bot", ("easy",))))
    running.play_now()
    source.entries += running.game.log
    shown.session.entries(running.game.log)
    assert shown.outcome is not None
    assert [fate.player for fate in shown.outcome.fates][:3] == ["random", "bot:easy", "random"]
    running.close()


def test_a_figure_that_has_no_value_has_no_line_and_a_meaning_is_said_once(tmp_path: Path) -> None:
    shown = reviewed(finished(tmp_path, "sla7"))
    shown.session.go_end()
    lines = words(figures(shown.rows, 120))
    assert not any(line.startswith(("witch", "hunter", "sheriff", "ratio")) for line in lines)
    assert sum("speeches that the log contradicts" in line for line in lines) == 1
    assert [line.split()[:2] for line in lines if line.startswith("camouflage")] == [
        ["camouflage", "village"],
        ["camouflage", "wolves"],
    ]


def test_a_narrow_screen_wraps_a_meaning_under_itself(tmp_path: Path) -> None:
    shown = reviewed(finished(tmp_path, "sla7"))
    shown.session.go_end()
    lines = figures(shown.rows, 56)
    assert all(width_of(line) <= 56 for line in lines)
    assert any(plain(line).startswith(" " * 34) for line in lines)


def test_without_a_record_there_are_no_figures(tmp_path: Path) -> None:
    shown = reviewed(finished(tmp_path, "sla7"))
    shown.session.go_end()
    assert ShownGame(shown.session, "review").rows == []


@pytest.mark.parametrize("size", SIZES)
async def test_the_house_bots_say_what_was_true_on_the_result(tmp_path: Path, size: tuple[int, int]) -> None:
    running = sit(tmp_path, "classic9", 8, others="bot:hard")
    running.play_now()
    running.close()
    saved = read_game(tmp_path / running.id)
    async with WolfApp(lambda app: app.review_of(saved), heartbeat=False).run_test(size=size) as pilot:
        paper = await result_of(pilot)
        shown = paper.text.splitlines()
        begun, ended = shown.index("what they say now"), shown.index("in numbers")
        told = [line for line in shown[begun + 1 : ended - 1] if not line.startswith(" ")]
        assert len(told) > 6
        assert all(any(name in line.split(":")[0] for name in saved.header.names) for line in told)
