"""The table of an experiment: ours beside the paper's, with intervals by deal, and whether its mechanism was at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from core.arena import Games, Pool, Row
from core.errors import LogError
from core.game.facts import Recommended
from core.intervals import Interval, of_mean, of_range
from core.metrics import Tables, recorded, tables_of
from core.metrics.composite import composite
from core.records import read_game

from .choice import Choice
from .counting import TERMS, Added, Wanted, from_log, from_row, is_picked, metric_of, wanted_of, with_names
from .experiment import Experiment, Less, Line, Pick
from .running import arenas_of, open_rows

_ALPHA = 0.5
Deal: TypeAlias = tuple[str, int]
"""A board and the number of a deal."""


class TableCell(Struct, frozen=True, kw_only=True):
    """A cell: the paper's number, and ours.

    Attributes:
        paper: What the paper prints; None where it prints nothing.
        value: What is counted here; None where no game has a value.
        low: The lower end of its 95 % interval, a deal being one observation; None where there is none.
        high: The upper end.
        how: How the interval was found, or why there is none (`core.intervals.HOW`).
        games: Over how many games it runs.
        deals: Of how many deals.
    """

    paper: float | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    how: str = ""
    games: int = 0
    deals: int = 0


class Compared(Struct, frozen=True, kw_only=True):
    """What a row has more than another one, on the deals that both have; a cell a column."""

    row: str
    less: str
    cells: tuple[TableCell, ...]


class Result(Struct, frozen=True, kw_only=True):
    """The table of what is played so far.

    Attributes:
        rows: The names of its rows.
        columns: The names of its columns.
        cells: A cell for each row and column.
        compared: Rows that are compared.
        at_work: How often the mechanism was seen.
        of: Of how many.
        played: How many games are played.
        wanted: Of how many.
        broken: How many of them stopped before their end.
        unread: Games that cannot be read, a sentence each.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[TableCell, ...], ...]
    compared: tuple[Compared, ...]
    at_work: int
    of: int
    played: int
    wanted: int
    broken: int
    unread: tuple[str, ...]


class Counted:
    """What games add up to, by deal."""

    __slots__ = ("deals", "games")

    def __init__(self) -> None:
        self.games = 0
        self.deals: dict[Deal, Added] = {}

    def add(self, deal: Deal, added: Added) -> None:
        """Add a game."""
        self.games += 1
        above, below = self.deals.get(deal, Added(0.0, 0.0))
        self.deals[deal] = Added(above + added.above, below + added.below)


class Item(Struct, frozen=True):
    """A saved game to be looked at: its part, its row, where it is, and the places of what is counted in it."""

    part: str
    row: Row
    path: Path
    places: tuple[int, ...]
    recommends: bool


class Looked(Struct, frozen=True):
    """What was found in a game."""

    item: Item
    found: tuple[Added | None, ...] = ()
    recommended: int = 0
    problem: str = ""


def look(wanted: Sequence[Wanted], item: Item) -> Looked:
    """What a saved game adds."""
    try:
        saved = read_game(item.path)
    except LogError as error:
        return Looked(item, problem=str(error))
    recommended = sum(isinstance(entry.fact, Recommended) for entry in saved.entries) if item.recommends else 0
    tables: Tables = tables_of(with_names(recorded(saved), item.row), _ALPHA)
    return Looked(item, tuple([from_log(wanted[place], item.row, tables) for place in item.places]), recommended)


def _looking(wanted: Sequence[Wanted]) -> Callable[[Item], Looked]:
    """Prepares a pool whose calls look at games."""
    return partial(look, wanted)


def tabled(folder: Path, plan: Experiment, choice: Choice, jobs: int = 1) -> Result:
    """The table of an experiment in its folder.

    Args:
        folder: The folder.
        plan: The experiment, with the players that were wanted.
        choice: How much was wanted.
        jobs: How many processes read games.

    Raises:
        ConfigError: A part's table is damaged.
        WorkerDied: A process that read ended by itself.
    """
    rows = {part: open_rows(folder, part) for part in plan.parts}
    picks = [[_pick(plan, row, column) for column in plan.columns] for row in plan.rows]
    wanted = list(dict.fromkeys(each for line in picks for pick in line if pick for each in wanted_of(pick)))
    sums = {each: Counted() for each in wanted}
    for each in (each for each in wanted if not each.needs_log):
        for row in rows[_part(plan, each.pick)]:
            if is_picked(each.pick, row):
                sums[each].add((row.board, row.deal), from_row(each, row))
    recommends = plan.mechanism.sign == "recommended"
    recommended, unread = 0, list[str]()
    items = _items(folder, plan, rows, wanted, recommends=recommends)
    for looked in Pool(_looking, tuple(wanted), jobs).results(items):
        if looked.problem:
            unread.append(looked.problem)
            continue
        recommended += looked.recommended
        for place, added in zip(looked.item.places, looked.found, strict=True):
            if added:
                sums[wanted[place]].add((looked.item.row.board, looked.item.row.deal), added)
    at_work, of = _at_work(plan, rows, recommended)
    cells = [[_cell(pick, sums, _printed(line, at)) for at, pick in enumerate(line_picks)]
             for line, line_picks in zip(plan.rows, picks, strict=True)]  # fmt: skip
    played = [row for part in rows.values() for row in part]
    return Result(
        rows=tuple([row.name for row in plan.rows]), columns=tuple([column.name for column in plan.columns]),
        cells=tuple(map(tuple, cells)), compared=tuple([_compared(plan, less, picks, sums) for less in plan.compared]),
        at_work=at_work, of=of, played=len(played),
        wanted=sum(len(Games(arena)) for arena in arenas_of(plan, choice, folder).values()),
        broken=sum(bool(row.broken) for row in played), unread=tuple(unread),
    )  # fmt: skip


def _pick(plan: Experiment, row: Line, column: Line) -> Pick | None:
    """What a cell counts; None where that is counted elsewhere."""
    return None if row.elsewhere or column.elsewhere else row.and_(column).and_(plan.counted)


def _part(plan: Experiment, pick: Pick) -> str:
    return pick.part or next(iter(plan.parts))


def _printed(line: Line, column: int) -> float | None:
    number = line.printed[column] if line.printed else ""
    return None if number == "" else number


def _items(
    folder: Path, plan: Experiment, rows: Mapping[str, Sequence[Row]], wanted: Sequence[Wanted], *, recommends: bool
) -> list[Item]:
    """The saved games that have to be read, each once."""
    logged = [(place, each) for place, each in enumerate(wanted) if each.needs_log]
    items: list[Item] = []
    for part, played in rows.items():
        here = [(place, each) for place, each in logged if _part(plan, each.pick) == part]
        for row in (row for row in played if row.folder):
            places = tuple([place for place, each in here if is_picked(each.pick, row)])
            told = recommends and _part(plan, plan.mechanism.here) == part and is_picked(plan.mechanism.here, row)
            if places or told:
                items.append(Item(part, row, folder / part / row.folder, places, told))
    return items


# -- cells


def _cell(pick: Pick | None, sums: Mapping[Wanted, Counted], paper: float | None) -> TableCell:
    if pick is None:
        return TableCell(paper=paper)
    wanted = wanted_of(pick)
    if pick.metric == "kre":
        return _kre([sums[each] for each in wanted], paper)
    counted = sums[wanted[0]]
    above, below = [each.above for each in counted.deals.values()], [each.below for each in counted.deals.values()]
    if not sum(below):
        return TableCell(paper=paper)
    value, between = sum(above) / sum(below), _interval(wanted[0], above, below)
    return TableCell(
        paper=paper, value=value, low=between.low, high=between.high, how=between.how, games=counted.games, deals=len(counted.deals)
    )


def _interval(wanted: Wanted, above: Sequence[float], below: Sequence[float]) -> Interval:
    """The interval of a mean, a deal being one observation."""
    metric = metric_of(wanted)
    ends = metric.range if metric else (0.0, 1.0)
    if ends:
        return of_range(above, below, *ends)
    assert metric
    return of_mean([one / many for one, many in zip(above, below, strict=True)]).within(metric.low, metric.high)


def _kre(terms: Sequence[Counted], paper: float | None) -> TableCell:
    """Aggregate KRE: a x mean of ksr + (1 - a) x mean over roles of that role's mean (WereWolf-Plus, equation 9)."""
    numbers: dict[Deal, int] = {}
    for term in terms:
        for deal in term.deals:
            numbers.setdefault(deal, len(numbers))
    survived, roles = terms[0], [term for term in terms[1:] if term.deals]
    if not survived.deals or not roles:
        return TableCell(paper=paper)
    assert len(terms) == len(TERMS)
    weighed = [(_ALPHA, survived), *[((1 - _ALPHA) / len(roles), role) for role in roles]]
    value, between = composite([
        (weight, [numbers[deal] for deal in term.deals], [added.above / added.below for added in term.deals.values()])
        for weight, term in weighed
    ])  # fmt: skip
    return TableCell(
        paper=paper,
        value=value,
        low=between.low,
        high=between.high,
        how=between.how,
        games=survived.games,
        deals=len(survived.deals),
    )


def _compared(plan: Experiment, less: Less, picks: Sequence[Sequence[Pick | None]], sums: Mapping[Wanted, Counted]) -> Compared:
    names = [row.name for row in plan.rows]
    one, other = names.index(less.row), names.index(less.less)
    cells: list[TableCell] = []
    for column, pair in enumerate(zip(picks[one], picks[other], strict=True)):
        papers = [_printed(plan.rows[row], column) for row in (one, other)]
        paper = None if papers[0] is None or papers[1] is None else papers[0] - papers[1]
        a, b = pair
        cells.append(TableCell(paper=paper) if not a or not b or a.metric == "kre" else _difference((a, b), sums, paper))
    return Compared(row=less.row, less=less.less, cells=tuple(cells))


def _difference(pair: tuple[Pick, Pick], sums: Mapping[Wanted, Counted], paper: float | None) -> TableCell:
    """The mean difference of two cells on the deals that both have."""
    wanted = wanted_of(pair[0])[0]
    a, b = (sums[wanted_of(pick)[0]].deals for pick in pair)
    deals = [deal for deal in a if deal in b]
    found = [a[deal].above / a[deal].below - b[deal].above / b[deal].below for deal in deals]
    if not found:
        return TableCell(paper=paper)
    metric = metric_of(wanted)
    ends = metric.range if metric else (0.0, 1.0)
    width = ends[1] - ends[0] if ends else 0.0
    between = of_range(found, [1.0] * len(found), -width, width) if ends else of_mean(found)
    return TableCell(
        paper=paper, value=sum(found) / len(found), low=between.low, high=between.high, how=between.how, games=len(deals),
        deals=len(deals),
    )  # fmt: skip


# -- the mechanism


def _at_work(plan: Experiment, rows: Mapping[str, Sequence[Row]], recommended: int) -> tuple[int, int]:
    """How often the mechanism was seen, and of how many."""
    seen = plan.mechanism
    here = [row for row in rows[_part(plan, seen.here)] if is_picked(seen.here, row)]
    if seen.sign == "recommended":
        return recommended, sum(row.days for row in here)
    usual = {_deal(seen.than, row): row.digest for row in rows[_part(plan, seen.than)] if is_picked(seen.than, row)}
    pairs = [(row.digest, usual[key]) for row in here if (key := _deal(seen.here, row)) in usual]
    return sum(one != other for one, other in pairs), len(pairs)


def _deal(pick: Pick, row: Row) -> tuple[str, int, int, str]:
    """What two games have in common that are compared: also the cell where no one cell is picked."""
    return row.board, row.deal, row.repeat, "" if pick.cell else row.cell
