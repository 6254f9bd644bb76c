"""Every experiment that ships: played in small it has its paper's shape, and its mechanism is seen
and can be switched off."""

from __future__ import annotations

import pytest

from tests.core.experiments.playing import in_small
from wolfcore.experiments import arena_of_part, read_experiment
from wolfcore.experiments.choice import Choice, with_choice
from wolfcore.seating import parse_player
from wolftui.settings.paths import shipped_experiments

FILES = shipped_experiments()


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_its_table_has_the_shape_of_the_papers(name: str) -> None:
    plan, result = in_small(name).plan, in_small(name).result
    assert result.rows == tuple(row.name for row in plan.rows)
    assert result.columns == tuple(column.name for column in plan.columns)
    assert [len(cells) for cells in result.cells] == [len(plan.columns)] * len(plan.rows)
    for row, cells in zip(plan.rows, result.cells, strict=True):
        printed = [cell.paper for cell in cells]
        assert printed == [
            None if number == "" else number for number in row.printed or [""] * len(cells)
        ]


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_all_its_games_are_played_and_count(name: str) -> None:
    plan, result = in_small(name).plan, in_small(name).result
    assert result.played == result.wanted > 0
    assert not result.broken
    assert not result.unread
    counted = {cell for cells in result.cells for cell in cells if cell.games}
    assert counted
    for at, column in enumerate(plan.columns):
        assert any(cells[at].games for cells in result.cells), column.name
    for row, cells in zip(plan.rows, result.cells, strict=True):
        assert any(cell.games for cell in cells) != bool(row.score), row.name
        assert not row.score or {cell.how for cell in cells} == {"no model"}, (
            "house bots answer no questions"
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_its_mechanism_is_at_work_and_is_not_when_it_is_switched_off(name: str) -> None:
    on, off = in_small(name).result, in_small(name, off=True).result
    assert on.at_work > 0
    assert off.at_work == 0
    mechanism = in_small(name).plan.mechanism
    assert mechanism
    if mechanism.sign == "otherwise":
        assert on.of == off.of > 0


@pytest.mark.parametrize("name", FILES)
def test_it_can_be_played_with_models_as_the_paper_did(name: str) -> None:
    plan = read_experiment(FILES[name])
    seated = with_choice(plan, Choice(model="llama"))
    assert all(parse_player(seated.players[each]).model == "llama" for each in plan.models)
    for part in plan.parts:
        arena = arena_of_part(seated, part, Choice(), FILES[name].parent / "pools", "stem")
        assert arena.deals == plan.parts[part].full


def test_a_player_that_is_named_goes_before_the_model_of_all() -> None:
    plan = next(found for found in map(read_experiment, FILES.values()) if found.models)
    named, *others = plan.models
    seated = with_choice(plan, Choice(model="llama", players={named: "bot:hard"}))
    assert seated.players[named] == "bot:hard"
    assert all(parse_player(seated.players[each]).model == "llama" for each in others)
