"""Schedules: the same deals for all, sides swapped, seats balanced; and each game follows from file
and number alone."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, PlannedGame, Schedule, ScheduledGames, check_arena
from wolfcore.arena.definition import Kind
from wolfcore.errors import ConfigError
from wolfcore.game import Game, deal_roles, get_board, make_spec, team_of
from wolfcore.game.facts import Appointed
from wolfcore.game.spec import GameSpec
from wolfcore.records import deal_of, header_of

NAMES = {"a": "bot:hard", "b": "bot", "c": "random"}


def plan_of(schedule: Schedule, **changed: object) -> ArenaPlan:
    plan = replace(ArenaPlan(players=NAMES, deals=4, seed=7, schedule=schedule), **changed)
    check_arena(plan)
    return plan


def games(kind: Kind, **changed: object) -> list[PlannedGame]:
    return list(ScheduledGames(plan_of(Schedule(kind=kind), **changed)))


def test_pairs_are_all_ordered_pairs_of_teams_on_equal_deals() -> None:
    found = games("pairs", boards=("sla7", "classic9"))
    assert len(found) == 4 * 2 * 6
    assert [each.game for each in found] == list(range(len(found)))
    cells: dict[tuple[str, int], set[str]] = defaultdict(set)
    for each in found:
        village, wolves = each.cell.split("/")
        assert village != wolves
        assert each.players == tuple(
            village if team_of(role) == "village" else wolves for role in each.roles
        )
        assert each.seed == each.deal_seed == 7 + each.deal
        assert each.roles == deal_roles(make_spec(get_board(each.board), each.seed))
        cells[each.board, each.deal].add(each.cell)
    assert set(map(len, cells.values())) == {6}
    assert len({each.roles for each in found}) > 4


def test_pairs_may_meet_themselves() -> None:
    found = [each.cell for each in ScheduledGames(plan_of(Schedule(itself=True), deals=1))]
    assert len(found) == 9
    assert "a/a" in found
    alone = plan_of(Schedule(itself=True), players={"a": "bot"}, deals=1)
    assert [each.cell for each in ScheduledGames(alone)] == ["a/a"]


@pytest.mark.parametrize("board", ["sla7", "classic12"])
@pytest.mark.parametrize("names", [NAMES, {**NAMES, "d": "bot"}, {"a": "bot", "b": "bot:hard"}])
def test_with_mixed_seats_everybody_sits_on_each_seat_once_a_deal(
    board: str, names: dict[str, str]
) -> None:
    found = games("mixed", boards=(board,), players=names)
    assert len(found) == 4 * len(names)
    seats = Counter(
        (each.deal, seat, name) for each in found for seat, name in enumerate(each.players)
    )
    assert set(seats.values()) == {1}
    assert len(seats) == 4 * get_board(board).size * len(names)
    shares = [Counter(each.players).values() for each in found]
    assert all(max(share) - min(share) <= 1 for share in shares)
    if len(names) > 2:
        assert len({each.players for each in found}) > len(
            names
        )  # deals are drawn apart from each other


def seats_of(target: str, game: PlannedGame) -> list[int]:
    """The seats, from 0, of a target."""
    match target:
        case "Seer":
            return [game.roles.index("Seer")]
        case "wolves":
            return [seat for seat, role in enumerate(game.roles) if role == "Werewolf"]
        case "sheriff":
            return [game.appointed - 1]
        case _:
            return [int(target) - 1]


@pytest.mark.parametrize("tested", ["Seer", "wolves", "3", "sheriff"])
def test_one_role_seat_team_or_the_sheriff_is_under_test(tested: str) -> None:
    schedule = Schedule(kind="tested", tested=tested, baseline="b")
    found = list(ScheduledGames(plan_of(schedule, boards=("helmsman7+appointed",))))
    assert [each.cell for each in found] == ["a", "b", "c"] * 4
    for each in found:
        under_test = seats_of(tested, each)
        assert each.players == tuple(each.cell if seat in under_test else "b" for seat in range(7))


def test_alone_one_player_has_all_seats() -> None:
    assert [each.players for each in games("alone", deals=1)] == [
        ("a",) * 7,
        ("b",) * 7,
        ("c",) * 7,
    ]


def test_lineups_are_taken_as_they_are_written() -> None:
    lineups = {"mine": {"village": "a", "*": "b", "seer": "c"}, "1st": {"*": "b", "1": "a"}}
    for each in ScheduledGames(plan_of(Schedule(kind="lineups", lineups=lineups))):
        if each.cell == "1st":
            assert each.players == ("a", *["b"] * 6)
        else:
            by_role = {"Werewolf": "b", "Seer": "c"}
            assert each.players == tuple(by_role.get(role, "a") for role in each.roles)


def appointed_in(spec: GameSpec) -> list[int]:
    return [entry.fact.seat for entry in Game(spec).log if isinstance(entry.fact, Appointed)]


@pytest.mark.parametrize("role", ["Villager", "Seer", "Guard", "Werewolf"])
def test_a_sheriff_has_the_role_that_the_schedule_names_and_the_deal_stays(role: str) -> None:
    boards = ("helmsman7+appointed",)
    free, bound = (
        list(ScheduledGames(plan_of(schedule, boards=boards, deals=80, repeats=2)))
        for schedule in (Schedule(kind="alone"), Schedule(kind="alone", sheriff=role))
    )
    assert [each.roles for each in bound] == [each.roles for each in free]
    for each in bound:
        assert each.roles[each.appointed - 1] == role
        assert appointed_in(each.spec) == [each.appointed]
        assert deal_roles(each.spec) == each.roles
    drawn = [each.appointed for each in free if each.roles[each.appointed - 1] == role]
    kept = [
        one.appointed
        for one, other in zip(bound, free, strict=True)
        if other.roles[other.appointed - 1] == role
    ]
    assert kept == drawn != [], "a sheriff who has the role anyway stays"


def test_seats_that_count_as_people_s_are_people_in_the_spec_and_keep_their_names() -> None:
    plain, people = (
        list(ScheduledGames(plan_of(schedule, boards=("helmsman7",), repeats=2)))
        for schedule in (Schedule(kind="alone"), Schedule(kind="alone", people=(4,)))
    )
    for one, other in zip(plain, people, strict=True):
        assert (one.spec.people, other.spec.people) == ((), (4,))
        assert one.spec == replace(other.spec, people=())


@pytest.mark.parametrize(
    ("board", "schedule", "problem"),
    [
        ("sla7", Schedule(kind="alone", sheriff="Seer"), "sla7 appoints no sheriff"),
        ("helmsman7+appointed", Schedule(kind="alone", sheriff="Witch"), "has no role `Witch`"),
        ("sla7", Schedule(kind="alone", people=(8,)), "a seat that does not exist"),
        ("sla7", Schedule(kind="alone", people=(2, 2)), "or one twice"),
    ],
)
def test_a_sheriff_or_a_person_that_cannot_be_is_refused(
    board: str, schedule: Schedule, problem: str
) -> None:
    with pytest.raises(ConfigError, match=problem):
        check_arena(plan_of(schedule, boards=(board,)))


def test_a_repeat_is_the_same_deal_with_other_dice() -> None:
    found = games("alone", boards=("helmsman7+appointed", "sla7"), repeats=3)
    assert len(found) == 4 * 2 * 3 * 3
    for first in range(0, len(found), 3):
        specs = [each.spec for each in found[first : first + 3]]
        assert [each.repeat for each in found[first : first + 3]] == [0, 1, 2]
        assert len({spec.seed for spec in specs}) == 3
        assert len({spec.names for spec in specs}) == 1
        assert len({deal_roles(spec) for spec in specs}) == 1
        assert {tuple(appointed_in(spec)) for spec in specs} == {
            (found[first].appointed,) if found[first].appointed else ()
        }
    assert all(bool(each.appointed) == (each.board != "sla7") for each in found)


def test_a_longer_arena_begins_with_the_shorter_one() -> None:
    short, long = games("mixed", repeats=2), games("mixed", repeats=2, deals=9)
    assert long[: len(short)] == short
    assert ScheduledGames(plan_of(Schedule()))[5] == games("pairs")[5]
    assert ScheduledGames(plan_of(Schedule()))[3:9:2] == games("pairs")[3:9:2]


@pytest.mark.parametrize("kind", ["pairs", "mixed", "alone"])
def test_games_of_one_deal_are_told_by_their_headers_and_roles(kind: Kind) -> None:
    found = games(kind, boards=("sla7", "duel6"), repeats=3)
    deals = {(deal_of(header_of(each.spec), each.roles), each.board, each.deal) for each in found}
    assert len(deals) == 2 * 4
    assert len({deal for deal, _, _ in deals}) == 2 * 4


def test_line_ups_in_turns_share_the_deals() -> None:
    schedule = Schedule(
        kind="lineups", turns=2, lineups={f"{n}": {"*": "a", f"{n}": "b"} for n in range(1, 7)}
    )
    found = [(each.deal, each.cell) for each in ScheduledGames(plan_of(schedule))]
    first, second = ("1", "2", "3"), ("4", "5", "6")
    assert found == [
        (deal, cell)
        for deal, cells in enumerate((first, second, first, second))
        for cell in cells
    ]  # fmt: skip
    with pytest.raises(ConfigError, match="cannot cut 6 line-ups into 4 equal parts"):
        plan_of(replace(schedule, turns=4))
    with pytest.raises(ConfigError, match="has no meaning in a schedule of kind `pairs`"):
        plan_of(Schedule(turns=2))
