"""Games that go on with other players than they began with."""

from __future__ import annotations

import pytest

from tests.wolftui.cli.model_games import DEAD, GAME, set_model, the_game
from tests.wolftui.cli.running import Program
from wolftui.settings.paths import config_file


def test_a_game_whose_model_is_gone_goes_on_with_another_player(wolftui: Program) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    config_file().unlink()
    ran = wolftui("resume", "latest", "--seat", "*=bot:easy")
    assert (ran.code, ran.err) == (0, "")
    game = the_game()
    assert game.result
    assert game.about
    assert {seat.text for seat in game.about.seats} == {"vanilla@m"}
    assert {seat.text for seat in game.about.seats_now()} == {"bot:easy"}
    since = {seat: "n1.check.3" if seat == 3 else "n1.whisper.1" for seat in range(1, 7)}
    assert {change.seat: change.ask for change in game.about.changes} == since, (
        "the own ask, or the first that was out"
    )


@pytest.mark.parametrize(
    ("seat", "by_role"),
    [("seer=bot", True), ("wolves=bot", True), ("3=bot", False), ("*=bot", False)],
)
def test_players_who_are_given_by_role_later_hide_who_plays_what_from_then_on(
    wolftui: Program, seat: str, by_role: bool
) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    wolftui("resume", "latest", "--seat", seat)
    about = the_game().about
    assert about
    assert about.by_role is by_role


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("9=bot", "there is no seat 9"),
        ("3=nobody", "there is no player `nobody`"),
        ("3=vanilla@nobody", "there is no model `nobody`"),
        ("3=bot:hrad", "`hrad`"),
    ],
)
def test_a_wrong_player_changes_nothing(wolftui: Program, seat: str, words: str) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    before = (the_game().path / "about.json").read_bytes()
    ran = wolftui("resume", "latest", "--seat", seat)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert (the_game().path / "about.json").read_bytes() == before


def test_nobody_sits_down_beside_a_person_to_see_what_another_seat_knows(wolftui: Program) -> None:
    assert wolftui("play", "--plain", "--seed", "1", "--seat", "4=human", "--speed", "16").code == 1
    ran = wolftui("resume", "latest", "--plain", "--seat", "5=human")
    assert (ran.code, ran.out) == (2, "")
    assert "a person already plays in this game" in ran.err


def test_nobody_sits_down_beside_a_person_who_came_later(wolftui: Program) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    assert wolftui("resume", "latest", "--plain", "--seat", "4=human").code == 1
    ran = wolftui("resume", "latest", "--plain", "--seat", "5=human")
    assert (ran.code, ran.out) == (2, "")
    assert "a person already plays in this game" in ran.err
