"""Who has won, under each of the five conditions, and when nobody has."""

from __future__ import annotations

import msgspec
import pytest

from tests.core.game.table_talk import Table, result_of, seats
from wolfcore.game import Switches, winner
from wolfcore.game import facts as f

CASES: list[tuple[str, str, str, str | None]] = [
    # condition, dealt, living, winner
    ("parity", "WWSDVVV", "WV", "wolves"),
    ("parity", "WWSDVVV", "WWSV", "wolves"),
    ("parity", "WWSDVVV", "WVV", None),
    ("parity", "WWSDVVV", "WW", "wolves"),
    ("parity", "WWSDVVV", "SD", "village"),
    ("parity", "WWSDVVV", "", "wolves"),
    ("outnumber", "WWSDVVV", "WV", None),
    ("outnumber", "WWSDVVV", "WWSV", None),
    ("outnumber", "WWSDVVV", "WWV", "wolves"),
    ("outnumber", "WWSDVVV", "W", "wolves"),
    ("outnumber", "WWSDVVV", "V", "village"),
    ("outnumber", "WWSDVVV", "", "wolves"),
    ("no_plain_villager", "WWVVSGX", "WSGX", "wolves"),
    ("no_plain_villager", "WWVVSGX", "WWV", None),
    ("no_plain_villager", "WWVVSGX", "VS", "village"),
    ("no_plain_villager", "WWVVSGX", "SGX", "wolves"),
    ("no_plain_villager", "WWVVSGX", "", "wolves"),
    ("side", "WWWVVVSXH", "WWWSXH", "wolves"),
    ("side", "WWWVVVSXH", "WVVV", "wolves"),
    ("side", "WWWVVVSXH", "WWWVS", None),
    ("side", "WWWVVVSXH", "SXH", "village"),
    ("side", "WWWVVVSXH", "", "wolves"),
    ("side", "WWVVVV", "WV", None),
    ("side", "WWVVVV", "W", "wolves"),
    ("side", "WWSDXH", "WS", None),
    ("side", "WWSDXH", "WW", "wolves"),
    ("all_dead", "WWSDVVV", "WWV", None),
    ("all_dead", "WWSDVVV", "W", "wolves"),
    ("all_dead", "WWSDVVV", "V", "village"),
    ("all_dead", "WWSDVVV", "", "wolves"),
]


@pytest.mark.parametrize(("condition", "dealt", "living", "expected"), CASES)
def test_who_has_won(condition: str, dealt: str, living: str, expected: str | None) -> None:
    switches = msgspec.convert({"wolves_win": condition}, Switches)
    assert winner(seats(dealt), seats(living), switches) == expected


@pytest.mark.parametrize(
    ("condition", "ended"),
    [("parity", ("wolves", 2)), ("outnumber", None), ("all_dead", None), ("side", None)],
)
def test_each_condition_is_checked_after_an_exile(
    condition: str, ended: tuple[str, int] | None
) -> None:
    table = Table("WWVVVS", wolves_win=condition, wolves_may_pass=True)
    if ended:
        assert result_of(table.play({"d1.vote": 4, "d2.vote": 3})) == ended
    else:
        table.play({"d1.vote": 4, "d2.vote": 3}, until="n3")
        assert table.ended is None


def test_a_game_may_be_won_at_dawn_and_has_no_day_then() -> None:
    table = Table("WWVVV", sheriff="candidates").play({"kill": 3})
    assert result_of(table) == ("wolves", 1)
    assert [fact.phase for fact in table.facts(f.Began)] == ["setup", "night", "dawn"]


@pytest.mark.parametrize(
    ("condition", "ended"),
    [("no_plain_villager", "wolves"), ("side", "village"), ("parity", "village")],
)
def test_the_last_villager_and_the_last_wolf_fall_together(condition: str, ended: str) -> None:
    table = Table("WVSX", wolves_win=condition).play({"kill": 2, "poison": 1})
    assert table.died() == [(1, "poisoned"), (2, "killed")]
    assert table.ended == ended


@pytest.mark.parametrize("condition", ["parity", "outnumber", "side", "all_dead"])
def test_the_wolves_win_where_nobody_lives_at_all(condition: str) -> None:
    table = Table("WHHX", wolves_win=condition).play(
        {"kill": 2, "poison": 1, "shoot.2": 3, "shoot.3": 4}
    )
    assert table.game.state.living == ()
    assert table.ended == "wolves"


def test_the_end_names_day_and_winner() -> None:
    table = Table("WVVV", wolves_may_pass=True).play({"d1.vote": 1})
    assert table.fact(f.Ended) == f.Ended(1, "village", "village")
    assert table.game.over
    assert table.game.asks == ()


# -- the last day


def test_after_the_last_day_it_is_a_draw() -> None:
    table = Table("WVVV", wolves_may_pass=True, last_day=3).play({})
    assert result_of(table) == ("draw", 3)
    assert table.fact(f.Ended).winner is None
    assert table.exiled == [0, 0, 0]


def test_a_game_won_on_the_last_day_is_won() -> None:
    table = Table("WVVV", wolves_may_pass=True, last_day=3).play({"d3.vote": 1})
    assert result_of(table) == ("village", 3)


def test_a_game_stopped_on_the_last_day_is_stopped() -> None:
    table = Table("WVVVV", wolves_may_pass=True, last_day=2, stop="seat_falls 3").play(
        {"d2.vote": 3}
    )
    assert result_of(table) == ("stopped", 2)


def test_a_draw_passes_no_badge() -> None:
    table = Table(
        "WVVVV", wolves_may_pass=True, last_day=1, sheriff="appointed", chance={"appointed": (3,)}
    )
    assert result_of(table.play({"d1.vote": 3})) == ("draw", 1)
    assert table.badges == [(3, "appointed")]
