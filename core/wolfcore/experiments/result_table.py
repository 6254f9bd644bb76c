"""The result table of an experiment beside the paper's numbers, and its mechanism counts.

The fields of `Result` and `TableCell` are the JSON output of `wolftui experiment`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.arena import ProcessPool, ScheduledGames

from .cells import CellSums, TableCell, cell_of, difference_cell
from .choice import Choice, differences, lesson_games, model_of
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

NOT_PLAYED = "not played"
"""The reason of a cell whose model, of the paper, did not play."""


STAND_IN = "[bots]"
"""The mark of a row or column of players without a model, in place of a model of the paper."""


class Compared(Struct, frozen=True, kw_only=True):
    """The difference of two rows on the deals that both have, one cell per column."""

    row: str
    less: str
    cells: tuple[TableCell, ...]


class Result(Struct, frozen=True, kw_only=True):
    """The table of the games played so far.

    A row or column that is named after a model of the paper has our numbers only if a model played;
    what house bots did in its place is in a row or column of its own.

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
        players: The players by name.
        differs: What differs from the paper, a sentence each.
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
    players: dict[str, str]
    differs: tuple[str, ...]


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
    printed = [
        (row, column)
        for row, line in enumerate(plan.rows)
        for column, number in enumerate(line.printed)
        if number != ""
    ]
    heads = _headings(plan, choice, plan.rows, {row for row, _ in printed})
    tops = _headings(plan, choice, plan.columns, {column for _, column in printed})
    return Result(
        rows=tuple([head.name for head in heads]),
        columns=tuple([top.name for top in tops]),
        cells=tuple([_under(head, tops, cells[head.at]) for head in heads]),
        compared=tuple(
            [
                each
                for less in plan.compared
                for each in _compared(plan, less, heads, tops, grid, sums)
            ]
        ),
        at_work=seen,
        of=of,
        played=len(played),
        wanted=sum(
            len(ScheduledGames(arena)) for arena in arenas_of(plan, choice, folder).values()
        ),
        broken=sum(bool(row.broken) for row in played),
        unread=tuple(unread),
        players=plan.players,
        differs=differences(plan),
    )


class _Heading(NamedTuple):
    """A row or column of the result: its name, its line in the file, and whose numbers it has."""

    name: str
    at: int
    paper: bool = True
    ours: bool = True


def _headings(
    plan: Experiment, choice: Choice, lines: Sequence[Line], printed: Set[int]
) -> list[_Heading]:
    """Return the headings of the lines; a line whose model did not play has two.

    They are the paper's, if it has numbers, and that of the players without a model in its place.

    Args:
        plan: The experiment, with the chosen players.
        choice: The size.
        lines: The rows or the columns of its file.
        printed: The indices of those with numbers of the paper.
    """
    # Where no line names a player, all games are of the same models, and the rows are theirs.
    nowhere = lines is plan.rows and not any(map(_players_named, (*plan.rows, *plan.columns)))
    found: list[_Heading] = []
    for at, line in enumerate(lines):
        title = _with_real_size(plan, choice, line)
        named = [name for name in plan.paper_models if nowhere or name in _players_named(line)]
        models = {name: model_of(plan, name) for name in named}
        if not all(models.values()):
            if at in printed:
                found.append(_Heading(title, at, ours=False))
            found.append(_Heading(f"{STAND_IN} {title}", at, paper=False))
            continue
        others = [
            model for name, model in models.items()
            if model.casefold() != plan.paper_models[name].casefold()
        ]  # fmt: skip
        found.append(_Heading(title + (f" by {', '.join(others)}" if others else ""), at))
    return found


def _players_named(line: Line) -> set[str]:
    return {*line.cell.split("/"), line.player, line.against} - {""}


def _with_real_size(plan: Experiment, choice: Choice, line: Line) -> str:
    """Return the name of a line, with the real number of lessons where the name has another one."""
    pool = plan.pools.get(plan.parts[line.part].pool) if line.part else None
    if not pool or not re.search(rf"\b{pool.full}\b", line.name):
        return line.name
    games = lesson_games(pool, choice)
    return line.name if games == pool.full else f"{line.name} (here {games})"


def _under(
    head: _Heading, tops: Sequence[_Heading], cells: Sequence[TableCell]
) -> tuple[TableCell, ...]:
    """Return the cells of a row under the headings of the columns."""
    found: list[TableCell] = []
    for top in tops:
        cell = cells[top.at]
        paper = cell.paper if head.paper and top.paper else None
        found.append(
            replace(cell, paper=paper)
            if head.ours and top.ours
            else TableCell(paper=paper, how=NOT_PLAYED)
        )
    return tuple(found)


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
    part = plan.parts[part_of(plan, pick)]
    return quantities_of(pick, part.repeats, designed=bool(part.schedule.situation))


def _printed(line: Line, column: int) -> float | None:
    number = line.printed[column] if line.printed else ""
    return None if number == "" else number


def _compared(
    plan: Experiment,
    less: Less,
    heads: Sequence[_Heading],
    tops: Sequence[_Heading],
    grid: Sequence[Sequence[tuple[CountedQuantity, ...]]],
    sums: Mapping[CountedQuantity, CellSums],
) -> list[Compared]:
    """Return the difference of two rows; two where a model of the paper did not play in them."""
    names = [row.name for row in plan.rows]
    one, other = names.index(less.row), names.index(less.less)
    cells: list[TableCell] = []
    for column, (mine, theirs) in enumerate(zip(grid[one], grid[other], strict=True)):
        papers = [_printed(plan.rows[row], column) for row in (one, other)]
        paper = None if papers[0] is None or papers[1] is None else papers[0] - papers[1]
        cells.append(difference_cell(mine, theirs, sums, paper))
    mine, theirs = ([head for head in heads if head.at == row] for row in (one, other))
    # A row with one heading is compared with each of the other's.
    many = max(len(mine), len(theirs))
    pairs = zip(mine * (many // len(mine)), theirs * (many // len(theirs)), strict=True)
    return [
        Compared(
            row=head.name,
            less=beside.name,
            cells=_under(
                _Heading("", one, head.paper and beside.paper, head.ours and beside.ours),
                tops,
                cells,
            ),
        )
        for head, beside in pairs
    ]
