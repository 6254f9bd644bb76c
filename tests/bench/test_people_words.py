"""What is counted of a person's words: whom they are about, what is believed of that seat, its
ballots and its exile."""

from __future__ import annotations

from bench.people import first_day
from bench.people.counts import Count
from bench.people.game_log import spoken_against
from bench.people.scripted_people import drawn
from bench.people.settings import Setting, play_setting, seat_of
from tests.bench.hand_written import (
    ADA,
    BRAM,
    CLEO,
    DINA,
    ELIF,
    EVERYBODY,
    NAMES,
    game,
    says,
    thinks,
    votes,
)
from wolfcore.game import facts as f

X = drawn(NAMES, 1, CLEO, [seat for seat in EVERYBODY if seat != CLEO])
HONEST = [seat for seat in (ADA, CLEO, DINA, 6, 7) if seat not in (CLEO, X)]
"""The seats of the village beside Cleo, the person, and x."""


def test_whom_a_person_names_is_whom_it_is_measured_by() -> None:
    at, found = Setting("sla7", "normal", "accuser"), 0
    for seed in range(12):
        table, seat = play_setting(at, seed), seat_of(at, seed)
        assert table is not None
        named = {
            target
            for said in table.speeches
            if (said.seat, said.day) == (seat, 1)
            for target in spoken_against(said.acts)
        }
        if named:
            found += 1
            assert named == {first_day.target_of(table, seat)}
            silent = play_setting(Setting("sla7", "normal", "silent"), seed)
            assert silent is not None
            assert first_day.target_of(silent, seat) == first_day.target_of(table, seat)
    assert found > 6


def test_the_dead_have_nobody_in_mind_and_a_wolf_spares_its_mate() -> None:
    assert first_day.target_of(game(f.Died(CLEO), says(ADA, "")), CLEO) == 0
    assert first_day.target_of(game(), CLEO) == 0
    assert all(
        first_day.target_of(game(says(ADA, "")), seat) != other
        for seat, other in ((BRAM, ELIF), (ELIF, BRAM))
    )


def test_beliefs_of_the_village_about_x_are_points_of_a_hundred() -> None:
    voter, other = HONEST[:2]
    facts = (
        *thinks(voter, "", {X: 0.7}),
        *thinks(other, "", {X: 0.2}),
        *thinks(BRAM, "", {X: 1.0}),
    )
    cast = (votes(voter, X), votes(other, X), votes(BRAM, X), votes(CLEO, X))
    assert first_day.belief_in_target(game(says(ADA, ""), *facts, *cast), CLEO) == Count(90, 200)


def test_ballots_for_x_leave_out_the_person_and_x_itself() -> None:
    voter, other = HONEST[:2]
    table = game(
        says(ADA, ""), votes(CLEO, X), votes(X, voter), votes(voter, X), votes(other, voter)
    )
    assert first_day.ballots_for_target(table, CLEO) == Count(1, 2)
    assert first_day.target_exiled(table, CLEO) == Count(0, 1)
    assert first_day.target_exiled(game(says(ADA, ""), f.Exiled(X)), CLEO) == Count(1, 1)


def test_a_wolf_that_a_person_truly_found() -> None:
    report = says(ADA, "I am the Seer. I checked Bram last night, and Bram is a wolf.")
    assert first_day.found_exiled(game(report, f.Exiled(BRAM)), ADA) == Count(1, 1)
    assert first_day.found_exiled(game(report, f.Exiled(ELIF)), ADA) == Count(0, 1)
    good = says(ADA, "I am the Seer. I checked Bram last night, and Bram is good.")
    assert first_day.found_exiled(game(good, f.Exiled(BRAM)), ADA) == Count(0, 0)
