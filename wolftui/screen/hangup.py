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
    """What ends the program when the process that brings it to a browser is gone.

    Args:
        server: The number of that process.
    """

    def look() -> None:
        if os.getppid() != server:
            _raise_sighup()

    return look


def exit_without_terminal() -> None:
    """End if the terminal is gone: a parent such as make keeps the hang-up to itself."""
    if not _has_terminal():
        _raise_sighup()


def handle_hangup(leave: Callable[[], None]) -> None:
    """End where the terminal is gone; where it is still there, `leave` gives it back first."""
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
