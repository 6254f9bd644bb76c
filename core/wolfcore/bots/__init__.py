"""House bots: players that need no model, network or download.

Levels, styles and options are loaded at once because menus list them; `HouseBot`, `HouseThinker`
and `Mind` are loaded on first access, when a bot takes a seat.
"""

from typing import TYPE_CHECKING

from wolfcore.lazy import lazy_exports

from .profiles import LEVELS, OPTIONS, STYLES

BOTS_VERSION = 2
"""The version of the house bots, which rises with each change of their play or talk.

Figures of two versions do not belong together. What was saved without a number is of version 1.
`tests/core/bots/test_version.py` holds the digest of this version's games.
"""

if TYPE_CHECKING:
    from .house import HouseBot
    from .mind import Mind
    from .thinker import HouseThinker

__all__ = ["BOTS_VERSION", "LEVELS", "OPTIONS", "STYLES", "HouseBot", "HouseThinker", "Mind"]


__getattr__ = lazy_exports(
    __name__, {"HouseBot": "house", "HouseThinker": "thinker", "Mind": "mind"}
)
