"""House bots: players that need no model, network or download.

Levels, styles and options are loaded at once because menus list them; `HouseBot`, `HouseThinker`
and `Mind` are loaded on first access, when a bot takes a seat.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .profiles import LEVELS, OPTIONS, STYLES

if TYPE_CHECKING:
    from .house import HouseBot
    from .mind import Mind
    from .thinker import HouseThinker

__all__ = ["LEVELS", "OPTIONS", "STYLES", "HouseBot", "HouseThinker", "Mind"]


_LATER = {"HouseBot": "house", "HouseThinker": "thinker", "Mind": "mind"}


def __getattr__(name: str) -> object:
    """The bot and what thinks like one, loaded when one sits down; what may be asked of one is known without them."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"wolfcore.bots.{_LATER[name]}"), name)
    globals()[name] = found
    return found
