"""`startup` and `memory`: seconds to the help text and the first frame, and resident megabytes.

The program runs in a pseudo-terminal of 120x36 with an empty home.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

import psutil

PLAY = [
    "-m", "wolftui", "play", "--board", "sla7", "--seat", "4=human", "--seed", "7",
    "--name", "Zwindle",
]  # fmt: skip


FIRST_SIGN = b"Zwindle"
"""The person's name: where it is shown the screen is the table, not an empty one."""


LOBBY, LOBBY_SIGN = ["-m", "wolftui"], b"Play at once"
"""The lobby of a person who has never played, and an entry of its menu."""


BARE = [
    "-c",
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Bare(App):\n"
    "    def compose(self):\n"
    f"        yield Static({FIRST_SIGN.decode()!r})\n"
    "Bare().run()\n",
]
"""The smallest Textual program that shows the same word: the baseline of the first frame."""


class Seconds(NamedTuple):
    """Seconds from the start of a program until it has shown its sign.

    Attributes:
        wall: Elapsed seconds.
        processor: Processor seconds of the program, which other programs disturb less.
    """

    wall: float
    processor: float


def measure(rounds: int) -> dict[str, float]:
    """Measure median seconds to the help text and the first frames of a bare program, play, lobby.

    All programs find their bytecode, as on a second start: it lies in a folder of this run. The
    cold figure is `play` without bytecode of its own modules, which an editable install shows once.
    """
    with tempfile.TemporaryDirectory() as bytecode:
        for program, sign in ((BARE, FIRST_SIGN), (PLAY, FIRST_SIGN), (LOBBY, LOBBY_SIGN)):
            _first_frame(program, sign, bytecode)
        helps = [_seconds_of_help(bytecode) for _ in range(rounds)]
        frames = [
            (
                _first_frame(BARE, FIRST_SIGN, bytecode),
                _first_frame(PLAY, FIRST_SIGN, bytecode),
                _first_frame(LOBBY, LOBBY_SIGN, bytecode),
            )
            for _ in range(rounds)
        ]
    bare, frame, lobby = (
        Seconds(*(median(each) for each in zip(*taken, strict=True)))
        for taken in zip(*frames, strict=True)
    )
    with tempfile.TemporaryDirectory() as others:
        _first_frame(BARE, FIRST_SIGN, others)
        cold = _first_frame(PLAY, FIRST_SIGN, others)
    print(f"--help       {median(helps):.3f} s")
    print(f"bare program {_described(bare)}")
    print(f"first frame  {_described(frame, bare)}; without bytecode {cold.wall:.3f} s")
    print(f"lobby        {_described(lobby, bare)}")
    return {
        "help": median(helps),
        "first_frame": frame.wall,
        "lobby_frame": lobby.wall,
        "bare_frame": bare.wall,
        "cold_frame": cold.wall,
        "first_frame_processor": frame.processor,
        "lobby_frame_processor": lobby.processor,
        "bare_frame_processor": bare.processor,
    }


def _described(seconds: Seconds, bare: Seconds | None = None) -> str:
    """Return seconds in words, with the ratio to those of the bare program if it is given."""
    words = f"{seconds.wall:.3f} s, {seconds.processor:.3f} processor seconds"
    if bare is None:
        return words
    ratios = (mine / other for mine, other in zip(seconds, bare, strict=True))
    return f"{words}: {' and '.join(f'{ratio:.2f}' for ratio in ratios)} times the bare program's"


def measure_memory(rounds: int) -> dict[str, float]:
    """Measure resident megabytes of `play` some seconds after its first frame."""
    del rounds
    with in_terminal(PLAY) as (process, terminal):
        read_until(terminal, FIRST_SIGN)
        read_for(terminal, 4.0)
        megabytes = psutil.Process(process.pid).memory_info().rss / 1e6
    print(f"playing      {megabytes:.0f} MB")
    return {"playing": megabytes}


def _seconds_of_help(bytecode: str) -> float:
    command, env = [sys.executable, "-m", "wolftui", "--help"], _environment(bytecode)
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=env)
    return time.perf_counter() - start


def _first_frame(program: Sequence[str], sign: bytes, bytecode: str) -> Seconds:
    start = time.perf_counter()
    with in_terminal(program, bytecode) as (process, terminal):
        read_until(terminal, sign)
        wall = time.perf_counter() - start
        process.kill()
        _, _, used = os.wait4(process.pid, 0)  # psutil counts in hundredths of a second
    return Seconds(wall, used.ru_utime + used.ru_stime)


def _environment(bytecode: str) -> dict[str, str]:
    """Return the environment of a measured program.

    Args:
        bytecode: The folder for bytecode; empty for the folders that Python uses by itself.
    """
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return env | ({"PYTHONPYCACHEPREFIX": bytecode} if bytecode else {})


@contextmanager
def in_terminal(
    program: Sequence[str], bytecode: str = ""
) -> Generator[tuple[subprocess.Popen[bytes], int]]:
    """Run a program in its own pseudo-terminal, with a temporary home directory."""
    terminal, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    with tempfile.TemporaryDirectory() as home:
        env = _environment(bytecode) | {
            f"XDG_{kind}_HOME": home for kind in ("DATA", "CONFIG", "STATE", "CACHE")
        }
        env |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        process = subprocess.Popen(
            [sys.executable, *program],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
        )
        os.close(slave)
        try:
            yield process, terminal
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
            os.close(terminal)


def read_until(terminal: int, sign: bytes, limit: float = 30.0) -> None:
    seen, end = b"", time.perf_counter() + limit
    while sign not in seen:
        if not select.select([terminal], [], [], max(0.0, end - time.perf_counter()))[0]:
            raise TimeoutError(f"{sign!r} never appeared")
        seen += os.read(terminal, 65536)


def read_for(terminal: int, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        if select.select([terminal], [], [], left)[0]:
            os.read(terminal, 65536)
