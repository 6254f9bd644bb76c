"""Series: guests among copies of others in rows of games, and people who learn from each game for
the next one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Row, Schedule, ScheduledGames, check_arena
from wolfcore.arena.runner import ArenaRun
from wolfcore.bots.people import KINDS, Person, read_known
from wolfcore.errors import ConfigError
from wolfcore.game import deal_roles, get_board, make_spec, team_of
from wolfcore.records import read_game
from wolfcore.table import verify

PLAN = ArenaPlan(
    deals=2,
    seed=40,
    repeats=3,
    players={
        "learns": "person:adaptive:easy",
        "same": "person:usual:easy",
        "chance": "random",
        "easy": "bot:easy",
    },
    schedule=Schedule(kind="series", guests=("learns", "same")),
)


def plain(rows: dict[int, Row]) -> list[Row]:
    """Rows by number, without what differs from run to run."""
    return [replace(rows[number], seconds=0.0, folder="") for number in sorted(rows)]


def played(folder: Path, plan: ArenaPlan = PLAN, jobs: int = 1) -> dict[int, Row]:
    run = ArenaRun(folder, plan, jobs=jobs)
    try:
        list(run.play_missing())
        assert not run.missing
        return run.rows
    finally:
        run.close()


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `PLAN` was played."""
    folder = tmp_path_factory.mktemp("series") / "a"
    played(folder)
    return folder


def test_every_guest_sits_among_every_other_player_as_either_team_on_the_same_deals() -> None:
    check_arena(PLAN)
    games = list(ScheduledGames(PLAN))
    cells = {
        "/".join(cell)
        for cell in product(("learns", "same"), ("chance", "easy"), ("village", "wolves"))
    }
    assert {each.cell for each in games} == cells
    assert len(games) == 2 * 8 * 3
    for cell in cells:
        row = [each for each in games if each.cell == cell]
        assert [each.seed for each in row] == list(range(40, 46)), (
            "no deal comes twice in a row, nor in the next one"
        )
        assert [(each.deal, each.repeat) for each in row] == [
            (0, 0),
            (0, 1),
            (0, 2),
            (1, 0),
            (1, 1),
            (1, 2),
        ]
        assert all(two.game == one.game + 1 for one, two in pairwise(row[:3]))
    for each in games:
        guest, agent, team = each.cell.split("/")
        assert each.spec == make_spec(get_board("sla7"), each.seed)
        assert each.roles == deal_roles(each.spec)
        (seat,) = (seat for seat, name in enumerate(each.players, 1) if name == guest)
        assert team_of(each.roles[seat - 1]) == team
        assert set(each.players) == {guest, agent}
    both = {each.players.index("same") for each in games if each.cell == "same/easy/village"}
    assert len(both) > 1, "the seat is drawn"
    for one in games:
        for other in games:
            if (
                one.cell == "learns/easy/wolves"
                and other.cell == "same/easy/wolves"
                and one.seed == other.seed
            ):
                assert one.players.index("learns") == other.players.index("same")


def test_people_bring_to_each_game_what_the_games_before_told(arena: Path) -> None:
    run = ArenaRun(arena, PLAN)
    rows, games = run.rows, run.games
    run.close()
    for planned in games:
        if not planned.cell.startswith("learns/easy"):
            continue
        sitting = games.sitting(planned.game)
        person = Person(KINDS["adaptive"], sitting.team)
        for number in range(planned.game - planned.repeat, planned.game):
            saved, seat = (
                read_game(arena / rows[number].folder),
                rows[number].players.index("learns") + 1,
            )
            won = rows[number].winner == sitting.team
            person.learn(
                rows[number].seed, saved.entries, saved.spec.names, rows[number].roles, seat, won
            )
        known = read_known(arena / "known" / f"{planned.game}.json")
        assert known == person.knowledge_before(planned.seed)
        assert known.habits is not None
        assert bool(sum(known.habits.wolf.seats)) == bool(planned.repeat)


def test_the_saved_games_of_a_series_are_whole(arena: Path) -> None:
    for game in sorted((arena / "games").iterdir())[:4]:
        assert verify(read_game(game)).finished


@pytest.mark.slow
def test_a_series_that_is_stopped_anywhere_goes_on_to_the_same_table(
    arena: Path, tmp_path: Path
) -> None:
    whole = plain(played(arena))
    for stop in (1, 17, 40):
        folder = tmp_path / str(stop)
        run = ArenaRun(folder, PLAN)
        going: Iterator[Row] = run.play_missing(lambda run=run, stop=stop: len(run.rows) >= stop)
        assert len(list(going)) == stop
        run.close()
        assert plain(played(folder, jobs=2)) == whole


@pytest.mark.slow
def test_a_game_that_has_no_row_is_taken_up(arena: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    rows = played(folder)
    (folder / "games.sqlite").rename(tmp_path / "old")
    for each in folder.glob("games.sqlite*"):
        each.unlink()
    run = ArenaRun(folder, PLAN)
    assert run.recovered == len(rows)
    assert plain(run.rows) == plain(rows) == plain(played(arena))
    run.close()


def test_what_people_know_does_not_go_far(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match="a series of scripted people cannot be played on a cluster"
    ):
        ArenaRun(tmp_path / "a", PLAN, scheduler="tcp://127.0.0.1:1")
    with pytest.raises(ConfigError, match="cannot be in a path"):
        ArenaRun(tmp_path / "a:b", PLAN)


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (replace(PLAN, schedule=Schedule(kind="series")), "schedule.guests: is missing"),
        (
            replace(PLAN, schedule=Schedule(kind="series", guests=("nobody",))),
            "there is no player `nobody`",
        ),
        (
            replace(PLAN, schedule=Schedule(kind="series", guests=("same", "same"))),
            "names a player twice",
        ),
        (
            replace(PLAN, schedule=Schedule(kind="series", guests=tuple(PLAN.players))),
            "names all players",
        ),
        (
            replace(PLAN, schedule=Schedule(kind="series", guests=("learns",))),
            "must name all scripted people",
        ),
        (
            replace(PLAN, schedule=Schedule(kind="alone", guests=("learns",))),
            "has no meaning in a schedule of kind `alone`",
        ),
        (replace(PLAN, keep=False), "scripted people learn from the saved games"),
        (replace(PLAN, seed=2**63 - 4), "the seeds of these deals"),
    ],
)
def test_a_series_that_cannot_be_is_refused(plan: ArenaPlan, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_arena(plan)
    assert problem in str(caught.value)
