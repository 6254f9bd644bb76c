"""What the libraries of the site log: a visitor's nonsense is nobody's trouble, all else is told, and no traceback is shown."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from importlib import import_module

_LOGGERS = ("aiohttp.server", "textual-serve")
"""The loggers of both libraries."""
_CLIENT_ERRORS = (ValueError, LookupError, TypeError, RecursionError, ConnectionError)
"""What a message makes of its reader that no browser sends, and what a visitor makes who left in the middle."""


class LibraryErrors(logging.Handler):
    """Takes what is logged.

    Args:
        tell: Called with each error that no visitor made.
    """

    def __init__(self, tell: Callable[[BaseException], None]) -> None:
        super().__init__()
        self._tell = tell
        self._nonsense = (*_CLIENT_ERRORS, import_module("aiohttp.http_exceptions").HttpProcessingError)

    def emit(self, record: logging.LogRecord) -> None:
        """Tell of an error that is ours."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not (isinstance(error, self._nonsense) and not _raised_by_us(error)):
            self._tell(error)

    def install(self) -> None:
        """Take all that the libraries log from now on."""
        for name in _LOGGERS:
            speaker = logging.getLogger(name)
            speaker.handlers, speaker.propagate = [self], False


def _raised_by_us(error: BaseException) -> bool:
    """Whether it was raised by code of the program, which no visitor's message should be able to do."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and frames[-1].f_globals.get("__name__", "").partition(".")[0] in ("wolfcore", "wolftui")
