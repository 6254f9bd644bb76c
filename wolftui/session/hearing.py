"""Reading what a person writes while they write it: when they pause, and never so that a key waits.

The reader of speeches is loaded beside everything else, in a thread that is begun once something may be written.
"""

from __future__ import annotations

import threading
from functools import lru_cache

from core.speech import Act

PAUSE = 0.25
"""Seconds without a new letter after which what is written is read."""


class Hearing:
    """Follows words that are being written.

    Attributes:
        text: The words as they were last seen.
    """

    def __init__(self) -> None:
        self.text = ""
        self._still = 0.0

    def rested(self, text: str, seconds: float) -> bool:
        """Take in what is written now, `seconds` after the last time; whether it has stood there for long enough to be read."""
        if text == self.text:
            self._still += seconds
        else:
            self.text, self._still = text, 0.0
        return self._still >= PAUSE


def acts_in(text: str, seat: int, names: tuple[str, ...]) -> tuple[Act, ...]:
    """What the table hears when `seat` says this; the reader is loaded if it is not here yet."""
    from core.speech import read

    return read(text, seat, names, len(names))


def reader_is_here() -> bool:
    """Whether speeches can be read at once; the first time, the reader begins to be loaded."""
    return not _loading().is_alive()


@lru_cache(maxsize=1)
def _loading() -> threading.Thread:
    """The thread in which the reader is loaded; whatever it builds for its first sentence is built there too."""
    thread = threading.Thread(target=acts_in, args=("I am the Seer.", 1, ("",)), name="reader of speeches", daemon=True)
    thread.start()
    return thread
