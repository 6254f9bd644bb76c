"""What a table counts: by hand from rows, and as the metrics have it for the same games."""

from __future__ import annotations

from itertools import pairwise
from math import log2
from pathlib import Path

import pytest

from tests.core.experiments.playing import in_small, played
from tests.core.experiments.small import SMALLEST, written
from wolfcore.arena import Row
from wolfcore.errors import ConfigError
from wolfcore.experiments import (
    Choice,
    Pick,
    TableCell,
    arena_of_part,
    make_table,
    read_experiment,
    switched_off,
)
from wolfcore.experiments.cells import CellSums, cell_of
from wolfcore.experiments.choice import with_choice
from wolfcore.experiments.contributions import (
    Contribution,
    contribution_of_row,
    is_picked,
    picked_seats,
    quantities_of,
    range_of,
)
from wolfcore.experiments.headings import ALL_BOTS
from wolfcore.experiments.runner import rows_of_part
from wolfcore.experiments.series import OpenSeries
from wolfcore.experiments.series import Plan as SeriesPlan
from wolfcore.experiments.series.person_metrics import measure_series_game
from wolfcore.game import Team
from wolfcore.memory.pool_search import read_clause_pool
from wolfcore.metrics import Groups, from_saved_game, measure, tables_of
from wolfcore.records import read_game
from wolftui.games.inputs import open_board
from wolftui.games.series_games import board_argument
from wolftui.settings.paths import shipped_experiments


def row(
    players: str, winner: Team | None, *, cell: str = "a/b", broken: str = "", repeat: int = 0
) -> Row:
    """A game of five: two wolves, a Seer and two Villagers, played by names of one letter."""
    return Row(
        game=0,
        cell=cell,
        board="sla7",
        deal=0,
        repeat=repeat,
        seed=0,
        players=tuple(players),
        winner=winner,
        days=3,
        broken=broken,
        roles=("Werewolf", "Seer", "Villager", "Werewolf", "Villager"),
    )


def alike(one: float | None, other: float | None) -> bool:
    """Whether two numbers are equal but for rounding, or both missing."""
    return one == other if one is None or other is None else abs(one - other) < 1e-9


@pytest.mark.parametrize(
    ("pick", "seats"),
    [
        (Pick(), (1, 2, 3, 4, 5)),
        (Pick(player="a"), (2, 3, 5)),
        (Pick(player="b", team="wolves"), (1, 4)),
        (Pick(player="b", team="village"), ()),
        (Pick(role="Seer"), (2,)),
        (Pick(player="a", against="b"), (2, 3, 5)),
        (Pick(player="a", against="c"), ()),
        (Pick(cell="b/a"), ()),
    ],
)
def test_a_pick_means_these_seats(pick: Pick, seats: tuple[int, ...]) -> None:
    game = row("baaba", "village")
    assert is_picked(pick, game) == bool(seats)
    if seats:
        assert picked_seats(pick, game) == seats


def test_a_game_that_broke_counts_nowhere() -> None:
    assert not is_picked(Pick(), row("baaba", None, broken="It broke."))


@pytest.mark.parametrize(
    ("winner", "village", "wolves"), [("village", 1, 0), ("wolves", 0, 1), (None, 0, 0)]
)
def test_a_game_that_nobody_won_is_won_by_no_side_and_counts(
    winner: Team | None, village: int, wolves: int
) -> None:
    for pick, won in (
        (Pick(metric="won", team="village"), village),
        (Pick(metric="won", team="wolves"), wolves),
    ):
        (wanted,) = quantities_of(pick)
        assert contribution_of_row(wanted, row("aaaaa", winner)) == Contribution(won, 1)


def test_a_rise_is_the_slope_through_the_results_of_a_whole_row() -> None:
    (wanted,) = quantities_of(Pick(metric="rise", player="a", team="village"), 4)
    won: tuple[Team, ...] = ("wolves", "wolves", "village", "village")
    counted = CellSums()
    for place, winner in enumerate(won[:3]):
        counted.add(("sla7", 0), contribution_of_row(wanted, row("baaba", winner, repeat=place)))
    assert cell_of((wanted,), {wanted: counted}, None).value is None, "the row is not whole"
    counted.add(("sla7", 0), contribution_of_row(wanted, row("baaba", won[3], repeat=3)))
    # the line of least squares through 0, 0, 1, 1 rises by 0.4, and no row of four can rise more
    assert alike(cell_of((wanted,), {wanted: counted}, None).value, 0.4)
    ends = range_of(wanted)
    assert ends
    assert alike(ends[1], 0.4)
    assert alike(ends[0], -0.4)


def test_an_entropy_is_of_what_was_seen_and_of_what_could_have_been() -> None:
    kinds = tuple(f"seat {seat}" for seat in range(1, 8))
    wanted = quantities_of(Pick(table="first_kill", row="a", entropy=kinds))
    assert [each.pick.choice for each in wanted] == list(kinds)
    sums = {each: CellSums() for each in wanted}
    for deal, seat in enumerate((2, 2, 2, 5)):
        for each in wanted:
            sums[each].add(("sla7", deal), Contribution(each.pick.choice == f"seat {seat}", 1))
    cell = cell_of(wanted, sums, None)
    assert alike(cell.value, 0.25 * 2 + 0.75 * log2(4 / 3))
    assert cell.games == 4
    assert cell.low is not None
    assert cell.high is not None
    assert cell.low < (cell.value or 0) < cell.high <= log2(7) + 1e-9


def test_an_entropy_counts_the_games_of_a_deal_as_one() -> None:
    kinds = tuple(f"seat {seat}" for seat in range(1, 8))
    wanted = quantities_of(Pick(table="first_kill", row="a", entropy=kinds))

    def cell_over(repeats: int) -> TableCell:
        sums = {each: CellSums() for each in wanted}
        for deal, seat in enumerate((2, 2, 2, 5) * repeats):
            for each in wanted:
                added = Contribution(each.pick.choice == f"seat {seat}", 1)
                sums[each].add(("sla7", deal % 4), added)
        return cell_of(wanted, sums, None)

    once, often = cell_over(1), cell_over(25)
    assert (often.games, often.deals) == (100, 4)
    assert alike(often.value, once.value)
    assert alike(often.low, once.low)
    assert alike(often.high, once.high)


@pytest.mark.parametrize(
    ("table", "designed", "deals", "told"),
    [
        # Of ballots a game has as many as it happens to have: no interval below 40 deals.
        ("two_seers", False, 39, False),
        ("two_seers", False, 40, True),
        ("two_seers", True, 5, True),
        ("first_kill", False, 5, True),
    ],
)
def test_a_share_of_what_games_happen_to_have_needs_forty_deals(
    table: str, designed: bool, deals: int, told: bool
) -> None:
    pick = Pick(table=table, row="a", choice="nobody")
    (wanted,) = quantities_of(pick, designed=designed)
    sums = CellSums()
    for deal in range(deals):
        sums.add(("sla7", deal), Contribution(deal % 2, 1 + deal % 3))
    cell = cell_of([wanted], {wanted: sums}, None)
    assert cell.value is not None
    assert (cell.low is not None, cell.how == "uneven") == (told, not told)


def test_the_tables_of_a_paper_agree_with_each_other() -> None:
    """Table 1 has the means of table 3, and figure 3 has the agent in table 1 against itself and
    against the vanilla agent."""
    one, three, matrix = (
        {
            row.name: row.printed
            for row in read_experiment(shipped_experiments()[f"sla-{name}"]).rows
        }
        for name in ("table-1", "table-3", "figure-3")
    )
    for team in ("Villagers", "Werewolves"):
        for place, agent in enumerate(
            ("Ours", "w.o. training", "w.o. {training, diversity}", "Vanilla")
        ):
            games = [number for number in three[f"{team}: {agent}"] if number != ""]
            assert len(games) == 10
            assert alike(float(one[f"{team}: humans"][place]), sum(games) / 10)
    assert matrix["Ours"][3] == one["Villagers: ours"][0]
    assert alike(float(matrix["Ours"][3]), 1 - float(one["Werewolves: ours"][0]))
    assert matrix["Ours"][0] == one["Villagers: ours"][3]
    assert alike(float(matrix["Vanilla"][3]), 1 - float(one["Werewolves: ours"][3]))


def test_only_the_wanted_game_of_a_row_is_picked() -> None:
    assert is_picked(Pick(game=2), row("baaba", None, repeat=1))
    assert not is_picked(Pick(game=2), row("baaba", None, repeat=0))


@pytest.mark.slow
def test_a_table_is_what_the_metrics_say_of_the_same_games() -> None:
    folder, plan, result = in_small("werewolf-plus-table-2")
    ours = [
        cells
        for name, cells in zip(result.rows, result.cells, strict=True)
        if name.startswith(f"[{ALL_BOTS}]")
    ]
    for line, cells in zip(plan.rows, ours, strict=True):
        of_team: dict[str, Groups] = {team: Groups() for team in ("village", "wolves")}
        for game in rows_of_part(folder, "pairs"):
            cell = {
                "village": f"{line.player}/{line.against}",
                "wolves": f"{line.against}/{line.player}",
            }
            for team, groups in of_team.items():
                if game.cell == cell[team]:
                    groups.add(measure(from_saved_game(read_game(folder / "pairs" / game.folder))))
        for column, cell in zip(plan.columns, cells, strict=True):
            assert column.team
            (found,) = [
                each for each in of_team[column.team].rows() if each.metric.name == column.metric
            ]
            assert alike(cell.value, found.value), (line.name, column.name)
            assert cell.games == found.n


@pytest.mark.slow
def test_compared_rows_are_compared_deal_by_deal() -> None:
    result = in_small("sla-figure-3").result
    by_name = dict(zip(result.rows, result.cells, strict=True))
    for each in result.compared:
        for one, other, less in zip(by_name[each.row], by_name[each.less], each.cells, strict=True):
            assert (one.value is None) == (one.paper is not None) == (other.value is None)
            if one.value is None or other.value is None:
                assert alike(less.paper, (one.paper or 0) - (other.paper or 0))
            else:
                assert alike(less.value, one.value - other.value)


@pytest.mark.slow
def test_a_village_reads_what_the_village_did_and_nobody_else_reads() -> None:
    folder, plan, _ = in_small("werewolf-plus-table-4")
    file = folder / "pools" / "village.jsonl"
    assert b"You are a Werewolf" not in file.read_bytes()
    assert read_clause_pool(file).similar_to(
        "plus", "You are a Villager. You are asked to vote.", 0.1
    )
    with_pool, without = (
        arena_of_part(plan, part, Choice(size="small"), folder / "pools")
        for part in ("with", "without")
    )
    assert with_pool.players["doubao"] == f"{without.players['doubao']}:experience=plus:pool={file}"
    assert {name: word for name, word in with_pool.players.items() if name != "doubao"} == {
        name: word for name, word in without.players.items() if name != "doubao"
    }


@pytest.mark.slow
def test_every_seat_reads_where_the_paper_has_every_seat_read() -> None:
    folder, plan, _ = in_small("werewolf-plus-table-3")
    words = arena_of_part(plan, "with", Choice(size="small"), folder / "pools").players.values()
    assert all(f"pool={folder / 'pools' / 'every.jsonl'}" in word for word in words)
    off = switched_off(plan)
    assert not any(
        "pool=" in word
        for word in arena_of_part(
            off, "with", Choice(size="small"), folder / "pools"
        ).players.values()
    )


@pytest.mark.slow
def test_pools_of_more_games_hold_more() -> None:
    pools = in_small("xu2023-figure-3").folder / "pools"
    sizes = [
        len((pools / f"{name}.jsonl").read_bytes().splitlines())
        for name in ("ten", "twenty", "thirty", "forty")
    ]
    assert all(less < more for less, more in pairwise(sizes))


def test_with_models_a_pool_is_named_and_a_village_learns_of_itself_alone() -> None:
    plan = with_choice(
        read_experiment(shipped_experiments()["werewolf-plus-table-4"]), Choice(model="llama")
    )
    word = arena_of_part(plan, "with", Choice(), Path("/pools"), "mine").players["doubao"]
    assert word == "plus:experience=plus:pool=mine-village:scope=village@llama"


def test_a_pool_that_a_bot_should_read_is_refused(tmp_path: Path) -> None:
    pool = (
        '[pools.own]\npart = "all"\nsmall = 1\nfull = 1\n[parts.more]\nboards = '
        '["sla7"]\nsmall = 1\nfull = 1\npool = "own"\n'
    )
    text = SMALLEST.replace("[counted]", f'{pool}\n[counted]\npart = "all"').replace(
        'cell = "a/b"', 'part = "all", cell = "a/b"'
    )
    plan = read_experiment(
        written(tmp_path, text.replace('cell = "b/a"', 'part = "all", cell = "b/a"'))
    )
    with pytest.raises(ConfigError, match="`bot:easy` cannot read experience"):
        played(tmp_path / "played", plan)


@pytest.mark.slow
def test_a_person_s_row_is_counted_as_series_count_it() -> None:
    folder, plan, result = in_small("helmsman-table-3")
    seat = plan.parts["human"].person
    games = [
        measure_series_game(read_game(folder / "human" / row.folder), seat)
        for row in rows_of_part(folder, "human")
    ]
    ratios = [game.trusts.ratio for game in games if game.trusts.ratio is not None]
    correlations = [found for game in games if (found := game.metrics["correlation"]) is not None]
    days = sum(game.trusts.days for game in games)
    human = result.cells[result.rows.index(f"[{ALL_BOTS}] Human Evaluation")]
    assert alike(human[0].value, sum(ratios) / len(ratios))
    assert alike(human[1].value, sum(game.trusts.moved for game in games) / days)
    assert alike(human[2].value, sum(correlations) / len(correlations))
    assert [cell.games for cell in human] == [
        len(ratios),
        sum(game.trusts.days > 0 for game in games),
        len(correlations),
    ]


@pytest.mark.slow
def test_a_person_is_elected_among_and_the_game_ends_with_it() -> None:
    folder, plan, _ = in_small("helmsman-table-3")
    seat = plan.parts["human"].person
    ended, sheriffs = set[str](), set[int]()
    for row in rows_of_part(folder, "human"):
        saved = read_game(folder / "human" / row.folder)
        game, found = from_saved_game(saved), measure_series_game(saved, seat)
        assert game.people == (seat,)
        sheriffs |= {day.sheriff for day in tables_of(game).days} - {0}
        if found.fell:
            assert found.ended in ("stopped", "void", "village", "wolves")
            assert found.fell >= found.days - 1, "nobody plays on without the person"
            ended.add(found.ended)
    assert ended & {"stopped", "void"}
    assert len(sheriffs) > 1
    assert seat not in sheriffs


def test_series_and_experiments_have_one_board_for_a_person(tmp_path: Path) -> None:
    plan = SeriesPlan(kind="helmsman", board="helmsman7", games=5, seat=4)
    series = OpenSeries(tmp_path / "series", plan)
    board = open_board(board_argument(series))
    series.close()
    part = arena_of_part(
        read_experiment(shipped_experiments()["helmsman-table-3"]), "human", Choice()
    )
    assert part.own[part.boards[0]] == board
    assert part.schedule.people == (plan.seat,)


@pytest.mark.parametrize("model", ["", "llama", "glm-3"])
def test_a_line_named_after_a_model_has_numbers_of_a_model_alone(
    tmp_path: Path, model: str
) -> None:
    text = SMALLEST.replace(
        '[models]\na = "vanilla"', '[models]\na = "vanilla"\n[paper_models]\na = "GLM-3"'
    )
    plan = with_choice(read_experiment(written(tmp_path, text)), Choice(model=model))
    found = make_table(tmp_path / "unplayed", plan, Choice(model=model))
    if not model:
        assert found.rows == ("easy", f"[{ALL_BOTS}] easy")
        assert [cells[0].paper for cells in found.cells] == [0.25, None]
        assert found.differs[-1].startswith("house bots stand in for GLM-3: ")
    elif model == "llama":
        assert found.rows == ("easy by llama",)
        assert found.differs[-1] == "the model `llama` plays as GLM-3"
    else:
        assert (found.rows, found.differs) == (("easy",), ("everything",))


def test_who_stands_in_for_a_person_is_somebody_who_plays(tmp_path: Path) -> None:
    text = SMALLEST.replace("[players]", 'people = ["c"]\n\n[players]')
    with pytest.raises(ConfigError, match="`c` is not among the players"):
        read_experiment(written(tmp_path, text))
