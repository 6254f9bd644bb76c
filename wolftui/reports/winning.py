"""Who won: by team, board, player and role, with intervals, and who beat whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wolfcore.metrics import MetricRow, TableCell, label_key
from wolftui.figures.numerals import interval_text, value_text

from .content import Bars, Cell, Column, Dots, Heat, Mark, MarkColour, Plot, Section, Stack, Table, TableRow
from .games import GameRow
from .gathering import ReportData
from .played import count_cell

MAX_MARKS = 24
"""Lines of a plot; a table has them all."""
_TEAMS: tuple[MarkColour, ...] = ("village", "wolves")


def wins_section(material: ReportData) -> Section:
    """Who won."""
    teams = [row for row in material.figures.rows if row.metric.name == "win_rate" and row.n]
    boards, players, roles = (material.slices[name] for name in ("boards", "players", "roles"))
    if not teams:
        return Section("won", "Who won", ("Nobody won any of these games.",))
    parts = _plot_and_table("teams", "Games won, by team", ("team",), teams, middle=True)
    if len({row.group["board"] for row in boards}) > 1:
        parts += _plot_and_table("boards-won", "Games won, by board and team", ("board", "team"), boards, middle=True)
    if not material.arena and any(row.group["player"] != "unknown" for row in players):
        parts += _plot_and_table("players-won", "Games won, by player and team", ("player", "team"), players)
    parts += _matrix(material.figures.entries)
    parts += _plot_and_table("roles-won", "Games won, by role", ("role",), roles)
    words = [
        "A share of games is of those that somebody won. In brackets stands its interval of 95 %: of a hundred reports made like "
        "this one, about ninety-five or more have the true share between its ends."
    ]
    if material.arena:
        words.append("Here each game is one observation, as everywhere below; equal deals are taken together above alone.")
    return Section("won", "Who won, game by game" if material.arena else "Who won", tuple(words), tuple(parts))


def _plot_and_table(
    name: str, title: str, by: Sequence[str], rows: Sequence[MetricRow], *, middle: bool = False
) -> list[Plot | Table]:
    """Win rates as a plot and as a table."""
    marks = tuple(
        Mark(" · ".join(row.group[each] for each in by), row.value, row.low, row.high, _ink(row))
        for row in rows[:MAX_MARKS]
        if row.value is not None
    )
    columns = (*(Column(each, words=True) for each in by), Column("won"), Column("of"), Column("share"), Column("95 %"))
    columns += (Column("by", words=True, rank=1),)
    return [Dots(name, title, marks, middle), Table(f"{name}-table", title, columns, tuple(_won(row, by) for row in rows))]


def _won(row: MetricRow, by: Sequence[str]) -> TableRow:
    """A row of win rates: a share of games, of which each is 1 or 0 for a player of one team."""
    assert row.value is not None
    won = row.value * row.n
    shown = count_cell(round(won)) if abs(won - round(won)) < 1e-6 else Cell(f"{won:.1f}", (won,))
    bounds = () if row.low is None or row.high is None else (row.low, row.high)
    cells = (shown, count_cell(row.n), Cell(value_text(row), (row.value,)), Cell(interval_text(row), bounds), Cell(row.how))
    return TableRow((*(Cell(row.group[each]) for each in by), *cells), "win_rate", row.group)


def _ink(row: MetricRow) -> MarkColour:
    team = row.group.get("team") or ("wolves" if row.group.get("role") == "Werewolf" else "village")
    return next(ink for ink in _TEAMS if ink == team)


def _matrix(entries: Sequence[TableCell]) -> list[Plot | Table]:
    """The win matrix as a plot, where several players met; its table is among the others."""
    cells = {(cell.row, cell.column): (cell.value, cell.n) for cell in entries if cell.table.name == "win_matrix"}
    rows, columns = (tuple(sorted({place[side] for place in cells}, key=label_key)) for side in (0, 1))
    if len(cells) < 2 or max(len(rows), len(columns)) > MAX_MARKS:
        return []
    title = "Games that the village won, by who played it and who played the wolves"
    return [Heat("matrix", title, "village", "wolves", rows, columns, cells)]


_WINNERS: tuple[tuple[str, MarkColour, tuple[str, ...]], ...] = (
    ("the village won", "village", ("village",)),
    ("the wolves won", "wolves", ("wolves",)),
    ("nobody won", "plain", ("draw", "stopped", "nobody")),
)


def length_section(games: Sequence[GameRow]) -> Section:
    """How long games lasted, by who won them."""
    measured = [(row.days, row.ended) for row in games if row.counts]
    days = range(min(day for day, _ in measured), max(day for day, _ in measured) + 1)
    counts = Counter(measured)
    shown: list[Stack] = []
    for title, ink, ends in _WINNERS:
        if any(end in ends for _, end in counts):
            shown.append((title, ink, tuple(sum(counts[day, end] for end in ends) for day in days)))
    bars = Bars("days", "Games by the day on which they ended", "day", tuple(map(str, days)), tuple(shown))
    columns = (Column("day", words=True), *(Column(title) for title, _, _ in shown))
    rows = tuple(TableRow((Cell(str(day)), *(count_cell(found[place]) for _, _, found in shown))) for place, day in enumerate(days))
    return Section("lasting", "How long games lasted", (), (bars, Table("days-table", bars.title, columns, rows)))
