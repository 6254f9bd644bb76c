"""Several games in a row on the screen: which one it is, that another follows, and when the last one was played."""

from __future__ import annotations

from pathlib import Path

from core.records import list_games
from wolftui.app import WolfApp
from wolftui.games.arranging import Arrangement, PlayOptions
from wolftui.games.series import Series

from .stage import live_of, text_of, to_result


async def test_after_each_game_the_next_one_is_offered_until_all_are_played(tmp_path: Path) -> None:
    series = Series(Arrangement(PlayOptions(others="random", root=tmp_path)), games=2, seed=7)
    app = WolfApp(lambda app: app.play(series.next()), heartbeat=False, series=series)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "game 1 of 2" in text_of(pilot)
        await to_result(pilot)
        await pilot.pause()
        assert "game 1 of 2" in text_of(pilot)
        assert "a next game" in text_of(pilot)
        assert series.score == ""
        await pilot.press("a")
        await pilot.pause()
        assert live_of(pilot).shown.series == "game 2 of 2"
        await to_result(pilot)
        await pilot.pause()
        assert "a play again" in text_of(pilot)
        assert "next game" not in text_of(pilot)
    assert series.score.startswith("2 games: ")
    assert sorted(game.header.spec.seed for game in list_games(tmp_path) if game.header and game.header.spec) == [7, 8]


def test_a_game_alone_is_no_series(tmp_path: Path) -> None:
    series = Series(Arrangement(PlayOptions(others="random", root=tmp_path)), seed=7)
    assert series.follows
    series.next().close()
    assert (series.words, series.follows, series.score) == ("", False, "")
    series.next().close()
    assert series.words == ""
