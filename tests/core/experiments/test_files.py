"""Every experiment that ships: played in small it has its paper's shape, and its mechanism is seen
and can be switched off."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.core.experiments.playing import in_small
from wolfcore.experiments import arena_of_part, read_experiment, switched_off
from wolfcore.experiments.cells import TableCell
from wolfcore.experiments.choice import Choice, differences, model_of, size_of, with_choice
from wolfcore.experiments.headings import ALL_BOTS, NOT_PLAYED
from wolfcore.experiments.result_table import SAME_PLAYER
from wolfcore.seating import parse_player, pool_read_by
from wolftui.cli.paper_table import WITHOUT_INTERVAL, WITHOUT_VALUE
from wolftui.settings.paths import shipped_experiments

FILES = shipped_experiments()


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_its_table_has_the_shape_and_the_numbers_of_the_paper(name: str) -> None:
    plan, result = in_small(name).plan, in_small(name).result
    assert [len(cells) for cells in result.cells] == [len(result.columns)] * len(result.rows)
    papers = {
        (row, column): cell.paper
        for row, cells in zip(result.rows, result.cells, strict=True)
        for column, cell in zip(result.columns, cells, strict=True)
        if cell.paper is not None
    }
    sizes = {row.split(" (here ")[0]: row for row in result.rows}
    assert papers == {
        (sizes[row.name], column.name): number
        for row in plan.rows
        for column, number in zip(plan.columns, row.printed, strict=bool(row.printed))
        if number != ""
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_house_bots_count_for_no_model_of_the_paper(name: str) -> None:
    plan, result = in_small(name).plan, in_small(name).result
    assert not any(model_of(plan, player) for player in plan.players)
    marked = [f"[{ALL_BOTS}]" in row + column for row in result.rows for column in result.columns]
    cells = [cell for cells in result.cells for cell in cells]
    assert "house bots stand in for" in result.differs[-1]
    for has_mark, cell in zip(marked, cells, strict=True):
        assert (cell.how == NOT_PLAYED) == (not has_mark)
        assert cell.value is None or cell.paper is None


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_all_its_games_are_played_and_count(name: str) -> None:
    plan, result = in_small(name).plan, in_small(name).result
    assert result.played == result.wanted > 0
    assert not result.broken
    assert not result.unread
    for at, column in enumerate(result.columns):
        played = [
            cells[at] for cells in result.cells if cells[at].how not in (NOT_PLAYED, SAME_PLAYER)
        ]
        assert any(cell.games for cell in played) == bool(played and _happened(played)), column
    scores = {row.name for row in plan.rows if row.score}
    for row, cells in zip(result.rows, result.cells, strict=True):
        played = [cell for cell in cells if cell.how not in (NOT_PLAYED, SAME_PLAYER)]
        counted = played and row not in scores and _happened(played)
        assert any(cell.games for cell in played) == bool(counted), row
        assert row not in scores or {cell.how for cell in played} == {"no model"}, (
            "house bots answer no questions"
        )


def _happened(played: Sequence[TableCell]) -> bool:
    """Whether what the cells are about happened: so few games may elect no wolf, or last no five
    days."""
    return {cell.how for cell in played} != {"no event"}


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


@pytest.mark.slow
@pytest.mark.parametrize("off", [False, True])
@pytest.mark.parametrize("name", FILES)
def test_no_cell_is_empty_without_a_reason(name: str, off: bool) -> None:
    result = in_small(name, off=off).result
    compared = (*result.compared, *result.compared_columns)
    for cells in (*result.cells, *[each.cells for each in compared]):
        for cell in cells:
            assert cell.games <= cell.of or not cell.of
            if cell.value is None:
                assert cell.how in WITHOUT_VALUE
            elif cell.low is None:
                assert cell.how in WITHOUT_INTERVAL


@pytest.mark.parametrize("name", FILES)
def test_no_sentence_states_a_size_that_may_not_be_played(name: str) -> None:
    plan = read_experiment(FILES[name])
    sizes = {part.full for part in plan.parts.values()}
    sizes |= {part.full * part.repeats for part in plan.parts.values()}
    sizes |= {pool.full for pool in plan.pools.values()} | {80}
    assert not size_of(plan, Choice())
    assert all(part in size_of(plan, Choice(size="small")) for part in plan.parts)
    for choice in (Choice(), Choice(model="llama")):
        for line in differences(with_choice(plan, choice)):
            stated = {int(number) for number in re.findall(r"(?<![\w.-])\d+(?![\w.-])", line)}
            assert not stated & sizes, line


@pytest.mark.parametrize("name", FILES)
def test_it_says_what_its_numbers_are(name: str) -> None:
    assert read_experiment(FILES[name]).numbers


def test_a_model_of_helmsman_has_one_bot_in_all_tables() -> None:
    bots: dict[str, str] = {}
    for name in FILES:
        plan = read_experiment(FILES[name])
        for player, paper in plan.paper_models.items() if name.startswith("helmsman") else ():
            assert bots.setdefault(paper, plan.players[player]) == plan.players[player]


@pytest.mark.parametrize("name", FILES)
def test_it_can_be_played_with_models_as_the_paper_did(name: str) -> None:
    plan = read_experiment(FILES[name])
    seated = with_choice(plan, Choice(model="llama"))
    assert all(parse_player(seated.players[each]).model == "llama" for each in plan.models)
    for part in plan.parts:
        arena = arena_of_part(seated, part, Choice(), FILES[name].parent / "pools", "stem")
        assert arena.deals == plan.parts[part].full


@pytest.mark.parametrize("off", [False, True])
@pytest.mark.parametrize("name", FILES)
def test_with_models_no_player_reads_a_pool_but_those_of_the_experiment(
    name: str, off: bool
) -> None:
    plan = with_choice(read_experiment(FILES[name]), Choice(model="llama"))
    plan = switched_off(plan) if off else plan
    read = {
        (part, pool)
        for part in plan.parts
        for spec in arena_of_part(plan, part, Choice(), FILES[name].parent, "stem").specs.values()
        if (pool := pool_read_by(spec)) is not None
    }
    assert read == {(name, f"stem-{part.pool}") for name, part in plan.parts.items() if part.pool}


def test_a_player_that_is_named_goes_before_the_model_of_all() -> None:
    plan = next(found for found in map(read_experiment, FILES.values()) if found.models)
    named, *others = plan.models
    seated = with_choice(plan, Choice(model="llama", players={named: "bot:hard"}))
    assert seated.players[named] == "bot:hard"
    assert all(parse_player(seated.players[each]).model == "llama" for each in others)
