"""What was played: boards, how their games ended, and who sat at the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wolfcore.game import ROLES

from .content import Cell, Column, Section, Table, TableRow
from .games import GameRow, GameState
from .gathering import ReportData

_ENDS = ("village", "wolves", "draw", "stopped", "nobody")
_EXCLUDED_STATES: tuple[GameState, ...] = ("void", "not over", "broken", "unreadable")


def played_section(material: ReportData) -> Section:
    """What was played."""
    measured = [row for row in material.games if row.counts]
    parts = [_boards(material.games), *([_players(measured)] if any(any(row.players) for row in measured) else [])]
    return Section("played", "What was played", tuple(_words(material.games)), tuple(parts))


def _words(games: Sequence[GameRow]) -> list[str]:
    """What of the games counts and what does not."""
    words: list[str] = []
    if any(row.ended == "stopped" and row.counts for row in games):
        words.append("A game that a stop rule of its board ended has no winner: it counts among the games, and in no win rate.")
    apart = [f"{count} {state}" for state in _EXCLUDED_STATES if (count := sum(row.state == state for row in games))]
    if apart:
        words.append(f"Apart from these, and in no number of this report: {', '.join(apart)}.")
    return words


def _boards(games: Sequence[GameRow]) -> Table:
    """A row a board, with how its games ended; boards of one name whose rules differ are apart."""
    boards = sorted({(row.board, row.rules, row.board_digest) for row in games if row.board})
    ends = [end for end in _ENDS if end in ("village", "wolves") or any(row.ended == end for row in games)]
    states = [state for state in _EXCLUDED_STATES if any(row.state == state and row.board for row in games)]
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
        of_board = [row for row in games if (row.board, row.rules, row.board_digest) == (board, rules, digest)]
        here = [row for row in of_board if row.counts]
        counts = [sum(row.ended == end for row in here) for end in ends]
        counts += [sum(row.state == state for row in of_board) for state in states]
        dealt = role_counts(here[0].roles) if here else ""
        version = f"version {rules}" if rules else "" if here and here[0].state == "told" else "their own"
        cells = (Cell(board), Cell(dealt), count_cell(len(here)), *map(count_cell, counts), Cell(version), Cell(digest))
        rows.append(TableRow(cells))
    return Table("boards", "Boards, and how their games ended", columns, tuple(rows))


def role_counts(roles: Sequence[str]) -> str:
    """What was dealt: `2 Werewolf, Seer, Doctor, 3 Villager`; a role that the log does not tell is left out."""
    counts = Counter(roles)
    return ", ".join(role if counts[role] == 1 else f"{counts[role]} {role}" for role in ROLES if counts[role])


def _players(games: Sequence[GameRow]) -> Table:
    """A row a player: in how many games, and on how many seats of each team."""
    tables, seats = Counter[str](), Counter[tuple[str, str]]()
    for row in games:
        tables.update(set(row.players))
        seats.update((player, _team(role)) for player, role in zip(row.players, row.roles, strict=True))
    columns = (Column("player", words=True), Column("games"), Column("seats"), Column("village", rank=1), Column("wolves", rank=1))
    rows: list[TableRow] = []
    for player in sorted(tables):
        village, wolves = seats[player, "village"], seats[player, "wolves"]
        every = sum(number for (name, _), number in seats.items() if name == player)
        cells = (Cell(player or "unknown"), *map(count_cell, (tables[player], every, village, wolves)))
        rows.append(TableRow(cells, group={"player": player or "unknown"}))
    named = "by the names of the arena" if any(row.cell for row in games) else "as on the command line"
    words = f"Players are named {named}; seats are counted over all games."
    return Table("players", "Who played", columns, tuple(rows), words)


def _team(role: str) -> str:
    return ROLES[role].team if role else ""


def count_cell(number: int) -> Cell:
    """A number of things."""
    return Cell(f"{number:,}", (number,))
