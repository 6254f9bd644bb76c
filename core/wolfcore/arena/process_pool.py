"""Spreads calls on plain data over processes; results come in the order of their inputs.

Knows no Werewolf (an import contract). Unlike the standard library's executor, one dead process
does not discard finished results. Workers ignore Ctrl-C and exit when the main process is gone.
"""

from __future__ import annotations

import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import DefaultContext, SpawnContext
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar, cast

from wolfcore.errors import WolfError

S = TypeVar("S")


T = TypeVar("T")


R = TypeVar("R")


MOST_JOBS = 256
"""The most processes; more than any machine of today can use here."""


_AT_ONCE = 0.1
"""Seconds of work sent to a process at once.

Enough to make the sending cheap, and little to wait for at the end.
"""


_MOST_AT_ONCE = 256


_AHEAD = 4096
"""The most results that wait for a slow earlier one; this bounds the memory."""


_PATIENCE = 5.0
"""Seconds that a process no longer needed gets to finish its work."""


class WorkerDied(WolfError):
    """A worker process ended by itself; only the calls it was running are lost.

    Args:
        code: Its exit code, negative for a signal.
        lost: The inputs sent to it without a result.
    """

    def __init__(self, code: int | None, lost: Sequence[Any]) -> None:
        self.code, self.lost = code, tuple(lost)
        how = (
            f"was killed by signal {-code}" if code and code < 0 else f"ended with exit code {code}"
        )
        super().__init__(f"A helping process {how}")


class ProcessPool(Generic[T, R]):
    """Spreads calls over processes; results keep the order of their inputs.

    Args:
        prepare: Makes the call from `setup`, once in each process; a module-level function, so that
            other processes can import it.
        setup: The data that all calls have in common, as plain data.
        jobs: The number of processes, 1..`MOST_JOBS`; with 1, all calls run in this process.
        context: The multiprocessing context; the default of this system if None.
    """

    def __init__(
        self,
        prepare: Callable[[S], Callable[[T], R]],
        setup: S,
        jobs: int = 1,
        context: DefaultContext | SpawnContext | None = None,
    ) -> None:
        self._prepare: Callable[[Any], Callable[[T], R]] = prepare
        self._setup: Any = setup
        self._jobs, self._context = jobs, context or get_context()

    def results(
        self, items: Iterable[T], enough: Callable[[], bool] = lambda: False
    ) -> Generator[R]:
        """Yield the result of the call for each item, in the order of the items.

        After `enough` returns True, an error or a death no further item is begun; those in progress
        are finished and yielded first.

        Args:
            items: The inputs of the calls; consumed as needed.
            enough: Called before further items are begun; True stops.

        Raises:
            WorkerDied: A process ended by itself.
            Exception: Any error that a call raised.
        """
        if self._jobs > 1:
            yield from self._spread(iter(items), enough)
            return
        call = self._prepare(self._setup)
        source = iter(items)
        while not enough():
            for item in islice(source, 1):
                yield call(item)
                break
            else:
                return

    def _spread(self, items: Iterator[T], enough: Callable[[], bool]) -> Generator[R]:
        order, patience = _ReorderBuffer[R](), 0.0
        helpers: list[_Worker[T, R]] = []
        try:
            self._start(helpers)
            while True:
                for helper in helpers:
                    # After an error or a death nothing new is begun, so that the results are a
                    # beginning of all.
                    if (
                        not helper.under_way
                        and not any(each.over for each in helpers)
                        and order.room
                        and not enough()
                    ):
                        helper.hand([*islice(items, helper.size)], order)
                busy = {helper.line: helper for helper in helpers if helper.under_way}
                if not busy:
                    break
                for line in wait(list(busy)):
                    busy[cast("Connection", line)].take(order)
                yield from order.next()
            yield from order.rest()
            patience = _PATIENCE
            for helper in helpers:
                helper.check()
        except GeneratorExit:
            # The caller has enough: what is under way may finish, but is not waited for without
            # end.
            patience = _PATIENCE
            raise
        finally:
            # A closed line ends a worker: it reads the end of its input.
            for helper in helpers:
                helper.line.close()
            for helper in helpers:
                helper.end(patience)

    def _start(self, helpers: list[_Worker[T, R]]) -> None:
        with _no_ctrl_c():
            for _ in range(self._jobs):
                here, there = cast("tuple[Connection, Connection]", self._context.Pipe())
                work = (self._prepare, self._setup, there, here)
                process = self._context.Process(target=_work, args=work, daemon=True)
                process.start()
                # Closed here, or the worker's end would never be noticed.
                there.close()
                helpers.append(_Worker(process, here))


class _ChunkResult(NamedTuple, Generic[R]):
    """The outcome of a chunk: results of its first calls, the error of the next, and seconds."""

    results: list[R]
    error: BaseException | None
    seconds: float


class _ReorderBuffer(Generic[R]):
    """Puts results that arrive in any order into the order of their calls."""

    def __init__(self) -> None:
        self._begun = self._given = 0
        self._waiting: dict[int, R] = {}

    @property
    def room(self) -> bool:
        """Whether more calls may be begun before an earlier result has come."""
        return self._begun - self._given < _AHEAD

    def begin(self, count: int) -> int:
        """Begin `count` calls; return the number of the first."""
        self._begun += count
        return self._begun - count

    def add(self, first: int, results: Sequence[R]) -> None:
        """Add the results of calls from number `first` on."""
        self._waiting.update(enumerate(results, first))

    def next(self) -> Iterator[R]:
        """Yield the results that are next in order."""
        while self._given in self._waiting:
            self._given += 1
            yield self._waiting.pop(self._given - 1)

    def rest(self) -> Iterator[R]:
        """Return all remaining results in order, with gaps."""
        return iter([self._waiting[number] for number in sorted(self._waiting)])


class _Worker(Generic[T, R]):
    """One worker process, as seen by the main process."""

    def __init__(self, process: BaseProcess, line: Connection) -> None:
        self.process, self.line, self.size = process, line, 1
        self.under_way: deque[T] = deque()
        self._first, self._error, self._lost = (
            0,
            cast("BaseException | None", None),
            cast("tuple[T, ...] | None", None),
        )

    @property
    def over(self) -> bool:
        """Whether it accepts no more calls, after an error or its death."""
        return self._error is not None or self._lost is not None

    def hand(self, chunk: Sequence[T], order: _ReorderBuffer[R]) -> None:
        """Send it a chunk of calls; does nothing for an empty chunk."""
        if not chunk:
            return
        self._first = order.begin(len(chunk))
        self.under_way.extend(chunk)
        try:
            self.line.send(chunk)
        except OSError:
            self._die()

    def take(self, order: _ReorderBuffer[R]) -> None:
        """Receive the results of its chunk, and adapt the chunk size to its speed."""
        try:
            done = cast("_ChunkResult[R]", self.line.recv())
        except (EOFError, OSError):
            self._die()
            return
        order.add(self._first, done.results)
        self._error = done.error
        pace = done.seconds / max(len(done.results), 1)
        # At most twice as many as before, since the first calls may be unusually quick.
        self.size = max(1, min(_MOST_AT_ONCE, 2 * self.size, int(_AT_ONCE / max(pace, 1e-6))))
        self.under_way.clear()

    def check(self) -> None:
        """Raise the error of a call, or WorkerDied, if there was one."""
        if self._error:
            raise self._error
        if self._lost is not None:
            raise WorkerDied(self.process.exitcode, self._lost)

    def end(self, patience: float) -> None:
        """Wait up to `patience` seconds for its end, then terminate it."""
        self.process.join(patience)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join()

    def _die(self) -> None:
        self.process.join(_PATIENCE)
        self._lost = tuple(self.under_way)
        self.under_way.clear()


def no_setup(call: Callable[[T], R]) -> Callable[[T], R]:
    """Return the call itself: the `prepare` function of calls without a common setup."""
    return call


def _work(
    prepare: Callable[[Any], Callable[[T], R]],
    setup: object,
    line: Connection,
    other_end: Connection,
) -> None:
    """Run the loop of a worker process.

    It closes its copy of the other end of the pipe; otherwise it would not notice the end of the
    main process. It ends at once by SIGTERM, whatever handler the main process has.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    other_end.close()
    call: Callable[[T], R] | None = None
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            chunk = cast("list[T]", line.recv())
            results, caught, began = list[R](), _CapturedError(), time.monotonic()
            with caught:
                call = call or prepare(setup)
                results.extend(map(call, chunk))  # keep the results before an error
            line.send(_ChunkResult(results, caught.error, time.monotonic() - began))


class _CapturedError:
    """Captures any error that a block raises, to be raised in the main process."""

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def __enter__(self) -> None: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if error and not isinstance(error, WolfError):
            error.add_note("In a helping process:\n" + "".join(traceback.format_exception(error)))
        self.error = error
        return True


@contextmanager
def _no_ctrl_c() -> Generator[None]:
    """Block Ctrl-C in processes started in the `with` block, even before their first line.

    In this process a Ctrl-C takes effect after the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
