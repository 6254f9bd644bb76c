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
"""A longer line is cut into several, so that no input fills the memory."""


class Console(Protocol):
    """Where plain lines go and come from.

    Attributes:
        terminal: Whether a person sits at a terminal, whose screen can be cleared and which shows
            what is typed.
    """

    terminal: bool

    def write(self, line: str) -> None:
        """Write a line."""
        ...

    def prompt(self, text: str) -> None:
        """Write what stands before an answer."""
        ...

    def clear(self) -> None:
        """Hide what was written before; on a terminal only."""
        ...

    def status(self, text: str) -> None:
        """Show a line that whatever is written next takes the place of; an empty one takes it away. On a terminal only."""
        ...

    def take_typed(self, wanted: Callable[[str], bool]) -> bool:
        """Take the next line if it is here already and wanted; nobody waits for it, and any other stays. On a terminal only."""
        ...

    async def read(self) -> str | None:
        """The next line without its end, or None when the input has ended."""
        ...


class StandardConsole:
    """Standard input and output. One console serves a whole process: it holds what was read and not yet taken.

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
        """As `Console.write`."""
        self.status("")
        self._put(line)
        self._put("\n")
        self._target.flush()

    def prompt(self, text: str) -> None:
        """As `Console.prompt`."""
        self.status("")
        self._put(text)
        self._target.flush()

    def clear(self) -> None:
        """As `Console.clear`: the lines scrolled off are forgotten too, where the terminal can do that."""
        if self.terminal:
            self._put(Styled("\x1b[H\x1b[2J\x1b[3J"))
            self._target.flush()

    def status(self, text: str) -> None:
        """As `Console.status`."""
        if self.terminal and (text or self._status):
            self._put(Styled(f"\r\x1b[2K{blank_invisible(text)}"))
            self._target.flush()
            self._status = bool(text)

    def take_typed(self, wanted: Callable[[str], bool]) -> bool:
        """As `Console.typed`."""
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
        """As `Console.read`."""
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
        """Write, whatever the target is, what may be written out."""
        self._target.write(sanitised(text))

    def _next(self) -> Future[bytes]:
        """What is being read now."""
        if self._coming is None:
            self._coming = _read_aside(self._source.fileno())
        return self._coming

    def _take(self, data: bytes) -> None:
        """Cut what was read into lines; no data is the end."""
        self._coming = None
        self._ended = not data
        *lines, self._rest = (self._rest + self._decode(data, final=self._ended)).split("\n")
        if self._rest and (self._ended or len(self._rest) > _LONGEST_LINE):
            lines, self._rest = [*lines, self._rest], ""
        self._lines += [line.removesuffix("\r") for line in lines]


def _read_aside(file: int) -> Future[bytes]:
    """Read from a file in a thread that nobody waits for at the end; what it reads stays in the future until it is taken."""
    coming: Future[bytes] = Future()
    coming.set_running_or_notify_cancel()  # so that a cancelled question leaves the reading as it is, for the next one

    def read() -> None:
        try:
            data = os.read(file, _CHUNK)
        except OSError:  # a terminal that was closed
            data = b""
        coming.set_result(data)

    threading.Thread(target=read, name="standard input", daemon=True).start()
    return coming


def has_terminal() -> bool:
    """Whether a screen can be shown: both standard input and standard output are a terminal that can move its cursor."""
    if in_browser():
        return True
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") not in ("dumb", "unknown")
    )


def in_browser() -> bool:
    """Whether the screen is a browser's, which `wolftui serve` puts in the place of a terminal."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def line_look(
    target: TextIO, *, ascii_only: bool, environ: Mapping[str, str] | None = None
) -> LineLook:
    """How lines look on `target`: as wide as its terminal, in colours unless `NO_COLOR` is set, in signs that it can show."""
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
