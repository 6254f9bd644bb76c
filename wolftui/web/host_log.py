"""What the web server tells whoever runs it, on stderr: bounded, whatever visitors do.

Of messages of one kind the first, second, fourth, eighth ... is told.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from importlib import import_module

from wolfcore.visible import in_one_line

_MAX_KINDS = 200
"""The number of kinds of messages that are told; further ones are not."""


_MAX_DETAIL = 200
"""The most characters of the detail of a message."""


LOGGERS = ("aiohttp.server", "textual-serve", "asyncio")
"""The names of the loggers of the libraries."""


_CLIENT_ERRORS = (ValueError, LookupError, TypeError, RecursionError, ConnectionError)
"""The exceptions raised by malformed requests, which no browser sends, and by lost connections."""


class HostLog(logging.Handler):
    """The messages to whoever serves, and a log handler for the errors of the libraries.

    Args:
        write_crash: Called with an exception that no visitor caused; returns a sentence about it.
    """

    def __init__(self, write_crash: Callable[[BaseException], str]) -> None:
        super().__init__()
        self._write_crash = write_crash
        self._counts: Counter[str] = Counter()
        self._nonsense = (
            *_CLIENT_ERRORS,
            import_module("aiohttp.http_exceptions").HttpProcessingError,
        )

    def tell(self, what: str, detail: str = "") -> None:
        """Write a message of a kind to stderr.

        Args:
            what: The kind, as a clause that begins in lower case, without a full stop.
            detail: What differs between messages of the kind; may come from a visitor.
        """
        if count := self._due(what):
            more = f": {in_one_line(detail, _MAX_DETAIL)}" if detail else ""
            times = f" ({count} times so far)" if count > 1 else ""
            sys.stderr.write(f"wolftui: {what[0].upper()}{what[1:]}{more}{times}.\n")
            sys.stderr.flush()

    def crash(self, error: BaseException) -> None:
        """Report an exception that no visitor caused, unless it was reported as often before."""
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        if self._due(f"{type(error).__name__} {place}"):
            sys.stderr.write(f"wolftui: {self._write_crash(error)}\n")
            sys.stderr.flush()

    def _due(self, kind: str) -> int:
        """Count a message; return how many of its kind there were if it shall be written, else 0.

        Kinds are bounded: one is made of our own words, or of a place in the code.
        """
        if kind not in self._counts and len(self._counts) >= _MAX_KINDS:
            return 0
        self._counts[kind] += 1
        count = self._counts[kind]
        return count if count & (count - 1) == 0 else 0

    def emit(self, record: logging.LogRecord) -> None:
        """Report a logged exception; of those that a visitor's bytes caused, the kind alone."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return
        if isinstance(error, self._nonsense) and not _raised_by_us(error):
            if not isinstance(error, ConnectionError):
                self.tell("a request was not valid")
            return
        self.crash(error)

    def install(self) -> None:
        """Redirect the logs of the libraries to this handler."""
        for name in LOGGERS:
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [self], False


def _raised_by_us(error: BaseException) -> bool:
    """Tell whether an exception was raised in the program's own code.

    No message of a visitor should be able to cause one.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and frames[-1].f_globals.get("__name__", "").partition(".")[0] in (
        "wolfcore",
        "wolftui",
    )
