"""The result table of an experiment beside the paper's numbers, and its mechanism counts.

The fields of `Result` and `TableCell` are the JSON output of `wolftui experiment`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from wolfcore.arena import ProcessPool, Row, ScheduledGames
from wolfcore.seating import is_of_house_bots, parse_player

from .cells import CellSums, TableCell, cell_of, difference_cell
from .choice import Choice, differences, is_switched_off, size_of
from .contributions import (
    CountedQuantity,
    contribution_of_row,
    games_to_read,
    is_picked,
    make_game_reader,
    mechanism_counts,
    quantities_of,
)
from .definition import Experiment, Line, part_of
from .examination import Answers, player_of, read_all_answers, score_cell
from .headings import Heading, headings_of, shown
from .runner import arenas_of, rows_of_part
from .sameness import is_same_by_plan, players_alike

SAME_PLAYER = "same player"
"""The reason of a row, and of a difference, of the player with which it is compared."""


class Compared(Struct, frozen=True, kw_only=True):
    """The difference of two rows on the deals that both have, one cell per column."""

    row: str
    less: str
    cells: tuple[TableCell, ...]


class ComparedColumn(Struct, frozen=True, kw_only=True):
    """The difference of two columns on the deals that both have, one cell per row."""

    column: str
    less: str
    cells: tuple[TableCell, ...]


class Result(Struct, frozen=True, kw_only=True):
    """The table of the games played so far.

    A line has our numbers beside the paper's only if models played; what house bots did in their
    place, and what a control run did, is in a line of its own, with a mark (`headings`).

    Attributes:
        rows: The names of its rows.
        columns: The names of its columns.
        cells: A cell for each row and column.
        compared: The differences of rows that are compared.
        compared_columns: The differences of columns that are compared.
        at_work: How often the mechanism was seen.
        of: The number of games or days it was looked for.
        played: The number of games played.
        wanted: The number of games of the whole experiment.
        broken: The number of games played that stopped before their end.
        unread: Games that cannot be read, a sentence each.
        players: The players by name.
        differs: What differs from the paper, a sentence each.
        off: The mechanism that a control run is without; empty for any other run.
        size: How many deals of each line-up are played where these are not as many as at full
            size, a clause; else empty.
        alike: Players whose games are mostly the same, a clause each.
        bots: The versions of the house bots that played, ascending; empty where none did.
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
    off: str = ""
    size: str = ""
    alike: tuple[str, ...] = ()
    compared_columns: tuple[ComparedColumn, ...] = ()
    bots: tuple[int, ...] = ()


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
            sums[wanted[place]].add((looked.item.row.board, looked.item.row.deal), added)
    seen, of = mechanism_counts(plan, rows, recommended)
    answers = read_all_answers(folder, plan)
    cells = [
        [_cell(line, column, answers, each, sums, _printed(line, at))
         for at, (column, each) in enumerate(zip(plan.columns, wanteds, strict=True))]
        for line, wanteds in zip(plan.rows, grid, strict=True)
    ]  # fmt: skip
    off = is_switched_off(plan, choice)
    names = [line.name for line in plan.rows], [line.name for line in plan.columns]
    pairs_of_rows = [(names[0].index(each.row), names[0].index(each.less))
                     for each in plan.compared]  # fmt: skip
    pairs_of_columns = [(names[1].index(each.column), names[1].index(each.less))
                        for each in plan.compared_columns]  # fmt: skip
    same_rows, same_columns = (
        {(a, b) for a, b in pairs if _is_same(plan, lines[a], lines[b], across)}
        for pairs, lines, across in (
            (pairs_of_rows, plan.rows, plan.columns),
            (pairs_of_columns, plan.columns, plan.rows),
        )
    )
    for at, _ in () if off else same_rows:
        # A control run is of one player under two names.
        cells[at] = [TableCell(paper=cell.paper, how=SAME_PLAYER) for cell in cells[at]]
    played = [row for part in rows.values() for row in part]
    heads = headings_of(plan, choice)
    papers = [[_printed(row, at) for at in range(len(plan.columns))] for row in plan.rows]
    lines = _Grid(heads.rows, heads.columns, grid, papers, heads.replaced)
    return Result(
        rows=tuple([row.name for row in heads.rows]),
        columns=tuple([column.name for column in heads.columns]),
        cells=tuple(
            [
                tuple(
                    [
                        shown(
                            {row.shows, column.shows},
                            heads.replaced[row.at][column.at],
                            cells[row.at][column.at],
                        )
                        for column in heads.columns
                    ]
                )
                for row in heads.rows
            ]
        ),
        compared=tuple(
            [
                Compared(row=one, less=other, cells=cells)
                for pair in pairs_of_rows
                for one, other, cells in lines.differences(*pair, sums, same=pair in same_rows)
            ]
        ),
        compared_columns=tuple(
            [
                ComparedColumn(column=one, less=other, cells=cells)
                for pair in pairs_of_columns
                for one, other, cells in lines.turned().differences(
                    *pair, sums, same=pair in same_columns
                )
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
        off=mechanism.what if mechanism and off else "",
        size=size_of(plan, choice),
        alike=players_alike(plan, rows),
        bots=_bot_versions(plan, rows),
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
    if row.score and not row.elsewhere and not column.elsewhere:
        return score_cell(row, player_of(row, column), answers, paper)
    return cell_of(wanted, sums, paper)


def _wanted(plan: Experiment, row: Line, column: Line) -> tuple[CountedQuantity, ...]:
    """Return the quantities of a cell; empty for quiz scores and cells of another command."""
    if row.score or row.elsewhere or column.elsewhere:
        return ()
    pick = row.merged_with(column).merged_with(plan.counted)
    part = plan.parts[part_of(plan, pick)]
    return quantities_of(pick, part.repeats, designed=bool(part.schedule.situation))


def _is_same(plan: Experiment, one: Line, other: Line, across: Sequence[Line]) -> bool:
    """Return whether two lines are of the same player, so that nothing is compared."""
    picks = [
        [line.merged_with(cross).merged_with(plan.counted) for line in (one, other)]
        for cross in across
        if not any(line.score or line.elsewhere for line in (one, other, cross))
    ]
    return bool(picks) and all(is_same_by_plan(plan, *pair) for pair in picks)


def _printed(line: Line, column: int) -> float | None:
    number = line.printed[column] if line.printed else ""
    return None if number == "" else number


class _Grid(NamedTuple):
    """The lines of a table in one direction.

    Attributes:
        lines: The headings of the lines.
        across: The headings of the lines in the other direction.
        wanted: The quantities of each cell, line by line.
        papers: The paper's numbers.
        replaced: As in `Headings`.
    """

    lines: Sequence[Heading]
    across: Sequence[Heading]
    wanted: Sequence[Sequence[tuple[CountedQuantity, ...]]]
    papers: Sequence[Sequence[float | None]]
    replaced: Sequence[Sequence[bool]]

    def turned(self) -> _Grid:
        """Return the lines in the other direction."""
        wanted, papers, replaced = (
            list(zip(*each, strict=True)) for each in (self.wanted, self.papers, self.replaced)
        )
        return _Grid(self.across, self.lines, wanted, papers, replaced)

    def differences(
        self, one: int, other: int, sums: Mapping[CountedQuantity, CellSums], *, same: bool = False
    ) -> list[tuple[str, str, tuple[TableCell, ...]]]:
        """Return the difference of two lines; two where the lines have two headings.

        Args:
            one: A line of the file.
            other: The line that is subtracted from it.
            sums: The sums of all quantities.
            same: Whether they are of the same player, so that there is no difference.

        Returns:
            The headings of both lines, and a cell for each line in the other direction.
        """
        cells: list[TableCell] = []
        for place in range(len(self.wanted[one])):
            a, b = self.papers[one][place], self.papers[other][place]
            paper = None if a is None or b is None else a - b
            cells.append(
                TableCell(paper=paper, how=SAME_PLAYER)
                if same
                else difference_cell(
                    self.wanted[one][place], self.wanted[other][place], sums, paper
                )
            )
        mine, theirs = ([head for head in self.lines if head.at == at] for at in (one, other))
        # A line with one heading is compared with each of the other's.
        many = max(len(mine), len(theirs))
        pairs = zip(mine * (many // len(mine)), theirs * (many // len(theirs)), strict=True)
        return [
            (
                head.name,
                beside.name,
                tuple(
                    [
                        shown(
                            {head.shows, beside.shows, across.shows},
                            any(self.replaced[at][across.at] for at in (one, other)),
                            cells[across.at],
                        )
                        for across in self.across
                    ]
                ),
            )
            for head, beside in pairs
        ]


def _bot_versions(plan: Experiment, rows: Mapping[str, Sequence[Row]]) -> tuple[int, ...]:
    """Return the versions of the house bots of all games in which house bots play, ascending."""
    bots = {name for name, word in plan.players.items() if is_of_house_bots(parse_player(word))}
    played = [row for part in rows.values() for row in part if not bots.isdisjoint(row.players)]
    return tuple(sorted({row.bots or 1 for row in played}))
