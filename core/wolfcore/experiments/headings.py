"""The headings of a result table: whose numbers a row or column has.

A number stands beside the paper's only where models played all that models play in the paper. Other
numbers stand in lines of their own, with a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from wolfcore.arena import ArenaPlan
from wolfcore.arena.definition import lineups_of
from wolfcore.arena.schedule import series_lineups

from .cells import TableCell
from .choice import Choice, is_switched_off, lesson_games, model_of, paper_names
from .definition import Experiment, Line, Pick, part_of
from .examination import player_of

NOT_PLAYED = "not played"
"""The reason of a cell for which the models or people of the paper did not play."""


BESIDE_PAPER = "beside paper"
"""The reason of a cell of a marked line for which models played: it stands beside the paper's."""


ALL_BOTS, SOME_BOTS, OFF = "bots", "some bots", "off"
"""The marks: house bots alone played, house bots and models did, the mechanism was switched off."""


Names: TypeAlias = frozenset[str]


class Heading(NamedTuple):
    """A row or column of the result.

    Attributes:
        name: Its name.
        at: The index of its line in the file.
        shows: `paper`: the paper's numbers, and ours where models played. `marked`: all other
            numbers. `both`: the only line of its kind.
    """

    name: str
    at: int
    shows: Literal["paper", "marked", "both"] = "both"


class Headings(NamedTuple):
    """The headings of a table.

    Attributes:
        rows: The rows.
        columns: The columns.
        replaced: By row and column of the file, whether house bots, or a control run, took the
            place of what the paper played.
    """

    rows: tuple[Heading, ...]
    columns: tuple[Heading, ...]
    replaced: tuple[tuple[bool, ...], ...]


def shown(shows: Set[str], replaced: bool, cell: TableCell) -> TableCell:
    """Return what of a cell belongs under lines that show these kinds of numbers."""
    if {"paper", "marked"} <= shows:
        return TableCell(how=NOT_PLAYED)
    if "marked" in shows:
        return replace(cell, paper=None) if replaced else TableCell(how=BESIDE_PAPER)
    if "paper" in shows and replaced:
        return TableCell(paper=cell.paper, how=NOT_PLAYED)
    return cell


def headings_of(plan: Experiment, choice: Choice) -> Headings:
    """Return the headings of an experiment with the chosen players."""
    known, off = frozenset(paper_names(plan)), is_switched_off(plan, choice)
    missing = frozenset([name for name in known if not model_of(plan, name)])
    cells = [[_players_of(plan, row, column) & known for column in plan.columns]
             for row in plan.rows]  # fmt: skip
    rows, columns, in_columns = _owners(plan, cells)
    if off or _union(_union(line) for line in cells) <= missing:
        # All cells are alike, so that marks of one direction say everything.
        rows = [] if in_columns else [_union(line) for line in cells]
        columns = [_union(line) for line in zip(*cells, strict=True)] if in_columns else []
    replaced = tuple(
        [tuple([bool(cell & missing) or (off and not row.score) for cell in line])
         for row, line in zip(plan.rows, cells, strict=True)]
    )  # fmt: skip
    printed = [[number != "" for number in row.printed or ("",) * len(plan.columns)]
               for row in plan.rows]  # fmt: skip
    makes = _HeadingMaker(plan, choice, missing)
    return Headings(
        makes.headings(plan.rows, rows, cells, printed, off=off and not in_columns),
        makes.headings(
            plan.columns,
            columns,
            list(zip(*cells, strict=True)),
            list(zip(*printed, strict=True)),
            off=off and in_columns,
        ),
        replaced,
    )


def _owners(
    plan: Experiment, cells: Sequence[Sequence[Names]]
) -> tuple[list[Names], list[Names], bool]:
    """Return the players that each row and each column says of, and whether columns name them.

    A line says of the players of all its cells. Players of all cells are said in the direction that
    names others; a player of few cells is said by the line whose name has its name in the paper.
    """
    names = paper_names(plan)
    games = [(at, column) for at, row in enumerate(plan.rows) if not row.score
             for column in range(len(plan.columns))]  # fmt: skip
    common = _intersection(cells[row][column] for row, column in games)
    rows = [_intersection(cells[at][column] for row, column in games if row == at) - common
            for at in range(len(plan.rows))]  # fmt: skip
    columns = [_intersection(cells[row][at] for row, column in games if column == at) - common
               for at in range(len(plan.columns))]  # fmt: skip
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            for name in cell - rows[row] - columns[column] - common:
                if names[name] in plan.columns[column].name or plan.rows[row].score:
                    columns[column] |= {name}
                else:
                    rows[row] |= {name}
    in_columns = any(columns) and not any(rows)
    if in_columns:
        columns = [line | common for line in columns]
    else:
        rows = [line | common for line in rows]
    return rows, columns, in_columns


class _HeadingMaker:
    """Makes headings of rows or of columns.

    Args:
        plan: The experiment, with the chosen players.
        choice: The size.
        missing: The players without a model that stand for a model or people of the paper.
    """

    def __init__(self, plan: Experiment, choice: Choice, missing: Names) -> None:
        self._plan, self._choice, self._missing = plan, choice, missing

    def headings(
        self,
        lines: Sequence[Line],
        owned: Sequence[Names],
        cells: Sequence[Sequence[Names]],
        printed: Sequence[Sequence[bool]],
        *,
        off: bool,
    ) -> tuple[Heading, ...]:
        """Return the headings of lines.

        Args:
            lines: The rows or the columns of the file.
            owned: The players that each says of; empty where none says of any.
            cells: The players of their cells.
            printed: Whether the paper has a number for each cell.
            off: Whether they say that the mechanism is switched off.
        """
        found: list[Heading] = []
        for at, line in enumerate(lines):
            said = owned[at] if owned else frozenset[str]()
            title = _with_real_size(self._plan, self._choice, line)
            name = title + self._models_of(said)
            alone = off or all(cell & self._missing for cell in cells[at])
            if not off and not said & self._missing:
                found.append(Heading(name, at))
                continue
            if any(printed[at]) or not alone:
                found.append(Heading(title if alone else name, at, "paper"))
            marks = [OFF] if off else []
            if said & self._missing:
                all_bots = _union(cells[at]) <= self._missing
                marks.insert(0, ALL_BOTS if all_bots else SOME_BOTS)
            found.append(Heading(f"[{', '.join(marks)}] {name}", at, "marked"))
        return tuple(found)

    def _models_of(self, said: Names) -> str:
        """Return which other models play for those of the paper, as the end of a heading."""
        names, playing = paper_names(self._plan), dict[str, dict[str, None]]()
        for name in self._plan.players:
            if name in said and (model := model_of(self._plan, name)):
                playing.setdefault(model, {})[names[name]] = None
        others = {
            model: papers
            for model, papers in playing.items()
            if [paper for paper in papers if paper.casefold() != model.casefold()]
        }
        if not others:
            return ""
        if len(playing) == 1 and not said & self._missing:
            return f" by {next(iter(others))}"
        words = [f"{model} as {', '.join(papers)}" for model, papers in others.items()]
        return f" ({'; '.join(words)})"


def _players_of(plan: Experiment, row: Line, column: Line) -> Names:
    """Return the players that a cell's number depends on; empty where another command counts it."""
    if row.elsewhere or column.elsewhere:
        return frozenset()
    if row.score:
        return frozenset([player_of(row, column)])
    pick = row.merged_with(column).merged_with(plan.counted)
    found = players_picked(plan, pick)
    pool = plan.parts[part_of(plan, pick)].pool
    return found | players_picked(plan, Pick(part=plan.pools[pool].part)) if pool else found


def players_picked(plan: Experiment, pick: Pick) -> Names:
    """Return all players of the games that a pick selects."""
    return _union(frozenset(lineup.values()) for _, lineup in lineups_picked(plan, pick))


def lineups_picked(plan: Experiment, pick: Pick) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the cells of the schedule that a pick selects, with their players by target."""
    part = plan.parts[part_of(plan, pick)]
    names, schedule = part.players or tuple(plan.players), part.schedule
    if schedule.kind == "series":
        lineups: Iterable[tuple[str, dict[str, str]]] = [
            (each.cell, {f"guest, {each.team}": each.guest, "*": each.agent})
            for each in series_lineups(schedule.guests, names)
        ]
    elif schedule.kind == "mixed":
        lineups = [("", {name: name for name in names})]
    else:
        arena = ArenaPlan(players={name: plan.players[name] for name in names}, schedule=schedule)
        lineups = [(cell, dict(lineup)) for cell, lineup in lineups_of(arena)]
    for cell, lineup in lineups:
        seated = set(lineup.values())
        if (
            pick.cell in ("", cell)
            and pick.player in ("", *seated)
            and (not pick.against or seated == {pick.player or pick.against, pick.against})
        ):
            yield cell, lineup


def _with_real_size(plan: Experiment, choice: Choice, line: Line) -> str:
    """Return the name of a line, with the real number of lessons where the name has another one."""
    pool = plan.pools.get(plan.parts[line.part].pool) if line.part else None
    if not pool or not re.search(rf"\b{pool.full}\b", line.name):
        return line.name
    games = lesson_games(pool, choice)
    return line.name if games == pool.full else f"{line.name} (here {games})"


def _union(sets: Iterable[Names]) -> Names:
    return frozenset[str]().union(*sets)


def _intersection(sets: Iterable[Names]) -> Names:
    first, *others = [*sets] or [frozenset[str]()]
    return first.intersection(*others)
