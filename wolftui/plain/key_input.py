"""Single key presses from a terminal, or the characters of lines where there is none."""

from __future__ import annotations

import codecs
import os
import sys
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol, TextIO

UP, DOWN, PAGE_UP, PAGE_DOWN, ENTER = "up", "down", "page up", "page down", "enter"


_CHUNK = 1024


_SEQUENCES = {
    "[A": UP, "OA": UP, "[B": DOWN, "OB": DOWN, "[5~": PAGE_UP, "[6~": PAGE_DOWN, "\r": ENTER,
    "\n": ENTER,
}  # fmt: skip


_ESCAPE = "\x1b"


class KeySource(Protocol):
    """A source of single keys.

    Attributes:
        terminal: Whether keys arrive one by one, so that the screen can be redrawn for each.
    """

    terminal: bool

    def next(self) -> str | None:
        """Return the next key: a character or a named key; None at the end of input."""
        ...


class TerminalKeys:
    """Reads keys from a terminal in the mode that `single_keys` sets.

    Args:
        file: The file descriptor of the terminal.
    """

    terminal = True

    def __init__(self, file: int) -> None:
        self._file, self._keys = file, deque[str]()
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode

    def next(self) -> str | None:
        """Return the next known key, waiting for it; None when the terminal is closed."""
        while not self._keys:
            try:
                data = os.read(self._file, _CHUNK)
            except OSError:  # the terminal was closed
                data = b""
            if not data:
                return None
            self._keys.extend(keys_in(self._decode(data)))
        return self._keys.popleft()


def keys_in(text: str) -> list[str]:
    """Split what a terminal sent at once into keys; unknown escape sequences are left out whole."""
    keys: list[str] = []
    while text:
        if text[0] == _ESCAPE:
            length = _sequence(text)
            keys += [key for key in (_SEQUENCES.get(text[1:length]),) if key]
            text = text[length:]
        else:
            keys.append(_SEQUENCES.get(text[0], text[0]))
            text = text[1:]
    return keys


def _sequence(text: str) -> int:
    """Return the length of the escape sequence at the beginning of `text`."""
    if text[1:2] == "O":
        return min(len(text), 3)
    if text[1:2] != "[":
        return 1
    end = next((place for place in range(2, len(text)) if "@" <= text[place] <= "~"), len(text) - 1)
    return end + 1


class LineKeys:
    """Reads the characters of lines as keys, with Enter at the end of each line.

    Args:
        source: The stream of lines.
    """

    terminal = False

    def __init__(self, source: TextIO) -> None:
        self._source, self._keys = source, deque[str]()

    def next(self) -> str | None:
        """Return the next character or Enter; None at the end of input."""
        if not self._keys:
            line = self._source.readline()
            if not line:
                return None
            self._keys.extend((*line.rstrip("\r\n"), ENTER))
        return self._keys.popleft()


@contextmanager
def single_keys() -> Generator[KeySource]:
    """Yield a source of single keys from standard input for the `with` block.

    A terminal is set to cbreak mode and restored at the end, also after an error. Without a
    terminal, or on Windows, the keys are the characters of lines.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or sys.platform == "win32":
        yield LineKeys(sys.stdin)
        return
    # Not on Windows.
    import termios  # noqa: PLC0415  POSIX alone
    import tty  # noqa: PLC0415  POSIX alone

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    try:
        tty.setcbreak(file)
        yield TerminalKeys(file)
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
