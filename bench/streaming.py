"""Twelve seats that speak at once, and a person who presses keys meanwhile: how long until a key is painted.

`python -m bench.streaming` is the program that is measured: a table whose seats stream words for ever. `measure` runs it in a
terminal and types at it.
"""

from __future__ import annotations

import asyncio
import os
import time
from itertools import count
from statistics import median, quantiles

from core.bots import HouseBot
from core.game import Ask, Game, get_board, make_spec
from core.table import TakeOver, play_now
from wolftui.app import WolfApp
from wolftui.games.front import ScreenFront
from wolftui.games.take_over import TakeOverMenu
from wolftui.session.session import GameSession
from wolftui.session.shown import ShownGame

from .startup import in_terminal, read_for, read_until

BOARD, PIECES = "plus12", 30
"""The board, and how many pieces of words a second come from each seat."""
FRAME = 1000 / 30
"""Milliseconds: a table paints at most thirty times a second."""
KEYS = 40
"""Keys that are pressed in a round."""
_WORDS = 90
"""Pieces of a speech, before the next one begins."""
_HELP, _ESCAPE = b"?", b"\x1b"
_FIRST_SIGN, _HELP_SIGN = b"SEATS", b"What can be done here"


class Streaming:
    """A source whose seats all speak, for ever.

    Args:
        session: Where they are heard.

    Attributes:
        take_over: Nobody may take over.
    """

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self.take_over: TakeOverMenu | None = None

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        """Stream."""
        del front, take_over
        session = self._session
        for speech in count():
            batch = [Ask(f"d1.speak{speech + 2}.{seat}", seat, "speak", 1, "discussion", (0,)) for seat in range(1, 13)]
            session.asked(batch)
            texts = dict.fromkeys(range(1, 13), "")
            for piece in range(_WORDS):
                for ask in batch:
                    texts[ask.seat] += f"word{(piece * ask.seat) % 97} "
                    session.partial(ask, texts[ask.seat])
                await asyncio.sleep(1 / PIECES)

    def stop_waiting(self) -> None:
        """Nobody is late."""

    def close(self) -> None:
        """Nothing is held."""


def streaming_table() -> WolfApp:
    """The program with a day of a game behind it, and twelve seats that speak."""
    game = Game(make_spec(get_board(BOARD), 3))
    play_now(game, dict.fromkeys(range(1, 13), HouseBot(("easy",))))
    session = GameSession(game.spec.board, game.spec.names, live=True)
    day = next(at for at, entry in enumerate(game.log) if getattr(entry.fact, "phase", "") == "vote")
    session.entries(game.log[:day])
    session.go_end()
    return WolfApp(lambda app: app.table(ShownGame(session, "live"), Streaming(session)))


def measure(rounds: int) -> dict[str, float]:
    """Milliseconds from a key to what it brings on the terminal, and how much of a core the table takes meanwhile."""
    took: list[float] = []
    busy: list[float] = []
    for _ in range(rounds):
        with in_terminal(["-m", "bench.streaming"]) as (process, terminal):
            read_until(terminal, _FIRST_SIGN)
            read_for(terminal, 2.0)
            began, used = time.perf_counter(), _processor_seconds(process.pid)
            for _ in range(KEYS):
                start = time.perf_counter()
                os.write(terminal, _HELP)
                read_until(terminal, _HELP_SIGN)
                took.append((time.perf_counter() - start) * 1000)
                os.write(terminal, _ESCAPE)
                read_for(terminal, 0.2)
            busy.append((_processor_seconds(process.pid) - used) / (time.perf_counter() - began))
    late = quantiles(took, n=20)[-1]
    found = {"key": median(took), "key, 95 % under": late, "frames": late / FRAME, "core": median(busy)}
    print(f"a key is painted after {found['key']:.0f} ms; 95 % under {late:.0f} ms, {found['frames']:.1f} frames of {FRAME:.0f} ms")
    print(f"the table takes {found['core']:.0%} of a core meanwhile")
    return found


def _processor_seconds(process: int) -> float:
    import psutil

    times = psutil.Process(process).cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    streaming_table().run()
