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
    """A line that contains the program's own escape sequences and is otherwise clean.

    The result of adding to it is an ordinary `str`.
    """

    __slots__ = ()


class SanitisedStream:
    """A stream wrapper that replaces control and invisible characters in all text written.

    Args:
        stream: The underlying stream, which also provides all other methods.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        """Write a text, sanitised unless it is `Styled`; return its length."""
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
    """Remove control characters from a text; keep line ends, tabs and `Styled` text."""
    return text if isinstance(text, Styled) else blank_invisible(text, keep=_KEPT)


@contextmanager
def sanitised_streams() -> Generator[None]:
    """Sanitise everything written to standard output and error within the `with` block."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, SanitisedStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
