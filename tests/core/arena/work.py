"""Calls for pools in tests: functions of a module, as other processes need them."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable

from wolfcore.errors import SeatError

Call = Callable[[int], int]


def adding(term: int) -> Call:
    """Calls that add `term`, and have more to do for earlier numbers."""

    def add(number: int) -> int:
        return number + term + 0 * sum(range(200_000 // (number + 1)))

    return add


def failing(at: int) -> Call:
    """Calls of which one raises an error of ours."""

    def call(number: int) -> int:
        if number == at:
            raise SeatError(3, "nobody there")
        return number

    return call


def breaking(at: int) -> Call:
    """Calls of which one raises an error that nobody meant."""

    def call(number: int) -> int:
        return number + 0 * (1 // (number - at))

    return call


def dying(at: int) -> Call:
    """Calls of which one kills its process."""

    def call(number: int) -> int:
        if number == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    return call


def dying_after_others(pipe: tuple[int, int]) -> Call:
    """Calls of which the first kills its process once another was made."""
    reading, writing = pipe

    def call(number: int) -> int:
        if number:
            os.write(writing, b"x")
        else:
            os.read(reading, 1)
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    return call


def unprepared(_: int) -> Call:
    """Nothing can be prepared."""
    raise SeatError(1, "no chair")


def pressing(_: int) -> Call:
    """Calls during which somebody presses Ctrl-C."""

    def call(number: int) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return number

    return call


def who(_: int) -> Call:
    """Calls that tell their process."""
    return lambda _: os.getpid()


def waits(file: int) -> bool:
    """Waits half a second for something to read; not at all where there is no file. Returns whether
    something came."""
    return file >= 0 and bool(select.select([file], [], [], 0.5)[0])


def handlers(_: int) -> Callable[[int], object]:
    """Calls that tell what their process does at SIGTERM."""
    return lambda _: signal.getsignal(signal.SIGTERM)
