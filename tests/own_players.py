"""Players of somebody's own for tests, and one whose code leaves a trace."""

from __future__ import annotations

from pathlib import Path

AGENT = """
import asyncio, random, sys, threading, time
from wolfcore import Answer

AGENT = 3


class Mine:
    def __init__(self, place="0"):
        self.place = int(place)

    async def answer(self, view, ask, desk):
        return Answer(ask.options[self.place])


def mine(view, ask):
    return "I am quiet." if ask.kind == "speak" else ask.options[0]


def wanders(view, ask):
    return random.choice(ask.options)


async def waits(view, ask):
    await asyncio.sleep(0)
    return mine(view, ask)


class Idle:
    pass


class Fails:
    def __init__(self):
        1 / 0


class LeavesAtOnce:
    def __init__(self):
        sys.exit(0)


class Odd:
    async def answer(self, view, ask, desk):
        raise BaseException("odd" * 1000)


def halves(view, ask):
    return Answer(ask.options[0], 12345, memo="y" * 20000)


class Raises:
    async def answer(self, view, ask, desk):
        return {}["x"]


class Leaves:
    async def answer(self, view, ask, desk):
        sys.exit("no more")


together = threading.Barrier(7)


def meets(view, ask):
    together.wait(10)
    return ask.options[0]


def blocks(view, ask):
    time.sleep(1)


def fails(view, ask):
    return {}["x"]


def leaves(view, ask):
    sys.exit("no more")


class Exhausted:
    async def answer(self, view, ask, desk):
        return next(iter(()))


def exhausted(view, ask):
    return next(iter(()))


def forgets(view, ask):
    view.facts.clear()
    return ask.options[0]


class Sleeps:
    async def answer(self, view, ask, desk):
        await asyncio.sleep(100)
"""


def planted(folder: Path) -> tuple[Path, str]:
    """Write code that leaves a trace when it is imported; return the trace and the player."""
    trace, file = folder / "trace", folder / "evil.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()\n{AGENT}", "utf-8")
    return trace, f"{file}:Mine"
