"""The result table of an experiment beside the paper's numbers, and its mechanism counts.

The fields of `Result` and `TableCell` are the JSON output of `wolftui experiment`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from wolfcore.arena import ProcessPool, ScheduledGames

from .cells import CellSums, TableCell, cell_of, difference_cell
from .choice import Choice
from .contributions import (
    CountedQuantity,
    contribution_of_row,
    games_to_read,
    is_picked,
    make_game_reader,
    mechanism_counts,
    quantities_of,
)
from .definition import Experiment, Less, Line, part_of
from .examination import Answers, player_of, read_all_answers, score_cell
from .runner import arenas_of, rows_of_part


class Compared(Struct, frozen=True, kw_only=True):
    """The difference of two rows on the deals that both have, one cell per column."""

    row: str
    less: str
    cells: tuple[TableCell, ...]


class Result(Struct, frozen=True, kw_only=True):
    """The table of the games played so far.

    Attributes:
        rows: The names of its rows.
        columns: The names of its columns.
        cells: A cell for each row and column.
        compared: The differences of rows that are compared.
        at_work: How often the mechanism was seen.
        of: The number of games or days it was looked for.
        played: The number of games played.
        wanted: The number of games of the whole experiment.
        broken: The number of games played that stopped before their end.
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


def make_table(folder: Path, plan: Experiment, choice: Choice, jobs: int = 1) -> Result:
    """Compute the table of an experiment from its folder.

    Args:
        folder: The folder.
        plan: The experiment, with the chosen players.
        choice: The user's choice.
        jobs: The number of processes that read games.

    Raises:
        ConfigError: A part's table is damaged.
        WorkerDied: A process that read ended by itself.
    """
    rows = {part: rows_of_part(folder, part) for part in plan.parts}
    grid = [[_wanted(plan, row, column) for column in plan.columns] for row in plan.rows]
    # Cells may share a quantity, which is counted once.
    wanted = list(dict.fromkeys(each for line in grid for cell in line for each in cell))
    sums = {each: CellSums() for each in wanted}
    for each in (each for each in wanted if not each.needs_log):
        for row in rows[part_of(plan, each.pick)]:
            if is_picked(each.pick, row):
                sums[each].add((row.board, row.deal), contribution_of_row(each, row))
    recommended, unread, mechanism = 0, list[str](), plan.mechanism
    seen_in = mechanism.here if mechanism and mechanism.sign == "recommended" else None
    items = games_to_read(
        folder,
        plan,
        rows,
        wanted,
        recommends=seen_in,
    )
    for looked in ProcessPool(make_game_reader, (tuple(wanted), plan.people), jobs).results(items):
        if looked.problem:
            unread.append(looked.problem)
            continue
        recommended += looked.recommended
        for place, added in zip(looked.item.places, looked.found, strict=True):
            if added:
                sums[wanted[place]].add((looked.item.row.board, looked.item.row.deal), added)
    seen, of = mechanism_counts(plan, rows, recommended)
    answers = read_all_answers(folder, plan)
    cells = [
        [_cell(line, column, answers, each, sums, _printed(line, at))
         for at, (column, each) in enumerate(zip(plan.columns, wanteds, strict=True))]
        for line, wanteds in zip(plan.rows, grid, strict=True)
    ]  # fmt: skip
    played = [row for part in rows.values() for row in part]
    return Result(
        rows=tuple([row.name for row in plan.rows]),
        columns=tuple([column.name for column in plan.columns]),
        cells=tuple(map(tuple, cells)),
        compared=tuple([_compared(plan, less, grid, sums) for less in plan.compared]),
        at_work=seen,
        of=of,
        played=len(played),
        wanted=sum(
            len(ScheduledGames(arena)) for arena in arenas_of(plan, choice, folder).values()
        ),
        broken=sum(bool(row.broken) for row in played),
        unread=tuple(unread),
    )


def _cell(
    row: Line,
    column: Line,
    answers: Answers,
    wanted: Sequence[CountedQuantity],
    sums: Mapping[CountedQuantity, CellSums],
    paper: float | None,
) -> TableCell:
    """Return a cell: a quiz score, or the sums of games."""
    if row.score and not column.elsewhere:
        return score_cell(row, player_of(row, column), answers, paper)
    return cell_of(wanted, sums, paper)


def _wanted(plan: Experiment, row: Line, column: Line) -> tuple[CountedQuantity, ...]:
    """Return the quantities of a cell; empty for quiz scores and cells of another command."""
    if row.score or row.elsewhere or column.elsewhere:
        return ()
    pick = row.merged_with(column).merged_with(plan.counted)
    return quantities_of(pick, plan.parts[part_of(plan, pick)].repeats)


def _printed(line: Line, column: int) -> float | None:
    number = line.printed[column] if line.printed else ""
    return None if number == "" else number


def _compared(
    plan: Experiment,
    less: Less,
    grid: Sequence[Sequence[tuple[CountedQuantity, ...]]],
    sums: Mapping[CountedQuantity, CellSums],
) -> Compared:
    names = [row.name for row in plan.rows]
    one, other = names.index(less.row), names.index(less.less)
    cells: list[TableCell] = []
    for column, (mine, theirs) in enumerate(zip(grid[one], grid[other], strict=True)):
        papers = [_printed(plan.rows[row], column) for row in (one, other)]
        paper = None if papers[0] is None or papers[1] is None else papers[0] - papers[1]
        cells.append(difference_cell(mine, theirs, sums, paper))
    return Compared(row=less.row, less=less.less, cells=tuple(cells))
