"""The rewards of the paper's appendix C, each worked out by hand. Seats are wolves 1 and 2 first,
then whoever the letters name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.table_talk import Table, ballots, seats
from wolfcore.env.rewards import RewardLedger, RewardScheme
from wolfcore.game import ALL, MODERATOR, Entry
from wolfcore.game import facts as f

QUIET = {"n1.kill": 0, "n1.check": 5}
"""A night in which nobody is attacked and the seer finds nobody."""


def earned(table: Table, scheme: RewardScheme = "paper") -> list[int]:
    """What each seat has earned by the whole log, seat 1 first."""
    return RewardLedger([role for role in table.game.state.roles if role], scheme).pay(
        table.game.log
    )[1:]


def the_night(letters: str, answers: dict[str, int], **switches: Any) -> list[int]:
    return earned(Table(letters, **switches).play(dict(answers), until="d1"))


def the_vote(line: str, **switches: Any) -> list[int]:
    table = Table("WWSDVVV", wolves_may_pass=True, **switches)
    return earned(table.play({**QUIET, "d1.vote": ballots(line)}, until="n2"))


# -- nights


def test_a_kill_pays_the_pack_and_costs_all_others() -> None:
    assert the_night("WWSDVVV", {"n1.kill": 7, "n1.check": 5}) == [5, 5, -5, -5, -5, -5, -5]


def test_a_find_pays_the_seer_and_costs_the_pack() -> None:
    assert the_night("WWSDVVV", {"n1.kill": 0, "n1.check": 2}, wolves_may_pass=True) == [
        -2,
        -2,
        2,
        0,
        0,
        0,
        0,
    ]
    assert the_night(
        "WWSDVVV", {"n1.kill": 0, "n1.check": 2}, wolves_may_pass=True, seer_learns="role"
    ) == [-2, -2, 2, 0, 0, 0, 0]


def test_a_check_that_finds_no_wolf_pays_nothing() -> None:
    assert the_night("WWSDVVV", QUIET, wolves_may_pass=True) == [0] * 7
    assert (
        the_night("WWSDVVV", {"n1.kill": 0, "n1.check": 0}, wolves_may_pass=True, seer_pass=True)
        == [0] * 7
    )


def test_a_save_pays_the_doctor_and_costs_the_pack() -> None:
    assert the_night("WWSDVVV", {"n1.kill": 7, "n1.protect": 7, "n1.check": 5}) == [
        -5,
        -5,
        0,
        5,
        0,
        0,
        0,
    ]


def test_protecting_somebody_else_saves_nobody() -> None:
    assert the_night("WWSDVVV", {"n1.kill": 7, "n1.protect": 6, "n1.check": 5}) == [
        5,
        5,
        -5,
        -5,
        -5,
        -5,
        -5,
    ]
    assert the_night("WWSDVVV", {**QUIET, "n1.protect": 6}, wolves_may_pass=True) == [0] * 7


def test_whoever_saves_is_paid_as_the_doctor_is() -> None:
    assert the_night("WWSXVVV", {"n1.kill": 7, "n1.save": 7, "n1.check": 5}) == [
        -5,
        -5,
        0,
        5,
        0,
        0,
        0,
    ]
    assert the_night("WWSGVVV", {"n1.kill": 7, "n1.protect": 7, "n1.check": 5}) == [
        -5,
        -5,
        0,
        5,
        0,
        0,
        0,
    ]


def test_two_who_save_the_same_are_both_paid_and_the_pack_pays_once() -> None:
    both = {"n1.kill": 8, "n1.protect": 8, "n1.save": 8, "n1.check": 6}
    assert the_night("WWSGXVVV", both) == [-5, -5, 0, 5, 5, 0, 0, 0]
    assert the_night("WWSGXVVV", both, guard_and_antidote="dies") == [5, 5, -5, -5, -5, -5, -5, -5]


def test_whoever_is_poisoned_is_neither_saved_nor_the_packs_kill() -> None:
    poisoned = {"n1.kill": 8, "n1.poison": 8, "n1.check": 6}
    assert the_night("WWSGXVVV", {**poisoned, "n1.protect": 8}) == [0] * 8
    assert the_night("WWSGXVVV", {**poisoned, "n1.protect": 1}) == [0] * 8


def test_a_second_night_pays_for_itself() -> None:
    table = Table("WWSDVVV", wolves_may_pass=True)
    table.play({**QUIET, "n1.protect": 7, "n2.kill": 7, "n2.protect": 6, "n2.check": 1}, until="d2")
    assert earned(table) == [3, 3, -3, -5, -5, -5, -5]


def test_nobody_is_paid_again_for_what_was_done_in_an_earlier_night() -> None:
    table = Table("WWSGXVVV", wolves_may_pass=True)
    first = {"n1.kill": 8, "n1.protect": 7, "n1.save": 8, "n1.check": 6}
    table.play({**first, "n2.kill": 8, "n2.protect": 8, "n2.check": 6}, until="d2")
    assert earned(table) == [-10, -10, 0, 5, 5, 0, 0, 0]


# -- votes


def test_ballots_and_the_exile_of_a_wolf() -> None:
    # 3 and 4 are right, 5 is wrong; wolf 1 votes too, which earns nobody anything
    assert the_vote("5 - 1 1 6 - -") == [-1 - 5, -1 - 5, 1 + 5, 1 + 5, -1 + 5, 5, 5]


def test_ballots_and_the_exile_of_another() -> None:
    assert the_vote("- 5 5 5 - - -") == [2 + 5, 2 + 5, -1 - 5, -1 - 5, -5, -5, -5]


def test_a_tie_exiles_nobody_and_its_ballots_count() -> None:
    assert the_vote("- - 1 5 - - -") == [0, 0, 1, -1, 0, 0, 0]


def test_abstaining_earns_nothing() -> None:
    assert the_vote("- - - - - - -") == [0] * 7


def test_ballots_that_nobody_sees_count_and_so_do_those_of_a_runoff() -> None:
    assert the_vote("- - 1 - - - -", ballots="secret") == [-6, -6, 6, 5, 5, 5, 5]
    table = Table("WWSDVVV", wolves_may_pass=True, tie="runoff")
    table.play(
        {**QUIET, "d1.vote": ballots("- - 1 5 - - -"), "d1.vote2": ballots("- - 1 1 - - -")},
        until="n2",
    )
    assert earned(table) == [-1 + 1 - 2 - 5, -1 + 1 - 2 - 5, 2 + 5, -1 + 1 + 5, 5, 5, 5]


@pytest.mark.parametrize(
    ("ballot", "pays"), [("vote", 1), ("runoff", 1), ("lean", 0), ("elect", 0)]
)
@pytest.mark.parametrize("to", [ALL, MODERATOR])
def test_only_ballots_that_can_exile_pay(ballot: f.Ballot, pays: int, to: f.Audience) -> None:
    assert RewardLedger(seats("WWSV")).pay([Entry(to, f.Voted(4, 1, ballot))]) == [
        0,
        -pays,
        -pays,
        0,
        pays,
    ]


# -- the end


def test_the_winners_and_the_losers_dead_ones_too() -> None:
    village = Table("WVVV", wolves_may_pass=True).play(
        {"n1.kill": 0, "d1.vote": ballots("- 1 1 1")}
    )
    assert earned(village, "win") == [-100, 100, 100, 100]
    assert earned(village) == [-100 - 3 - 5, 106, 106, 106]
    wolves = Table("WWVVV").play({"n1.kill": 5})
    assert earned(wolves, "win") == [100, 100, -100, -100, -100]
    assert earned(wolves) == [105, 105, -105, -105, -105]


def test_a_game_that_nobody_wins_pays_nobody() -> None:
    drawn = Table("WWVVVV", wolves_may_pass=True, last_day=1).play({"n1.kill": 0})
    assert drawn.ended == "draw"
    assert earned(drawn, "win") == earned(drawn) == [0] * 6


def test_what_is_booked_is_booked_once() -> None:
    log = Table("WWSDVVV").play({"n1.kill": 7, "n1.check": 5}, until="d1").game.log
    ledger = RewardLedger(seats("WWSDVVV"))
    assert ledger.pay(log)[1:] == [5, 5, -5, -5, -5, -5, -5]
    assert ledger.pay([]) == [0] * 8
