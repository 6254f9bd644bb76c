"""The raw rows as CSV: a row a game, and a row a value of a game, from which anyone can compute a report again.

Cells of text are safe in a spreadsheet: what it would take for a formula has an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from wolfcore.metrics import MeasuredGame, game_values
from wolfcore.visible import blank_invisible

from .games import GameRow

_FORMULA = re.compile(r"\s*[=+\-@]")
_LISTS = ("players", "roles")
_SCALAR_COLUMNS = tuple(field for field in GameRow.__struct_fields__ if field not in _LISTS)
VALUE_COLUMNS = ("game", "metric", "team", "numerator", "denominator", "value")


def csv_lines(rows: Iterable[Sequence[object]]) -> str:
    """Rows as lines of CSV; a None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_safe(cell) for cell in row] for row in rows])
    return text.getvalue()


def _safe(cell: object) -> object:
    if isinstance(cell, str):
        return _safe_words(cell)
    return "" if cell is None else _number(cell) if isinstance(cell, float) else cell


@lru_cache(maxsize=1 << 10)
def _safe_words(cell: str) -> str:
    """Words of a cell; ten thousand games have the same names of metrics, roles and teams."""
    words = blank_invisible(cell)
    return f"'{words}" if _FORMULA.match(words) else words


def _number(value: float) -> str:
    """A number as it is, and a whole one without a point."""
    return repr(int(value) if value == int(value) else value)


def game_lines(rows: Sequence[GameRow]) -> str:
    """A line a game below a head; who sat on each seat, and as what, has a column a seat."""
    seats = range(max((len(row.roles) for row in rows), default=0))
    heads = [f"{one}_{seat + 1}" for seat in seats for one in ("player", "role")]
    return csv_lines([(*_SCALAR_COLUMNS, *heads), *(_game(row, seats) for row in rows)])


def _game(row: GameRow, seats: range) -> list[object]:
    cells: list[object] = [getattr(row, field) for field in _SCALAR_COLUMNS]
    for seat in seats:
        cells += [row.players[seat], row.roles[seat]] if seat < len(row.roles) else ["", ""]
    return cells


def value_lines(measured: MeasuredGame) -> str:
    """A line for each metric that a game has a value of, and for each team where it is one of each team."""
    game = measured.game.id
    return csv_lines(
        [
            (game, metric.name, team, total.numerator, total.denominator, total.value)
            for metric, team, total in game_values(measured)
        ]
    )
