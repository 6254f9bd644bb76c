"""Standard input and output for lines; reading never holds up Ctrl-C or the program's end."""

from __future__ import annotations

import asyncio
import codecs
import os
import shutil
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Protocol, TextIO

from wolfcore.visible import blank_invisible
from wolftui.words.glyphs import ASCII, FANCY
from wolftui.words.terminal_output import Styled, sanitised

from .line_layout import PIPED_WIDTH, LineLook

_CHUNK = 4096


_LONGEST_LINE = 64 * 1024
"""The most characters of a line; a longer line is cut into several to limit the memory used."""


class Console(Protocol):
    """A line-based input and output, with a terminal or without.

    Attributes:
        terminal: Whether a person sits at a terminal, whose screen can be cleared and which echoes
            what is typed.
    """

    terminal: bool

    def write(self, line: str) -> None:
        """Write a line."""
        ...

    def prompt(self, text: str) -> None:
        """Write a prompt without a line end."""
        ...

    def clear(self) -> None:
        """Clear the screen, on a terminal only."""
        ...

    def status(self, text: str) -> None:
        """Show a status line until the next output; empty text removes it. On a terminal only."""
        ...

    def take_typed(self, wanted: Callable[[str], bool]) -> bool:
        """Consume the next line if it is already typed and `wanted` accepts it; never wait.

        Any other line stays. Works on a terminal only.
        """
        ...

    async def read(self) -> str | None:
        """Return the next line without its line end; None at the end of input."""
        ...


class StandardConsole:
    """A console on standard input and output.

    One instance serves a whole process, for it buffers input that was read and not yet taken.

    Args:
        source: Where lines come from; must have a file descriptor.
        target: Where lines go.
    """

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._source, self._target = source or sys.stdin, target or sys.stdout
        self.terminal = self._source.isatty() and self._target.isatty()
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._lines: deque[str] = deque()
        self._rest, self._ended = "", False
        self._coming: Future[bytes] | None = None
        self._status = self._reading = False

    def write(self, line: str) -> None:
        """Write a line, after removing the status line."""
        self.status("")
        self._put(line)
        self._put("\n")
        self._target.flush()

    def prompt(self, text: str) -> None:
        """Write text without a line end, after removing the status line."""
        self.status("")
        self._put(text)
        self._target.flush()

    def clear(self) -> None:
        """Clear the terminal and, where supported, its scrollback; no effect without one."""
        if self.terminal:
            self._put(Styled("\x1b[H\x1b[2J\x1b[3J"))
            self._target.flush()

    def status(self, text: str) -> None:
        """Show or remove the status line; do nothing without a terminal."""
        if self.terminal and (text or self._status):
            self._put(Styled(f"\r\x1b[2K{blank_invisible(text)}"))
            self._target.flush()
            self._status = bool(text)

    def take_typed(self, wanted: Callable[[str], bool]) -> bool:
        """Consume the next line if it is already typed and `wanted` accepts it.

        Returns False without a terminal or while `read` is waiting.
        """
        if not self.terminal or self._reading:
            return False
        if not self._lines and not self._ended:
            coming = self._next()
            if coming.done():
                self._take(coming.result())
        if not self._lines or not wanted(self._lines[0]):
            return False
        self._lines.popleft()
        return True

    async def read(self) -> str | None:
        """Return the next line, or None at the end of input; echo it if there is no terminal."""
        while not self._lines and not self._ended:
            self._reading = True
            try:
                data = await asyncio.wrap_future(self._next())
            finally:
                self._reading = False
            self._take(data)
        if not self._lines:
            return None
        line = self._lines.popleft()
        if not self.terminal:
            self.write(line)
        return line

    def _put(self, text: str) -> None:
        """Write a sanitised text, on any kind of target."""
        self._target.write(sanitised(text))

    def _next(self) -> Future[bytes]:
        """Return the pending read, starting one if there is none."""
        if self._coming is None:
            self._coming = _read_aside(self._source.fileno())
        return self._coming

    def _take(self, data: bytes) -> None:
        """Split the data of a read into lines; empty data means the end of input."""
        self._coming = None
        self._ended = not data
        *lines, self._rest = (self._rest + self._decode(data, final=self._ended)).split("\n")
        if self._rest and (self._ended or len(self._rest) > _LONGEST_LINE):
            lines, self._rest = [*lines, self._rest], ""
        self._lines += [line.removesuffix("\r") for line in lines]


def _read_aside(file: int) -> Future[bytes]:
    """Read a chunk from a file in a daemon thread, which never delays the end of the process.

    What it reads stays in the future until it is taken.
    """
    coming: Future[bytes] = Future()
    # A running future cannot be cancelled: after a cancelled question the next one reuses it.
    coming.set_running_or_notify_cancel()

    def read() -> None:
        try:
            data = os.read(file, _CHUNK)
        except OSError:  # a terminal that was closed
            data = b""
        coming.set_result(data)

    threading.Thread(target=read, name="standard input", daemon=True).start()
    return coming


def has_terminal() -> bool:
    """Tell whether a full screen can be shown.

    Standard input and output must both be a terminal that can move its cursor. In the browser the
    answer is always yes.
    """
    if in_browser():
        return True
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") not in ("dumb", "unknown")
    )


def in_browser() -> bool:
    """Tell whether the program runs in a browser through `wolftui serve`."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def line_look(
    target: TextIO, *, ascii_only: bool, environ: Mapping[str, str] | None = None
) -> LineLook:
    """Determine width, colours and signs of lines on `target`.

    The width is that of the terminal, or `PIPED_WIDTH`. `NO_COLOR`, a dumb terminal or a pipe turn
    colours off. Signs are those that the encoding of `target` can show.
    """
    environ = os.environ if environ is None else environ
    terminal = target.isatty()
    width = shutil.get_terminal_size((PIPED_WIDTH, 24)).columns if terminal else PIPED_WIDTH
    colour = terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    return LineLook(width, colour, ASCII if ascii_only or not _can_show(target) else FANCY)


def _can_show(target: TextIO) -> bool:
    try:
        "☾★▲→½".encode(target.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
