"""WereWolf-Plus, equations 2 to 5 and 7, each against a value computed by hand."""

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
    summed,
    value,
    written,
)
from wolfcore.game import facts as f

ROLES = written(
    "WWSXHGVV",
    night(1),
    f.Attacked(7),
    f.Protected(6, 7),
    f.Checked(3, 1, "wolves"),
    f.Saved(4, 7),
    f.Poisoned(4, 0),
    dawn(1),
    f.QuietNight(1),
    day(1),
    exiled(0),
    night(2),
    f.Attacked(4),
    f.Protected(6, 2),
    f.Checked(3, 1, "wolves"),
    f.Poisoned(4, 8),
    dawn(2),
    died(4, "killed"),
    died(8, "poisoned"),
    day(2),
    exiled(1),
    night(3),
    f.Attacked(0),
    f.Protected(6, 6),
    f.Checked(3, 7, "village"),
    dawn(3),
    f.QuietNight(3),
    day(3),
    exiled(5),
    f.Shot(5, 2),
    died(2, "shot"),
    ended(3, "village"),
)
"""Wolves 1 and 2, Seer 3, Witch 4, Hunter 5, Guard 6. R = 3."""


def test_seer_counts_distinct_wolves() -> None:
    # wolf 1 twice, wolf 2 never: 1 of 2
    assert summed("seer", ROLES) == (1, 2, 0.5)


def test_seer_who_found_none_or_never_checked_has_0_and_without_a_seer_it_is_null() -> None:
    assert value("seer", written("WSVV", night(1), f.Checked(2, 3, "village"))) == 0
    assert value("seer", written("WSVV", night(1))) == 0
    assert value("seer", written("WVVV", night(1))) is None


def test_witch_uses_are_good_where_they_save_the_village_or_poison_a_wolf() -> None:
    # antidote on seat 7 (village): good; poison on seat 8 (village): not; 1 of 2
    assert summed("witch", ROLES) == (1, 2, 0.5)
    assert value("witch", written("WXVV", night(1), f.Saved(2, 2), f.Poisoned(2, 1))) == 1, (
        "she may save herself"
    )


def test_witch_who_used_nothing_is_null() -> None:
    assert value("witch", written("WXVV", night(1), f.Saved(2, 0), f.Poisoned(2, 0))) is None


def test_hunter_is_the_share_of_shots_that_hit_a_wolf() -> None:
    assert summed("hunter", ROLES) == (1, 1, 1)
    assert value("hunter", written("WWHVV", f.Shot(3, 4))) == 0


def test_hunter_who_holds_fire_fires_no_shot() -> None:
    assert value("hunter", written("WWHVV", f.Shot(3, 0))) is None


def test_hunter_is_unknown_where_shots_are_not_recorded() -> None:
    assert found("hunter", written("WWHVV", f.Shot(3, 1), untold=("Shot",))).parts == ()


def test_guard_weighs_protections_of_the_village_and_of_the_wolves_target() -> None:
    # night 1: seat 7, village and target; night 2: seat 2, a wolf; night 3: himself, village, and
    # the pack has no target
    # (0.5 x 2 + 0.5 x 1) / 3 = 0.5; with a = 0.8: (0.8 x 2 + 0.2 x 1) / 3 = 0.6
    assert value("guard", ROLES) == 0.5
    assert value("guard", ROLES, alpha=0.8) == near(0.6)


def test_guard_a_pass_is_no_night_acted() -> None:
    # night 1 passed; night 2 a village seat that was not attacked: 0.5 x 1 / 1
    game = written(
        "WGVV",
        night(1),
        f.Attacked(3),
        f.Protected(2, 0),
        night(2),
        f.Attacked(4),
        f.Protected(2, 3),
    )
    assert summed("guard", game) == (0.5, 1, 0.5)
    assert value("guard", written("WGVV", night(1), f.Protected(2, 0))) is None


def test_werewolves_rounds_survived_and_alive_at_the_end() -> None:
    # wolf 1 falls in round 2: survived 1 of 3; wolf 2 in round 3: 2 of 3; none alive: (0.5/3 + 1/3)
    # / 2 = 1/4
    assert by_seat("werewolves", ROLES) == {1: (near(1 / 6), 1), 2: (near(1 / 3), 1)}
    assert value("werewolves", ROLES) == near(1 / 4)


def test_werewolves_a_survivor_survived_all_rounds_and_one_who_fell_in_night_1_none() -> None:
    game = written(
        "WWVVX", night(1), dawn(1), died(1, "poisoned"), day(1), exiled(3), ended(1, "wolves")
    )
    assert by_seat("werewolves", game) == {1: (0, 1), 2: (1, 1)}


def test_role_metrics_name_the_entries_behind_them() -> None:
    assert [
        type(ROLES.entries[entry].fact).__name__
        for part in found("witch", ROLES).parts
        for entry in part.entries
    ] == [
        "Saved",
        "Poisoned",
    ]
    assert [
        ROLES.entries[entry].fact for part in found("hunter", ROLES).parts for entry in part.entries
    ] == [f.Shot(5, 2)]
