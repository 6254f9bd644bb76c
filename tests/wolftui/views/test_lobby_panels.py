"""The lobby's panels tell a feat of the last game, and a standing with what backs it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from msgspec.structs import replace

from tests.wolftui.measures.test_own_record import person_game, twelve_games
from wolfcore.records import summarise
from wolfcore.records.library.listed_game import listed_game_from
from wolfcore.records.own_result import read_own_result
from wolftui.games.deals import deal_of_day
from wolftui.measures.own_standings import with_standings
from wolftui.measures.player_record import OwnRecord, record_of
from wolftui.views.game_list import preview_lines
from wolftui.views.game_story import read_story
from wolftui.views.lobby import OpenGames
from wolftui.views.lobby_panels import (
    DealOfDay,
    LastGame,
    LobbyGames,
    panel_lines,
    read_lobby_games,
)
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text

DAY = date(2026, 11, 28)


def panels(last: LastGame | None = None, standing: OwnRecord | None = None) -> str:
    found = LobbyGames(DealOfDay(DAY, deal_of_day(DAY)), last, standing)
    return "\n".join(map(plain_text, panel_lines(found, OpenGames(), FANCY, 60, 60)))


def test_a_feat_is_a_line_of_the_last_game(tmp_path: Path) -> None:
    game = summarise(person_game(tmp_path, 3))
    own = read_own_result(game)
    assert own
    last = LastGame(game, own, feat="All your 3 ballots were for wolves.")
    assert "All your 3 ballots were for wolves." in panels(last)
    assert "ballots" not in panels(replace(last, feat=""))


def test_a_feat_is_read_from_the_game(tmp_path: Path) -> None:
    """The library tells it beside the list, the lobby of the last game."""
    words = "You fooled everybody: in 3 votes nobody voted for you."
    game = person_game(tmp_path, 2, role="Werewolf")
    assert read_story(game, 4, FANCY).feat == words
    assert read_story(game, 0, FANCY).feat == ""
    last = read_lobby_games(tmp_path, DAY).last
    assert last
    assert last.feat == words
    listed = listed_game_from(summarise(game))
    preview = preview_lines(listed, None, None, 80, read_story(game, 4, FANCY))
    assert words in map(plain_text, preview)


def test_a_standing_is_a_rating_or_wins_by_board_and_says_what_was_not_read() -> None:
    wins = record_of(twelve_games())
    rated = panels(standing=with_standings(wins))
    assert "sla7, village  " in rated
    assert "of even games" in rated
    assert "sla7  6 of 12 won" not in rated
    plain = panels(standing=replace(wins, problems=("a", "b")))
    assert "sla7  6 of 12 won" in plain
    assert "even games" not in plain
    assert "2 files could not be read" in plain
    assert "YOUR STANDING" not in panels()
