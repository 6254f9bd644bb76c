"""What the belief is fitted to: games in half of which somebody scripted plays; what is set by hand
stays as it is."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from bench.belief import measure_fit, moments
from bench.likelihood_fit import FIXED_PARAMETERS, INITIAL, fit
from bench.people.scripted_people import PEOPLE, kinds_of
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.game import ROLES, RoleName

NEWCOMER = "sorry, this is my first game"
CLAIMER = "i'm only a villager"
EVERY: tuple[RoleName, ...] = ("Werewolf", "Villager", "Seer", "Doctor", "Guard", "Witch", "Hunter")


def test_every_role_has_its_kinds_of_people() -> None:
    assert set(EVERY) == set(ROLES)
    assert {kind for role in EVERY for kind in kinds_of(role)} == set(PEOPLE)
    assert "false Seer" in kinds_of("Werewolf") and "true Seer" not in kinds_of("Werewolf")
    assert "true Seer" in kinds_of("Seer") and "false Seer" not in kinds_of("Seer")
    assert all(
        "true Seer" not in kinds_of(role) and "silent" in kinds_of(role)
        for role in EVERY
        if role != "Seer"
    )


@pytest.mark.slow
def test_in_every_other_game_somebody_scripted_plays() -> None:
    def heard(people: bool) -> list[frozenset[str]]:
        return [
            frozenset(each.record.spoken_sentences)
            for each in moments(("sla7",), 40, 0, seats=1, people=people)
        ]

    alone, mixed = heard(False), heard(True)
    same = len(set(alone) & set(mixed))
    assert 0.3 * len(alone) < same < 0.9 * len(alone)
    for words in (NEWCOMER, CLAIMER):
        assert any(words in sentence for said in mixed for sentence in said)
    assert not any(NEWCOMER in sentence for said in alone for sentence in said)


def test_what_is_held_is_moved_by_no_fit_and_other_parameters_are() -> None:
    games = list(moments(("sla7",), 6, 0, people=True))
    fitted, start = asdict(fit(games, INITIAL, sweeps=1)), asdict(INITIAL)
    assert {name: fitted[name] for name in FIXED_PARAMETERS} == {
        name: start[name] for name in FIXED_PARAMETERS
    }
    assert fitted != start


def test_the_data_has_what_is_held_as_it_is_set() -> None:
    assert {name: getattr(FITTED, name) for name in FIXED_PARAMETERS} == {
        name: getattr(INITIAL, name) for name in FIXED_PARAMETERS
    }


@pytest.mark.slow
@pytest.mark.parametrize("further", [False, True])
def test_a_fit_starts_anew_or_goes_on_and_names_its_command(
    further: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    measure_fit(
        [
            "--games",
            "1",
            "--rounds",
            "1",
            "--sweeps",
            "1",
            "--boards",
            "duel6",
            *(["--further"] if further else []),
        ]
    )
    printed = capsys.readouterr().out
    assert ("--boards duel6 --further --write" in printed) == further
    told = {
        line.split(" = ")[0]: line.split(" = ")[1] for line in printed.splitlines() if " = " in line
    }
    near_start = abs(float(told["killed"]) - INITIAL.killed) < abs(
        float(told["killed"]) - FITTED.killed
    )
    assert near_start != further
