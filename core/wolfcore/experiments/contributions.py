"""The contribution of one game to each table cell, from its row alone or from its saved log.

Also counts how often the mechanism of the experiment was seen. Logs are read in any number of
processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.arena import Row
from wolfcore.errors import LogError
from wolfcore.game import Team, team_of
from wolfcore.game.facts import Recommended
from wolfcore.metrics import (
    METRICS,
    TABLES,
    GameTables,
    Metric,
    Part,
    RecordedGame,
    Value,
    combine_parts,
    from_saved_game,
    tables_of,
)
from wolfcore.metrics.performance import ROLE_METRIC_NAMES
from wolfcore.records import read_game

from .definition import PERSON_METRICS, RISE, WON, Experiment, Pick, part_of
from .series.person_metrics import trust_in_sheriffs

ALPHA = 0.5
"""The weight of survival in `kre`."""


METRIC_BY_NAME = {metric.name: metric for metric in METRICS}


_PERSON = "person_"
"""The prefix of a metric that is counted for the person's seat alone."""


_TABLES = {table.name: table for table in TABLES}


_WITHOUT_LOG = (WON, RISE, "days", "duration")
"""The metrics that a row alone gives."""


KRE_TERMS = ("ksr", *ROLE_METRIC_NAMES)
"""The metrics that an aggregate of `kre` combines."""


class CountedQuantity(Struct, frozen=True):
    """A quantity that is summed over games for table cells.

    Attributes:
        pick: The selection of games and seats.
        metric: The metric; differs from the pick's where a cell combines several.
        length: The number of games of a series row, for `rise`; else 0.
        designed: Whether the games are of one situation, whose design settles who is asked.
    """

    pick: Pick
    metric: str = ""
    length: int = 0
    designed: bool = False

    @property
    def needs_log(self) -> bool:
        """Whether the saved game has to be read for the quantity."""
        return bool(self.pick.table) or self.metric not in _WITHOUT_LOG

    @property
    def has_free_weights(self) -> bool:
        """Whether a game adds as many observations as it happens to have."""
        return bool(self.pick.table) and _TABLES[self.pick.table].pooled and not self.designed


class Contribution(NamedTuple):
    """The amounts that a game adds to a quantity's numerator and denominator."""

    above: float
    below: float


def quantities_of(
    pick: Pick, length: int = 0, *, designed: bool = False
) -> tuple[CountedQuantity, ...]:
    """Return the quantities that a cell needs.

    Args:
        pick: The selection.
        length: The number of games of a series row.
        designed: Whether the games are of one situation.
    """
    if pick.table:
        picks = [replace(pick, choice=choice, entropy=()) for choice in pick.entropy] or [pick]
        return tuple([CountedQuantity(each, designed=designed) for each in picks])
    if pick.metric == RISE:
        return (CountedQuantity(pick, RISE, length),)
    return tuple(
        [
            CountedQuantity(pick, term)
            for term in (KRE_TERMS if pick.metric == "kre" else (pick.metric,))
        ]
    )


def metric_of(wanted: CountedQuantity) -> Metric | None:
    """Return the metric of a quantity; None for a share of a table, for `won` and for `rise`."""
    return METRIC_BY_NAME.get(wanted.metric.removeprefix(_PERSON))


def range_of(wanted: CountedQuantity) -> tuple[float, float] | None:
    """Return the smallest and largest value of a quantity; None for an unbounded one."""
    if wanted.metric == RISE:
        # The steepest row loses the first half of its games and wins the second.
        steepest = sum(
            _weight(place, wanted.length)
            for place in range((wanted.length + 1) // 2, wanted.length)
        )
        return -steepest, steepest
    metric = metric_of(wanted)
    return metric.range if metric else (0.0, 1.0)


def _weight(place: int, length: int) -> float:
    """Return the weight of one game's result in the least-squares slope of its series row.

    Args:
        place: The index of the game in its row, from 0.
        length: The number of games of a row, 2 or more.
    """
    middle = (length - 1) / 2
    return (place - middle) / sum((each - middle) ** 2 for each in range(length))


def is_picked(pick: Pick, row: Row) -> bool:
    """Return whether a game counts for a pick: it is finished and has a seat that is picked."""
    if (
        row.broken
        or pick.cell not in ("", row.cell)
        or pick.game not in (0, row.repeat + 1)
        or not picked_seats(pick, row)
    ):
        return False
    # Without a player of its own the pick is of games of `against` alone.
    return not pick.against or set(row.players) == {pick.player or pick.against, pick.against}


def picked_seats(pick: Pick, row: Row) -> tuple[int, ...]:
    """Return the seats of a game that a pick selects."""
    return tuple(
        [
            seat
            for seat, (player, role) in enumerate(zip(row.players, row.roles, strict=True), 1)
            if pick.player in ("", player)
            and pick.team in ("", team_of(role))
            and pick.role in ("", role)
        ]
    )


def contribution_of_row(wanted: CountedQuantity, row: Row) -> Contribution:
    """Return the contribution of a game from its row alone."""
    if wanted.metric in (WON, RISE):
        # A player in both teams has the mean of both: one half, if somebody won.
        teams: list[Team] = list(
            dict.fromkeys(team_of(row.roles[seat - 1]) for seat in picked_seats(wanted.pick, row))
        )
        won = sum(row.winner == team for team in teams) / len(teams)
        return (
            Contribution(won, 1.0)
            if wanted.metric == WON
            # The weighted results of a row sum to its slope.
            else Contribution(won * _weight(row.repeat, wanted.length), 1 / wanted.length)
        )
    return Contribution(float(row.days), 1.0)


def contribution_of_log(
    wanted: CountedQuantity, row: Row, tables: GameTables
) -> Contribution | None:
    """Return what a game adds to a quantity by its log; None if it has nothing to divide by.

    Args:
        wanted: The quantity.
        row: The result of the game in the arena, from which the seats are picked.
        tables: The tables of its log, with players by their names in the experiment.
    """
    pick, seats = wanted.pick, picked_seats(wanted.pick, row)
    if pick.table:
        like = pick.row.replace("{}", pick.player)
        cells = [cell for cell in _TABLES[pick.table].of(tables) if cell.row == like]
        return (
            Contribution(sum(cell.column == pick.choice for cell in cells), len(cells))
            if cells
            else None
        )
    if wanted.metric in PERSON_METRICS[:2]:
        return _of_person(wanted.metric, tables)
    metric = METRIC_BY_NAME[wanted.metric.removeprefix(_PERSON)]
    found = combine_parts(
        metric.kind, _parts(metric.of(tables), pick, seats, whole=_has_a_team(seats, row))
    )
    if found.value is None:
        return None
    return (
        Contribution(found.numerator, found.denominator)
        if metric.aggregation == "days"
        else Contribution(found.value, 1.0)
    )


def _of_person(metric: str, tables: GameTables) -> Contribution | None:
    """Return what the first person's trust in sheriffs adds to a metric; None for nothing."""
    trusts = trust_in_sheriffs(tables, tables.game.people[0])
    if metric == "person_ratio":
        return None if trusts.ratio is None else Contribution(trusts.ratio, 1.0)
    return Contribution(trusts.moved, trusts.days) if trusts.days else None


def _parts(value: Value, pick: Pick, seats: Sequence[int], *, whole: bool) -> tuple[Part, ...]:
    """Return the parts of a metric's value that a pick selects.

    Where a whole team is picked it is the value for the whole game, which is what papers print.
    """
    if value.whole and not pick.day and (whole or not value.parts):
        return (value.whole,)
    # Parts with seat 0 are of the whole table.
    picked = {0, *seats}
    return tuple(
        [part for part in value.parts if part.seat in picked and pick.day in (0, part.day)]
    )


def _has_a_team(seats: Sequence[int], row: Row) -> bool:
    teams = [
        {seat for seat, role in enumerate(row.roles, 1) if team_of(role) == team}
        for team in ("village", "wolves")
    ]
    return any(team <= set(seats) for team in teams)


def with_player_names(game: RecordedGame, row: Row, people: Sequence[str] = ()) -> RecordedGame:
    """Return a game with the players' names of the experiment.

    The seats of players that stand in for people become people's seats.
    """
    sitters = [replace(sitter, player=row.players[sitter.seat - 1]) for sitter in game.participants]
    stand_ins = [seat for seat, player in enumerate(row.players, 1) if player in people]
    return replace(
        game, participants=tuple(sitters), people=tuple(sorted({*game.people, *stand_ins}))
    )


class GameToRead(Struct, frozen=True):
    """A saved game to be read for contributions.

    Attributes:
        part: The part of the experiment.
        row: Its row.
        path: Its folder.
        places: The indices of the quantities that it counts for.
        recommends: Whether to count the sheriff's recommendations.
    """

    part: str
    row: Row
    path: Path
    places: tuple[int, ...]
    recommends: bool


class GameRead(Struct, frozen=True):
    """The contributions of a saved game, or why it cannot be read."""

    item: GameToRead
    found: tuple[Contribution | None, ...] = ()
    recommended: int = 0
    problem: str = ""


def read_contributions(
    wanted: Sequence[CountedQuantity], people: Sequence[str], item: GameToRead
) -> GameRead:
    """Read a saved game and return its contributions."""
    try:
        saved = read_game(item.path)
    except LogError as error:
        return GameRead(item, problem=str(error))
    recommended = (
        sum(isinstance(entry.fact, Recommended) for entry in saved.entries)
        if item.recommends
        else 0
    )
    tables: GameTables = tables_of(
        with_player_names(from_saved_game(saved), item.row, people), ALPHA
    )
    return GameRead(
        item,
        tuple([contribution_of_log(wanted[place], item.row, tables) for place in item.places]),
        recommended,
    )


def make_game_reader(
    asked: tuple[Sequence[CountedQuantity], Sequence[str]],
) -> Callable[[GameToRead], GameRead]:
    """Return the call of a `ProcessPool` that reads a game.

    Its setup is the quantities, and the names of the players that stand in for people.
    """
    wanted, people = asked
    return partial(read_contributions, wanted, people)


def games_to_read(
    folder: Path,
    plan: Experiment,
    rows: Mapping[str, Sequence[Row]],
    wanted: Sequence[CountedQuantity],
    *,
    recommends: Pick | None,
) -> list[GameToRead]:
    """Return the saved games that have to be read, each once.

    `recommends` picks the games of which the sheriff's recommendations are counted; None for none.
    """
    logged = [(place, each) for place, each in enumerate(wanted) if each.needs_log]
    items: list[GameToRead] = []
    for part, played in rows.items():
        here = [(place, each) for place, each in logged if part_of(plan, each.pick) == part]
        # A game that is not kept has no log to read.
        for row in (row for row in played if row.folder):
            places = tuple([place for place, each in here if is_picked(each.pick, row)])
            looks = (
                recommends is not None
                and part_of(plan, recommends) == part
                and is_picked(recommends, row)
            )
            if places or looks:
                items.append(GameToRead(part, row, folder / part / row.folder, places, looks))
    return items


def mechanism_counts(
    plan: Experiment, rows: Mapping[str, Sequence[Row]], recommended: int
) -> tuple[int, int]:
    """Return how often the mechanism was seen, and in how many games or days it was looked for.

    Both are 0 without a mechanism.
    """
    seen = plan.mechanism
    if seen is None:
        return 0, 0
    here = [row for row in rows[part_of(plan, seen.here)] if is_picked(seen.here, row)]
    if seen.sign == "recommended":
        return recommended, sum(row.days for row in here)
    usual = {
        _deal_key(seen.than, row): row.digest
        for row in rows[part_of(plan, seen.than)]
        if is_picked(seen.than, row)
    }
    pairs = [
        (row.digest, usual[key]) for row in here if (key := _deal_key(seen.here, row)) in usual
    ]
    return sum(one != other for one, other in pairs), len(pairs)


def _deal_key(pick: Pick, row: Row) -> tuple[str, int, int, str]:
    """Return the key that two compared games share.

    It includes the cell of the schedule where the pick names none.
    """
    return row.board, row.deal, row.repeat, "" if pick.cell else row.cell
