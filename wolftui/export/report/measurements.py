"""Report sections: every metric and table, what playing cost, and how numbers were computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from wolfcore.metrics import CHAPTERS, INTERVAL_METHODS, TABLES, MetricRow, TableCell
from wolfcore.speech import READER_VERSION
from wolftui import __version__
from wolftui.measures.grids import ENTROPY, cell_text, titles_of, unread_cells_notes
from wolftui.measures.metric_numbers import (
    interval_text,
    number_text,
    pooled_text,
    range_notes,
    value_text,
)
from wolftui.measures.output_forms import MetricResults, unread_notes
from wolftui.words.spending import money_text

from .collection import READ_METRICS, ReportData
from .document import Cell, Column, Dots, Mark, Section, Table, TableRow, count_cell
from .game_rows import GameRow, games_digest

_HEADLINE_METRICS = (
    "seer",
    "witch",
    "hunter",
    "guard",
    "werewolves",
    "sheriff",
    "irp",
    "ksr",
    "kre",
    "vss",
)
"""The share metrics printed in the papers, shown side by side in one plot."""


def metrics_section(material: ReportData) -> Section:
    """Build the section of all metrics with a value, one table per chapter."""
    rows = {row.metric.name: row for row in material.figures.rows if row.n and not row.group}
    glance = [
        rows[name] for name in _HEADLINE_METRICS if name in rows and rows[name].value is not None
    ]
    marks = tuple(
        Mark(row.metric.name, row.value, row.low, row.high)
        for row in glance
        if row.value is not None
    )
    plots = (Dots("glance", "What the papers measure, at a glance", marks),) if marks else ()
    return Section(
        "measured",
        "What was measured",
        tuple(_words(material.figures)),
        (*plots, *_chapters(material.figures, ""), *_read_table(material)),
    )


def _read_table(material: ReportData) -> tuple[Table, ...]:
    """Make the table of how much of each player's speech was read; none where nobody spoke."""
    of_player: dict[str, dict[str, MetricRow]] = {}
    for row in material.slices["read"]:
        if row.n:
            of_player.setdefault(row.group["player"], {})[row.metric.name] = row
    rows = tuple(
        TableRow(
            (Cell(player), *(_read_cell(found.get(name)) for name in READ_METRICS)),
            "",
            {"player": player},
        )
        for player, found in of_player.items()
    )
    columns = (Column("player", words=True), Column("sentences read"), Column("claims read"))
    words = "A speech that is not English is not read, and nothing is counted in it."
    title = "How much of each player's speech was read"
    return (Table("read-table", title, columns, rows, words),) if rows else ()


def _read_cell(row: MetricRow | None) -> Cell:
    """Format a pooled share with its fraction; a dash where the player said no such sentence."""
    if row is None:
        return Cell("–")
    return Cell(pooled_text(row), (row.numerator, row.denominator))


def group_section(figures: MetricResults) -> Section:
    """Build the section of all metrics by the groups that the user asked for."""
    title = f"Apart by {' and '.join(figures.by)}"
    return Section("apart", title, (), tuple(_chapters(figures, "apart-")))


def _words(figures: MetricResults) -> list[str]:
    """Explain the columns."""
    missing = [row.metric.name for row in figures.rows if not row.n]
    words = [
        "Value: the mean of the games with equal weights (of all days, where the last column "
        "says so). Pooled: the value over all games together. "
        "n: the number of games with a value; a game without a denominator has no value, "
        "which is not 0. The column “by” names the interval method; the last section "
        "explains each method."
    ]
    if missing:
        words.append(f"Without a value in these games: {', '.join(missing)}.")
    return [*words, *unread_notes(figures.rows)]


def _chapters(figures: MetricResults, before: str) -> list[Table]:
    """Make one table per chapter of metrics; the table names begin with `before`."""
    found: list[Table] = []
    for number, (title, chapter) in enumerate(CHAPTERS, 1):
        names = {metric.name for metric in chapter}
        rows = [row for row in figures.rows if row.n and row.metric.name in names]
        if rows:
            by = tuple(dict.fromkeys(name for row in rows for name in row.group))
            columns = (
                Column("measure", words=True),
                *(Column(name, words=True) for name in by),
                Column("value"),
            )
            columns += (
                Column("95 %"),
                Column("by", words=True, rank=2),
                Column("n"),
                Column("pooled", rank=1),
            )
            found.append(
                Table(
                    f"{before}chapter-{number}",
                    title,
                    columns,
                    tuple(_metric(row, by) for row in rows),
                )
            )
    return found


def _metric(row: MetricRow, by: Sequence[str]) -> TableRow:
    """Make the table row of a metric, with its groups in `by`."""
    assert row.value is not None
    bounds = () if row.low is None or row.high is None else (row.low, row.high)
    below = (row.numerator,) if row.metric.kind == "count" else (row.numerator, row.denominator)
    days = "; mean of all days" if row.metric.aggregation == "days" else ""
    group = (Cell(row.group.get(name, "")) for name in by)
    numbers = (
        Cell(value_text(row), (row.value,)),
        Cell(interval_text(row), bounds),
        Cell(row.how + days),
        count_cell(row.n),
    )
    heading = Cell(row.metric.meaning, name=row.metric.name)
    return TableRow(
        (heading, *group, *numbers, Cell(pooled_text(row), below)), row.metric.name, row.group
    )


def tables_section(entries: Sequence[TableCell], games: int) -> Section:
    """Build the section of the cross tables over all games."""
    parts: list[Table] = []
    for table in TABLES:
        cells = [cell for cell in entries if cell.table is table]
        if cells and (table.shown == "always" or (table.shown == "one game" and games == 1)):
            parts += [_table(cells), *_examples(cells)]
    words = "The brackets hold the interval, followed by the number of observations."
    return Section(
        "tables",
        "Who beat whom, and what was done in fixed situations",
        (words, *unread_cells_notes(entries)),
        tuple(parts),
    )


def _examples(cells: Sequence[TableCell]) -> tuple[Table, ...]:
    """Make a table of a sentence for each row of a cross table; none without sentences."""
    quoted = {cell.row: cell for cell in reversed(cells) if cell.quote}
    table = cells[0].table
    rows = tuple(
        TableRow((Cell(row), Cell(quoted[row].column), Cell(quoted[row].quote)), table.name)
        for row in dict.fromkeys(cell.row for cell in cells)
        if row in quoted
    )
    columns = (
        Column("kind", words=True), Column("player", words=True), Column("example", words=True)
    )  # fmt: skip
    name = f"examples-{table.name.replace('_', '-')}"
    return (Table(name, "Examples", columns, rows, table.meaning),) if rows else ()


def _table(cells: Sequence[TableCell]) -> Table:
    """Make the table of the cells of one cross table."""
    table, alone = cells[0].table, all(cell.n == 1 for cell in cells)
    found = {(cell.row, cell.column): cell for cell in cells}
    titles = titles_of(cells)
    rows = [
        TableRow(
            (Cell(row), *(_table_cell(found.get((row, title)), alone=alone) for title in titles)),
            table.name,
            {"row": row},
        )
        for row in dict.fromkeys(cell.row for cell in cells)
    ]
    columns = (Column(table.unit, words=True), *(Column(title) for title in titles))
    return Table(
        f"table-{table.name.replace('_', '-')}",
        table.meaning,
        columns,
        tuple(rows),
        f"`{table.name}`: {table.formula}.",
    )


def _table_cell(cell: TableCell | None, *, alone: bool) -> Cell:
    """Make a cell with its exact number and, if it has one, its interval."""
    if cell is None:
        return Cell("")
    text = cell_text(cell, alone=alone)
    if cell.value is None:
        return Cell(text)
    bounds = (
        ()
        if cell.column == ENTROPY or cell.low is None or cell.high is None
        else (cell.low, cell.high)
    )
    return Cell(text, (cell.value, *bounds))


_MOST_RUNS, _MOST_NAMED = 8, 12


def cost_section(material: ReportData) -> Section:
    """Build the section of usage by player: calls, tokens, cost, and how answers came about."""
    of_player: dict[str, dict[str, MetricRow]] = {}
    for row in material.slices["taken"]:
        of_player.setdefault(row.group["player"], {})[row.metric.name] = row
    columns = (
        Column("player", words=True),
        Column("answers"),
        Column("as given", rank=1),
        Column("repaired"),
        Column("replaced"),
        Column("timed out"),
        Column("calls"),
        Column("tokens sent", rank=2),
        Column("received", rank=2),
        Column("cost"),
        Column("seconds", rank=1),
    )
    rows = tuple(
        TableRow((Cell(player), *_cost_cells(found)), "", {"player": player})
        for player, found in of_player.items()
    )
    words = (
        "An unreadable answer is requested again (repaired). If none comes, the fallback of "
        "the rules takes its place (replaced, or timed out); such answers are not those of the "
        "player."
    )
    table = Table("taken-table", "Answers, calls and costs over all games", columns, rows)
    return Section("taken", "What the games cost", (words,), (table,) if rows else ())


def _cost_cells(found: dict[str, MetricRow]) -> list[Cell]:
    """Make the usage cells of one player, to the right of the name."""
    given = found.get("discipline_given")
    cells = [_sum(given.denominator if given else None)]
    cells += [
        _sum(_numerator(found, f"discipline_{word}"))
        for word in ("given", "repaired", "replaced", "timed_out")
    ]
    return [
        *cells,
        *(
            _sum(_numerator(found, name))
            for name in ("calls", "tokens_in", "tokens_out", "money", "seconds")
        ),
    ]


def _numerator(found: dict[str, MetricRow], name: str) -> float | None:
    return found[name].numerator if name in found else None


def _sum(value: float | None) -> Cell:
    """Format a sum; a dash if nothing is known."""
    if value is None:
        return Cell("–")
    return Cell(f"{round(value):,}" if value == round(value) else number_text(value), (value,))


def method_section(material: ReportData) -> Section:
    """Build the section on how the numbers were computed."""
    games = [row for row in material.games if row.counts]
    facts = [(title, words) for title, words in _facts(games) if words]
    columns = (Column("what", words=True), Column("here", words=True))
    table = Table(
        "facts",
        "What is behind the numbers",
        columns,
        tuple(TableRow((Cell(title), Cell(words))) for title, words in facts),
    )
    return Section(
        "method",
        "How these numbers were made",
        (*_method_words(material), *_left_out_words(material)),
        (table,),
    )


def _facts(games: Sequence[GameRow]) -> list[tuple[str, str]]:
    """List title and text of each fact about the games; the text is empty if unknown."""
    created = sorted(row.created for row in games if row.created)
    kept = [row for row in games if row.state == "measured"]
    specs = {row.spec for row in kept}
    readers = sorted({str(row.reader) for row in games if row.reader})
    return [
        (
            "games",
            f"{len(games):,}"
            + (f", of which {len(specs):,} differ in board, seed, names or deal" if specs else ""),
        ),
        ("played", f"{created[0]} to {created[-1]}" if created else ""),
        (
            "program",
            f"wolftui {__version__}"
            + (f"; games were played by {_some(row.version for row in kept)}" if kept else ""),
        ),
        (
            "rules",
            f"version {_some(str(row.rules) for row in kept if row.rules)}"
            if any(row.rules for row in kept)
            else "",
        ),
        (
            "reader of speeches",
            f"version {READER_VERSION}; bots heard with {', '.join(readers)}" if readers else "",
        ),
        (
            "house bots",
            f"version {_some(row.bots.replace(';', ' and ') for row in games if row.bots)}"
            if any(row.bots for row in games)
            else "",
        ),
        ("from elsewhere", _some(row.source for row in games if row.source)),
        ("seeds", in_runs(sorted({row.seed for row in games if row.seed is not None}))),
        (
            "people",
            f"{sum(row.people for row in games):,} seats"
            if any(row.people for row in games)
            else "",
        ),
        ("answers", _answers(games)),
        ("models", _models(games)),
        ("SHA-256 of all headers and logs", games_digest(games)),
    ]


def _answers(games: Sequence[GameRow]) -> str:
    """Say how many answers were given, and how many of them were changed."""
    answers, replaced = (
        sum(getattr(row, name) for row in games) for name in ("answers", "replaced")
    )
    if not answers:
        return f"{replaced:,} replaced"
    repaired, late = (
        sum(getattr(row, name) for row in games) for name in ("repaired", "timed_out")
    )
    return f"{answers:,}, of which {repaired:,} repaired, {replaced:,} replaced, {late:,} timed out"


def _models(games: Sequence[GameRow]) -> str:
    """Sum up the usage of model calls; empty if there were none."""
    calls, sent, received = (
        sum(getattr(row, name) for row in games) for name in ("calls", "tokens_in", "tokens_out")
    )
    costs = [row.cost for row in games if row.cost is not None]
    cost = f"cost {money_text(sum(costs))}" if costs else "cost not known"
    return f"{calls:,} calls, {sent:,} tokens sent, {received:,} received, {cost}" if calls else ""


def _some(words: Iterable[str]) -> str:
    """List at most `_MOST_NAMED` distinct texts with their counts, the most frequent first."""
    counts = sorted(
        Counter(word or "unknown" for word in words).items(), key=lambda item: (-item[1], item[0])
    )
    if len(counts) < 2:
        return "".join(word for word, _ in counts)
    named = [f"{word} ({times:,})" for word, times in counts[:_MOST_NAMED]]
    return ", ".join(named) + (
        f", and {len(counts) - _MOST_NAMED} more" if len(counts) > _MOST_NAMED else ""
    )


def in_runs(seeds: Sequence[int]) -> str:
    """Write seeds as runs: `1 to 200, 307`.

    With more than `_MOST_RUNS` runs, the text gives the number of seeds and their range.
    """
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and seed == runs[-1][1] + 1:
            runs[-1][1] = seed
        else:
            runs.append([seed, seed])
    if len(runs) > _MOST_RUNS:
        return (
            f"{len(seeds):,} different seeds between {seeds[0]} and {seeds[-1]}; the raw "
            "rows list each"
        )
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in runs)


def _method_words(material: ReportData) -> list[str]:
    """Explain the numbers, the interval methods, and how to compute the numbers again."""
    figures = material.figures
    ways = {row.how for row in figures.rows if row.n} | {cell.how for cell in figures.entries}
    words = [
        "Each metric is a fold over the log of a game: the program reads back what was "
        "played, and counts. `wolftui metrics "
        "--list` shows the formula, unit, source and null rule of each. The unit of "
        "sampling is the deal, never a single ballot: an interval counts all games with the same "
        "roles on the same seats as one observation."
    ]
    words += range_notes(row for row in figures.rows if row.n and not row.group)
    words += [
        f"Interval “{how}”: {told}."
        for how, told in INTERVAL_METHODS.items()
        if how in ways and how
    ]
    if figures.zero_fill:
        words.append(
            "A game without a denominator counts as 0 here (`--zero-fill`), as in published "
            "tables; the raw rows have no line "
            "for it."
        )
    words.append(f"The weight a of the equations with two terms is {figures.alpha:g}.")
    words.append(
        "The raw rows beside this report have one row per game (seed, digests, players and "
        "roles by seat, end, answers, costs) and one "
        "row per value (numerator and denominator of each metric in each game, per team "
        "for metrics of teams). A value "
        "of this report is the mean of its column `value`; of a metric that is a mean of "
        "days, and of what is pooled, it is the "
        "sum of `numerator` divided by the sum of `denominator`; `kre` is computed from "
        "the means of `ksr` and of the roles."
    )
    return words


def _left_out_words(material: ReportData) -> list[str]:
    """List the games left out, and the measured games whose log is in doubt."""
    left = [f"{game} {why}" for game, why in material.figures.left_out]
    doubted = [
        f"{row.game}: {row.doubt}"
        for row in material.games
        if row.doubt and row.state == "measured"
    ]
    broken = [f"{row.game}: {row.doubt}" for row in material.games if row.state == "broken"]
    words: list[str] = []
    problems = list(material.problems)
    every = (
        ("Left out", left),
        ("Could not be read", problems),
        ("Broken off", broken),
        ("Measured as found, but", doubted),
    )
    for title, found in every:
        if found:
            more = f"; and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
            words.append(
                f"{title}: {'; '.join(part.rstrip('.') for part in found[:_MOST_NAMED])}{more}."
            )
    return words
