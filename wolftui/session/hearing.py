"""Reading what a person writes while they write it: when they pause, and in a thread, so that no key ever waits.

The reader of speeches is loaded in a thread too, begun once something may be written.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache

from wolfcore.speech import Act

READING_PAUSE = 0.25
"""Seconds without a new letter after which what is written is read."""


class LiveReader:
    """Follows words that are being written."""

    def __init__(self) -> None:
        self._words, self._still = "", 0.0
        self._read: tuple[str, int] | None = None
        self._acts: Future[tuple[Act, ...]] = Future()

    def acts_of(self, words: str, seat: int, names: tuple[str, ...], seconds: float) -> tuple[Act, ...] | None:
        """What the table would hear; None while that is not known yet.

        Args:
            words: What is written now.
            seat: Who writes.
            names: Name by seat, in seat order.
            seconds: Since this was last called.
        """
        self._still = self._still + seconds if words == self._words else 0.0
        self._words = words
        if self._read != (words, seat) and self._still >= READING_PAUSE and (self._read is None or self._acts.done()):
            self._read, self._acts = (words, seat), _READER_THREAD.submit(acts_in, words, seat, names)
        return self._acts.result() if self._read == (words, seat) and self._acts.done() else None


def acts_in(text: str, seat: int, names: tuple[str, ...]) -> tuple[Act, ...]:
    """What the table hears when `seat` says this; the reader is loaded if it is not here yet."""
    from wolfcore.speech import read

    return read(text, seat, names, len(names))


@lru_cache(maxsize=1)
def load_reader() -> Future[tuple[Act, ...]]:
    """Begin to load the reader of speeches, once; whatever it builds for its first sentence is built then too."""
    return _READER_THREAD.submit(acts_in, "I am the Seer.", 1, ("",))


_READER_THREAD = ThreadPoolExecutor(1, "reader of speeches")
