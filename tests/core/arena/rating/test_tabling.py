"""The table of wins: counted as one would by hand."""

from __future__ import annotations

from tests.core.arena.rating.invented import game, teams
from wolfcore.arena.rating import FinishedGame, Wins, wins_of
from wolfcore.intervals import exact_interval


def rows(games: list[FinishedGame]) -> dict[tuple[str, str, str, str], Wins]:
    return {(row.player, row.board, row.side, row.role): row for row in wins_of(games)}


GAMES = [
    game(teams("a", "b"), "village", deal=0),
    game(teams("b", "a"), "village", deal=0),
    game(teams("a", "b"), None, deal=1),
    game(teams("a", "b"), "wolves", deal=2),
    game(teams("a", "b"), "village", deal=0, board="xu7"),
]


def test_games_and_wins_by_board_side_and_role() -> None:
    found = rows(GAMES)
    assert found["a", "", "village", ""][4:8] == (4, 2, 1, 0.5)
    assert found["a", "sla7", "village", ""][4:8] == (3, 1, 1, 1 / 3)
    assert found["a", "", "wolves", ""][4:8] == (1, 0, 0, 0.0)
    assert found["a", "", "", ""][4:8] == (5, 2, 1, 0.4)
    assert found["a", "sla7", "village", "Villager"][4:8] == (3, 1, 1, 1 / 3), (
        "three seats of a kind are one game"
    )
    assert found["b", "", "wolves", "Werewolf"].won == 1
    assert ("a", "xu7", "wolves", "") not in found
    assert {role for player, _, _, role in found if player == "a"} == {
        "",
        "Seer",
        "Guard",
        "Villager",
        "Werewolf",
    }


def test_intervals_are_exact_for_deals_of_one_game_and_take_games_of_a_deal_for_one() -> None:
    alone = rows(
        [
            game(teams("a", "b"), "village" if deal < 7 else "wolves", deal=deal)
            for deal in range(20)
        ]
    )["a", "", "village", ""]
    promised = exact_interval(7, 20)
    assert (alone.low, alone.high) == (promised.low, promised.high)
    fivefold = [
        game(teams("a", "b"), "village" if deal < 7 else "wolves", deal=deal, repeat=r)
        for deal in range(20)
        for r in range(5)
    ]
    repeated = rows(fivefold)["a", "", "village", ""]
    assert (repeated.games, repeated.low, repeated.high) == (100, promised.low, promised.high)
    assert rows(fivefold[:5])["a", "", "", ""].low is None


def test_mixed_teams_and_games_without_roles() -> None:
    plain = FinishedGame(
        board="x",
        deal=0,
        players=("a", "b", "a"),
        sides=("village", "village", "wolves"),
        winner="village",
    )
    found = rows([plain])
    assert found["a", "", "", ""][4:8] == (2, 1, 0, 0.5), "on both sides, so won once and lost once"
    assert found["b", "x", "village", ""].share == 1
    assert {key[3] for key in found} == {""}
