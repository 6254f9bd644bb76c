"""Playing on differently from the result: the moment and the seat are chosen, and the fork is a
game of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.games.test_running import Person
from tests.wolftui.screen.stage import LONG, SIZES, sit, text_of, until
from tests.wolftui.words.telling import open_gate
from wolfcore.records import SeatSpec, read_game
from wolftui.games.running_game import RunningGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.review_table import ReviewTable
from wolftui.screen.screens.table_screen import TableScreen


def finished(root: Path) -> Path:
    running = sit(root, "sla7", 8)
    running.play_now()
    running.close()
    return root / running.id


def reviewing(folder: Path) -> WolfApp:
    return WolfApp(lambda app: app.make_review_table(read_game(folder)), heartbeat=False)


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_from_the_result_one_plays_on_differently_in_a_seat_of_ones_own(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    folder = finished(tmp_path)
    before = read_game(folder).entries
    app = reviewing(folder)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.pause()
        await pilot.press("f")
        await pilot.pause()
        assert "Play on differently from" in text_of(pilot)
        assert "Day 1, the vote" in text_of(pilot)
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await pilot.press("4")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, LiveTable)
        running = app.current_game
        assert isinstance(running, RunningGame)
        assert running.people == (4,)
        assert running.path
        assert running.path.parent == tmp_path
        about = read_game(running.path).about
        assert about
        assert about.fork
        assert (about.fork.game, about.fork.ask[:6]) == (folder.name, "d1.vot")
    assert read_game(folder).entries == before


@pytest.mark.slow
async def test_at_the_end_of_a_fork_its_own_table_is_replayed_and_another_like_it_can_follow(
    tmp_path: Path,
) -> None:
    folder = finished(tmp_path)
    app = reviewing(folder)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.press("f", "enter")
        await pilot.pause()
        await pilot.press("w")
        await pilot.pause()
        fork = pilot.app.screen
        assert isinstance(fork, LiveTable)
        for _ in range(600):
            if fork.session.over and fork.end_notices.strip.display:
                break
            fork.beat(LONG)
            await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultScreen)
        assert "a play again" in text_of(pilot)
        await pilot.press("r")
        await pilot.pause()
        review = pilot.app.screen
        assert isinstance(review, ReviewTable)
        assert review.shown.path == fork.shown.path


async def test_an_imported_game_has_no_answers_to_play_on_from(tmp_path: Path) -> None:
    folder = finished(tmp_path)
    app = reviewing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        table.shown.seed = None
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ResultScreen)
        assert "g guess" in screen.keys.text
        assert "fork" not in screen.keys.text
        await pilot.press("f")
        await pilot.pause()
        assert pilot.app.screen is screen


@pytest.mark.slow
@pytest.mark.parametrize(("key", "people"), [("w", ()), ("2", (2,)), ("4", (4,))])
async def test_whoever_played_before_plays_the_fork_only_if_chosen(
    tmp_path: Path, key: str, people: tuple[int, ...]
) -> None:
    running = sit(tmp_path, "sla7", 8, "4=human")
    await running.play(Person(), gate=open_gate)
    running.close()
    assert running.path
    app = reviewing(running.path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("end", "f", "enter")
        await pilot.pause()
        assert "Who plays?" in text_of(pilot)
        assert "as before" not in text_of(pilot)
        await pilot.press(key)
        await pilot.pause()
        fork = app.current_game
        assert isinstance(fork, RunningGame)
        assert fork.people == people
        assert fork.players[3].partition(":")[0] == ("human" if 4 in people else "random")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_t_plays_on_from_before_the_last_word_with_the_others_as_they_were(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, "sla7", 8)
    first = running.game.asks[0].id
    running.play_now()
    assert running.folder
    assert running.folder.about
    running.folder.rewrite_about(running.folder.about.with_take_over(4, first, SeatSpec("human")))
    running.close()
    folder = tmp_path / running.id
    app = reviewing(folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.pause()
        assert "t  Play on from day" in text_of(pilot)
        assert all(key in text_of(pilot) for key in ("t play on", "f fork"))
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LiveTable)
        fork = app.current_game
        assert isinstance(fork, RunningGame)
        assert (fork.people, fork.players) == ((4,), read_players(folder))
        assert fork.game.asks[0].id.startswith("d")
        assert fork.game.asks[0].seat == 4


def read_players(folder: Path) -> tuple[str, ...]:
    about = read_game(folder).about
    assert about
    return tuple(seat.text for seat in about.seats_now())


@pytest.mark.slow
async def test_g_guesses_along_from_the_result_and_hides_the_roles_again(tmp_path: Path) -> None:
    async with reviewing(finished(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.pause()
        assert "g guess" in text_of(pilot)
        await pilot.press("g")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, ReviewTable)
        assert table.session.roles_hidden
