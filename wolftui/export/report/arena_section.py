"""Report sections about an arena: schedule, wins with deals as observations, and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import combinations, islice

from msgspec.structs import replace

from wolfcore.arena import ArenaPlan
from wolfcore.arena.contest import as_finished_game
from wolfcore.arena.rating import (
    Comparison,
    FinishedGame,
    Prediction,
    Strength,
    Versus,
    Wins,
    ratings_of,
    wins_of,
)
from wolfcore.arena.rating.significance import holm
from wolfcore.arena.schedule import MIXED
from wolfcore.arena.validity import validity_sentence
from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint
from wolftui.measures.comparison_words import (
    comparison_sentences,
    gain_rows,
    p_text,
    points_text,
)
from wolftui.measures.metric_numbers import number_text

from .document import (
    Cell,
    Column,
    Dots,
    Mark,
    MarkColour,
    Plot,
    Section,
    Table,
    TableRow,
    count_cell,
)
from .game_rows import ArenaResults, compare_in_arena

_SCHEDULES = {
    "pairs": "all ordered pairs of players, one as the village against the other as the wolves",
    "mixed": "seats drawn from all players, each deal so often that each player sits on each seat "
    "once",
    "tested": "each player in turn where one is tested, and a baseline on all other seats",
    "alone": "the same player on all seats, each in turn",
    "lineups": "the line-ups that its file names",
    "series": "each guest among copies of each other player, for either team, in rows of games",
}


_REQUIRED_LIBRARIES = ("numpy", "openskill")


_MAX_MARKS = 24


_MAX_PAIRS = 45
"""The most pairs of players that are compared, all of ten players."""


def arena_sections(league: ArenaResults) -> list[Section]:
    """Build the sections of an arena: its schedule, its wins, and its ratings."""
    games = league.finished
    if not games:
        return [_schedule(league)]
    equal = _equal_terms(league)
    return [_schedule(league), _wins(league), *([equal] if equal else []), _ratings(games)]


def _equal_terms(league: ArenaResults) -> Section | None:
    """Build the section on players compared on the same deals; None if no two of them can be."""
    found: list[Comparison] = []
    for a, b in islice(combinations(league.plan.players, 2), _MAX_PAIRS):
        try:
            found.append(compare_in_arena(league, a, b))
        except ConfigError:
            # No deal on which one took the place of the other.
            continue
    if not found:
        return None
    rows = [(each, row) for each in found for row in gain_rows(each)]
    told = [row.gain.p for _, row in rows if row.gain.p is not None]
    corrected = iter(holm(told))
    columns = (
        Column("one", words=True),
        Column("other", words=True),
        Column("games", words=True),
        Column("pairs", rank=1),
        Column("deals"),
        Column("gain"),
        Column("95 %"),
        Column("p (Holm)"),
    )
    table = [
        TableRow(
            (
                Cell(each.a),
                Cell(each.b),
                Cell(row.where),
                count_cell(row.gain.pairs),
                count_cell(row.gain.deals),
                _points_cell(row.gain.gain),
                _points_bounds(row.gain.low, row.gain.high),
                _p_cell(None if row.gain.p is None else next(corrected)),
            )
        )
        for each, row in rows
    ]
    words = [
        "Shares of games won against different opponents cannot be compared. Here one player took "
        "the place of the other on the same deals: gain is the percentage points of games won by "
        "which the first is ahead of the second.",
        f"p (Holm): the p-value of no gain, corrected by Holm's method for all {len(told)} rows.",
    ]
    for each in found:
        words += [f"{each.a} and {each.b}: {line}" for line in _asked(league, each, len(found))]
    title = "Who gains on equal terms"
    return Section("equal", title, tuple(words), (Table("gains", title, columns, tuple(table)),))


def _asked(league: ArenaResults, found: Comparison, among: int) -> list[str]:
    """Return the sentences on a comparison; on its stopped test only if the arena asked it."""
    asked = league.plan.question
    its_own = (asked.a, asked.b) == (found.a, found.b)
    return comparison_sentences(found if its_own else replace(found, stopped=None), among)


def _p_cell(p: float | None) -> Cell:
    return Cell("") if p is None else Cell(p_text(p), (p,))


def _schedule(league: ArenaResults) -> Section:
    """Build the section on the schedule: the plan, and the results of each cell."""
    plan = league.plan
    words = [f"Schedule: {_SCHEDULES[plan.schedule.kind]}. {_deals(plan)}"]
    if doubtful := validity_sentence(league.rows, plan.validity):
        words.append(doubtful)
    names = tuple(TableRow((Cell(name), Cell(word))) for name, word in plan.players.items())
    columns = (Column("name", words=True), Column("player", words=True))
    return Section(
        "schedule",
        "The arena",
        tuple(words),
        (Table("names", "Its players", columns, names), _cells(league)),
    )


def _deals(plan: ArenaPlan) -> str:
    """Say how many deals are played, and how often each."""
    if plan.schedule.kind == "series":
        return (
            f"{plan.deals:,} rows of {plan.repeats} games of each board from seed "
            f"{plan.seed} on, the same deals for all."
        )
    words = f"{plan.deals:,} deals of each board from seed {plan.seed} on, the same for all"
    return words + (
        f", each played {plan.repeats} times by each line-up." if plan.repeats > 1 else "."
    )


def _cells(league: ArenaResults) -> Table:
    """Make a row per cell and board with the endings of its games."""
    rows = league.rows
    ends = Counter(
        (row.cell, row.board, league.left_out(row) or row.winner or "nobody") for row in rows
    )
    apart = {league.left_out(row) for row in rows}
    titles = [
        title
        for title in ("village", "wolves", "nobody", "broken", "void")
        if title not in ("broken", "void") or title in apart
    ]
    columns = (
        Column("cell", words=True),
        Column("board", words=True),
        Column("games"),
        *map(Column, titles),
    )
    found: list[TableRow] = []
    for cell, board in dict.fromkeys((row.cell, row.board) for row in rows):
        counts = [ends[cell, board, title] for title in titles]
        found.append(
            TableRow(
                (Cell(cell), Cell(board), count_cell(sum(counts)), *map(count_cell, counts)),
                "",
                {"cell": cell, "board": board},
            )
        )
    return Table("cells", "How the games of each cell ended", columns, tuple(found))


def _wins(league: ArenaResults) -> Section:
    """Build the section on the wins of players who met the same others.

    Where seats are mixed these are all players. Else they are the players of one cell, and shares
    of different cells never stand in one row.
    """
    words = [
        "The games of one deal count as one observation, since they have the same roles on the "
        "same seats."
    ]
    if league.plan.schedule.kind == MIXED:
        return Section("league", "Who won in the arena", tuple(words), tuple(_mixed_wins(league)))
    words.append(
        "The players of one cell of the schedule met each other, and those of another cell met "
        "others: shares of two cells cannot be compared. Of two players on two sides the row of "
        "the village is shown, and the wolves won the rest."
    )
    columns = ("cell", "board", "player", "side")
    table = _table("league-cells", "Games won in each cell", _cell_wins(league), columns)
    return Section("league", "Who won in the arena", tuple(words), (table,))


def _cell_wins(league: ArenaResults) -> list[tuple[str, Wins]]:
    """Return the wins of the players of each cell and board by side, with the name of the cell."""
    found: list[tuple[str, Wins]] = []
    for cell, board in dict.fromkeys((row.cell, row.board) for row in league.rows):
        games = [
            as_finished_game(row)
            for row in league.rows
            if (row.cell, row.board, league.left_out(row)) == (cell, board, "")
        ]
        rows = [row for row in wins_of(games) if row.side and row.board and not row.role]
        pair = len(rows) == 2 and not rows[0].nobody
        found += [(cell, row) for row in rows if not pair or row.side == "village"]
    return found


def _mixed_wins(league: ArenaResults) -> list[Plot | Table]:
    """Return the plot and tables of the wins where each player sat on each seat of each deal."""
    wins = wins_of(league.finished)
    sides = [row for row in wins if row.side and not row.board and not row.role]
    boards = [row for row in wins if row.side and row.board and not row.role]
    roles = [row for row in wins if row.role and not row.board]
    parts: list[Plot | Table] = [*_shares("league-sides", "Games won, by player and side", sides)]
    if len({row.board for row in boards}) > 1:
        title = "Games won, by player, board and side"
        parts.append(_table("league-boards", title, _no_cell(boards)))
    whole = {(row.player, row.side, row.games, row.won) for row in (*sides, *boards)}
    roles = [row for row in roles if (row.player, row.side, row.games, row.won) not in whole]
    if roles:
        title = "Games won, by player and role, where that is not the row of the side"
        parts.append(_table("league-roles", title, _no_cell(roles)))
    return parts


def _shares(name: str, title: str, rows: Sequence[Wins]) -> list[Plot | Table]:
    marks = tuple(
        Mark(f"{row.player} · {row.side}", row.share, row.low, row.high, _ink(row.side))
        for row in rows[:_MAX_MARKS]
    )
    return [Dots(name, title, marks), _table(f"{name}-table", title, _no_cell(rows))]


def _no_cell(rows: Sequence[Wins]) -> list[tuple[str, Wins]]:
    return [("", row) for row in rows]


def _ink(side: str) -> MarkColour:
    return "village" if side == "village" else "wolves" if side == "wolves" else "plain"


def _table(
    name: str,
    title: str,
    found: Sequence[tuple[str, Wins]],
    titles: Sequence[str] = ("player", "board", "side", "role"),
) -> Table:
    """Table win rates, each with its cell, with a column for each field that the rows have."""
    groups = [
        {"cell": cell, "board": row.board, "player": row.player, "side": row.side, "role": row.role}
        for cell, row in found
    ]
    by = [each for each in titles if any(group[each] for group in groups)]
    columns = (
        *(Column(each, words=True) for each in by),
        Column("won"),
        Column("of"),
        Column("share"),
        Column("95 %"),
    )
    records: list[TableRow] = []
    for (_, row), every in zip(found, groups, strict=True):
        group = {each: every[each] for each in by}
        numbers = (
            count_cell(row.won),
            count_cell(row.games),
            Cell(f"{row.share:.3f}", (row.share,)),
            _bounds(row.low, row.high),
        )
        records.append(TableRow((*map(Cell, group.values()), *numbers), "wins", group))
    return Table(name, title, columns, tuple(records))


def _bounds(low: float | None, high: float | None, digits: int = 3) -> Cell:
    """Format an interval; empty if there is none."""
    return (
        Cell("")
        if low is None or high is None
        else Cell(f"[{low:.{digits}f}, {high:.{digits}f}]", (low, high))
    )


def missing_rating_libraries() -> list[str]:
    """Return the libraries of ratings that are not installed."""
    return [library for library in _REQUIRED_LIBRARIES if not find_spec(library)]


def _ratings(games: Sequence[FinishedGame]) -> Section:
    """Build the section on ratings: strengths, pairings, and the prediction of unseen games."""
    title = "Who is better"
    if missing := missing_rating_libraries():
        words = (
            f"Ratings are left out, for {' and '.join(missing)} is not installed: "
            f"{install_hint('stats')}"
        )
        return Section("ratings", title, (words,))
    met = {name for game in games if len(set(game.players)) > 1 for name in game.players}
    if not met:
        words = "No player met another, so none has a strength: it would be that against others."
        return Section("ratings", title, (words,))
    found = ratings_of(games)
    strongest = [each for each in found.strengths.players if each.name in met]
    parts: list[Plot | Table] = [*_strengths(strongest)]
    if found.triples.versus:
        parts.append(_versus(found.triples.versus))
    if found.predictions:
        parts.append(_prediction_table(found.predictions))
    words = [
        "Strengths follow the Bradley-Terry model, without the advantage of a side on a board: "
        "the share of games that a "
        "player would win against a team of average strength if no side had an advantage. "
        "Elo is the same on the scale of chess, with 0 "
        "for the average."
    ]
    if found.triples.triples:
        circles = (
            f"{found.triples.circles} of {found.triples.triples} triples of players are circles"
        )
        words.append(f"{circles}, in which each beats the next one; ratings cannot express this.")
    return Section("ratings", title, tuple(words), tuple(parts))


def _strengths(players: Sequence[Strength]) -> list[Plot | Table]:
    shares = [(each.name, each.share, *_as_shares(each)) for each in players]
    title = "Strength"
    marks = tuple(Mark(name, share, low, high) for name, share, low, high in shares[:_MAX_MARKS])
    columns = (
        Column("player", words=True),
        Column("share"),
        Column("95 %"),
        Column("Elo"),
        Column("log odds", rank=1),
    )
    rows = [
        TableRow(
            (
                Cell(name),
                Cell(f"{share:.3f}", (share,)),
                _bounds(low, high),
                Cell(f"{each.elo:+.0f}", (each.elo,)),
                Cell(f"{each.value:+.3f}", (each.value,)),
            ),
            "strength",
            {"player": name},
        )
        for (name, share, low, high), each in zip(shares, players, strict=True)
    ]
    return [
        Dots("strengths", title, marks, middle=True),
        Table("strengths-table", title, columns, tuple(rows)),
    ]


def _as_shares(one: Strength) -> tuple[float | None, float | None]:
    """Convert the ends of a strength's interval to shares."""
    low, high = (
        None if end is None else Strength("", end, None, None).share for end in (one.low, one.high)
    )
    return low, high


def _versus(versus: Sequence[Versus]) -> Table:
    columns = (
        Column("one", words=True),
        Column("other", words=True),
        Column("games"),
        Column("gain"),
        Column("95 %"),
        Column("p (Holm)"),
    )
    rows = [
        TableRow(
            (
                Cell(each.a),
                Cell(each.b),
                count_cell(each.games),
                _points_cell(each.gain),
                _points_bounds(each.low, each.high),
                _p_cell(each.p_holm),
            )
        )
        for each in versus
    ]
    words = (
        "The percentage points of games won by which the first player is ahead of the second, as "
        "if both had sat on each side of each board equally often. The intervals are those of one "
        "pair alone; p (Holm) is the p-value of no gain, corrected by Holm's method for all pairs."
    )
    return Table("versus", "Each against each", columns, tuple(rows), words)


def _prediction_table(foretold: Sequence[Prediction]) -> Table:
    columns = (
        Column("way", words=True),
        Column("games"),
        Column("log loss"),
        Column("Brier"),
        Column("saved", rank=1),
        Column("95 %", rank=1),
    )
    rows = [
        TableRow(
            (
                Cell(each.method),
                count_cell(each.games),
                Cell(number_text(each.log_loss), (each.log_loss,)),
                Cell(number_text(each.brier), (each.brier,)),
                _gain_cell(each.saved),
                _bounds(each.low, each.high, 4),
            ),
        )
        for each in foretold
    ]
    words = (
        "Each deal was predicted from the other deals; less is better, and a coin has 0.693 "
        "and 0.25. Saved: the share of the Brier score "
        "of the base rate that is saved."
    )
    return Table(
        "foretold",
        "How well ratings predict unseen games",
        columns,
        tuple(rows),
        words,
    )


def _points_cell(gain: float | None) -> Cell:
    """Format a difference of shares in percentage points."""
    return Cell("") if gain is None else Cell(points_text(gain), (100 * gain,))


def _points_bounds(low: float | None, high: float | None) -> Cell:
    if low is None or high is None:
        return Cell("")
    return Cell(f"[{points_text(low)}, {points_text(high)}]", (100 * low, 100 * high))


def _gain_cell(saved: float | None) -> Cell:
    return Cell("") if saved is None else Cell(f"{saved:+.4f}", (saved,))
