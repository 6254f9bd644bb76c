"""Circles of players of whom each beats the next: found where they are, and nowhere else."""

from __future__ import annotations

from random import Random

from tests.core.arena.rating.invented import draw_games, every_pair, game, teams
from wolfcore.arena.rating import FinishedGame, triples_of
from wolfcore.arena.rating.wins import CIRCLES_BY_CHANCE

BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


def played(deals: int, upsets: int = 0) -> list[FinishedGame]:
    """Everybody against everybody; whom the game's rules favour wins, but in the first deals, the
    village does."""
    return [
        game(
            players,
            "village" if deal < upsets or (players[0], players[6]) in BEATS else "wolves",
            deal=deal,
        )
        for deal in range(deals)
        for players in every_pair(("rock", "paper", "scissors"))
    ]


def test_a_circle_is_found_and_is_sure_when_enough_was_played() -> None:
    found = triples_of(played(20, upsets=4))
    assert (found.triples, found.circles, found.share) == (1, 1, 1.0)
    assert found.sure == (("paper", "rock", "scissors"),)
    assert {(one.a, one.b): (one.games, one.gain) for one in found.versus} == {
        ("paper", "rock"): (40, 0.8),
        ("paper", "scissors"): (40, -0.8),
        ("rock", "scissors"): (40, 0.8),
    }
    assert triples_of(played(2)).sure == ()
    assert triples_of(played(2)).circles == 1


def test_an_order_has_no_circles() -> None:
    strengths = dict(zip("abcde", (4.0, 2.0, 0.0, -2.0, -4.0), strict=True))
    found = triples_of(draw_games(Random(1), strengths, {"sla7": 1.0, "xu7": -1.0}, 30))
    assert (found.triples, found.circles, found.sure) == (10, 0, ())
    assert all(one.gain > 0 and one.sure for one in found.versus)


def test_coins_make_circles_of_one_triple_of_four() -> None:
    chance, circles, triples, sure = Random(2), 0, 0, 0
    for _ in range(60):
        found = triples_of(draw_games(chance, dict.fromkeys("abcdef", 0.0), {"sla7": 0.5}, 5))
        circles, triples, sure = (
            circles + found.circles,
            triples + found.triples,
            sure + len(found.sure),
        )
    assert triples > 300
    assert abs(circles / triples - CIRCLES_BY_CHANCE) < 0.06
    assert sure == 0


def test_sides_make_nobody_better() -> None:
    """The village always wins, and A sat there in nine games of ten."""
    games = [
        game(teams("a", "b") if deal % 10 else teams("b", "a"), "village", deal=deal)
        for deal in range(50)
    ]
    (versus,) = triples_of(games).versus
    assert (versus.games, round(versus.gain, 9), versus.sure) == (50, 0.0, False)
    assert triples_of([one for one in games if one.deal % 10]).versus == ()
    elsewhere = [game(teams("b", "a"), "village", deal=1, board="xu7")]
    assert triples_of([one for one in games if one.deal % 10] + elsewhere).versus == ()


def test_games_with_both_on_one_side_or_one_on_both_are_not_between_them() -> None:
    beside = game(("a", "b", "x", "x", "x", "y", "y"), "village")
    astride = game(("a", "b", "x", "x", "x", "a", "y"), "village")
    assert {(one.a, one.b) for one in triples_of([beside, astride]).versus} == set()
    assert triples_of([beside]).share is None
