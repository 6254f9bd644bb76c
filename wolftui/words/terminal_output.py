"""Standard output and error with control characters removed from all text that is not `Styled`.

The last barrier between foreign text and the terminal. Standard library and `wolfcore.visible`
only.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, cast

from wolfcore.visible import blank_invisible

_KEPT = "\n\t"


class Styled(str):
    """A line with escape sequences of ours, the rest of which is clean. What is made of it by adding to it is an ordinary text."""

    __slots__ = ()


class SanitisedStream:
    """A stream that writes what shows and nothing else.

    Args:
        stream: Where that goes. All else that a stream can do is left to it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        """Write a text, cleaned unless it is `Styled`; returns its length."""
        self._stream.write(sanitised(text))
        return len(text)

    def writelines(self, lines: Iterable[str], /) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            return getattr(self._stream, name)


def sanitised(text: str) -> str:
    """A text of any number of lines as it may be written out."""
    return text if isinstance(text, Styled) else blank_invisible(text, keep=_KEPT)


@contextmanager
def sanitised_streams() -> Generator[None]:
    """For the block, let nothing reach standard output or standard error but cleaned."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, SanitisedStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
