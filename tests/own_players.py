"""Players of somebody's own for tests, and one whose code leaves a trace."""

from __future__ import annotations

from pathlib import Path

AGENT = """
import asyncio, random, sys, time
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


class Raises:
    async def answer(self, view, ask, desk):
        return {}["x"]


class Leaves:
    async def answer(self, view, ask, desk):
        sys.exit("no more")


running = []


def alone(view, ask):
    running.append(ask.seat)
    time.sleep(0.01)
    assert running[-1] == ask.seat, "another call has begun"
    return ask.options[0]


def blocks(view, ask):
    time.sleep(1)


def fails(view, ask):
    return {}["x"]


def leaves(view, ask):
    sys.exit("no more")


class Sleeps:
    async def answer(self, view, ask, desk):
        await asyncio.sleep(100)
"""


def planted(folder: Path) -> tuple[Path, str]:
    """Write code that leaves a trace when it is imported; return the trace and the player."""
    trace, file = folder / "trace", folder / "evil.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()\n{AGENT}", "utf-8")
    return trace, f"{file}:Mine"
