"""Guesses are counted as the metrics count beliefs: by hand, on a game of which every belief is
known."""

from __future__ import annotations

from math import isclose

from wolfcore.game import ALL, Belief, Entry, Fact
from wolfcore.game import facts as f
from wolfcore.game.roles import RoleName
from wolftui.games.session.visible_log import day_ends
from wolftui.measures.guess_scores import BrierSum, Guesses, guess_score, normalised_guesses

ROLES: tuple[RoleName, ...] = ("Werewolf", "Villager", "Seer", "Villager", "Werewolf")


def log(*more: Fact) -> list[Entry]:
    dealt = [Entry((seat,), f.Dealt(seat, role)) for seat, role in enumerate(ROLES, 1)]
    begin = [f.Began(1, "night"), f.Began(1, "dawn"), f.Died(2), f.Began(1, "discussion")]
    return [*dealt, *(Entry(ALL, fact) for fact in (*begin, *more))]


def believed(seat: int, *beliefs: Belief) -> f.Believed:
    return f.Believed(seat, f"d1.suspect.{seat}", beliefs)


DAY_1 = (
    believed(3, Belief(1, "Werewolf", 5), Belief(4, "Villager", 5)),
    believed(3, Belief(1, "Werewolf", 9), Belief(4, "Villager", 8), Belief(2, "Seer", 10)),
    believed(5, Belief(1, "Werewolf", 10), Belief(4, "Villager", 10)),
    f.Exiled(5),
    f.Died(5),
)
LOG = log(*DAY_1, f.Began(2, "night"), f.Died(4), f.Ended(2, "wolves", "wolves"))


def test_a_day_ends_before_the_night_and_before_the_end_of_the_game() -> None:
    night = len(log(*DAY_1))
    assert day_ends(LOG) == ((1, night),)
    assert day_ends(log(*DAY_1, f.Ended(1, "wolves", "wolves"))) == ((1, night),)
    assert day_ends(log(*DAY_1)) == (), "nobody knows yet when it ends"
    assert day_ends(log(*DAY_1, f.Ended(1, "village", "village"))) == (), (
        "there is nothing left to guess"
    )


def test_guesses_are_off_by_the_squared_error_over_those_who_live() -> None:
    guesses = Guesses(
        0, {1: (Belief(1, "Werewolf", 8), Belief(3, "Seer", 9), Belief(5, "Werewolf", 10))}
    )
    score = guess_score(LOG, 5, day_ends(LOG), guesses)
    assert score is not None
    day = score.days[0]
    assert (day.judged, day.wolves) == ((1, 3, 4), 1), (
        "the dead are not judged, whatever was said of them"
    )
    assert {seat: round(chance, 9) for seat, chance in day.guessed.items()} == {1: 0.8, 3: 0.1}
    assert isclose(day.own.value or 0, (0.2**2 + 0.1**2 + (1 / 3) ** 2) / 3), (
        "who was left out counts as the base rate"
    )
    assert isclose(day.base_rate.value or 0, ((2 / 3) ** 2 + 2 * (1 / 3) ** 2) / 3)


def test_a_seat_counts_by_what_it_stated_last_on_the_day_and_wolves_are_no_measure() -> None:
    guesses = Guesses(
        0, {1: (Belief(1, "Werewolf", 10), Belief(3, "Seer", 10), Belief(4, "Villager", 10))}
    )
    score = guess_score(LOG, 5, day_ends(LOG), guesses)
    assert score is not None
    seats = score.days[0].seats
    assert isclose(seats[3].value or 0, (0.1**2 + 0.2**2) / 2)
    assert LOG[seats[3].entry].fact == DAY_1[1]
    assert seats[5].value == 0
    assert list(score.compared) == [3]
    assert score.beaten == (3,)
    assert score.is_wolf(5)


def test_whose_eyes_are_used_is_not_judged_and_a_day_that_was_passed_does_not_count() -> None:
    score = guess_score(LOG, 5, day_ends(LOG), Guesses(3, {1: (Belief(1, "Werewolf", 9),)}))
    assert score is not None
    assert score.days[0].judged == (1, 4)
    none = guess_score(LOG, 5, day_ends(LOG), Guesses(0, {1: ()}))
    assert none is not None
    assert (none.days, none.own) == ((), BrierSum())


def test_where_the_log_does_not_tell_every_role_nothing_is_counted() -> None:
    assert (
        guess_score(LOG[1:], 5, day_ends(LOG[1:]), Guesses(0, {1: (Belief(3, "Seer", 9),)})) is None
    )


def test_uncertain_is_an_even_chance_at_any_confidence() -> None:
    guesses = (Belief(1, "Uncertain", 9), Belief(2, "Werewolf", 8))
    assert normalised_guesses(guesses) == (Belief(1, "Uncertain", 5), Belief(2, "Werewolf", 8))
