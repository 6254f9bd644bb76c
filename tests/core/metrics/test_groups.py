"""Many games together: means of games with nulls left out, in groups, and the published eleven
games."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.core.metrics.written import (
    dawn,
    day,
    died,
    ended,
    exiled,
    near,
    night,
    said,
    votes,
    written,
)
from wolfcore.metrics import (
    METRICS,
    UNKNOWN,
    Dimension,
    Groups,
    MeasuredGame,
    MetricRow,
    Part,
    RecordedGame,
    Value,
    measure,
)
from wolfcore.records import SeatSpec

ELEVEN = {
    "irp": [0.69, 1.0, 0.8, 0.54, 0.67, 0.5, 0.78, 0.5, 0.6, 0.64, 0.38],
    "ksr": [0.5, 1, 0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5, 0],
    "vss": [0.67, 1, 0.67, 0.33, 0.67, 0, 1, 0.67, 0.33, 0.33, 0],
    "werewolves": [0.25, 0.25, 0.25, 0.5, 0.25, 0.75, 0.25, 0.25, 0.5, 0.5, 0.75],
    "seer": [0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 0.5, 0.5, 0, 0],
    "guard": [2 / 3, 1 / 4, 1 / 2, 2 / 3, 2 / 3, 1 / 4, 1 / 4, 1 / 3, 1 / 3, 5 / 8, 1 / 2],
}
"""What the notebook of WereWolf-Plus prints of eleven eight-seat games, a value a game."""

GAME = written("WSDV", night(1))


def given(values: dict[str, Value], game: RecordedGame = GAME) -> MeasuredGame:
    """A game that was measured somewhere else."""
    return MeasuredGame(game, tuple(values.get(metric.name, UNKNOWN) for metric in METRICS), ())


def rows(groups: Groups, name: str) -> list[MetricRow]:
    return [row for row in groups.rows() if row.metric.name == name]


def only(groups: Groups, name: str) -> MetricRow:
    (row,) = rows(groups, name)
    return row


def eleven() -> Groups:
    groups = Groups()
    for number in range(11):
        groups.add(
            given(
                {
                    name: Value(whole=Part(0, values[number]))
                    for name, values in (ELEVEN | {"kre": ELEVEN["ksr"]}).items()
                }
            )
        )
    return groups


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("irp", 0.6455),
        ("ksr", 0.3182),
        ("vss", 0.5155),
        ("werewolves", 0.4091),
        ("seer", 0.3182),
        ("guard", 0.4583),
    ],
)
def test_the_eleven_published_games_give_the_printed_means(name: str, printed: float) -> None:
    row = only(eleven(), name)
    assert (row.n, row.value) == (11, near(printed, within=5e-5))
    assert row.low is not None
    assert row.high is not None
    assert row.low < printed < row.high


def test_the_eleven_published_games_give_the_printed_kre() -> None:
    # the mean of the role means is 0.3883, and half of it with half of 0.3182 is 0.3532
    row = only(eleven(), "kre")
    assert row.value == near(0.3532, within=5e-5)
    assert row.low is not None
    assert row.high is not None
    assert row.low < 0.3532 < row.high


def test_the_published_sheriff_days_are_pooled_by_days_and_apart_by_team() -> None:
    # 8 days of a good sheriff with a sum of 0.75, 21 of a bad one with 0.83; here in games of 5, 3,
    # 11 and 10 days
    village, wolves = (2, [0.15] * 5), (1, [0.83 / 21] * 11)
    groups = Groups(("team",))
    for seat, values in (village, (2, [0.0] * 3), wolves, (1, [0.83 / 21] * 10)):
        groups.add(
            given(
                {
                    "sheriff": Value(
                        tuple(Part(seat, each, 1, number) for number, each in enumerate(values, 1))
                    )
                }
            )
        )
    found = {row.group["team"]: (row.value, row.denominator) for row in rows(groups, "sheriff")}
    assert found == {"village": (near(0.09375), 8), "wolves": (near(0.0395, within=5e-5), 21)}


def test_nulls_are_left_out_and_n_says_so() -> None:
    groups = Groups()
    for below in (2, 0, 4):
        groups.add(given({"witch": Value((Part(3, 1, below),))}))
    row = only(groups, "witch")
    assert (row.n, row.value, row.numerator, row.denominator) == (
        2,
        near((1 / 2 + 1 / 4) / 2),
        2,
        6,
    )


def test_zero_fill_counts_nothing_to_divide_by_as_0_and_never_what_is_unknown() -> None:
    groups = Groups(zero_fill=True)
    for value in (Value((Part(3, 1, 2),)), Value((Part(3, 0, 0),)), UNKNOWN):
        groups.add(given({"witch": value}))
    row = only(groups, "witch")
    assert (row.n, row.value) == (2, 0.25)


def test_a_metric_without_any_value_has_one_empty_row() -> None:
    row = only(eleven(), "witch")
    assert (row.n, row.value, row.low, row.group) == (0, None, None, {})


PLAYERS = [
    SeatSpec("bot", ("hard",)),
    SeatSpec("human"),
    SeatSpec("xu2023", model="llama"),
    SeatSpec("bot"),
]
WON = written(
    "WSDV",
    night(1),
    dawn(1),
    day(1),
    said(1, "I am the Seer."),
    votes("2 1 1 1"),
    exiled(1),
    ended(1, "village"),
    players=PLAYERS,
    game="won",
)
LOST = written(
    "WSDV",
    night(1),
    dawn(1),
    died(2, "killed"),
    day(1),
    votes("3 . 4 1"),
    exiled(4),
    ended(1, "wolves"),
    players=PLAYERS,
    game="lost",
)


def both(*by: Dimension) -> Groups:
    groups = Groups(by)
    groups.add(measure(WON))
    groups.add(measure(LOST))
    return groups


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ((), {(): (1 + 1 / 2) / 2}),
        (("seat",), {("2",): 1, ("3",): 0.5, ("4",): 1}),
        (("role",), {("Doctor",): 0.5, ("Seer",): 1, ("Villager",): 1}),
        (("player",), {("bot",): 1, ("human",): 1, ("xu2023@llama",): 0.5}),
        (("model",), {("llama",): 0.5, ("none",): 1}),
        (("team",), {("village",): 0.75}),
        (("game",), {("lost",): 0.5, ("won",): 1}),
        (("board",), {("test",): 0.75}),
        (("day",), {("1",): 0.75}),
        (("game", "seat"), {("lost", "3"): 0, ("lost", "4"): 1, ("won", "2"): 1, ("won", "3"): 1, ("won", "4"): 1}),
    ],
)  # fmt: skip
def test_irp_by_every_dimension(
    by: tuple[Dimension, ...], expected: dict[tuple[str, ...], float]
) -> None:
    # won: 2, 3 and 4 name wolf 1; lost: 3 names 4, 4 names wolf 1
    assert {tuple(row.group.values()): row.value for row in rows(both(*by), "irp")} == expected


def test_what_says_something_only_for_a_team_is_apart_by_team_unless_seats_are() -> None:
    found = {row.group["team"]: (row.value, row.n, row.how) for row in rows(both(), "win_rate")}
    assert found == {"village": (0.5, 2, "exact"), "wolves": (0.5, 2, "exact")}
    assert [row.group for row in rows(both("role"), "win_rate")] == [
        {"role": role} for role in ("Doctor", "Seer", "Villager", "Werewolf")
    ]
    assert {tuple(row.group) for row in rows(both("game"), "win_rate")} == {("game", "team")}


def test_one_game_alone_has_no_interval_and_says_why() -> None:
    groups = Groups()
    groups.add(measure(LOST))
    assert {(row.low, row.high, row.how) for row in groups.rows() if row.n} == {
        (None, None, "one game")
    }


def test_the_mean_of_games_and_what_is_pooled_are_two_numbers() -> None:
    # won: 3 of 3 ballots; lost: 1 of 2; the mean is 3/4, pooled they are 4/5
    row = only(both(), "irp")
    assert (row.value, row.pooled, row.numerator, row.denominator) == (0.75, 0.8, 4, 5)
    assert only(both(), "survivors").pooled == 5
    assert only(eleven(), "witch").pooled is None


def test_means_without_bounds_have_no_interval_of_two_equal_games() -> None:
    row = only(both(), "days")
    assert (row.value, row.low, row.high, row.how) == (1, None, None, "few games")


def test_levels_stand_in_their_order() -> None:
    groups = Groups(("player",))
    for level in ("normal", "hard", "easy"):
        groups.add(
            measure(
                written(
                    "WSDV", night(1), ended(1, "village"), players=[SeatSpec("bot", (level,))] * 4
                )
            )
        )
    assert [row.group["player"] for row in rows(groups, "win_rate")] == [
        "bot:easy",
        "bot:normal",
        "bot:hard",
    ]


def test_a_value_of_one_game_keeps_what_is_behind_it() -> None:
    groups = Groups()
    groups.add(measure(WON))
    (row,) = (row for row in rows(groups, "camouflage") if row.group["team"] == "wolves")
    (part,) = row.parts
    assert part.quotes == ("I am the Seer.",)
    assert only(both(), "irp").parts == (), "of several games it would say nothing"


def test_a_deal_that_was_played_25_times_is_one_observation_of_every_metric() -> None:
    """Six deals, each won by the same team in all its games: as much is known as of six games."""

    def measured(deals: int, repeats: int) -> Groups:
        groups = Groups()
        for number in range(deals):
            won = Value((Part(0, number < 4),))
            for _ in range(repeats):
                groups.add(
                    given(
                        {"irp": won, "ksr": won, "seer": won, "kre": won},
                        replace(GAME, deal=f"{number}"),
                    )
                )
        return groups

    often, once = measured(6, 25), measured(6, 1)
    for name in ("irp", "kre"):
        many, few = only(often, name), only(once, name)
        assert (many.n, many.deals) == (150, 6)
        assert many.value == near(4 / 6)
        assert (many.low, many.high) == (near(few.low), near(few.high))


def test_games_whose_deal_is_unknown_are_deals_of_their_own() -> None:
    groups = Groups()
    for won in (1.0, 1.0, 0.0):
        groups.add(given({"irp": Value((Part(0, won),))}))
    assert (only(groups, "irp").n, only(groups, "irp").deals) == (3, 3)


def test_a_metric_of_open_range_has_students_interval_and_that_of_its_range_beside_it() -> None:
    groups = Groups()
    for number in range(27):
        groups.add(given({"ratio": Value((Part(0, 1.1 + 0.01 * (number % 9)),))}))
    found = only(groups, "ratio")
    assert found.how == "student"
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low < 0.05
    low, high, how = found.by_range
    assert how == "range"
    assert low is not None
    assert high is not None
    # 27 values near 1.1 do not exclude that one in eight is 10.
    assert low < found.low < found.high < 2 < high


@pytest.mark.parametrize(("deals", "how"), [(6, "few games"), (7, "student")])
def test_a_metric_of_open_range_has_students_interval_from_seven_deals_on(
    deals: int, how: str
) -> None:
    groups = Groups()
    for number in range(deals):
        groups.add(given({"ratio": Value((Part(0, 1 + 0.1 * number),))}))
    found = only(groups, "ratio")
    assert (found.how, found.by_range.how) == (how, "range")
