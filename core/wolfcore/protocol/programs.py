"""A program as a player: the seat protocol over its standard input and output."""

from __future__ import annotations

import asyncio
import os
import signal
import weakref
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, View
from wolfcore.players import Desk

from .connection import GuestConnection, end_of
from .messages import MESSAGE_LIMIT

_ENDING = 1.0
"""Seconds that a program has to end after its standard input is closed, before it is killed."""


_TAIL = 2000
"""The most bytes of the error output that an error message quotes."""


class ProgramPlayer:
    """Starts a process of a program for each seat that it plays, in each event loop.

    A process ends with its event loop or with this player: its standard input is closed, and it is
    killed if it goes on. The processes that it started in its process group are killed with it.

    Args:
        command: The program and its arguments.
        seconds: The most seconds that the program is told for an answer.
    """

    def __init__(self, command: Sequence[str], seconds: float = inf) -> None:
        self._command, self._seconds = tuple(command), seconds
        self._seats: dict[tuple[int, asyncio.AbstractEventLoop], _Seat] = {}
        weakref.finalize(self, _end_all, self._seats)

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Put one ask to the process of its seat.

        Raises:
            SeatError: The program cannot be started, has ended, or sends without end.
        """
        key = ask.seat, asyncio.get_running_loop()
        seat = self._seats.get(key)
        if seat is None or not seat.runs:
            try:
                # In a session of its own: Ctrl-C stops the game, which ends the program. And so the
                # processes that it starts are in one group with it.
                process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=PIPE,
                    limit=MESSAGE_LIMIT,
                    start_new_session=True,
                )
            except OSError as error:
                raise SeatError(
                    ask.seat, f"`{self._command[0]}` cannot be started ({error.strerror or error})"
                ) from error
            # An arena plays each game in a loop of its own.
            for other in [each for each in self._seats if each[1].is_closed()]:
                del self._seats[other]
            seat = self._seats[key] = _Seat(process)
        try:
            return await seat.connection.ask(view, ask, desk, end_of(desk, self._seconds))
        except SeatError as error:
            why = await seat.error_text()
            seat.end()
            raise SeatError(ask.seat, f"{error.problem}{why}") from error


def _end_all(seats: Mapping[tuple[int, asyncio.AbstractEventLoop], _Seat]) -> None:
    for seat in seats.values():
        seat.end()


class _Seat:
    """The process of one seat."""

    def __init__(self, process: Process) -> None:
        self._process, self._loop = process, asyncio.get_running_loop()
        self.connection = GuestConnection(_Pipes(process))
        self._errors = bytearray()
        # Both tasks end the process when their loop ends, which cancels them.
        self._reading = asyncio.ensure_future(self._keep_errors())
        self._watching = asyncio.ensure_future(_end_with_loop(process, self._reading))

    @property
    def runs(self) -> bool:
        return self._process.returncode is None and not self._watching.done()

    def end(self) -> None:
        """End the process; may be called from any thread, and after the end of the loop."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._watching.cancel)

    async def error_text(self) -> str:
        """Return how it ended and what it wrote to standard error, as clauses; empty for nothing.

        Of the lines, the last one that tells of an error, else the last one.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(2 * _ENDING):
                await asyncio.shield(self._reading)
                await self._process.wait()
        code = self._process.returncode
        ended = "" if code is None else f", exit code {code}"
        lines = self._errors[-_TAIL:].decode(errors="replace").strip().splitlines()
        told = [line for line in lines if "error" in line.casefold()] or lines
        return ended + (f": {told[-1].strip()}" if told else "")

    async def _keep_errors(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while part := await stream.read(4096):
            self._errors += part
            del self._errors[:-_TAIL]


async def _end_with_loop(process: Process, reading: asyncio.Task[None]) -> None:
    """Wait for the end of a process, and bring it about when this task is cancelled."""
    try:
        await process.wait()
    finally:
        assert process.stdin is not None
        process.stdin.close()
        reading.cancel()
        await asyncio.sleep(0)  # until the readers that were cancelled with this task have ended
        # Late, or the loop ends meanwhile, or a process that it started keeps its output open.
        with suppress(TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(_ENDING):
                await _ended(process)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDING):
                await _ended(process)


async def _ended(process: Process) -> None:
    """Read a process to the end; before that it has not ended for asyncio."""
    for stream in (process.stdout, process.stderr):
        assert stream is not None
        while await stream.read(MESSAGE_LIMIT):
            pass
    await process.wait()


class _Pipes:
    """The pipes of a process as a channel."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def send(self, line: bytes) -> None:
        stream = self._process.stdin
        assert stream is not None
        stream.write(line + b"\n")
        await stream.drain()

    async def receive(self) -> bytes:
        stream = self._process.stdout
        assert stream is not None
        try:
            line = await stream.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            raise ConnectionError("the program has ended") from None
        except asyncio.LimitOverrunError:
            raise ValueError(f"a line has more than {MESSAGE_LIMIT} bytes") from None
        return line[:-1]
