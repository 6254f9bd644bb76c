"""The table of an experiment, the paper's numbers beside ours, as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

import msgspec

from wolfcore.experiments import Choice, Experiment, Part, Result, TableCell
from wolfcore.experiments.cells import (
    AGGREGATE,
    ELSEWHERE,
    NO_DIFFERENCE,
    NO_EVENT,
    NO_GAMES,
    NO_WHOLE_ROW,
    ONE_DEAL,
)
from wolfcore.experiments.choice import differences
from wolfcore.experiments.examination import NO_ANSWERS, NO_MODEL
from wolfcore.experiments.headings import BESIDE_PAPER, NOT_PLAYED
from wolfcore.experiments.result_table import SAME_PLAYER
from wolfcore.intervals import INTERVAL_METHODS

_LEAST, _GAP, _MOST = 13, 1, 100


_KINDS = ("paper", "here", "95 %", "range", "n")


WITHOUT_VALUE = {
    NO_MODEL: "no model: a player without a model has no score.",
    NOT_PLAYED: "not played: the models or people of the paper did not play; [bots] marks house "
    "bots in the place of all of them, [some bots] of some, [off] a control run.",
    BESIDE_PAPER: "beside paper: a model's number, which stands in the line of the paper's.",
    AGGREGATE: "aggregate: KRE combines roles, and an entropy frequencies, each over deals of its "
    "own, so that no deal has a difference of its own.",
    SAME_PLAYER: "same player: this row is of the player that it is compared with, from whom "
    "nothing was taken away.",
    NO_DIFFERENCE: "not compared: scores, and what other commands count, are not subtracted.",
    NO_EVENT: "no event: nothing that is counted came up in the games of this cell.",
    NO_GAMES: "no games: no game of this cell is finished.",
    NO_WHOLE_ROW: "no whole row: no row of games is complete.",
    NO_ANSWERS: "no answers: no question is answered yet.",
    ELSEWHERE: "elsewhere: another command counts it.",
}
"""The reasons why a cell has no number of ours, as footnotes."""


WITHOUT_INTERVAL = {
    ONE_DEAL if how == "one game" else how: words.removeprefix("none: ")
    for how, words in INTERVAL_METHODS.items()
    if words.startswith("none: ")
}
"""The reasons why a number has no interval."""


_INDENT = 2


def description_lines(plan: Experiment, columns: int) -> list[str]:
    """Describe an experiment in lines of at most `columns` columns, except for long words."""
    lines = [f"{plan.paper}, {plan.shows}", *_hanging_lines("", plan.title, columns), ""]
    lines += [
        *_hanging_lines("", plan.asks, columns),
        *_hanging_lines("The paper: ", plan.says, columns),
    ]
    for head, points in (
        ("Its settings", plan.settings),
        ("What is different here", (*differences(plan), *plan.differs_with_models)),
    ):
        lines += [
            "",
            f"{head}:",
            *[line for point in points for line in _hanging_lines("- ", point, columns)],
        ]
    who = (
        "Players (`--player NAME=PLAYER` replaces one, `--model MODEL` uses the agents "
        "behind the arrows):"
    )
    lines += ["", *_hanging_lines("", who, columns)]
    width = max(map(len, plan.players))
    for name, word in plan.players.items():
        lines.append(
            f"  {name:<{width}}  {word}"
            + (f"  -> {plan.models[name]}@MODEL" if name in plan.models else "")
        )
    lines += ["", "Parts:"]
    for sentence in construction_sentences(plan):
        lines += _hanging_lines("- ", sentence, columns)
    if plan.mechanism:
        words = f"Mechanism: {plan.mechanism.what}. `--off` plays without it."
        lines += ["", *_hanging_lines("", words, columns)]
    return lines


def construction_sentences(plan: Experiment) -> list[str]:
    """Describe the parts, pools and quiz of an experiment, a clause each."""
    found: list[str] = []
    for name, part in plan.parts.items():
        pool = f", reading the pool `{part.pool}`" if part.pool else ""
        found.append(f"{name}: {_part_sentence(part)}{pool}")
    for name, pool in plan.pools.items():
        whose = f"the answers of the {pool.team} in " if pool.team else ""
        found.append(
            f"pool {name}: learned from {whose}{pool.full} games of `{pool.part}` "
            f"({pool.small} in small)"
        )
    if plan.quiz:
        about = ", ".join(plan.quiz.boards)
        found.append(
            f"{plan.quiz.full} questions on the rules of {about} ({plan.quiz.small} in "
            "small), to all with a model"
        )
    return found


def _part_sentence(part: Part) -> str:
    """Describe a part of an experiment: its schedule, boards and number of games."""
    boards = ", ".join(part.boards)
    if part.schedule.kind == "series":
        guests = " and ".join(part.schedule.guests)
        return (f"{guests} among copies of each other player on {boards}, as either team, "
                f"{part.full} rows of {part.repeats} games ({part.small} in small)")  # fmt: skip
    times = f" x {part.repeats}" if part.repeats > 1 else ""
    schedule = part.schedule
    how = schedule.kind + (f" {schedule.tested}" if schedule.kind == "tested" else "")
    how += f", which is the {schedule.sheriff}," if schedule.sheriff else ""
    how += f", asked in `{schedule.situation}`," if schedule.situation else ""
    return f"{how} on {boards}, {part.full} deals ({part.small} in small){times}"


def _hanging_lines(head: str, text: str, columns: int) -> list[str]:
    return wrap(
        text,
        min(columns, _MOST),
        initial_indent=head,
        subsequent_indent="  " if head == "- " else "",
    )


def paper_table_lines(plan: Experiment, choice: Choice, found: Result, columns: int) -> list[str]:
    """Format the table: a block per row with the paper's numbers, ours, intervals and counts.

    Args:
        plan: The experiment.
        choice: The size and players of the run.
        found: Its table.
        columns: The maximum line width.
    """
    lines = _hanging_lines("", f"{plan.paper}, {plan.shows}: {plan.title}", columns)
    if found.played < found.wanted:
        words = f"Part of a run: {found.played:,} of {found.wanted:,} games are played."
        lines += _hanging_lines("", words, columns)
    if found.off:
        lines += _hanging_lines("", f"Control run, without the mechanism: {found.off}.", columns)
    if plan.numbers:
        lines += _hanging_lines("Numbers: ", plan.numbers, columns)
    lines.append("")
    lines += _grid_lines(found.columns, _row_blocks(found), columns)
    if found.compared_columns:
        blocks = [(f"{each.column}, less {each.less}", each.cells)
                  for each in found.compared_columns]  # fmt: skip
        lines += _grid_lines(found.rows, blocks, columns)
    return [*lines, *_footnotes(plan, choice, found, columns)]


def _row_blocks(found: Result) -> list[tuple[str, Sequence[TableCell]]]:
    """Return the cells of each row, and of each difference of rows, with its name."""
    return [
        *zip(found.rows, found.cells, strict=True),
        *[(f"{each.row}, less {each.less}", each.cells) for each in found.compared],
    ]


def _grid_lines(
    names: Sequence[str], blocks: Sequence[tuple[str, Sequence[TableCell]]], columns: int
) -> Iterator[str]:
    """Yield blocks of cells below the names of their columns, as many as a line holds."""
    width = max(_LEAST, *map(len, names),
                *(len(_cell_text("n", cell)) for _, cells in blocks for cell in cells))  # fmt: skip
    head = _INDENT + max(map(len, _KINDS)) + _GAP
    many = max(1, (columns - head) // (width + _GAP))
    for first in range(0, len(names), many):
        here = range(len(names))[first : first + many]
        yield " " * head + _format_row([names[at] for at in here], width)
        for name, cells in blocks:
            shown = [cells[at] for at in here]
            # The paper's line of players that did not play, where it has no numbers.
            if any(cell.how != NOT_PLAYED or cell.paper is not None for cell in shown):
                yield name
                yield from _block(shown, width, head)
        yield ""


def _block(cells: Sequence[TableCell], width: int, head: int) -> Iterator[str]:
    if {cell.how for cell in cells} == {NOT_PLAYED}:
        words = _format_row([_cell_text("paper", cell) for cell in cells], width)
        yield f"{'':{_INDENT}}{'paper':<{head - _INDENT}}{words}".rstrip()
        yield f"{'':{_INDENT}}{NOT_PLAYED}"
        return
    for kind in _KINDS:
        words = [_cell_text(kind, cell) for cell in cells]
        if any(words):
            yield f"{'':{_INDENT}}{kind:<{head - _INDENT}}{_format_row(words, width)}".rstrip()


def _format_row(words: Sequence[str], width: int) -> str:
    return (" " * _GAP).join(f"{word:>{width}}" for word in words)


def _cell_text(kind: str, cell: TableCell) -> str:
    match kind:
        case "paper":
            return "" if cell.paper is None else f"{round(cell.paper, 4):g}"
        case "here":
            return cell.how or "-" if cell.value is None else _number(cell.value)
        case "n":
            if not cell.of > cell.games:
                return f"{cell.games:,}" if cell.games else "-"
            return f"{cell.games:,} of {cell.of:,}"
        case "range":
            return _between(cell.range_low, cell.range_high)
        case _:
            if cell.value is not None and cell.low is None:
                return cell.how
            return _between(cell.low, cell.high) + ("*" if cell.how == "student" else "")


def _between(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{_number(low)}..{_number(high)}"


def _number(number: float) -> str:
    return f"{number:.3f}" if abs(number) < 100 else f"{number:.4g}"


def _footnotes(plan: Experiment, choice: Choice, found: Result, columns: int) -> list[str]:
    in_rows = any(part.schedule.kind == "series" for part in plan.parts.values())
    one, many = ("a row of games", "rows") if in_rows else ("a deal", "deals")
    words = (
        f"The 95 % intervals count {one} as one observation; n is the number of games, or of "
        f"{many} for a difference."
    )
    lines = _hanging_lines("", words, columns)
    if found.size:
        short = " Too few for conclusions." if choice.size == "small" else ""
        words = f"{many.capitalize()} here, and at full size: {found.size}.{short}".replace(
            "Deals here", "Deals of each line-up here"
        )
        lines += _hanging_lines("", words, columns)
    every = [
        cell
        for cells in (
            *found.cells,
            *[each.cells for each in found.compared],
            *[each.cells for each in found.compared_columns],
        )
        for cell in cells
    ]
    if any(cell.how == "student" for cell in every):
        lines += _hanging_lines("", f"*: {INTERVAL_METHODS['student']}.", columns)
    if any(cell.range_low is not None for cell in every):
        words = "range: the 95 % interval that supposes nothing but the range of values."
        lines += _hanging_lines("", words, columns)
    if plan.mechanism:
        seen = (
            f"a sheriff gave {found.at_work:,} recommendations in {found.of:,} days"
            if plan.mechanism.sign == "recommended"
            else f"{found.at_work:,} of {found.of:,} games differ in anything from those without it"
        )
        words = f"The mechanism ({plan.mechanism.what}) at work: {seen}."
        lines += _hanging_lines("", words, columns)
    lines += [
        f"{line.name}: counted by `{line.elsewhere}`."
        for line in (*plan.rows, *plan.columns)
        if line.elsewhere
    ]
    if plan.quiz:
        words = (
            "Scores are shares of questions; n is the number of questions, each one observation."
        )
        lines += _hanging_lines("", words, columns)
    reasons = {cell.how for cell in every if cell.value is None}
    for reason, words in WITHOUT_VALUE.items():
        if reason in reasons:
            lines += _hanging_lines("", words, columns)
    reasons = {cell.how for cell in every if cell.value is not None and cell.low is None}
    for reason, words in WITHOUT_INTERVAL.items():
        if reason in reasons:
            lines += _hanging_lines("", f"{reason}: no interval, {words}.", columns)
    if any(cell.of > cell.games for cell in every):
        words = "n of more: the other games were void, or had nothing that the cell counts."
        lines += _hanging_lines("", words, columns)
    if found.alike:
        words = f"Equal logs, one put for the other: {', '.join(found.alike)}."
        lines += _hanging_lines("", words, columns)
    lines += [
        "What differs from the paper:",
        *[line for point in found.differs for line in _hanging_lines("- ", point, columns)],
    ]
    lines += _hanging_lines("Who played: ", f"{_players_text(found)}.", columns)
    return [
        *lines,
        *(_hanging_lines("House bots: ", _bots_text(found), columns) if found.bots else []),
    ]


def _bots_text(found: Result) -> str:
    # An experiment goes on with the version with which it began only.
    return f"version {' and '.join(map(str, found.bots))}."


def _players_text(found: Result) -> str:
    return ", ".join(f"{name} = {word}" for name, word in found.players.items())


def problems_in(found: Result) -> Iterator[str]:
    """Yield the problems of a table, one line each."""
    if found.played < found.wanted:
        yield (
            f"{found.played:,} of {found.wanted:,} games are played; the same `wolftui "
            "experiment run` plays the rest."
        )
    if found.broken:
        yield f"{found.broken:,} games stopped early and are not counted."
    yield from found.unread


def as_json(plan: Experiment, choice: Choice, found: Result) -> str:
    """Return experiment, choice and table as one JSON object."""
    whole: dict[str, Any] = {
        "experiment": msgspec.to_builtins(plan),
        "choice": msgspec.to_builtins(choice),
        "table": msgspec.to_builtins(found),
    }
    return json.dumps(whole, ensure_ascii=False)


def as_csv(found: Result) -> str:
    """Return the table as CSV, one line per cell; differences of rows and of columns follow.

    The last columns are the same in all lines: who played, what differs from the paper, the
    mechanism that a control run is without, the size if it is not full, and the games played and
    wanted.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    about = {
        "players": _players_text(found),
        "differs": "; ".join(found.differs),
        "off": found.off,
        "size": found.size,
        "played": found.played,
        "wanted": found.wanted,
    }
    writer.writerow(("row", "column", *TableCell.__struct_fields__, *about))
    cells = [
        *[
            (name, column, cell)
            for name, cells in _row_blocks(found)
            for column, cell in zip(found.columns, cells, strict=True)
        ],
        *[
            (row, f"{each.column}, less {each.less}", cell)
            for each in found.compared_columns
            for row, cell in zip(found.rows, each.cells, strict=True)
        ],
    ]
    for row, column, cell in cells:
        values = ("" if value is None else value for value in msgspec.structs.astuple(cell))
        writer.writerow((row, column, *values, *about.values()))
    return text.getvalue()
