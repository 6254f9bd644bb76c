"""A pool: the same results in the same order however many processes, and nothing finished is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing import active_children, get_context, get_start_method
from pathlib import Path

import pytest

from tests.core.arena.work import (
    adding,
    breaking,
    dying,
    dying_after_others,
    failing,
    handlers,
    pressing,
    unprepared,
    waits,
    who,
)
from wolfcore.arena import ProcessPool, WorkerDied, no_setup
from wolfcore.errors import SeatError

ROOT = Path(__file__).parents[3]
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


@pytest.fixture(autouse=True)
def _none_left() -> Iterator[None]:
    """No test leaves a process behind."""
    yield
    assert active_children() == []


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_their_items(jobs: int) -> None:
    assert list(ProcessPool(adding, 7, jobs).results(range(300))) == list(range(7, 307))


def test_processes_that_begin_from_nothing_find_their_work() -> None:
    assert list(ProcessPool(adding, 1, 2, get_context("spawn")).results(range(20))) == list(
        range(1, 21)
    )


def test_calls_that_need_nothing_in_common() -> None:
    assert list(ProcessPool(no_setup, abs, 2).results([-1, 2, -3])) == [1, 2, 3]


def test_one_job_is_done_in_this_process_and_several_are_not() -> None:
    assert set(ProcessPool(who, 0, 1).results(range(3))) == {os.getpid()}
    others = set(ProcessPool(who, 0, 2).results(range(50)))
    assert os.getpid() not in others
    assert len(others) == 2


def test_no_items_have_no_results() -> None:
    assert list(ProcessPool(adding, 1, 2).results([])) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_enough_what_has_begun_is_given_and_nothing_else_begins(jobs: int) -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    given: list[int] = []
    given.extend(ProcessPool(no_setup, abs, jobs).results(items(), lambda: len(taken) >= 20))
    assert len(given) >= 20
    assert given == list(range(len(given)))
    assert taken == given


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_after_all_that_was_finished(jobs: int) -> None:
    given: list[int] = []
    with pytest.raises(SeatError, match=r"^seat 3: nobody there$") as raised:
        given.extend(ProcessPool(failing, 30, jobs).results(range(100)))
    assert (raised.value.seat, raised.value.problem) == (3, "nobody there")
    assert given[:30] == list(range(30))
    assert given == sorted(set(given) - {30})


def test_an_error_that_nobody_meant_says_where_it_was() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        list(ProcessPool(breaking, 5, 2).results(range(10)))
    (note,) = raised.value.__notes__
    assert "work.py" in note


def test_what_cannot_be_prepared_is_an_error() -> None:
    with pytest.raises(SeatError, match="no chair"):
        list(ProcessPool(unprepared, 0, 2).results(range(3)))


@posix
def test_a_process_that_dies_loses_what_it_was_at_and_nothing_else() -> None:
    given: list[int] = []
    with pytest.raises(WorkerDied, match=r"^A helping process was killed by signal 9$") as died:
        given.extend(ProcessPool(dying, 40, 3).results(range(1000)))
    lost = set(died.value.lost)
    assert 40 in lost
    assert set(range(min(lost))) <= set(given)
    assert given == sorted(set(given))
    assert not lost & set(given)
    assert set(given) | lost == set(range(max(*given, *lost) + 1))


@pytest.mark.skipif(get_start_method() != "fork", reason="needs a pipe that processes share")
def test_what_others_finished_after_the_calls_of_a_process_that_died_is_given() -> None:
    pipe = os.pipe()
    given: list[int] = []
    try:
        with pytest.raises(WorkerDied) as died:
            given.extend(ProcessPool(dying_after_others, pipe, 2).results(range(30)))
    finally:
        for end in pipe:
            os.close(end)
    assert died.value.lost == (0,)
    assert 1 in given
    assert given == list(range(1, len(given) + 1))


@posix
def test_processes_that_help_do_not_hear_ctrl_c() -> None:
    assert list(ProcessPool(pressing, 0, 2).results(range(10))) == list(range(10))


@posix
def test_processes_that_help_end_by_sigterm_whatever_their_main_process_does() -> None:
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        found = list(ProcessPool(handlers, 0, 2).results(range(4)))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert set(found) == {signal.SIG_DFL}


def test_results_that_nobody_wants_any_more_leave_no_process() -> None:
    results = ProcessPool(adding, 0, 2).results(count())
    assert list(islice(results, 5)) == [0, 1, 2, 3, 4]
    assert len(active_children()) == 2
    results.close()
    assert active_children() == []


@posix
def test_processes_leave_when_the_one_they_help_is_killed() -> None:
    """They hold its standard output, which ends with the last of them."""
    code = """
from itertools import count
from wolfcore.arena import ProcessPool
from tests.core.arena.work import who
for number, result in enumerate(ProcessPool(who, 0, 3).results(count())):
    if number in (0, 1000):
        print(result, flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stdout.readline()
        assert process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        assert process.stdout.read() == b""


@pytest.mark.skipif(get_start_method() != "fork", reason="needs a pipe that processes share")
def test_memory_is_bounded_while_an_early_call_takes_its_time() -> None:
    """The first call ends when all others were begun, or after a while if these wait for it, as
    they should."""
    reading, writing = os.pipe()
    begun = 0

    def items() -> Iterator[int]:
        nonlocal begun
        yield reading
        while begun < 50_000:
            begun += 1
            yield -1
        os.write(writing, b"x")

    results = ProcessPool(no_setup, waits, 2).results(items())
    try:
        assert next(results) is False
        assert begun < 5000
    finally:
        results.close()
        os.close(reading)
        os.close(writing)
