"""The house bots: belief, play and voice, from a seat's view alone."""

from importlib import import_module
from typing import TYPE_CHECKING

from .levels import LEVELS
from .options import OPTIONS
from .styles import STYLES

if TYPE_CHECKING:
    from .house import HouseBot
    from .mind import Mind
    from .thinking import HouseThinker

__all__ = ["LEVELS", "OPTIONS", "STYLES", "HouseBot", "HouseThinker", "Mind"]


_LATER = {"HouseBot": "house", "HouseThinker": "thinking", "Mind": "mind"}


def __getattr__(name: str) -> object:
    """The bot and what thinks like one, loaded when one sits down; what may be asked of one is known without them."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"wolfcore.bots.{_LATER[name]}"), name)
    globals()[name] = found
    return found
