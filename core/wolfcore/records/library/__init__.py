"""The library of saved games: a searchable index, tags, and the trash."""

from .filter import FILTERS, SORTS, GameFilter, Sort, parse_filter
from .index import LibraryIndex, RefreshCounts
from .listed_game import ListedGame, Quote
from .tags_and_trash import TRASH_FOLDER, list_trash, move_to_trash, restore_from_trash, set_tags

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
