"""The library: an index of saved games for sorting, filtering and searching, and what a person does to a game as a whole."""

from .shelf import LibraryIndex, RefreshCounts
from .tagging import set_tags
from .trash import TRASH_FOLDER, list_trash, move_to_trash, restore_from_trash
from .volume import ListedGame, Quote
from .wanted import FILTERS, SORTS, GameFilter, Sort, parse_filter

__all__ = [
    "FILTERS",
    "SORTS",
    "TRASH_FOLDER",
    "GameFilter",
    "LibraryIndex",
    "ListedGame",
    "Quote",
    "RefreshCounts",
    "Sort",
    "list_trash",
    "move_to_trash",
    "parse_filter",
    "restore_from_trash",
    "set_tags",
]  # fmt: skip
