"""Programs in pseudo-terminals, and what their screens show."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.cells import cell_len

ROOT = Path(__file__).parents[2]
PATIENCE = 40.0
"""Seconds after which a program that does not answer has failed."""

_TOKENS = re.compile(
    r"\x1b\[(?P<numbers>[0-9;]*)(?P<deed>[HJ])"
    r"|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[]P_].*?(?:\x07|\x1b\\)|\x1b[^[\]P_]"
    r"|(?P<text>[^\x00-\x1f\x7f]+)|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])",
    re.DOTALL,
)


def environment(home: Path) -> dict[str, str]:
    """Return the variables for a program whose files all lie below `home`."""
    return {
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONFAULTHANDLER": "1", "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "core"))), "WOLFTUI_HOME": str(home),
    }  # fmt: skip


class Picture:
    """The cells of a screen, kept from what Textual writes: text, places, and new lines.

    Args:
        width: The width in cells.
        height: The height in cells.

    Attributes:
        written: Every text that was written from left to right without a move, also if it was
            covered later.
    """

    def __init__(self, width: int, height: int) -> None:
        self.written = set[str]()
        self._width, self._height = width, height
        self._cells = [[" "] * width for _ in range(height)]
        self._x = self._y = 0
        self._rest = self._line = ""
        self._decode = getincrementaldecoder("utf-8")("replace").decode

    @property
    def rows(self) -> list[str]:
        """The text of each row; the second cell of a wide character is empty."""
        return ["".join(row).rstrip() for row in self._cells]

    def feed(self, data: bytes) -> None:
        """Take output; a sequence that is not whole yet waits for the rest."""
        text, at = self._rest + self._decode(data), 0
        while token := _TOKENS.match(text, at):
            at = token.end()
            if words := token["text"]:
                self._write(words)
                continue
            if token["control"] or token["deed"]:
                self.written.add(self._line)
                self._line = ""
            if token["control"] == "\n":
                self._y += 1
            elif token["control"] == "\r":
                self._x = 0
            elif token["deed"] == "H":
                row, _, column = token["numbers"].partition(";")
                self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
            elif token["deed"] == "J":
                self._cells = [[" "] * self._width for _ in range(self._height)]
        self._rest = text[at:]

    def _write(self, text: str) -> None:
        self._line += text
        for character in text:
            cells = cell_len(character)
            if self._y < self._height and self._x < self._width:
                row = self._cells[self._y]
                if cells == 0:
                    row[self._x - 1] += character
                else:
                    row[self._x : self._x + cells] = [character, ""][:cells]
            self._x += cells


class Terminal:
    """The program in a terminal of its own, whose output a thread keeps.

    Args:
        home: The folder for all files of the program.
        words: Its command line.
        size: Width and height in cells.
        before: Python statements that change the program before it starts.
    """

    def __init__(
        self, home: Path, *words: str, size: tuple[int, int] = (120, 36), before: str = ""
    ) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(*size)
        quiet = termios.tcgetattr(self.slave)  # as it ends, a byte of the test is no signal
        quiet[3] &= ~termios.ISIG
        termios.tcsetattr(self.slave, termios.TCSANOW, quiet)
        self.modes = termios.tcgetattr(self.slave)
        self.shown = self.whole = b""  # since the test last looked, and since the beginning
        self.picture = Picture(*size)
        started = ["-m", "wolftui"]
        if before:
            started = [
                "-c",
                f"{before}\nimport runpy; runpy.run_module('wolftui', run_name='__main__', alter_sys=True)",
            ]
        command = (
            "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
            "signal.signal(signal.SIGHUP, signal.SIG_DFL); "  # as `nohup` of the tests ignores it
            "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
        )
        self.program = subprocess.Popen(
            [sys.executable, "-c", command, *started, *words],
            stdin=self.slave, stdout=self.slave, stderr=self.slave,
            env=environment(home),
            start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=self._keep, daemon=True).start()

    def _keep(self) -> None:
        try:
            while data := os.read(self.master, 65536):
                self.shown = (self.shown + data)[-1_000_000:]
                self.whole = (self.whole + data)[-1_000_000:]
                self.picture.feed(data)
        except OSError:
            return

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.master, data[:1024]) :]

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, self.text
            time.sleep(0.02)

    @property
    def ended(self) -> bool:
        return self.program.poll() is not None

    @property
    def text(self) -> str:
        """What the screen shows now."""
        return "\n".join(self.picture.rows)

    def answers(self) -> bool:
        """Whether the program still runs; then it has to open the palette, and to close it."""
        self.shown, end = b"", time.monotonic() + PATIENCE
        while b"earch for commands" not in self.shown and not self.ended:
            assert time.monotonic() < end, self.shown[-2000:]
            for key in (b"\x1b", b"\x1b", b"\x10"):  # whatever is open closes
                self.press(key)
        self.press(b"\x1b")
        return not self.ended

    def press(self, key: bytes) -> None:
        """Press a key, and wait: an Esc is told from a sequence by time."""
        with suppress(OSError):  # the program has ended
            self.send(key)
        time.sleep(0.2)

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.master)
        os.close(self.slave)

    def in_order(self) -> bool:
        """Whether the program left the terminal as it found it."""
        last = {
            mode: self.whole.rfind(f"\x1b[?{mode}l".encode())
            > self.whole.rfind(f"\x1b[?{mode}h".encode())
            for mode in (1000, 1003, 1004, 1049, 2004)
        }
        cursor = self.whole.rfind(b"\x1b[?25h") > self.whole.rfind(b"\x1b[?25l")
        return all(last.values()) and cursor and termios.tcgetattr(self.slave) == self.modes
