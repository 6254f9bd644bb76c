"""Two players held against each other: the right games are paired, and each with the other's sign."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.core.arena.rating.invented import draw_games, game, teams
from tests.core.metrics.written import near
from wolfcore.arena.rating import (
    FinishedGame,
    Pair,
    SequentialTest,
    StoppedGain,
    compare,
    deals_needed,
    pairs_between,
    stopped_gain,
)
from wolfcore.errors import ConfigError

UNEVEN = {"a": 0.8, "b": -0.4, "c": 0.0}


def test_a_team_against_a_team_is_held_against_sides_swapped_once() -> None:
    games = [
        game(teams("a", "b"), "village", deal=3),
        game(teams("b", "a"), "wolves", deal=3),  # A wins both
        game(teams("a", "b"), "wolves", deal=5),
        game(teams("b", "a"), "wolves", deal=5),  # each wins as wolves
        game(teams("a", "b"), None, deal=6),
        game(teams("b", "a"), "village", deal=6),  # nobody, and B
        game(teams("a", "b"), "village", deal=7),
        game(teams("a", "c"), "village", deal=3),
    ]
    assert pairs_between(games, "a", "b") == [
        ("sla7", "", Pair(0, 1, 0)),
        ("sla7", "", Pair(1, 0.5, 0.5)),
        ("sla7", "", Pair(2, 0.25, 0.75)),
    ]
    assert [one.pair for one in pairs_between(games, "b", "a")] == [
        Pair(0, 0, 1),
        Pair(1, 0.5, 0.5),
        Pair(2, 0.75, 0.25),
    ]
    found = compare(games, "a", "b")
    assert (found.head_to_head, found.gain.a, found.gain.b, found.gain.deals) == (
        True,
        1.75 / 3,
        1.25 / 3,
        3,
    )
    assert (found.boards, found.sides) == ({}, {})
    back = compare(games, "b", "a").gain
    assert (back.a, back.b) == (found.gain.b, found.gain.a)


def test_with_the_same_others_and_for_one_seat_under_test() -> None:
    others = [
        game(teams("a", "c"), "village", deal=1), game(teams("b", "c"), "wolves", deal=1),
        game(teams("c", "a"), "village", deal=1), game(teams("c", "b"), "wolves", deal=1),
        game(teams("a", "d"), "village", deal=2),
    ]  # fmt: skip
    assert pairs_between(others, "a", "b") == [
        ("sla7", "village", Pair(0, 1, 0)),
        ("sla7", "wolves", Pair(0, 0, 1)),
    ]
    found = compare(others, "a", "b")
    assert not found.head_to_head
    assert {side: gain.gain for side, gain in found.sides.items()} == {
        "village": 1.0,
        "wolves": -1.0,
    }
    tested = [
        game((name, *"ccccdd"), won, deal=4, repeat=2)
        for name, won in (("a", "village"), ("b", None))
    ]
    assert pairs_between(tested, "a", "b") == [("sla7", "village", Pair(0, 1, 0.5))]


def test_games_that_differ_in_anything_else_are_not_paired() -> None:
    here = game(teams("a", "b"), "village")
    there = teams("b", "a")
    for other in (
        game(there, "village", deal=1),
        game(there, "village", board="xu7"),
        game(there, "village", repeat=1),
        game((*there[:6], "c"), "village"),
        FinishedGame(
            board="sla7",
            deal=0,
            players=there,
            sides=("wolves",) * 2 + ("village",) * 5,
            winner="village",
        ),
    ):
        assert pairs_between([here, other], "a", "b") == []
    beside = [game(names, "village") for names in (("a", "b", *"ccccc"), ("b", "a", *"ccccc"))]
    astride = [
        game(names, "village") for names in (("a", *"cccc", "a", "b"), ("b", *"cccc", "b", "a"))
    ]
    assert pairs_between(beside, "a", "b") == pairs_between(astride, "a", "b") == []


def test_what_is_found_goes_on_in_the_test_and_tells_how_many_deals_it_takes() -> None:
    games = draw_games(Random(1), UNEVEN, {"sla7": 0.5, "xu7": -0.5}, 60)
    found = compare(games, "a", "b", SequentialTest(low=0.0, high=0.1))
    assert found.test.decided == "accept"
    assert found.test.deals < found.gain.deals == 120
    assert found.gain.low is not None
    assert found.gain.low > 0.3
    assert set(found.boards) == {"sla7", "xu7"}
    assert sum(gain.pairs for gain in found.boards.values()) == found.gain.pairs == 120
    assert all(0 < (gain.gain or 0) < (found.gain.gain or 0) for gain in found.sides.values())
    assert 0 < found.needed.fixed < deals_needed(0.1).fixed
    assert compare(games[::-1], "a", "b", SequentialTest(low=0.0, high=0.1)) == found
    assert compare(games, "b", "a", SequentialTest(low=-0.1, high=0.0)).test.decided == "reject"
    assert compare(games, "a", "b").test.high == 0.05


def test_deals_of_two_boards_with_one_number_are_two_observations() -> None:
    games = [
        game(teams(*pair), "village", deal=0, board=board)
        for board in ("sla7", "xu7")
        for pair in ("ab", "ba")
    ]
    assert compare(games, "a", "b").gain.deals == 2


def test_games_that_broke_take_their_pairs_with_them_and_are_counted() -> None:
    games = [
        game(teams(*pair), "village" if pair == "ab" else "wolves", deal=deal)
        for deal in range(4)
        for pair in ("ab", "ba")
    ]
    found = compare(
        games[:5] + games[6:], "a", "b", broken=[msgspec.structs.replace(games[5], winner=None)]
    )
    assert (found.gain.pairs, found.gain.broken, found.gain.gain, found.test.deals) == (
        3,
        1,
        1.0,
        3,
    )


def test_deals_after_the_first_that_waits_are_not_read_so_that_no_verdict_depends_on_which_ended_first() -> (
    None
):
    games = draw_games(Random(2), UNEVEN, {"sla7": 0.5}, 60)
    whole = compare([one for one in games if one.deal < 25], "a", "b")
    assert compare(games, "a", "b", waiting=[40, 25, 33]) == whole
    assert whole.gain.deals == 25
    assert compare(games, "a", "b").gain.deals == 60


def test_what_cannot_be_compared_is_refused_in_a_line() -> None:
    games = [game(teams("a", "b"), "village"), game(teams("a", "c"), "village")]
    with pytest.raises(ConfigError, match="`a` cannot be compared with itself"):
        compare(games, "a", "a")
    with pytest.raises(ConfigError, match="`d` played none of these games"):
        compare(games, "a", "d")
    with pytest.raises(ConfigError, match="`a` and `b` have no games that can be compared"):
        compare(games, "a", "b")
    with pytest.raises(
        ConfigError, match="two games have the same board, deal, repeat and players"
    ):
        compare([games[0], games[0]], "a", "b")


def test_one_is_tested_among_the_other() -> None:
    """Where the baseline is B himself, A against B is held against B on all seats."""
    sides = ("wolves", "village", "village")
    won = {0: ("wolves", "village"), 1: ("wolves", "wolves"), 2: ("village", "village")}
    games = [
        FinishedGame(board="x", deal=deal, players=players, sides=sides, winner=winner)
        for deal, winners in won.items()
        for players, winner in zip((("a", "b", "b"), ("b", "b", "b")), winners, strict=True)
    ]
    found = compare(games, "a", "b")
    assert (found.head_to_head, found.gain.pairs, found.gain.a, found.gain.b) == (
        False,
        3,
        2 / 3,
        1 / 3,
    )
    assert set(found.sides) == {"wolves"}


def test_a_gain_that_differs_between_boards_is_told_from_one_that_does_not() -> None:
    def league(better_on_duel6: str) -> list[FinishedGame]:
        return [
            game(teams(*pair), side, deal=deal, board=board)
            for deal in range(20)
            for board, best in (("sla7", "a"), ("duel6", better_on_duel6))
            for pair in (("a", "b"), ("b", "a"))
            for side in ("village" if pair[0] == best else "wolves",)
        ]

    apart, alike = compare(league("b"), "a", "b"), compare(league("a"), "a", "b")
    assert (apart.gain.gain, apart.gain.p) == (0, 1)
    assert {board: gain.gain for board, gain in apart.boards.items()} == {"sla7": 1, "duel6": -1}
    assert apart.boards_differ is not None
    assert apart.boards_differ < 1e-3
    assert alike.boards_differ == 1
    for gain in alike.boards.values():
        assert gain.p is not None
        assert gain.p_holm == near(2 * gain.p)


def test_the_gain_of_a_stopped_test_lies_too_far_out_and_the_corrected_one_less() -> None:
    """A gains 0.2: over twelve tests the means are too large, and the corrected ones are nearer."""
    start, chance = SequentialTest(low=0.0, high=0.2), Random(5)
    found: list[StoppedGain] = []
    for _ in range(12):
        test, read = start, list[float]()
        while not test.decided:
            read.append(chance.choices((1.0, 0.0, -1.0), (35, 50, 15))[0])
            test = test.updated(read[-1])
        found.append(stopped_gain(start, read))
        assert found[-1].mean == near(test.gain)
        assert stopped_gain(start, read[::-1]) == found[-1]
    mean, corrected = (
        sum(values) / len(found)
        for values in ([each.mean for each in found], [each.corrected for each in found])
    )
    assert abs(corrected - 0.2) < abs(mean - 0.2)
    assert all((each.low or 0) < 0.2 < (each.high or 0) for each in found)
