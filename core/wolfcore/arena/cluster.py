"""Spreads calls on plain data over a dask cluster; results come in the order in which they finish.

Knows no Werewolf (an import contract). A lost worker loses no call: the scheduler runs it
elsewhere. `distributed` is imported only when a cluster is used.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
import time
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from queue import Empty, Queue
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from wolfcore.errors import ConfigError, WolfError
from wolfcore.extras import MissingExtras

S = TypeVar("S")


T = TypeVar("T")


R = TypeVar("R")


_REACH = 5.0
"""Seconds within which a scheduler must answer; one that runs answers at once."""


_PATIENCE = 30.0
"""Seconds within which a first worker must have joined a scheduler."""


_SOON = 1.0
"""Seconds after which a caller is told that there is no worker yet."""


_START = "`dask scheduler` starts one, and `dask worker ADDRESS` lets a machine join it."


_LOOK = 0.2
"""Seconds between two checks whether to stop."""


_ASK = 2.0
"""Seconds after which the scheduler is asked for its workers again."""


_CHUNK = 8
"""The number of calls sent to a worker at once."""


_AHEAD = 3
"""The number of chunks waiting or running for each thread of a worker."""


class _Future(Protocol):
    """The part of `distributed.Future` that is used here."""

    status: str

    def result(self) -> Any: ...
    def add_done_callback(self, fn: Callable[[_Future], object], /) -> None: ...


class _Waiter(Protocol):
    """The part of `distributed.Client` that waits for workers."""

    status: str

    def wait_for_workers(self, n_workers: int, *, timeout: float) -> object: ...


class _Client(_Waiter, Protocol):
    """The part of `distributed.Client` that is used here."""

    def submit(self, func: Callable[..., Any], /, *args: Any, pure: bool) -> _Future: ...
    def cancel(self, futures: list[_Future], /) -> object: ...
    def scheduler_info(self, *, n_workers: int) -> Any: ...
    def close(self, timeout: float) -> object: ...


class _Comm(Protocol):
    """The part of `distributed.comm.Comm` that is used here."""

    async def close(self) -> None: ...


class FromWorker(NamedTuple, Generic[T, R]):
    """The outcome of one call: its input, its result, and the address of the worker."""

    item: T
    result: R
    worker: str


class Cluster(Generic[T, R]):
    """Spreads calls over a dask cluster.

    Args:
        prepare: Makes the call from `setup`, once in each thread of a worker; a module-level
            function.
        setup: The data that all calls have in common, as plain data.
        address: The address of the scheduler, such as `tcp://10.0.0.1:8786`.
        tell: Called with a sentence, once, when there is no worker yet to wait for.
    """

    def __init__(
        self,
        prepare: Callable[[S], Callable[[T], R]],
        setup: S,
        address: str,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._address, self._tell = address, tell
        # Pickled once: every chunk carries it.
        self._work = pickle.dumps((prepare, setup))

    def results(
        self, items: Iterable[T], enough: Callable[[], bool] = lambda: False
    ) -> Generator[FromWorker[T, R]]:
        """Yield the results of the calls, in the order in which they finish.

        After `enough` returns True no call is handed out; those handed out are finished first.

        Raises:
            ConfigError: `distributed` is not installed, no scheduler answers at the address, there
                is no worker, the scheduler is gone, or a worker cannot run such calls.
            Exception: Any error that a call raised.
        """
        with _client(self._address) as client:
            if has_worker(client, self._address, enough, self._tell):
                yield from self._spread(client, iter(items), enough)

    def _spread(
        self, client: _Client, items: Iterator[T], enough: Callable[[], bool]
    ) -> Iterator[FromWorker[T, R]]:
        under_way, over, room = set[_Future](), Queue[_Future](), _Capacity(self._address)
        try:
            while True:
                _check(client, under_way, self._address)
                for _ in range(room.of(client) - len(under_way)):
                    chunk = () if enough() else tuple(islice(items, _CHUNK))
                    if not chunk:
                        break
                    # With `pure` dask would take equal calls for one and run it once.
                    future = client.submit(_run_chunk, self._work, chunk, pure=False)
                    under_way.add(future)
                    future.add_done_callback(over.put)
                if not under_way:
                    return
                try:
                    # A short wait, so that the end of the scheduler and `enough` are noticed.
                    future = over.get(timeout=_LOOK)
                except Empty:
                    continue
                yield from self._of(client, future)
                under_way.discard(future)
        finally:
            if under_way and client.status == "running":
                # A caller that stops early leaves chunks behind, which nobody waits for.
                client.cancel(list(under_way))

    def _of(self, client: _Client, future: _Future) -> Iterator[FromWorker[T, R]]:
        """Yield the results of a finished chunk."""
        try:
            items, results, worker = cast("tuple[Sequence[T], Sequence[R], str]", future.result())
        except WolfError:
            raise
        except ModuleNotFoundError as error:
            hint = "Install this version of wolftui on it."
            raise ConfigError(
                f"a worker lacks {error.name}", key=self._address, hint=hint
            ) from error
        except (Exception, CancelledError) as error:
            _check(client, {future}, self._address)
            # By name: the class can only be imported where `distributed` is.
            if type(error).__name__ == "KilledWorker":
                hint = "The games before are saved; look into the logs of the workers."
                raise ConfigError(
                    "several workers died while playing the same games",
                    key=self._address,
                    hint=hint,
                ) from error
            raise
        for item, result in zip(items, results, strict=True):
            yield FromWorker(item, result, worker)


class _Capacity:
    """The number of chunks that may be out; asked again at intervals, as workers come and go.

    Args:
        address: The address of the scheduler.
    """

    def __init__(self, address: str) -> None:
        self._address, self._asked, self._room = address, -_ASK, 0

    def of(self, client: _Client) -> int:
        """Return the current capacity in chunks.

        Raises:
            ConfigError: The scheduler is gone.
        """
        if time.monotonic() - self._asked >= _ASK:
            try:
                workers = cast(
                    "dict[str, dict[str, Any]]", client.scheduler_info(n_workers=-1)["workers"]
                )
            except (OSError, TimeoutError) as error:
                raise _gone(self._address) from error
            # At least one chunk goes out, which waits until a worker comes back.
            self._room = max(
                1, _AHEAD * sum(int(worker["nthreads"]) for worker in workers.values())
            )
            self._asked = time.monotonic()
        return self._room


def _check(client: _Client, under_way: Iterable[_Future], address: str) -> None:
    """Raise ConfigError where the scheduler is gone; chunks lost with a worker are run again."""
    if client.status != "running" or any(future.status == "cancelled" for future in under_way):
        raise _gone(address)


def _gone(address: str) -> ConfigError:
    hint = f"The games before are saved. {_START} Or leave out `--scheduler`."
    return ConfigError("the scheduler no longer answers", key=address, hint=hint)


def has_worker(
    client: _Waiter, address: str, enough: Callable[[], bool], tell: Callable[[str], None]
) -> bool:
    """Wait for the first worker; return False if `enough` returns True before there is one.

    Args:
        client: The client of the cluster.
        address: The address of the scheduler.
        enough: Returns whether to stop the wait.
        tell: Called with a sentence once a wait is longer than `_SOON`.

    Raises:
        ConfigError: No worker joined within `_PATIENCE` seconds, or the scheduler is gone.
    """
    began, told = time.monotonic(), False
    while not enough():
        try:
            client.wait_for_workers(1, timeout=_LOOK)
        except TimeoutError as error:
            if client.status != "running":
                raise _gone(address) from error
            waited = time.monotonic() - began
            if waited >= _PATIENCE:
                problem = "the scheduler has no worker"
                raise ConfigError(problem, key=address, hint=_START) from error
            if waited >= _SOON and not told:
                told = True
                tell(
                    f"The scheduler at {address} has no worker yet; {_PATIENCE:g} seconds are "
                    f"waited for one. `dask worker {address}` on a machine with this version of "
                    "wolftui starts one."
                )
        else:
            return True
    return False


def check_cluster() -> None:
    """Check that the extra `cluster` is installed.

    Raises:
        MissingExtras: It is not.
    """
    if not find_spec("distributed"):
        raise MissingExtras({"cluster": "a cluster needs distributed"}, key="--scheduler")


@contextmanager
def _client(address: str) -> Generator[_Client]:
    """Open a client of the cluster for the `with` block."""
    check_cluster()
    from distributed import Client  # noqa: PLC0415  extra `cluster`

    # Errors are reported in this program's own messages.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        asyncio.run(_check_reachable(address))
        client = cast("_Client", Client(address, timeout=_REACH, set_as_default=False))
    except (OSError, ValueError, TimeoutError) as error:
        raise ConfigError("no scheduler answers", key=address, hint=_START) from error
    try:
        yield client
    finally:
        with suppress(TimeoutError, OSError):
            # A scheduler that is gone gives no answer, so that nobody waits for one.
            client.close(timeout=_REACH if client.status == "running" else _LOOK)


async def _check_reachable(address: str) -> None:
    """Check that a server answers at an address.

    A dask client without a server would wait a minute before it lets the program end.

    Raises:
        OSError, ValueError, TimeoutError: No server answers, or it is no address.
    """
    connect = cast("Callable[..., Awaitable[_Comm]]", import_module("distributed.comm").connect)
    await (await connect(address, timeout=_REACH)).close()


# -- at a worker

_PREPARED = threading.local()
"""The prepared call of each worker thread, and the digest of the work it was made from."""


def _run_chunk(work: bytes, items: Sequence[Any]) -> tuple[Sequence[Any], list[Any], str]:
    """Run a chunk of calls at a worker; return the inputs, the results and the worker's address."""
    from distributed import get_worker  # noqa: PLC0415  extra `cluster`

    digest = sha256(work).digest()
    # A worker serves several commands, one after the other or at once.
    if getattr(_PREPARED, "digest", None) != digest:
        prepare, setup = pickle.loads(work)
        _PREPARED.call, _PREPARED.digest = prepare(setup), digest
    return items, [_PREPARED.call(item) for item in items], str(get_worker().address)
