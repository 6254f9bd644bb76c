"""How large a terminal has to be for the screen; in a smaller one games are shown as plain lines."""

from __future__ import annotations

_WIDTH, _HEIGHT = 60, 15
MIN_SIZE_TEXT = f"{_WIDTH}x{_HEIGHT}"
"""The smallest size, as it is written for people."""


def fits_screen(width: int, height: int) -> bool:
    """Whether a terminal of so many columns and lines has room for the screen."""
    return width >= _WIDTH and height >= _HEIGHT
