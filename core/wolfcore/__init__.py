"""The engine of wolftui as a library: rules, players, saved games and metrics, without a screen.

The names in `__all__` are the public surface, loaded on first use; everything else is internal.
Nothing in this package imports Textual or Rich: an import contract and a test hold that.
"""

from typing import TYPE_CHECKING

from .lazy import lazy_exports

if TYPE_CHECKING:
    from .api import boards, measure, play
    from .errors import WolfError
    from .game import Answer, Ask, Board, Game, GameSpec, View, get_board, make_spec
    from .players import Desk, Player
    from .players.conformance import check_player
    from .records import SavedGame, read_game
    from .table import Table

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


__getattr__ = lazy_exports(
    __name__,
    {
        **dict.fromkeys(("boards", "measure", "play"), "api"),
        "WolfError": "errors",
        **dict.fromkeys(
            ("Answer", "Ask", "Board", "Game", "GameSpec", "View", "get_board", "make_spec"), "game"
        ),
        **dict.fromkeys(("Desk", "Player"), "players"),
        "check_player": "players.conformance",
        **dict.fromkeys(("SavedGame", "read_game"), "records"),
        "Table": "table",
    },
)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
