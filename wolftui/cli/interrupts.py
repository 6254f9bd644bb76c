"""A Ctrl-C handler that can defer the interrupt, and the crash log for unexpected exceptions.

A second Ctrl-C always goes through. Main thread only.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime

from wolfcore.files import open_regular
from wolfcore.visible import in_one_line, without_secrets
from wolftui import __version__
from wolftui.settings.paths import error_log


class CtrlCHandler:
    """A context manager that handles Ctrl-C: it raises KeyboardInterrupt at once, or is deferred.

    A second Ctrl-C always goes through, so that nothing can hang. Main thread only.
    """

    def __init__(self) -> None:
        self._times, self._held, self._before = 0, False, signal.getsignal(signal.SIGINT)

    @property
    def pressed(self) -> bool:
        """Whether Ctrl-C was pressed while it was deferred."""
        return self._times > 0

    def defer(self) -> None:
        """From now on, only record Ctrl-C."""
        self._held = True

    def release(self) -> None:
        """From now on, let Ctrl-C raise KeyboardInterrupt; raises it now if one was recorded."""
        self._held = False
        if self._times:
            raise KeyboardInterrupt

    def __enter__(self) -> CtrlCHandler:
        signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _press(self, *_: object) -> None:
        self._times += 1
        if not self._held or self._times > 1:
            raise KeyboardInterrupt


@contextmanager
def held_back() -> Generator[None]:
    """Defer Ctrl-C until the block is done; a second one goes through. Main thread only."""
    with CtrlCHandler() as keys:
        keys.defer()
        yield
    if keys.pressed:
        raise KeyboardInterrupt


_MAX_MESSAGE = 200
"""Maximum length of an error's message, in characters."""


def write_crash_log(error: BaseException) -> str:
    """Append `error` with its traceback to the error log; returns a sentence for the user."""
    what = (
        "Something broke inside wolftui "
        f"({in_one_line(without_secrets(f'{type(error).__name__}: {error}'), _MAX_MESSAGE)})"
    )
    where = error_log()
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        opened = open_regular(where, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        with os.fdopen(opened, "a", encoding="utf-8", errors="replace") as file:
            head = (
                f"--- {datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}  wolftui {__version__}  "
                f"{' '.join(sys.argv[1:])}\n"
            )
            file.write(without_secrets(head + "".join(traceback.format_exception(error))))
    except OSError as unwritable:
        return (
            f"{what}, and {where} cannot be written ({unwritable.strerror or unwritable}). "
            "Please report it."
        )
    return f"{what}. Please report it with the end of {where}."
