"""What tests of the table look at, and how they stop one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Entry, Result
from wolfcore.records import ERRORS_FILE, ErrorRecord, SeatSpec
from wolfcore.table import Watcher


class Notes(Watcher):
    """Writes down every notice."""

    def __init__(self) -> None:
        self.log: list[Entry] = []
        self.notices: list[str] = []

    def entries(self, new: Sequence[Entry]) -> None:
        self.log += new

    def asked(self, batch: Sequence[Ask]) -> None:
        self.notices.append("asked " + " ".join(ask.id for ask in batch))

    def partial(self, ask: Ask, text: str) -> None:
        self.notices.append(f"partial {ask.id} {text!r}")

    def answered(self, ask: Ask, answer: Answer) -> None:
        self.notices.append(f"answered {ask.id} {answer.how}")

    def paused(self, ask: Ask, error: SeatError) -> None:
        self.notices.append(f"paused {ask.id}: {error}")

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        self.notices.append(f"seated {seat} {spec.text}: {error.problem}")

    def pause_ended(self, ask: Ask) -> None:
        self.notices.append(f"resumed {ask.id}")


def errors_of(path: Path) -> list[ErrorRecord]:
    """What went wrong in the game of a folder; nothing if there is no file of it."""
    file = path / ERRORS_FILE
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=ErrorRecord) for line in lines]


async def until_quiet() -> None:
    """Let everything run that need not wait for the test."""
    for _ in range(30):
        await asyncio.sleep(0)


async def stopped(running: asyncio.Future[Result]) -> None:
    """Stop a table as Ctrl-C does."""
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
