"""The library as lines: columns of the game list, preview of a game, and the filter menu.

No role is shown but the person's own in a game that is over: a person who resumes a game must not
learn one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from wolfcore.records import About
from wolfcore.records.library import FILTERS, ListedGame, Quote, Sort
from wolftui.words.glyphs import Glyphs
from wolftui.words.own_results import fooled_words, own_words
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of, wrap

from .labels import board_title, player_words, progress_words

if TYPE_CHECKING:
    from .game_story import GameStory

_GAP, _LEAST_BOARD, _MOST_TAGS = 2, 9, 24
"""Cells between columns, the least cells for a board's name, and the most cells for tags."""


_INDENT: Line = (Span(" " * 11),)
"""Where a line of a story goes on: behind the name of its night or day."""


_NOTES = 600
"""The most characters of a person's notes that the preview shows."""


_ENDS = {
    "village": ("the village won", "village"),
    "wolves": ("the wolves won", "wolves"),
    "draw": ("a draw", "quiet"),
    "stopped": ("stopped", "quiet"),
    "void": ("void", "quiet"),
}


SORT_WORDS: dict[Sort, str] = {
    "date": "newest first", "board": "by board", "end": "by end", "length": "longest first",
    "people": "most people first",
}  # fmt: skip


REVERSED_SORT_WORDS: dict[Sort, str] = {
    "date": "oldest first", "board": "by board, backwards", "end": "by end, backwards",
    "length": "shortest first", "people": "fewest people first",
}  # fmt: skip


class ColumnWidths(Struct, frozen=True):
    """The column widths of the game list.

    Attributes:
        date: The slice of the date that is shown.
        board: Cells for the board's name.
        tags: Cells for tags; 0 if no game has tags or there is no room.
        room: Cells before the ending of the game.
        is_brief: Whether the ending of a person's game leaves out what became of them.
    """

    date: slice
    board: int
    tags: int
    room: int
    is_brief: bool = False


def column_widths(games: Sequence[ListedGame], width: int) -> ColumnWidths:
    """Compute the column widths of the game list for a screen width.

    The ending of a game is never cut. Where room is short, the tags go first, then what became of
    the person, then the board's name is cut, then the year of the date goes.
    """
    whole = max((len(board_title(game.board)) for game in games), default=0)
    room, is_brief = _room(games, width, is_brief=False), False
    if room - 11 - _GAP < min(whole, _LEAST_BOARD):
        room, is_brief = _room(games, width, is_brief=True), True
    date = slice(0, 16) if room - 16 - _GAP >= min(whole, _LEAST_BOARD) else slice(5, 16)
    day = date.stop - date.start
    board = max(min(whole, room - day - _GAP), 0)
    left = room - day - board - 2 * _GAP
    tags = min(max((len(_tags(game)) for game in games if game.tags), default=0), _MOST_TAGS)
    return ColumnWidths(date, board, tags if tags <= left else 0, room, is_brief)


def _room(games: Sequence[ListedGame], width: int, *, is_brief: bool) -> int:
    """Return the cells that the endings of the games leave."""
    ends = {_ending(game, is_brief=is_brief) for game in games}
    return width - max(map(width_of, ends), default=0) - _GAP


def game_row(game: ListedGame, to: ColumnWidths, glyphs: Glyphs) -> Line:
    """Draw a game as a row of the list; an unreadable game shows its id and its problem."""
    day = to.date.stop - to.date.start
    if game.problem:
        start: Line = (Span(game.id, "dim"),)
    else:
        start = (
            Span(f"{created_words(game.created)[to.date]:<{day + _GAP}}", "dim"),
            *truncate((Span(board_title(game.board)),), to.board, glyphs.more),
        )
    start = truncate(start, to.room, glyphs.more)
    wide = day + _GAP + to.board + _GAP
    line = (*start, Span(" " * max(wide - width_of(start), _GAP)))
    if to.tags and not game.problem:
        tags = truncate((Span(_tags(game), "accent"),), to.tags, glyphs.more)
        line = (*line, *tags, Span(" " * (to.tags + _GAP - width_of(tags))))
    return (*line, *_ending(game, is_brief=to.is_brief))


def _tags(game: ListedGame) -> str:
    return " ".join(f"#{tag}" for tag in game.tags)


def created_words(created: str) -> str:
    """Format a stored timestamp as `YYYY-MM-DD HH:MM UTC`; empty if the game has none."""
    return created[:16].replace("T", " ") + " UTC" if created else ""


def _ending(game: ListedGame, *, is_brief: bool = False) -> Line:
    if game.problem:
        return (Span("cannot be read", "warn"),)
    if game.own:
        words = own_words(game.own, game.days, is_brief=is_brief)
        return (Span(words, "good" if game.own.won else "quiet"),)
    end = (
        Span(*_ENDS[game.ended])
        if game.ended
        else Span("not finished" if game.days else "not begun", "warn")
    )
    return (
        end,
        Span(
            f", {progress_words(game.days, night=game.night)}" if game.days or game.ended else "",
            "quiet",
        ),
    )


def preview_lines(
    game: ListedGame,
    about: About | None,
    quote: Quote | None,
    width: int,
    story: GameStory | None = None,
) -> list[Line]:
    """Describe a game in the preview pane without opening it, with its story once it is read.

    No role is shown but the person's own in a game that is over.
    """
    if game.problem:
        return [
            *wrap((Span(game.id, "strong"),), width),
            (),
            *wrap((Span(game.problem, "warn"),), width),
        ]
    lines: list[Line] = [
        *wrap((Span(game.id, "strong"),), width),
        (Span(created_words(game.created), "dim"),),
        (),
        *wrap(_ending(game), width),
    ]
    if game.own and (fooled := fooled_words(game.own, game.names)):
        lines += wrap((Span(fooled, "quiet"),), width)
    if story and story.feat:
        lines += wrap((Span(story.feat, "accent"),), width)
    if game.tags:
        lines += wrap((Span(_tags(game), "accent"),), width)
    if game.source:
        lines += wrap((Span(f"imported from {game.source}", "quiet"),), width)
    if game.fork:
        lines += wrap((Span(f"forked from {game.fork}", "quiet"),), width)
    lines.append(())
    for number, name in enumerate(game.names, 1):
        who = (
            "a person"
            if number in game.people
            else player_words(game.players[number - 1])
            if game.players
            else ""
        )
        lines.append((Span(f" {number:>2} {name:<12}", f"seat-{number}"), Span(who, "dim")))
    if quote:
        speaker = Span(f"{quote.seat} {game.names[quote.seat - 1]}", f"seat-{quote.seat}")
        lines += [(), (speaker,), *wrap((Span(quote.text, "quiet"),), width)]
    if story and story.course:
        lines += [(), *chain.from_iterable(wrap(line, width, (), _INDENT) for line in story.course)]
    if about and about.notes:
        lines += [(), *wrap((Span(about.notes[:_NOTES], "quiet"),), width)]
    return lines


class ListState(Struct, frozen=True):
    """The state of the game list that its heading shows.

    Attributes:
        shown: The number of games that pass the search.
        of: The number of all games.
        sort: The sort order.
        backwards: Whether the order is reversed.
        wanted: The search text as typed.
        unread: The number of games still to be read.
    """

    shown: int
    of: int
    sort: Sort = "date"
    backwards: bool = False
    wanted: str = ""
    unread: int = 0


def list_heading(listed: ListState, glyphs: Glyphs, width: int) -> Line:
    """Write the heading of the list: number of games, search text, and sort order.

    While games are still being read, their number takes the place of the sort order.
    """
    count = f"{listed.shown:,} of {listed.of:,}" if listed.wanted.strip() else f"{listed.of:,}"
    left: Line = (
        Span(f" {glyphs.night} wolftui", "accent"),
        Span("  saved games  ", "quiet"),
        Span(count, "strong"),
        Span(f"  {listed.wanted.strip()}" if listed.wanted.strip() else "", "accent"),
    )
    order = (REVERSED_SORT_WORDS if listed.backwards else SORT_WORDS)[listed.sort]
    reading = f"reading {listed.unread:,} more" if listed.unread else order
    right: Line = (Span(f"{reading} ", "dim"),)
    left = truncate(left, max(width - width_of(right) - 1, 0), glyphs.more)
    return (*left, Span(" " * max(width - width_of(left) - width_of(right), 0)), *right)


def with_filter(wanted: str, filters: str) -> str:
    """Add one filter word to a search text, in place of another filter of the same kind.

    An empty `filters` removes all filter words and keeps the rest of the search text.
    """
    key = filters.partition(":")[0]
    kept = [
        word
        for word in wanted.split()
        if not (_is_filter(word) if not filters else word.startswith(f"{key}:"))
    ]
    return " ".join([*kept, *([filters] if filters else [])])


def _is_filter(word: str) -> bool:
    return word.partition(":")[0] in FILTERS and ":" in word


_FILTER_WORDS = {
    "is:unfinished": "not finished",
    "is:finished": "finished",
    "is:people": "with a person",
    "is:machines": "between machines",
    "won:village": "won by the village",
    "won:wolves": "won by the wolves",
    "won:nobody": "won by nobody",
    "result:won": "won by you",
    "result:lost": "lost by you",
    "role:werewolf": "you were a wolf",
    "fate:exiled": "you were exiled",
    "is:forked": "forked from others",
    "is:imported": "imported",
    "is:unreadable": "cannot be read",
}
"""The words of the filter menu by filter word."""


def query_words(query: str) -> str:
    """Write a query for people: its filters in the words of the menu, the rest as typed."""
    return ", ".join(_FILTER_WORDS.get(word, word) for word in query.split())


def filter_choices(
    boards: Sequence[tuple[str, int]], tags: Sequence[tuple[str, int]]
) -> list[tuple[Line, str]]:
    """List the entries of the filter menu, each with its filter word.

    The filter word of the first entry, `everything`, is empty. Tags and boards with a blank or a
    quote in their name are left out.
    """
    choices: list[tuple[Line, str]] = [((Span("everything"),), "")]
    choices += [((Span(words),), made) for made, words in _FILTER_WORDS.items()]
    for key, counted in (("tag", tags), ("board", boards)):
        for value, count in counted:
            if " " not in value and '"' not in value:
                choices.append(
                    ((Span(f"{key} {value}"), Span(f"  {count:,}", "dim")), f"{key}:{value}")
                )
    return choices
