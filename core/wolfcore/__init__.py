"""The engine of wolftui as a library: rules, players, saved games and metrics, without a screen.

The names in `__all__` are the public surface, loaded on first use; everything else is internal.
Nothing in this package imports Textual or Rich: an import contract and a test hold that.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import boards, measure, play
    from .errors import WolfError
    from .game import Answer, Ask, Board, Game, GameSpec, View, get_board, make_spec
    from .players import Desk, Player
    from .players.conformance import check_player
    from .records import SavedGame, read_game
    from .table import Table

_HOMES = {
    "wolfcore.api": ("boards", "measure", "play"),
    "wolfcore.errors": ("WolfError",),
    "wolfcore.game": ("Answer", "Ask", "Board", "Game", "GameSpec", "View", "get_board", "make_spec"),
    "wolfcore.players": ("Desk", "Player"),
    "wolfcore.players.conformance": ("check_player",),
    "wolfcore.records": ("SavedGame", "read_game"),
    "wolfcore.table": ("Table",),
}


_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


__all__ = [
    "Answer",
    "Ask",
    "Board",
    "Desk",
    "Game",
    "GameSpec",
    "Player",
    "SavedGame",
    "Table",
    "View",
    "WolfError",
    "boards",
    "check_player",
    "get_board",
    "make_spec",
    "measure",
    "play",
    "read_game",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
