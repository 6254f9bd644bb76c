"""`streaming`: milliseconds from a key to its effect while twelve seats stream speech.

`python -m bench.streaming` is the program that is measured; `measure` runs it in a terminal and
types.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from itertools import count
from statistics import median, quantiles

from wolfcore.bots import HouseBot
from wolfcore.game import Ask, Game, get_board, make_spec
from wolfcore.table import TakeOver, play_now
from wolftui.games.front import ScreenFront
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.takeover import TakeoverMenu
from wolftui.screen.app import WolfApp

from .startup import in_terminal, read_for, read_until

BOARD, PIECES = "plus12", 30
"""The board, and how many pieces of words a second come from each seat."""


FRAME = 1000 / 30
"""Milliseconds: a table paints at most thirty times a second."""


KEYS = 40
"""Keys that are pressed in a round."""


_WORDS = 90
"""Pieces of a speech, before the next one begins."""


_HELP, _ESCAPE, _SEARCH, _BACKSPACE = b"?", b"\x1b", b"/", b"\x7f"


_LETTERS = (b"%", b"^", b"~", b"|")
"""What is typed: nothing else on the screen has such a sign."""


_FIRST_SIGN, _HELP_SIGN = b"SEATS", b"What can be done here"


class Streaming:
    """A source whose seats all speak, for ever.

    Args:
        session: Where they are heard.

    Attributes:
        takeover_menu: Nobody may take over.
    """

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self.takeover_menu: TakeoverMenu | None = None

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        """Stream."""
        del front, take_over
        session = self._session
        for speech in count():
            batch = [
                Ask(f"d1.speak{speech + 2}.{seat}", seat, "speak", 1, "discussion", (0,))
                for seat in range(1, 13)
            ]
            session.asked(batch)
            texts = dict.fromkeys(range(1, 13), "")
            for piece in range(_WORDS):
                for ask in batch:
                    texts[ask.seat] += f"word{(piece * ask.seat) % 97} "
                    session.partial(ask, texts[ask.seat])
                await asyncio.sleep(1 / PIECES)

    def stop_waiting(self) -> None:
        """Do nothing, because no seat is ever late."""

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""


def streaming_table() -> WolfApp:
    """The program with a day of a game behind it, and twelve seats that speak."""
    game = Game(make_spec(get_board(BOARD), 3))
    play_now(game, dict.fromkeys(range(1, 13), HouseBot(("easy",))))
    session = GameSession(game.spec.board, game.spec.names, live=True)
    day = next(
        at for at, entry in enumerate(game.log) if getattr(entry.fact, "phase", "") == "vote"
    )
    session.entries(game.log[:day])
    session.go_end()
    return WolfApp(lambda app: app.make_table(ShownGame(session, "live"), Streaming(session)))


def measure(rounds: int) -> dict[str, float]:
    """Measure milliseconds from a key to its paint, and the share of a core the table uses."""
    opened: list[float] = []
    typed: list[float] = []
    busy: list[float] = []
    for _ in range(rounds):
        with in_terminal(["-m", "bench.streaming"]) as (process, terminal):
            read_until(terminal, _FIRST_SIGN)
            read_for(terminal, 2.0)
            began, used = time.perf_counter(), _processor_seconds(process.pid)
            read_for(terminal, 2.0)
            busy.append((_processor_seconds(process.pid) - used) / (time.perf_counter() - began))
            for _ in range(KEYS):
                opened.append(_until_painted(terminal, _HELP, _HELP_SIGN))
                os.write(terminal, _ESCAPE)
                read_for(terminal, 0.2)
            os.write(terminal, _SEARCH)
            read_for(terminal, 0.5)
            for number in range(KEYS):
                letter = _LETTERS[number % len(_LETTERS)]
                typed.append(_until_painted(terminal, letter, letter))
                os.write(terminal, _BACKSPACE)
                read_for(terminal, 0.1 + number / 1000)
    found = (
        {"core": median(busy)}
        | _latency_row("a letter that is typed", typed)
        | _latency_row("a sheet that opens", opened)
    )
    print(f"the table takes {found['core']:.0%} of a core meanwhile")
    return found


def _until_painted(terminal: int, key: bytes, sign: bytes) -> float:
    """Milliseconds until what a key brings is on the terminal."""
    start = time.perf_counter()
    os.write(terminal, key)
    read_until(terminal, sign)
    return (time.perf_counter() - start) * 1000


def _latency_row(what: str, took: Sequence[float]) -> dict[str, float]:
    late = quantiles(took, n=20)[-1]
    print(
        f"{what:24} {median(took):4.0f} ms; 95 % under {late:4.0f} ms, {late / FRAME:.1f} "
        f"frames of {FRAME:.0f} ms"
    )
    return {what: median(took), f"{what}, 95 % under": late, f"{what}, frames": late / FRAME}


def _processor_seconds(process: int) -> float:
    import psutil

    times = psutil.Process(process).cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    streaming_table().run()
