"""Report sections: boards and players, who won, who beat whom, how long games lasted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wolfcore.game import ROLES
from wolfcore.metrics import MetricRow, TableCell, label_key
from wolftui.measures.metric_numbers import interval_text, value_text

from .collection import ReportData
from .document import (
    Bars,
    Cell,
    Column,
    Dots,
    Heat,
    Mark,
    MarkColour,
    Plot,
    Section,
    Stack,
    Table,
    TableRow,
    count_cell,
)
from .game_rows import GameRow, GameState

_ENDS = ("village", "wolves", "draw", "stopped", "nobody")


_EXCLUDED_STATES: tuple[GameState, ...] = ("void", "not over", "broken", "unreadable")


def played_section(material: ReportData) -> Section:
    """Build the section on what was played: boards and players."""
    measured = [row for row in material.games if row.counts]
    parts = [
        _boards(material.games),
        *([_players(measured)] if any(any(row.players) for row in measured) else []),
    ]
    return Section("played", "What was played", tuple(played_words(material.games)), tuple(parts))


def played_words(games: Sequence[GameRow]) -> list[str]:
    """Say how many games count, and why the others do not."""
    words: list[str] = []
    if any(row.ended == "stopped" and row.counts for row in games):
        words.append(
            "A game that a stop rule of its board ended has no winner: it counts among the "
            "games, and in no win rate."
        )
    versions = Counter(row.bots for row in games if row.counts and row.bots)
    if len({each for bots in versions for each in bots.split(";")}) > 1:
        counted = ", ".join(
            f"version {bots.replace(';', ' and ')} in {count:,}"
            for bots, count in sorted(versions.items())
        )
        words.append(
            f"House bots of several versions played: {counted} games. Their play or talk differs, "
            "so that the numbers below mix players of one name."
        )
    apart = [
        f"{count} {state}"
        for state in _EXCLUDED_STATES
        if (count := sum(row.state == state for row in games))
    ]
    if apart:
        words.append(f"Apart from these, and in no number of this report: {', '.join(apart)}.")
    return words


def _boards(games: Sequence[GameRow]) -> Table:
    """Table the endings of games by board; boards of one name with other rules are separate."""
    boards = sorted({(row.board, row.rules, row.board_digest) for row in games if row.board})
    ends = [
        end
        for end in _ENDS
        if end in ("village", "wolves") or any(row.ended == end for row in games)
    ]
    states = [
        state
        for state in _EXCLUDED_STATES
        if any(row.state == state and row.board for row in games)
    ]
    columns = (
        Column("board", words=True),
        Column("roles", words=True, rank=3),
        Column("games"),
        *(Column(end) for end in ends),
        *(Column(state, rank=1) for state in states),
        Column("rules", rank=2),
        Column("digest", words=True, rank=4),
    )
    rows: list[TableRow] = []
    for board, rules, digest in boards:
        of_board = [
            row
            for row in games
            if (row.board, row.rules, row.board_digest) == (board, rules, digest)
        ]
        here = [row for row in of_board if row.counts]
        counts = [sum(row.ended == end for row in here) for end in ends]
        counts += [sum(row.state == state for row in of_board) for state in states]
        dealt = role_counts(here[0].roles) if here else ""
        version = (
            f"version {rules}" if rules else "" if here and here[0].state == "told" else "their own"
        )
        cells = (
            Cell(board),
            Cell(dealt),
            count_cell(len(here)),
            *map(count_cell, counts),
            Cell(version),
            Cell(digest),
        )
        rows.append(TableRow(cells))
    return Table("boards", "Boards, and how their games ended", columns, tuple(rows))


def role_counts(roles: Sequence[str]) -> str:
    """Write the dealt roles with counts: `2 Werewolf, Seer, Doctor, 3 Villager`.

    Roles that the log does not tell are left out.
    """
    counts = Counter(roles)
    return ", ".join(
        role if counts[role] == 1 else f"{counts[role]} {role}" for role in ROLES if counts[role]
    )


def _players(games: Sequence[GameRow]) -> Table:
    """Table the games of each player, and the seats on each team."""
    tables, seats = Counter[str](), Counter[tuple[str, str]]()
    for row in games:
        tables.update(set(row.players))
        seats.update(
            (player, _team(role)) for player, role in zip(row.players, row.roles, strict=True)
        )
    columns = (
        Column("player", words=True),
        Column("games"),
        Column("seats"),
        Column("village", rank=1),
        Column("wolves", rank=1),
    )
    rows: list[TableRow] = []
    for player in sorted(tables):
        village, wolves = seats[player, "village"], seats[player, "wolves"]
        every = sum(number for (name, _), number in seats.items() if name == player)
        cells = (
            Cell(player or "unknown"),
            *map(count_cell, (tables[player], every, village, wolves)),
        )
        rows.append(TableRow(cells, group={"player": player or "unknown"}))
    named = (
        "by the names of the arena" if any(row.cell for row in games) else "as on the command line"
    )
    words = f"Players are named {named}; seats are counted over all games."
    return Table("players", "Who played", columns, tuple(rows), words)


def _team(role: str) -> str:
    return ROLES[role].team if role else ""


MAX_MARKS = 24
"""The most marks of a plot; the table below it has all rows."""


_TEAMS: tuple[MarkColour, ...] = ("village", "wolves")


def wins_section(material: ReportData) -> Section:
    """Build the section on wins, by team, board, player and role."""
    teams = [row for row in material.figures.rows if row.metric.name == "win_rate" and row.n]
    boards, players, roles = (material.slices[name] for name in ("boards", "players", "roles"))
    if not teams:
        return Section("won", "Who won", ("None of these games has a winner.",))
    parts = _plot_and_table("teams", "Games won, by team", ("team",), teams, middle=True)
    if len({row.group["board"] for row in boards}) > 1:
        parts += _plot_and_table(
            "boards-won", "Games won, by board and team", ("board", "team"), boards, middle=True
        )
    if not material.arena and any(row.group["player"] != "unknown" for row in players):
        parts += _plot_and_table(
            "players-won", "Games won, by player and team", ("player", "team"), players
        )
    parts += _matrix(material.figures.entries)
    # A role that is dealt in every game has the row of its team.
    whole = {(row.n, row.value) for row in teams}
    roles = [row for row in roles if (row.n, row.value) not in whole]
    if roles:
        parts += _plot_and_table("roles-won", "Games won, by role", ("role",), roles)
    words = [
        "Shares are of the games with a winner. The brackets hold the 95 % interval: of a "
        "hundred reports like this one, "
        "about ninety-five or more have the true share between its ends."
    ]
    return Section(
        "won", "Who won, game by game" if material.arena else "Who won", tuple(words), tuple(parts)
    )


def _plot_and_table(
    name: str, title: str, by: Sequence[str], rows: Sequence[MetricRow], *, middle: bool = False
) -> list[Plot | Table]:
    """Make a plot and a table of win rates."""
    marks = tuple(
        Mark(" · ".join(row.group[each] for each in by), row.value, row.low, row.high, _ink(row))
        for row in rows[:MAX_MARKS]
        if row.value is not None
    )
    columns = (
        *(Column(each, words=True) for each in by),
        Column("won"),
        Column("of"),
        Column("share"),
        Column("95 %"),
    )
    columns += (Column("by", words=True, rank=1),)
    return [
        Dots(name, title, marks, middle),
        Table(f"{name}-table", title, columns, tuple(_won(row, by) for row in rows)),
    ]


def _won(row: MetricRow, by: Sequence[str]) -> TableRow:
    """Make a row of win rates; a game is 1 or 0 for a player who plays one team."""
    assert row.value is not None
    won = row.value * row.n
    shown = count_cell(round(won)) if abs(won - round(won)) < 1e-6 else Cell(f"{won:.1f}", (won,))
    bounds = () if row.low is None or row.high is None else (row.low, row.high)
    cells = (
        shown,
        count_cell(row.n),
        Cell(value_text(row), (row.value,)),
        Cell(interval_text(row), bounds),
        Cell(row.how),
    )
    return TableRow((*(Cell(row.group[each]) for each in by), *cells), "win_rate", row.group)


def _ink(row: MetricRow) -> MarkColour:
    role = row.group.get("role", "")
    team = row.group.get("team") or (ROLES[role].team if role in ROLES else "village")
    return next(ink for ink in _TEAMS if ink == team)


def _matrix(entries: Sequence[TableCell]) -> list[Plot | Table]:
    """Plot the win matrix if several players met; its table is among the cross tables."""
    cells = {
        (cell.row, cell.column): (cell.value, cell.n)
        for cell in entries
        if cell.table.name == "win_matrix" and cell.value is not None
    }
    rows, columns = (
        tuple(sorted({place[side] for place in cells}, key=label_key)) for side in (0, 1)
    )
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
    """Build the section on the length of games, by winner."""
    measured = [(row.days, row.ended) for row in games if row.counts]
    days = range(min(day for day, _ in measured), max(day for day, _ in measured) + 1)
    counts = Counter(measured)
    shown: list[Stack] = []
    for title, ink, ends in _WINNERS:
        if any(end in ends for _, end in counts):
            shown.append((title, ink, tuple(sum(counts[day, end] for end in ends) for day in days)))
    bars = Bars(
        "days", "Games by the day on which they ended", "day", tuple(map(str, days)), tuple(shown)
    )
    columns = (Column("day", words=True), *(Column(title) for title, _, _ in shown))
    rows = tuple(
        TableRow((Cell(str(day)), *(count_cell(found[place]) for _, _, found in shown)))
        for place, day in enumerate(days)
    )
    return Section(
        "lasting",
        "How long games lasted",
        (),
        (bars, Table("days-table", bars.title, columns, rows)),
    )
