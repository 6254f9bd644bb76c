"""The files of a report: the report and its raw rows beside it, all of them or none."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from wolfcore.errors import ConfigError
from wolfcore.files import AtomicWrites

from .rows import VALUE_COLUMNS, csv_lines

SUFFIXES = {".html": "html", ".htm": "html", ".md": "md", ".csv": "csv", ".txt": "terminal"}
"""The form that the end of a file's name asks for."""


class ReportFiles:
    """A report and its raw rows, being written. They take their places at the end of a `with` block, if it ends well.

    Args:
        report: Where the report shall stand; the rows stand beside it, as NAME.games.csv and NAME.values.csv.

    Raises:
        ConfigError: Nothing can be written there; at the end of the block, too.
    """

    def __init__(self, report: Path) -> None:
        stem = report.stem if report.suffix in SUFFIXES else report.name
        self.report = report
        self.games, self.values = (report.with_name(f"{stem}.{rows}.csv") for rows in ("games", "values"))
        with _as_config_error(report):
            if not report.parent.is_dir():
                hint = "Make it, or name another one."
                raise ConfigError("there is no such folder", file=str(report.parent), key="--out", hint=hint)
            for file in self.all_files:
                if file.exists() and not file.is_file():
                    raise ConfigError("is no file that could be replaced", file=str(file), key="--out", hint="Name another one.")
        self._aside = AtomicWrites()
        self._opened: dict[Path, BinaryIO] = {}

    @property
    def all_files(self) -> tuple[Path, Path, Path]:
        """All of them, in the order in which they take their places."""
        return self.values, self.games, self.report

    def write(self, file: Path, text: str) -> None:
        """Add to one of them."""
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

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with _as_config_error(self.report):
            self._aside.__exit__(kind, error, trace)


@contextmanager
def _as_config_error(file: Path) -> Generator[None]:
    """Says in one sentence what keeps a file from being written."""
    try:
        yield
    except OSError as error:
        raise ConfigError(f"cannot be written ({error.strerror or error})", file=str(file), key="--out") from error
