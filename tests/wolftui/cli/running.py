"""The program for tests: in this process, with what it printed; and what stands in for a person's
typing."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from wolftui.__main__ import main
from wolftui.settings.visitor_terms import take_trackers

ROOT = Path(__file__).parents[3]


def rest(first: int, games: int) -> str:
    """What is said of games that nobody began, the first of which has this seed."""
    were = "games were" if games > 1 else "game was"
    return (
        f"{games} {were} not started: the same command with `--seed {first} --games {games}` "
        "plays the rest."
    )


class Ran(NamedTuple):
    """What a command line did."""

    code: int
    out: str
    err: str


class Program:
    """The program, run in this process.

    Args:
        capsys: Catches what is printed.
        monkeypatch: Puts lines in the place of standard input.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *argv: str, typed: Iterable[str] | None = None) -> Ran:
        self._capsys.readouterr()
        take_trackers()  # those of tests before, in the same process
        if typed is None:
            code = main(argv)
        else:
            with self._input(typed):
                code = main(argv)
        said = self._capsys.readouterr()
        assert "Traceback" not in said.err
        return Ran(code, said.out, said.err)

    @contextmanager
    def _input(self, typed: Iterable[str]) -> Generator[None]:
        reading, writing = os.pipe()
        os.write(writing, "".join(f"{line}\n" for line in typed).encode())
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as source, self._monkeypatch.context() as patch:
            patch.setattr("sys.stdin", source)
            yield


def first_choice(lines: list[str]) -> str:
    """Types the first choice of the question that was written last, and a sentence where words are
    wanted."""
    if lines[-1] == "> ":
        return "I have nothing to hide."
    if not lines[-1].startswith("Number"):
        return ""
    begun = max(
        place for place, line in enumerate(lines) if re.match(r"\d+ \w+, \w+: .*[?.]$", line)
    )
    listed = [re.match(r" *(\d+)  ", line) for line in lines[begun:]]
    return next(found[1] for found in listed if found)
