"""The raw rows of a report as CSV (games, values), written with the report or not at all.

Cells of text are safe in a spreadsheet: a leading formula character gets an apostrophe.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from msgspec.structs import astuple

from wolfcore.errors import ConfigError
from wolfcore.files import AtomicWrites
from wolfcore.metrics import MeasuredGame, game_values
from wolfcore.table import ModelAnswers
from wolfcore.visible import blank_invisible

from .game_rows import GameRow

_FORMULA = re.compile(r"\s*[=+\-@]")


_LISTS = ("players", "roles", "models")


_SCALAR_COLUMNS = tuple(field for field in GameRow.__struct_fields__ if field not in _LISTS)


VALUE_COLUMNS = ("game", "metric", "team", "numerator", "denominator", "value")


def csv_lines(rows: Iterable[Sequence[object]]) -> str:
    """Write rows as CSV lines; None becomes an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_safe(cell) for cell in row] for row in rows])
    return text.getvalue()


def _safe(cell: object) -> object:
    if isinstance(cell, str):
        return _safe_words(cell)
    return "" if cell is None else _number(cell) if isinstance(cell, float) else cell


@lru_cache(maxsize=1 << 10)
def _safe_words(cell: str) -> str:
    """Make a text cell safe for a spreadsheet; cached, for games repeat the same words."""
    words = blank_invisible(cell)
    return f"'{words}" if _FORMULA.match(words) else words


def _number(value: float) -> str:
    """Write a number without changing it; a whole one without a decimal point."""
    return repr(int(value) if value == int(value) else value)


def game_lines(rows: Sequence[GameRow]) -> str:
    """Write one CSV row per game below a header, with a player and a role column per seat."""
    seats = range(max((len(row.roles) for row in rows), default=0))
    heads = [f"{one}_{seat + 1}" for seat in seats for one in ("player", "role")]
    return csv_lines([(*_SCALAR_COLUMNS, *heads), *(_game(row, seats) for row in rows)])


def _game(row: GameRow, seats: range) -> list[object]:
    cells: list[object] = [getattr(row, field) for field in _SCALAR_COLUMNS]
    for seat in seats:
        cells += [row.players[seat], row.roles[seat]] if seat < len(row.roles) else ["", ""]
    return cells


MODEL_COLUMNS = ("game", *ModelAnswers.__struct_fields__)


def model_lines(rows: Sequence[GameRow]) -> str:
    """Write one CSV row per game and model below a header; empty cells are not known."""
    return csv_lines(
        [MODEL_COLUMNS, *((row.game, *astuple(each)) for row in rows for each in row.models)]
    )


def value_lines(measured: MeasuredGame) -> str:
    """Write the CSV rows of one game: one per metric, and one per team for team metrics."""
    game = measured.game.id
    return csv_lines(
        [
            (game, metric.name, team, total.numerator, total.denominator, total.value)
            for metric, team, total in game_values(measured)
        ]
    )


SUFFIXES = {".html": "html", ".htm": "html", ".md": "md", ".csv": "csv", ".txt": "terminal"}
"""The report format for each file name suffix."""


class ReportFiles:
    """Writes a report and its raw rows; the files are put in place when the `with` block succeeds.

    Args:
        report: The path of the report; the rows are written beside it, as NAME.games.csv,
            NAME.models.csv and NAME.values.csv.

    Raises:
        ConfigError: The files cannot be written; raised at the end of the block, too.
    """

    def __init__(self, report: Path) -> None:
        stem = report.stem if report.suffix in SUFFIXES else report.name
        self.report = report
        self.games, self.models, self.values = (
            report.with_name(f"{stem}.{rows}.csv") for rows in ("games", "models", "values")
        )
        with _as_config_error(report):
            if not report.parent.is_dir():
                hint = "Create it, or name another one."
                raise ConfigError(
                    "there is no such folder", file=str(report.parent), key="--out", hint=hint
                )
            for file in self.all_files:
                if file.exists() and not file.is_file():
                    raise ConfigError(
                        "is not a file that can be replaced",
                        file=str(file),
                        key="--out",
                        hint="Name another one.",
                    )
        self._aside = AtomicWrites()
        self._opened: dict[Path, BinaryIO] = {}

    @property
    def all_files(self) -> tuple[Path, ...]:
        """All files, in the order in which they are put in place."""
        return self.values, self.models, self.games, self.report

    def write(self, file: Path, text: str) -> None:
        """Append text to one of the files."""
        with _as_config_error(file):
            self._opened[file].write(text.encode())

    def __enter__(self) -> Self:
        self._aside.__enter__()
        try:
            for file in self.all_files:
                with _as_config_error(file):
                    self._opened[file] = self._aside.open(file)
            self.write(self.values, csv_lines([VALUE_COLUMNS]))
        except ConfigError as error:
            self._aside.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with _as_config_error(self.report):
            self._aside.__exit__(kind, error, trace)


@contextmanager
def _as_config_error(file: Path) -> Generator[None]:
    """Turn an error of writing a file into a ConfigError with one sentence."""
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(file), key="--out"
        ) from error
