"""An event loop whose clock leaps: where all that is left to do is to wait, the wait is over at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_skipping_waits(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What a coroutine gives, run to its end in a loop of its own in which sleeping takes no time.

    It runs in another thread, since a loop may run in this one already; that one stands still until then.

    Args:
        work: Makes the coroutine. Whatever it raises is raised here.
    """

    def run() -> T:
        with asyncio.Runner(loop_factory=_SkippingLoop) as runner:
            return runner.run(work())

    with ThreadPoolExecutor(1) as beside:
        return beside.submit(run).result()


class _SkippingLoop(asyncio.SelectorEventLoop):
    """Its time begins at 0 and passes only where all wait."""

    def __init__(self) -> None:
        self._leaps = _SkippingSelector()
        super().__init__(self._leaps)

    def time(self) -> float:
        """Seconds that were waited for so far."""
        return self._leaps.now


class _SkippingSelector(selectors.DefaultSelector):
    """Waits for nothing but the other end of the loop's own pipe."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As `BaseSelector.select`, without the wait."""
        if timeout:
            self.now += timeout
            timeout = 0.0
        return super().select(timeout)
