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

import psutil

PLAY = [
    "-m",
    "wolftui",
    "play",
    "--board",
    "sla7",
    "--seat",
    "4=human",
    "--seed",
    "7",
    "--name",
    "Zwindle",
]


FIRST_SIGN = b"Zwindle"
"""The person's name: what it shows is the table, not an empty screen."""


LOBBY, LOBBY_SIGN = ["-m", "wolftui"], b"Play at once"
"""The lobby of somebody who has never played, and what stands in its menu."""


BARE = [
    "-c",
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Bare(App):\n"
    "    def compose(self):\n"
    f"        yield Static({FIRST_SIGN.decode()!r})\n"
    "Bare().run()\n",
]
"""The smallest program of the toolkit that shows the same word."""


def measure(rounds: int) -> dict[str, float]:
    """Seconds until `--help` has answered, and until the first frame of `play`, the lobby and a bare program, in turn; medians."""
    helps = [_seconds_of_help() for _ in range(rounds)]
    frames = [
        (_first_frame(BARE), _first_frame(PLAY), _first_frame(LOBBY, LOBBY_SIGN))
        for _ in range(rounds)
    ]
    bare, frame, lobby = (median(each) for each in zip(*frames, strict=True))
    print(f"--help       {median(helps):.3f} s")
    print(
        f"first frame  {frame:.3f} s, {frame / bare:.1f} times that of a bare program "
        f"({bare:.3f} s)"
    )
    print(f"lobby        {lobby:.3f} s, {lobby / bare:.1f} times that of a bare program")
    return {"help": median(helps), "first_frame": frame, "lobby_frame": lobby, "bare_frame": bare}


def measure_memory(rounds: int) -> dict[str, float]:
    """Resident megabytes of `play` some seconds after its first frame."""
    del rounds
    with in_terminal(PLAY) as (process, terminal):
        read_until(terminal, FIRST_SIGN)
        read_for(terminal, 4.0)
        megabytes = psutil.Process(process.pid).memory_info().rss / 1e6
    print(f"playing      {megabytes:.0f} MB")
    return {"playing": megabytes}


def _seconds_of_help() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "wolftui", "--help"], check=True, capture_output=True)
    return time.perf_counter() - start


def _first_frame(program: Sequence[str], sign: bytes = FIRST_SIGN) -> float:
    start = time.perf_counter()
    with in_terminal(program) as (_, terminal):
        read_until(terminal, sign)
        return time.perf_counter() - start


@contextmanager
def in_terminal(program: Sequence[str]) -> Generator[tuple[subprocess.Popen[bytes], int]]:
    """A program in a terminal of its own, with a home that is gone afterwards."""
    terminal, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    with tempfile.TemporaryDirectory() as home:
        env = {
            **os.environ,
            "XDG_DATA_HOME": home,
            "XDG_CONFIG_HOME": home,
            "XDG_STATE_HOME": home,
            "XDG_CACHE_HOME": home,
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
