"""Running games as tiles: a card each, or one line each where cards do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from wolftui.games.session.shown_game import ShownGame
from wolftui.games.unfinished import WallGame
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES, Block, Line, Span
from wolftui.words.wrapping import truncate, width_of, wrap

from .labels import PHASES, is_night, seat_span
from .seat_cards import seat_cards
from .seat_strip import seat_strip

CARD_WIDTH, CARD_HEIGHT = 56, 8
"""The least width of a card, and its height with the empty line under it."""


_WORDS = 3
"""Lines that a card has for what was said last."""


_GUTTER = 2


_IDLE_WARNING = 60
"""Seconds without news after which it is said in another colour."""


_ENDS = {
    "village": ("the village won", "village"),
    "wolves": ("the wolves won", "wolves"),
    "draw": ("a draw", "quiet"),
    "stopped": ("stopped by its board", "quiet"),
    "void": ("void", "quiet"),
}


class GameTile(NamedTuple):
    """A game on the wall.

    Attributes:
        name: Its id.
        shown: The game, at its newest; None where it cannot be read.
        is_running: Whether somebody plays it.
        idle_seconds: Seconds since something was written to it.
        problem: Why it cannot be read on; empty while it can.
    """

    name: str
    shown: ShownGame | None
    is_running: bool = True
    idle_seconds: int = 0
    problem: str = ""


def tile_of(game: WallGame, now: float) -> GameTile:
    """A game on the wall at a moment, in seconds since 1970."""
    return GameTile(
        game.folder.name,
        game.shown,
        game.is_running,
        max(int(now - game.last_written), 0),
        game.problem,
    )


class TileGrid(NamedTuple):
    """Where tiles stand.

    Attributes:
        columns: How many stand side by side.
        height: Lines of a tile.
        width: Cells of a tile.
        top: The first row that is in sight.
        rows: How many rows are in sight.
    """

    columns: int
    height: int
    width: int
    top: int
    rows: int

    def at(self, x: int, y: int) -> int:
        """The number of the tile at a place of the paper; it may be beyond the last one."""
        return (self.top + y // self.height) * self.columns + min(x // self.width, self.columns - 1)


def tile_grid(many: int, width: int, height: int, at: int, top: int = 0) -> TileGrid:
    """Where tiles stand: cards as long as all of them are in sight, else a line each.

    Args:
        many: How many there are.
        width: Cells that there are.
        height: Lines that there are.
        at: The number of the chosen one, which is always in sight.
        top: The first row that was in sight.
    """
    columns = max(width // CARD_WIDTH, 1)
    if -(-many // columns) <= max(height // CARD_HEIGHT, 1):
        return TileGrid(columns, CARD_HEIGHT, width // columns, 0, max(height // CARD_HEIGHT, 1))
    top = min(max(top, at - height + 1, 0), at, max(many - height, 0))
    return TileGrid(1, 1, width, top, max(height, 1))


def tile_lines(place: TileGrid, tiles: Sequence[GameTile], at: int, glyphs: Glyphs) -> list[Line]:
    """The lines of the tiles in sight.

    Args:
        place: Where they stand.
        tiles: All of them.
        at: The number of the chosen one.
        glyphs: The signs to draw.
    """
    first, last = place.top * place.columns, (place.top + place.rows) * place.columns
    seen = list(enumerate(tiles))[first:last]
    if place.height == 1:
        return [_row(tile, number == at, glyphs, place.width) for number, tile in seen]
    lines: list[Line] = []
    for start in range(0, len(seen), place.columns):
        beside = [
            _card(tile, number == at, glyphs, place.width)
            for number, tile in seen[start : start + place.columns]
        ]
        lines += [
            tuple(span for part in row for span in part)
            for row in zip_longest(*beside, fillvalue=())
        ]
    return lines


def _card(tile: GameTile, chosen: bool, glyphs: Glyphs, width: int) -> list[Line]:
    """A game in a few lines of the same width, the last of them empty."""
    inner = width - _GUTTER - 1
    news = _idle_note(tile)
    lines: list[Line] = [_left_and_right(_date(tile, glyphs), news, inner, glyphs)]
    if tile.shown and not tile.problem:
        lines += _seats(tile.shown, glyphs, inner)
        lines += _last_words(tile.shown, glyphs, inner)
    else:
        lines += wrap((Span(tile.problem, "warn"),), inner)[: _WORDS + 2]
    lines = [*lines, *[()] * CARD_HEIGHT][: CARD_HEIGHT - 2]
    lines.append(_left_and_right((Span(tile.name, "dim"),), _board(tile), inner, glyphs))
    edge = Span(glyphs.bar if chosen else " ", "accent")
    padded: list[Line] = [
        (edge, Span(" "), *line, Span(" " * (inner - width_of(line) + 1))) for line in lines
    ]
    return [*padded, (Span(" " * width),)]


def _row(tile: GameTile, chosen: bool, glyphs: Glyphs, width: int) -> Line:
    """A game in one line, and whether it is chosen."""
    edge = Span(f"{glyphs.bar if chosen else ' '} ", "accent")
    return (edge, *tile_line(tile, glyphs, width - _GUTTER - 1))


def tile_line(tile: GameTile, glyphs: Glyphs, width: int) -> Line:
    """A game in one line: when it is, who lives, what was said last, and how long ago."""
    news = _idle_note(tile)
    if tile.shown is None or tile.problem:
        return _left_and_right(
            (Span(f"{tile.name}  ", "dim"), Span(tile.problem, "warn")), news, width, glyphs
        )
    date = truncate(_date(tile, glyphs, brief=True), 14, glyphs.more)
    seats = tuple(
        _sign(tile.shown, seat, glyphs) for seat in range(1, tile.shown.session.board.size + 1)
    )
    said = _last(tile.shown)
    words = (
        (*_speaker(tile.shown, said), Span(" ".join(_text_of(said).split()), "quiet"))
        if said
        else ()
    )
    start = (
        *date,
        Span(" " * (15 - width_of(date))),
        *seats,
        Span(" " * max(13 - len(seats), 1)),
        *words,
    )
    return _left_and_right(start, news, width, glyphs)


def _left_and_right(left: Line, right: Line, width: int, glyphs: Glyphs) -> Line:
    begin = truncate(left, max(width - width_of(right) - 2, 1), glyphs.more)
    return (*begin, Span(" " * max(width - width_of(begin) - width_of(right), 1)), *right)


def _board(tile: GameTile) -> Line:
    if tile.shown is None:
        return ()
    eyes = "" if tile.shown.session.eyes == MODERATOR_EYES else ", public eyes"
    return (Span(f"{tile.shown.session.board.name}{eyes}", "dim"),)


def _date(tile: GameTile, glyphs: Glyphs, *, brief: bool = False) -> Line:
    """When in the game it is, or how it ended."""
    if tile.shown is None:
        return (Span("cannot be read", "warn"),)
    session = tile.shown.session
    state, night = session.state, is_night(session)
    sign = Span(
        f"{glyphs.night if night else glyphs.day} ", "night-title" if night else "day-title"
    )
    if state.ended:
        return (sign, Span(*_ENDS[state.ended]))
    if not state.day:
        return (sign, Span("the deal", "strong"))
    name = (Span(f"{'Night' if night else 'Day'} {state.day}", "strong"),)
    return (
        (sign, *name)
        if brief
        else (sign, *name, Span(f" {glyphs.dot} {PHASES[state.phase]}", "quiet"))
    )


def _idle_note(tile: GameTile) -> Line:
    """How long it has been quiet, or that nobody plays it."""
    if tile.problem or (tile.shown and tile.shown.session.state.ended):
        return ()
    if not tile.is_running:
        return (Span("nobody plays it", "warn"),)
    return (
        Span(
            f"{tile.idle_seconds} s"
            if tile.idle_seconds < 3600
            else f"{tile.idle_seconds // 3600} h",
            "warn" if tile.idle_seconds >= _IDLE_WARNING else "dim",
        ),
    )


def _seats(shown: ShownGame, glyphs: Glyphs, width: int) -> list[Line]:
    """The seats in two lines."""
    return [
        line[1:]
        for line in seat_strip(seat_cards(shown, {}), shown.session.names, glyphs, width + 1).lines
    ]


def _sign(shown: ShownGame, seat: int, glyphs: Glyphs) -> Span:
    """A seat in one cell: a cross where it is out, its role where these eyes know it, else the last digit of its number."""
    state = shown.session.state
    if state.death_of(seat):
        return Span(glyphs.dead, "dim")
    role = state.roles[seat]
    return (
        Span(glyphs.roles[role], f"role-{role}") if role else Span(str(seat % 10), f"seat-{seat}")
    )


def _last(shown: ShownGame) -> Block | None:
    """What can be read last that is no divider."""
    return next(
        (block for block in reversed(shown.session.blocks) if block.kind != "divider"), None
    )


def _speaker(shown: ShownGame, block: Block) -> Line:
    return (
        (seat_span(shown.session.names, block.seat), Span("  "))
        if block.kind == "speech" and block.seat
        else ()
    )


def _text_of(block: Block) -> str:
    """The words of a block in one line; of a ballot its title and count."""
    parts = (
        *([block.head] if block.kind == "votes" else ()),
        *(block.lines[-1:] if block.kind == "votes" else block.lines),
    )
    return "  ".join("".join(span.text for span in line) for line in parts)


def _last_words(shown: ShownGame, glyphs: Glyphs, width: int) -> list[Line]:
    """What was said last, as many lines of it as a card has room for."""
    block = _last(shown)
    if block is None:
        return []
    lines = wrap((*_speaker(shown, block), Span(_text_of(block), "text")), width)
    if len(lines) <= _WORDS:
        return lines
    cut = truncate(lines[_WORDS - 1], width - width_of((Span(glyphs.more),)), "")
    return [*lines[: _WORDS - 1], (*cut, Span(glyphs.more, "dim"))]
