"""Standard output and error with control characters removed from all text that is not `Styled`.

Standard error, which has the messages, is without keys and tokens too. The last barrier between
foreign text and the terminal. Standard library and `wolfcore.visible`
only.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, cast

from wolfcore.visible import blank_invisible, without_secrets

_KEPT = "\n\t"


class Styled(str):
    """A line that contains the program's own escape sequences and is otherwise clean.

    The result of adding to it is an ordinary `str`.
    """

    __slots__ = ()


def write_line(text: str) -> None:
    """Print a line that may be styled, which `print` would make an ordinary text."""
    sys.stdout.write(text)
    sys.stdout.write("\n")


class SanitisedStream:
    """A stream wrapper that replaces control and invisible characters in all text written.

    Args:
        stream: The underlying stream, which also provides all other methods.
        secrets: Whether secrets stay, as in the address that `serve` prints.
    """

    def __init__(self, stream: TextIO, *, secrets: bool = True) -> None:
        self._stream, self._secrets = stream, secrets

    def write(self, text: str, /) -> int:
        """Write a text, sanitised unless it is `Styled`; return its length."""
        shown = sanitised(text)
        bare = self._secrets or isinstance(shown, Styled)
        self._stream.write(shown if bare else without_secrets(shown))
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
    sys.stdout = cast(TextIO, SanitisedStream(sys.stdout))
    sys.stderr = cast(TextIO, SanitisedStream(sys.stderr, secrets=False))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
