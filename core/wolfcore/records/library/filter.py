"""Library filters such as `role:wolf result:lost "two words"`, parsed and translated to SQL.

The conditions name columns of the table `games` in `index.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, get_args

from msgspec import Struct

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.records.own_result import Fate


def sqlite_text(text: str) -> str:
    """Make `text` storable in SQLite: lone surrogates become `?`, NUL characters become spaces."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def escape_like(word: str) -> str:
    """Escape a word for SQL LIKE with `!` as the escape character: `%` and `_` match literally."""
    return sqlite_text(word).replace("!", "!!").replace("%", "!%").replace("_", "!_")


def quote_words(word: str) -> str:
    """Escape a word for a full-text query inside double quotes."""
    return sqlite_text(word).replace('"', '""')


Sort = Literal["date", "board", "end", "length", "people"]


SORTS: tuple[Sort, ...] = get_args(Sort)


FILTERS: Mapping[str, tuple[str, ...]] = {
    "board": (),
    "won": ("village", "wolves", "nobody"),
    "who": (),
    "tag": (),
    "role": (),
    "result": ("won", "lost", "nobody"),
    "fate": get_args(Fate),
    "is": ("unfinished", "finished", "people", "machines", "forked", "imported", "unreadable"),
}
"""Every filter with its allowed values; an empty tuple allows any word."""


_TERM = re.compile(r'(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))')


_IS = {
    "unfinished": "ended = '' AND problem = 0",
    "finished": "ended != ''",
    "people": "people > 0",
    "machines": "people = 0 AND problem = 0",
    "forked": "forked = 1",
    "imported": "imported = 1",
    "unreadable": "problem = 1",
}


_WON = {
    "village": "winner = 'village'",
    "wolves": "winner = 'wolves'",
    "nobody": "ended != '' AND winner = ''",
}


_ORDER: dict[Sort, tuple[str, ...]] = {
    "date": ("began DESC", "name DESC"),
    "board": ("board ASC", "began DESC", "name DESC"),
    "end": ("ended = '' ASC", "ended ASC", "began DESC", "name DESC"),
    "length": ("days DESC", "began DESC", "name DESC"),
    "people": ("people DESC", "began DESC", "name DESC"),
}


class GameFilter(Struct, frozen=True):
    """A parsed search of the library.

    Attributes:
        words: Words or phrases, all of which must have been said aloud.
        filters: Pairs of filter and value, all of which must hold.
    """

    words: tuple[str, ...] = ()
    filters: tuple[tuple[str, str], ...] = ()

    def sql_conditions(self) -> tuple[list[str], list[str]]:
        """Return the filters as SQL conditions on columns of the index, and their parameters."""
        # Values go in as parameters and never into the text of the query.
        made = [_CONDITIONS[key](value) for key, value in self.filters]
        return [condition for condition, _ in made], [
            value for _, values in made for value in values
        ]


def _is(value: str) -> tuple[str, list[str]]:
    return _IS[value], []


def _won(value: str) -> tuple[str, list[str]]:
    return _WON[value], []


def _board(value: str) -> tuple[str, list[str]]:
    # Case is folded here and in the index, since SQLite folds ASCII alone.
    return "instr(board, ?) = 1", [value.casefold()]


def _role(value: str) -> tuple[str, list[str]]:
    return "instr(role, ?) > 0", [value.casefold()]


def _result(value: str) -> tuple[str, list[str]]:
    return "result = ?", [value]


def _fate(value: str) -> tuple[str, list[str]]:
    return "fate = ?", [value]


def _who(value: str) -> tuple[str, list[str]]:
    return "instr(who, ?) > 0", [value.casefold()]


def _tag(value: str) -> tuple[str, list[str]]:
    # Tags lie between line feeds, so that only a whole tag matches.
    return "instr(tags, ?) > 0", [f"\n{value.casefold()}\n"]


_CONDITIONS: dict[str, Callable[[str], tuple[str, list[str]]]] = {
    "is": _is, "won": _won, "board": _board, "who": _who, "tag": _tag,
    "role": _role, "result": _result, "fate": _fate,
}  # fmt: skip


def parse_filter(text: str) -> GameFilter:
    """Parse a search line into words and filters.

    Quotes make a phrase, as in `"two words"`; `seat:4`, which names no filter, is a word to find.

    Raises:
        ConfigError: A filter cannot have that value.
    """
    words: list[str] = []
    filters: list[tuple[str, str]] = []
    for found in _TERM.finditer(text.strip()):
        key, value = found[1] or "", found[2] if found[2] is not None else found[3]
        # A colon after any other word belongs to the words that are searched.
        if key not in FILTERS:
            words.append(f"{key}:{value}" if key else value)
        elif value:
            known = FILTERS[key]
            if known and value not in known:
                raise ConfigError(
                    f"there is no value `{value}` for this filter",
                    key=f"{key}:",
                    hint=did_you_mean(value, known),
                )
            filters.append((key, value))
    return GameFilter(tuple(word for word in words if word.strip()), tuple(filters))


def parse_sort(text: str) -> Sort:
    """Check the name of a sort order.

    Raises:
        ConfigError: There is no sort order of that name.
    """
    if text not in SORTS:
        raise ConfigError(
            f"there is no sort order `{text}`", key="--sort", hint=did_you_mean(text, SORTS)
        )
    return text


def sql_order(sort: Sort, *, reverse: bool) -> str:
    """Return the SQL ORDER BY terms of a sort order.

    `reverse` turns only the first column round; games equal in it stay newest first.
    """
    first, *rest = _ORDER[sort]
    if reverse:
        column, way = first.rsplit(" ", 1)
        first = f"{column} {'ASC' if way == 'DESC' else 'DESC'}"
    return ", ".join([first, *rest])
