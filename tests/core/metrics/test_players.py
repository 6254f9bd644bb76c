"""WereWolf-Plus, equations 8 to 10, each against a value computed by hand."""

from __future__ import annotations

from tests.core.metrics.written import (
    by_seat,
    dawn,
    day,
    died,
    ended,
    exiled,
    found,
    near,
    night,
    phase,
    summed,
    value,
    votes,
    written,
)
from wolfcore.game import facts as f

GAME = written(
    "WWSGVV",
    night(1),
    f.Attacked(5),
    f.Protected(4, 5),
    f.Checked(3, 1, "wolves"),
    dawn(1),
    f.QuietNight(1),
    day(1),
    phase(1, "straw_vote"),
    votes("3 3 1 1 1 1", "lean"),
    phase(1, "vote"),
    votes("3 3 1 1 0 6"),
    phase(1, "runoff"),
    votes(". . . 1 1 1", "runoff"),
    exiled(3),
    night(2),
    f.Attacked(4),
    f.Protected(4, 4),
    dawn(2),
    f.QuietNight(2),
    day(2),
    phase(2, "vote"),
    votes("5 1 . 1 2 2"),
    exiled(1),
    night(3),
    f.Attacked(6),
    f.Protected(4, 2),
    dawn(3),
    died(6, "killed"),
    day(3),
    phase(3, "vote"),
    votes(". 5 . 5 4 ."),
    exiled(0),
    ended(3, "draw"),
)
"""Wolves 1 and 2, Seer 3, Guard 4. Seat 6 votes for itself on day 1."""


def test_irp_counts_official_ballots_of_the_village_that_name_anyone() -> None:
    # day 1: 3 -> 1 hit, 4 -> 1 hit, 5 abstains, 6 -> 6 counts and misses: 2/3
    # day 2: 4 -> 1 hit, 5 -> 2 hit, 6 -> 2 hit: 3/3; day 3: 4 -> 5, 5 -> 4: 0/2; straw votes and
    # the runoff count nowhere
    assert summed("irp", GAME) == (5, 8, 5 / 8)
    assert by_seat("irp", GAME) == {3: (1, 1), 4: (2, 3), 5: (1, 2), 6: (1, 2)}


def test_irp_without_a_ballot_that_names_anyone_is_null() -> None:
    assert value("irp", written("WWSG", night(1), day(1), votes("3 3 0 0"))) is None
    assert value("irp", written("WWSG", night(1), dawn(1), died(3, "killed"))) is None


def test_irp_a_ballot_for_a_dead_wolf_names_no_living_wolf() -> None:
    game = written("WWSG", night(1), dawn(1), died(1, "poisoned"), day(1), votes(". 3 1 2"))
    assert summed("irp", game) == (1, 2, 0.5)


def test_ksr_is_the_share_of_key_roles_alive_at_the_true_end() -> None:
    # the Seer was exiled, the Guard lives
    assert summed("ksr", GAME) == (1, 2, 0.5)
    late = written(
        "WSDV",
        night(1),
        day(1),
        exiled(0),
        night(2),
        dawn(2),
        died(2, "killed"),
        ended(2, "wolves"),
    )
    assert value("ksr", late) == 0.5, "who dies in the last night is dead"
    assert value("ksr", written("WVVV", night(1))) is None


def test_kre_is_half_survival_and_half_the_mean_of_the_role_metrics() -> None:
    # seer 1/2; guard: nights 1 and 2 village and target, night 3 a wolf: (0.5 x 2 + 0.5 x 2) / 3 =
    # 2/3
    # kre = 0.5 x 1/2 + 0.5 x (1/2 + 2/3) / 2 = 1/4 + 7/24
    assert value("kre", GAME) == near(13 / 24)
    # the Seer: 0.5 x 0 + 0.5 x 1/2; the Guard: 0.5 x 1 + 0.5 x 2/3
    assert by_seat("kre", GAME) == {3: (near(1 / 4), 1), 4: (near(5 / 6), 1)}


def test_kre_leaves_null_role_metrics_out_and_is_null_without_any() -> None:
    # a witch who used nothing and a seer with 1/1: 0.5 x 1 + 0.5 x 1
    assert value("kre", written("WSXV", night(1), f.Checked(2, 1, "wolves"))) == 1
    assert value("kre", written("WXHV", night(1))) is None


def test_vss_is_the_share_of_exiles_that_hit_a_wolf() -> None:
    # day 1 the Seer, day 2 wolf 1, day 3 nobody
    assert summed("vss", GAME) == (1, 2, 0.5)
    assert value("vss", written("WWSG", night(1), day(1), votes("3 3 0 0"), exiled(0))) is None


def test_vss_of_a_player_runs_over_the_exiles_on_whose_vote_it_had_a_ballot() -> None:
    assert by_seat("vss", GAME) == {3: (0, 1), 4: (1, 2), 5: (1, 2), 6: (1, 2)}
    assert all(part.seat not in (1, 2) for part in found("vss", GAME).parts), (
        "wolves do not vote for the village"
    )
