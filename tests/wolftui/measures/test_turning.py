"""The night or day on which a game turned, by hand."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

import pytest

from wolfcore.game import RoleName
from wolfcore.game import facts as f
from wolftui.measures.turning_point import all_turns, random_play_chance, turning_point

DEALT: tuple[RoleName, ...] = (
    "Werewolf",
    "Werewolf",
    "Seer",
    "Doctor",
    "Villager",
    "Villager",
    "Villager",
)


def night(day: int, *fallen: int, prey: int = 0) -> list[f.Fact]:
    quiet: list[f.Fact] = [] if fallen else [f.QuietNight(day)]
    hunt: list[f.Fact] = [f.Attacked(prey)] if prey else []
    return [
        f.Began(day, "night"),
        *hunt,
        f.Began(day, "dawn"),
        *(f.Died(seat) for seat in fallen),
        *quiet,
    ]


def day(number: int, exiled: int) -> list[f.Fact]:
    gone: list[f.Fact] = [f.Died(exiled)] if exiled else []
    return [f.Began(number, "discussion"), f.Began(number, "exile"), f.Exiled(exiled), *gone]


def game(*parts: list[f.Fact], dealt: int = len(DEALT)) -> list[f.Fact]:
    roles = [f.Dealt(seat, role) for seat, role in enumerate(DEALT[:dealt], 1)]
    return [f.Began(0, "setup"), *roles, *(fact for part in parts for fact in part)]


@pytest.mark.parametrize(
    ("wolves", "others", "at_night", "chance"),
    [
        (0, 3, False, Fraction(1)),
        (1, 1, False, Fraction(0)),
        (1, 2, False, Fraction(1, 3)),
        (1, 3, True, Fraction(1, 3)),
        (1, 4, False, Fraction(1, 5) + Fraction(4, 5) * Fraction(1, 3)),
        (2, 3, False, Fraction(2, 5) * Fraction(1, 3)),
    ],
)
def test_the_chance_by_lot(wolves: int, others: int, at_night: bool, chance: Fraction) -> None:
    assert isclose(random_play_chance(wolves, others, night=at_night), chance)


def test_a_wolf_found_is_what_the_village_won_by_and_no_quiet_night() -> None:
    facts = game(night(1), day(1, 1), night(2), day(2, 2), [f.Ended(2, "village", "village")])
    turned = turning_point(facts, 7)
    assert turned
    assert (turned.day, turned.night, turned.fallen) == (1, False, (1,))


def test_the_seer_that_the_village_exiles_is_more_than_a_seat() -> None:
    lost = game(night(1, 5), day(1, 3), night(2, 4), day(2, 6), [f.Ended(2, "wolves", "wolves")])
    turned = turning_point(lost, 7)
    assert turned
    assert (turned.day, turned.fallen) == (1, (3,))
    killed = turning_point(
        game(night(1, 3), day(1, 0), night(2, 6), day(2, 5), [f.Ended(2, "wolves", "wolves")]), 7
    )
    assert killed
    assert (killed.day, killed.night, killed.fallen) == (1, True, (3,))
    assert isclose(killed.gain, random_play_chance(2, 4, night=False) / 2)


def test_the_end_is_no_turn_unless_nothing_else_brought_anything() -> None:
    turned = turning_point(
        game(night(1, 5), day(1, 0), night(2, 6), day(2, 7), [f.Ended(2, "wolves", "wolves")]), 7
    )
    assert turned
    assert (
        turned.day == 2
    )  # a plain villager a night is what is reckoned with, and the first day cost nobody anything
    at_once = turning_point(game(night(1, 5), day(1, 2), [f.Ended(1, "village", "village")]), 7)
    assert at_once
    assert at_once.day == 1
    assert isclose(at_once.gain, 1 - random_play_chance(2, 4, night=False))


def test_nothing_turns_where_nobody_won_or_the_roles_are_not_known() -> None:
    parts = (night(1, 5), day(1, 1))
    assert turning_point(game(*parts, [f.Ended(1, "draw")]), 7) is None
    assert turning_point(game(*parts), 7) is None
    assert turning_point(game(*parts, [f.Ended(1, "wolves", "wolves")], dealt=5), 7) is None


def test_a_night_without_a_death_costs_the_village_nothing() -> None:
    """By lot one villager more is worse for the village where that makes the living even, and
    nobody would understand it."""
    assert random_play_chance(2, 4, night=False) < random_play_chance(2, 3, night=False)
    facts = game(
        night(1, 7),
        day(1, 0),
        night(2, prey=5),
        day(2, 5),
        night(3, 3),
        [f.Ended(3, "wolves", "wolves")],
    )
    quiet = next(each for each in all_turns(facts, 7) if each.night and not each.fallen)
    assert (quiet.day, quiet.gain, quiet.spared) == (2, 0.0, 5)
    turned = turning_point(facts, 7)
    assert turned
    assert turned.fallen


def test_whom_the_pack_came_for_in_vain_is_told() -> None:
    facts = game(
        night(1, prey=4),
        day(1, 0),
        night(2, prey=5),
        day(2, 1),
        night(3),
        day(3, 2),
        [f.Ended(3, "village", "village")],
    )
    turns = [(each.day, each.spared) for each in all_turns(facts, 7) if each.night]
    assert turns == [(1, 4), (2, 5), (3, 0)]
    assert [each.gain >= 0 for each in all_turns(facts, 7) if each.night] == [True, True, True]
