"""Ctrl-C at the right moment: what belongs together is done together."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager


class CtrlCHandler:
    """One handler of Ctrl-C for a command that does much: it stops the command at once, or later where it is held back.

    A second Ctrl-C always goes through, so that nothing can hang. Main thread only.
    """

    def __init__(self) -> None:
        self._times, self._held, self._before = 0, False, signal.getsignal(signal.SIGINT)

    @property
    def pressed(self) -> bool:
        """Whether it was pressed while it was held back."""
        return self._times > 0

    def defer(self) -> None:
        """From now on, only take note of it."""
        self._held = True

    def release(self) -> None:
        """From now on it stops the command; so it does here, if it was pressed by now."""
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
    """Hold Ctrl-C back until the block is done; a second one goes through. Main thread only."""
    with CtrlCHandler() as keys:
        keys.defer()
        yield
    if keys.pressed:
        raise KeyboardInterrupt
