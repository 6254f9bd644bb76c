"""What a cluster makes of results that are lost with a worker, and of those that a scheduler takes
back: without a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

import pytest

from tests.core.arena.work import adding
from wolfcore.arena.cluster import Cluster
from wolfcore.errors import ConfigError

HERE, WORKER = "tcp://127.0.0.1:8786", "tcp://127.0.0.1:9000"


class Result:
    """A result that is seen in one state first, and comes after that.

    Args:
        items: What was called.
        first: The state.
    """

    def __init__(self, items: Sequence[int], first: str) -> None:
        self._items, self._states = items, [first]
        self._told: list[Callable[[Result], object]] = []

    @property
    def status(self) -> str:
        """Where it is; when it was lost, it is made anew."""
        if self._states:
            return self._states.pop()
        for tell in self._told:
            tell(self)
        self._told.clear()
        return "finished"

    def result(self) -> tuple[Sequence[int], list[int], str]:
        return self._items, [item + 1 for item in self._items], WORKER

    def add_done_callback(self, fn: Callable[[Result], object]) -> None:
        self._told.append(fn)


class Client:
    """A cluster of one worker, as far as a client knows it."""

    def __init__(self, first: str) -> None:
        self.status, self.cancelled, self._first = "running", 0, first

    def submit(self, func: object, work: bytes, chunk: Sequence[int], *, pure: bool) -> Result:
        return Result(chunk, self._first)

    def cancel(self, futures: Sequence[Result]) -> None:
        self.cancelled += len(futures)

    def wait_for_workers(self, n_workers: int, *, timeout: float) -> None:
        """Return at once: the worker is there."""

    def scheduler_info(self, *, n_workers: int) -> dict[str, dict[str, dict[str, int]]]:
        return {"workers": {WORKER: {"nthreads": 1}}}


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Client]:
    """Has clusters use a client whose results are in some state when they are first looked at."""

    def put(first: str) -> Client:
        made = Client(first)

        @contextmanager
        def found(address: str) -> Generator[Client]:
            assert address == HERE
            yield made

        monkeypatch.setattr("wolfcore.arena.cluster._client", found)
        return made

    return put


def test_results_that_were_lost_with_their_worker_are_waited_for(
    client: Callable[[str], Client],
) -> None:
    used = client("lost")
    given = list(Cluster[int, int](adding, 1, HERE).results(range(40)))
    assert sorted((each.item, each.result) for each in given) == [
        (number, number + 1) for number in range(40)
    ]
    assert not used.cancelled


def test_results_that_the_scheduler_takes_back_are_a_sign_that_it_is_gone(
    client: Callable[[str], Client],
) -> None:
    client("cancelled")
    with pytest.raises(ConfigError, match="the scheduler no longer answers"):
        list(Cluster[int, int](adding, 1, HERE).results(range(40)))
