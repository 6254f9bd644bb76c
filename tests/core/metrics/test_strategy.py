"""The win matrix, the adaptation curve and what is done in fixed situations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from tests.core.metrics.written import cells, dawn, day, ended, near, night, said, votes, written
from wolfcore.game import facts as f
from wolfcore.game import get_board, make_spec
from wolfcore.intervals import FEWEST_OF_FREE_WEIGHT, exact_interval
from wolfcore.metrics import (
    Crosstabs,
    RecordedGame,
    TableCell,
    entropy_of_counts,
    from_game_log,
    measure,
)
from wolfcore.records import SeatSpec
from wolfcore.records.header import header_of

BOT, ADA = SeatSpec("bot", ("hard",)), SeatSpec("human")


def against(players: list[SeatSpec], winner: str, created: str) -> RecordedGame:
    how = "wolves" if winner == "wolves" else "village"
    return written("WSVV", night(1), ended(1, how), players=players, created=created, game=created)


def tables(*games: RecordedGame) -> list[TableCell]:
    crosstabs = Crosstabs()
    for game in games:
        crosstabs.add(measure(game))
    return crosstabs.cells()


def filled(name: str, *games: RecordedGame) -> dict[tuple[str, str], tuple[int, float | None]]:
    return {
        (cell.row, cell.column): (cell.n, cell.value)
        for cell in tables(*games)
        if cell.table.name == name
    }


def test_win_matrix_rows_are_the_village_and_columns_the_wolves() -> None:
    players = [BOT, ADA, ADA, ADA]
    games = [
        against(players, winner, f"{number}")
        for number, winner in enumerate(("village", "wolves", "village", "village"))
    ]
    assert filled("win_matrix", *games) == {("human", "bot:hard"): (4, 0.75)}
    (cell,) = (cell for cell in tables(*games) if cell.table.name == "win_matrix")
    assert (cell.low, cell.high) == (near(0.1941, within=1e-4), near(0.9937, within=1e-4)), (
        "exact, for 3 of 4"
    )


def test_levels_stand_in_their_order_in_rows_and_columns() -> None:
    levels = [SeatSpec("bot", (level,)) for level in ("normal", "hard", "easy")]
    games = [against([wolf, *[town] * 3], "village", "") for wolf in levels for town in levels]
    cells = [cell for cell in tables(*games) if cell.table.name == "win_matrix"]
    order = ["bot:easy", "bot:normal", "bot:hard"]
    assert [(cell.row, cell.column) for cell in cells] == [
        (row, column) for row in order for column in order
    ]


def test_ballots_of_one_deal_are_one_observation() -> None:
    """Ballots that are all alike within a game, each deal played twice: no more is known than of as
    many trials as there are deals; of few deals, nothing that holds whatever rare ones weigh."""
    talk = [said(1, "I am the Seer."), said(2, "I am the Seer.")]
    played = [
        replace(
            written(
                "WSVVV", night(1), dawn(1), day(1), *talk, votes(line), players=[BOT] * 5, game=line
            ),
            deal=f"{number}",
        )
        for number in range(FEWEST_OF_FREE_WEIGHT)
        for line in ("2 1 1 1 1", "2 1 2 2 2")[number % 2 :][:1] * 2
    ]

    def of(games: list[RecordedGame]) -> TableCell:
        found = {cell.column: cell for cell in tables(*games) if cell.table.name == "two_seers"}
        return found["the Seer"]

    few, many = of(played[:-2]), of(played)
    assert (few.games, few.deals, few.low, few.how) == (78, 39, None, "uneven")
    assert (many.n, many.games, many.deals, many.value) == (120, 80, 40, 0.5)
    alone = of(played[::2])
    assert (many.low, many.high) == (near(alone.low), near(alone.high))
    assert (alone.low, alone.high, alone.how) == exact_interval(20, 40)


def test_adaptation_counts_games_against_the_same_players_in_the_order_in_which_they_were_played() -> (
    None
):
    players = [BOT, ADA, BOT, BOT]
    games = [
        replace(against(players, winner, created), self_named=(2,))
        for winner, created in (
            ("village", "2026-01-03"),
            ("wolves", "2026-01-01"),
            ("wolves", "2026-01-02"),
        )
    ]
    curve = {
        column: rate
        for (row, column), rate in filled("adaptation", *games).items()
        if row.startswith("human")
    }
    assert curve == {"game 1": (1, 0), "game 2": (1, 0), "game 3": (1, 1)}
    rows = {row for row, _ in filled("adaptation", *games)}
    assert rows == {
        "human Bram as village against bot:hard",
        "bot:hard as wolves against bot:hard and human",
    }


def test_people_without_names_of_their_own_are_one_player() -> None:
    names = [("Ada", "Bram", "Cleo", "Dan"), ("Ole", "Pia", "Quinn", "Ravi")]
    games = [
        replace(against([BOT, ADA, BOT, BOT], "village", f"{number}"), names=each)
        for number, each in enumerate(names)
    ]
    rows = {row: (column, rate) for (row, column), rate in filled("adaptation", *games).items()}
    assert rows["human as village against bot:hard"] == ("game 2", (1, 1)), (
        "the second game of one player"
    )


@pytest.mark.parametrize(
    ("people", "named"),
    [({}, ()), ({2: None}, ()), ({2: "Zed"}, (2,)), ({2: "Zed", 5: None}, (2,))],
)
def test_a_name_that_the_seed_drew_is_nobodys_own(
    people: Mapping[int, str | None], named: tuple[int, ...]
) -> None:
    spec = make_spec(get_board("sla7"), 3, people=people)
    assert from_game_log("game", header_of(spec), (), ()).self_named == named


def test_first_kill_and_first_save() -> None:
    game = written(
        "WDVV",
        night(1),
        f.Attacked(3),
        f.Protected(2, 2),
        night(2),
        f.Attacked(4),
        f.Protected(2, 4),
        players=[BOT] * 4,
    )
    assert [(cell.row, cell.column) for cell in cells("first_kill", game)] == [
        ("bot:hard", "seat 3")
    ]
    assert [(cell.row, cell.column) for cell in cells("first_save", game)] == [
        ("bot:hard", "itself")
    ]


def test_two_seers_is_what_other_village_seats_vote_then() -> None:
    game = written(
        "WSVVV",
        night(1), dawn(1), day(1), said(1, "I am the Seer."), said(2, "I am the Seer."),
        votes("2 1 1 2 0"),
        night(2), dawn(2), day(2), said(3, "I am the Seer."), votes("2 1 1 2 0"),
        players=[BOT] * 5,
    )  # fmt: skip
    # day 1: 3 finds the false one, 4 the true one, 5 nobody; on day 2 there are three
    assert [cell.column for cell in cells("two_seers", game)] == [
        "a false Seer",
        "the Seer",
        "nobody",
    ]


def test_shares_come_with_the_entropy_of_their_row() -> None:
    games = [
        written("WDVV", night(1), f.Attacked(target), players=[BOT] * 4, game=f"{target}")
        for target in (2, 3, 3, 4)
    ]
    assert filled("first_kill", *games) == {
        ("bot:hard", "seat 2"): (1, 0.25),
        ("bot:hard", "seat 3"): (2, 0.5),
        ("bot:hard", "seat 4"): (1, 0.25),
        ("bot:hard", "entropy"): (4, 1.5),
    }


def test_entropy_in_bits() -> None:
    assert entropy_of_counts(Counter(a=5)) == 0
    assert entropy_of_counts(Counter(a=1, b=1, c=1, d=1)) == 2


def test_a_game_that_nobody_won_is_in_no_win_table() -> None:
    game = written("WSVV", night(1), ended(1, "draw"), players=[BOT, ADA, BOT, BOT])
    assert cells("win_matrix", game) == cells("adaptation", game) == ()
