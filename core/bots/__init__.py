"""The house bots: belief, play and voice, from a seat's view alone."""

from typing import TYPE_CHECKING

from .levels import LEVELS
from .options import OPTIONS
from .styles import STYLES

if TYPE_CHECKING:
    from .house import HouseBot

__all__ = ["LEVELS", "OPTIONS", "STYLES", "HouseBot"]


def __getattr__(name: str) -> object:
    """The bot, loaded when one sits down; what may be asked of one is known without it."""
    if name != "HouseBot":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .house import HouseBot

    globals()[name] = HouseBot
    return HouseBot
