"""A number stands under a heading of the paper only if models played all that models play there."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.experiments.small import SMALLEST, written
from wolfcore.arena import Row, ScheduledGames
from wolfcore.errors import ConfigError
from wolfcore.experiments import (
    Choice,
    Experiment,
    TableCell,
    arena_of_part,
    read_experiment,
    switched_off,
)
from wolfcore.experiments.choice import is_switched_off, model_of, paper_names, with_choice
from wolfcore.experiments.contributions import is_picked
from wolfcore.experiments.definition import Line, Pick, part_of
from wolfcore.experiments.examination import player_of
from wolfcore.experiments.headings import BESIDE_PAPER, NOT_PLAYED, headings_of, shown
from wolftui.settings.paths import shipped_experiments

FILES = shipped_experiments()


@lru_cache
def planned(name: str) -> dict[str, list[Row]]:
    """The games of each part of an experiment, as rows of games that nobody won."""
    plan = read_experiment(FILES[name])
    return {
        part: [
            Row(
                game=game.game,
                cell=game.cell,
                board=game.board,
                deal=game.deal,
                repeat=game.repeat,
                seed=0,
                players=game.players,
                winner=None,
                days=1,
                roles=game.roles,
            )
            for game in ScheduledGames(arena_of_part(plan, part, Choice(games=1)))
        ]
        for part in plan.parts
    }


def at_work(name: str, plan: Experiment, row: Line, column: Line) -> set[str]:
    """All whose play a cell's number comes of, those who taught a pool that was read included."""
    if row.score:
        return {player_of(row, column)}
    pick = row.merged_with(column).merged_with(plan.counted)
    pool = plan.parts[part_of(plan, pick)].pool
    picks = [pick, Pick(part=plan.pools[pool].part)] if pool else [pick]
    return {
        player
        for each in picks
        for game in planned(name)[part_of(plan, each)]
        if is_picked(each, game)
        for player in game.players
    }


def who_played(plan: Experiment) -> list[dict[str, str]]:
    """Nobody, everybody, or one as another model or as itself; and everybody but one."""
    papers = paper_names(plan)
    others = {name: f"{agent}@qwen" for name, agent in plan.models.items()}
    same = {name: f"{agent}@{papers[name]}" for name, agent in plan.models.items()}
    ones = [{name: played[name]} for name in plan.models for played in (others, same)]
    return [
        {},
        others,
        same,
        *ones,
        *[{name: same[name] for name in same if name != left} for left in same],
    ]


@pytest.mark.parametrize("name", FILES)
def test_no_number_is_under_a_models_name_without_a_mark_if_the_model_did_not_play_it(
    name: str,
) -> None:
    whole = read_experiment(FILES[name])
    papers = paper_names(whole)
    assert papers.keys() == whole.players.keys(), "all are models or people of the paper"
    assert whole.models.keys() == {each for each in papers if papers[each] != "people"}
    crew = [
        [at_work(name, whole, row, column) & papers.keys() for column in whole.columns]
        for row in whole.rows
    ]
    for players in who_played(whole):
        choice = Choice(players=players)
        plan = with_choice(whole, choice)
        heads = headings_of(plan, choice)
        seen = set[tuple[int, int]]()
        for row in heads.rows:
            for column in heads.columns:
                inside = crew[row.at][column.at]
                cell = shown(
                    {row.shows, column.shows},
                    heads.replaced[row.at][column.at],
                    TableCell(paper=0.25, value=0.5),
                )
                assert (cell.value is None) == (cell.how in (NOT_PLAYED, BESIDE_PAPER))
                if cell.value is None:
                    continue
                assert (row.at, column.at) not in seen, "each number stands once"
                seen.add((row.at, column.at))
                models = {each: model_of(plan, each) for each in inside}
                marks = [head.name.partition("]")[0][1:] for head in (row, column)
                         if head.name.startswith("[")]  # fmt: skip
                if all(models.values()):
                    assert not marks
                    assert cell.paper is not None
                    for each, model in models.items():
                        assert model == papers[each] or model in row.name + column.name
                else:
                    assert marks
                    assert cell.paper is None
                    if any(models.values()):
                        assert set(marks) == {"some bots"}
        assert len(seen) == len(plan.rows) * len(plan.columns)


@pytest.mark.parametrize("model", ["", "qwen"])
@pytest.mark.parametrize("name", FILES)
def test_a_control_run_has_no_number_under_a_heading_of_the_paper(name: str, model: str) -> None:
    choice = Choice(model=model if read_experiment(FILES[name]).models else "", off=True)
    plan = with_choice(switched_off(read_experiment(FILES[name])), choice)
    heads = headings_of(plan, choice)
    for row in heads.rows:
        for column in heads.columns:
            cell = shown({row.shows, column.shows}, heads.replaced[row.at][column.at],
                         TableCell(paper=0.25, value=0.5))  # fmt: skip
            if cell.value is not None and not plan.rows[row.at].score:
                assert cell.paper is None
                assert "off]" in row.name + column.name


@pytest.mark.parametrize("name", FILES)
def test_a_control_run_of_models_has_no_mechanism_either(name: str) -> None:
    whole = read_experiment(FILES[name])
    assert whole.mechanism
    off = whole.mechanism.off
    seated = with_choice(switched_off(whole), Choice(model="llama", off=True)).players
    usual = with_choice(whole, Choice(model="llama")).players
    for player, word in off.players.items():
        (taken,) = {usual[each] for each in whole.players if whole.players[each] == word}
        assert seated[player] == taken


def test_a_control_run_that_began_before_it_said_so_is_known(tmp_path: Path) -> None:
    for file in FILES.values():
        whole = read_experiment(file)
        assert is_switched_off(switched_off(whole), Choice())
        assert not is_switched_off(whole, Choice())
    plan = read_experiment(written(tmp_path, SMALLEST.partition("[mechanism]")[0]))
    assert not is_switched_off(plan, Choice())
    assert not is_switched_off(replace(plan, parts={}), Choice())


def test_a_player_whom_a_control_run_replaces_cannot_be_named() -> None:
    plan = switched_off(read_experiment(FILES["sla-figure-3"]))
    with pytest.raises(ConfigError, match="`--off` replaces the player `ours`"):
        with_choice(plan, Choice(players={"ours": "sla@qwen"}, off=True))
