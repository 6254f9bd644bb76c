"""The library: an index of saved games for sorting, filtering and searching, and what a person does to a game as a whole."""

from .shelf import Refreshed, Shelf
from .tagging import tag
from .trash import TRASH, bring_back, in_trash, throw_away
from .volume import Quote, Volume
from .wanted import FILTERS, SORTS, Sort, Wanted, wanted_of

__all__ = [
    "FILTERS", "SORTS", "TRASH", "Quote", "Refreshed", "Shelf", "Sort", "Volume", "Wanted", "bring_back", "in_trash", "tag",
    "throw_away", "wanted_of",
]  # fmt: skip
