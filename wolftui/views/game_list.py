"""The library as lines: columns of the game list, preview of a game, and the filter menu.

The preview shows no role: whoever resumes a game must not learn one.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wolfcore.records import About
from wolfcore.records.library import ListedGame, Quote, Sort
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of, wrap

from .labels import progress_words

_GAP, _LEAST_BOARD, _MOST_TAGS = 2, 9, 24
"""Cells between columns, the fewest in which a board's name says anything, and the most that tags
get."""


_NOTES = 600
"""Characters of a person's notes that the preview has room for."""


_ENDS = {
    "village": ("the village won", "village"),
    "wolves": ("the wolves won", "wolves"),
    "draw": ("a draw", "quiet"),
    "stopped": ("stopped", "quiet"),
    "void": ("void", "quiet"),
}


SORT_WORDS: dict[Sort, str] = {
    "date": "newest first",
    "board": "by board",
    "end": "by end",
    "length": "longest first",
    "people": "most people first",
}


REVERSED_SORT_WORDS: dict[Sort, str] = {
    "date": "oldest first",
    "board": "by board, backwards",
    "end": "by end, backwards",
    "length": "shortest first",
    "people": "fewest people first",
}


class ColumnWidths(Struct, frozen=True):
    """Where what stands in a line of the list.

    Attributes:
        date: Which part of the date is shown.
        board: Cells for the board's name.
        tags: Cells for tags; 0 where there are none or there is no room.
        room: Cells before the end of the game.
    """

    date: slice
    board: int
    tags: int
    room: int


def column_widths(games: Sequence[ListedGame], width: int) -> ColumnWidths:
    """Columns for a width. When it was gives way to how it ended: first tags go, then the board's name, then the year."""
    ends = {(game.ended, game.days, game.night, bool(game.problem)): game for game in games}
    room = width - max((width_of(_ending(game)) for game in ends.values()), default=0) - _GAP
    whole = max((len(game.board) for game in games), default=0)
    date = slice(0, 16) if room - 16 - _GAP >= min(whole, _LEAST_BOARD) else slice(5, 16)
    day = date.stop - date.start
    board = max(min(whole, room - day - _GAP), 0)
    left = room - day - board - 2 * _GAP
    tags = min(max((len(_tags(game)) for game in games if game.tags), default=0), _MOST_TAGS)
    return ColumnWidths(date, board, tags if tags <= left else 0, room)


def game_row(game: ListedGame, to: ColumnWidths, glyphs: Glyphs) -> Line:
    """A game as a line of the list."""
    day = to.date.stop - to.date.start
    if game.problem:
        start: Line = (Span(game.id, "dim"),)
    else:
        start = (
            Span(f"{created_words(game.created)[to.date]:<{day + _GAP}}", "dim"),
            *truncate((Span(game.board),), to.board, glyphs.more),
        )
    start = truncate(start, to.room, glyphs.more)
    wide = day + _GAP + to.board + _GAP
    line = (*start, Span(" " * max(wide - width_of(start), _GAP)))
    if to.tags and not game.problem:
        tags = truncate((Span(_tags(game), "accent"),), to.tags, glyphs.more)
        line = (*line, *tags, Span(" " * (to.tags + _GAP - width_of(tags))))
    return (*line, *_ending(game))


def _tags(game: ListedGame) -> str:
    return " ".join(f"#{tag}" for tag in game.tags)


def created_words(created: str) -> str:
    """A moment as people read it; empty where nothing says."""
    return created[:16].replace("T", " ") + " UTC" if created else ""


def _ending(game: ListedGame) -> Line:
    if game.problem:
        return (Span("cannot be read", "warn"),)
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
    game: ListedGame, about: About | None, quote: Quote | None, width: int
) -> list[Line]:
    """What is known of a game without opening it. No role stands here: who resumes a game must not learn one."""
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
        _ending(game),
    ]
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
            else game.players[number - 1]
            if game.players
            else ""
        )
        lines.append((Span(f" {number:>2} {name:<12}", f"seat-{number}"), Span(who, "dim")))
    if quote:
        speaker = Span(f"{quote.seat} {game.names[quote.seat - 1]}", f"seat-{quote.seat}")
        lines += [(), (speaker,), *wrap((Span(quote.text, "quiet"),), width)]
    if about and about.notes:
        lines += [(), *wrap((Span(about.notes[:_NOTES], "quiet"),), width)]
    return lines


class ListState(Struct, frozen=True):
    """What a list of games shows of all games.

    Attributes:
        shown: How many.
        of: How many there are.
        sort: By what they are sorted.
        backwards: Whether the other way round.
        wanted: What is looked for, as it was written.
        unread: How many are still to be read.
    """

    shown: int
    of: int
    sort: Sort = "date"
    backwards: bool = False
    wanted: str = ""
    unread: int = 0


def list_heading(listed: ListState, glyphs: Glyphs, width: int) -> Line:
    """The first line: how many games, in which order, and what is looked for."""
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
    """What is looked for with another filter, in the place of one of the same kind; with an empty one, without any filter."""
    key = filters.partition(":")[0]
    kept = [
        word
        for word in wanted.split()
        if not (_is_filter(word) if not filters else word.startswith(f"{key}:"))
    ]
    return " ".join([*kept, *([filters] if filters else [])])


def _is_filter(word: str) -> bool:
    from wolfcore.records.library import FILTERS

    return word.partition(":")[0] in FILTERS and ":" in word


def filter_choices(
    boards: Sequence[tuple[str, int]], tags: Sequence[tuple[str, int]]
) -> list[tuple[Line, str]]:
    """What can be shown alone: what stands in the menu, and the filter; an empty filter for everything."""
    fixed = (
        ("everything", ""),
        ("not finished", "is:unfinished"),
        ("finished", "is:finished"),
        ("with a person", "is:people"),
        ("between machines", "is:machines"),
        ("won by the village", "won:village"),
        ("won by the wolves", "won:wolves"),
        ("won by nobody", "won:nobody"),
        ("forked from others", "is:forked"),
        ("imported", "is:imported"),
        ("cannot be read", "is:unreadable"),
    )
    choices: list[tuple[Line, str]] = [((Span(words),), made) for words, made in fixed]
    for key, counted in (("tag", tags), ("board", boards)):
        for value, count in counted:
            if " " not in value and '"' not in value:
                choices.append(
                    ((Span(f"{key} {value}"), Span(f"  {count:,}", "dim")), f"{key}:{value}")
                )
    return choices
