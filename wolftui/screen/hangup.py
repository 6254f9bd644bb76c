"""Exit at once when the controlling terminal or the web server process is gone (SIGHUP).

Safe because every answer is already saved. While the terminal still exists, the app leaves normally
and restores it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable


def exit_with_parent(server: int) -> Callable[[], None]:
    """Return a callback that raises SIGHUP once the web server process is gone.

    Args:
        server: The process id of the server, which must be the parent of this process.
    """

    def look() -> None:
        if os.getppid() != server:
            _raise_sighup()

    return look


def exit_without_terminal() -> None:
    """Raise SIGHUP if the terminal is gone; a parent such as make may not pass the signal on."""
    if not _has_terminal():
        _raise_sighup()


def handle_hangup(leave: Callable[[], None]) -> None:
    """Handle SIGHUP: call `leave` while the terminal still exists, otherwise exit at once.

    `leave` ends the app normally and restores the terminal.
    """
    if _has_terminal():
        leave()
    else:
        _raise_sighup()


def _has_terminal() -> bool:
    import termios

    try:
        termios.tcgetattr(sys.__stdin__ or 0)
    except (termios.error, OSError, ValueError):
        return False
    return True


def _raise_sighup() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.raise_signal(signal.SIGHUP)
