"""Running games as tiles: a card each, or one line each where cards do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from wolftui.games.session.shown_game import ShownGame
from wolftui.games.unfinished import WallGame
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES, Block, Line, Span
from wolftui.words.transcript_layout import TranscriptShape, layout_block
from wolftui.words.wrapping import truncate, width_of, wrap

from .labels import PHASES, board_title, is_night, seat_span
from .seat_cards import seat_cards
from .seat_strip import seat_strip

CARD_WIDTH, CARD_HEIGHT = 56, 8
"""The least width of a card, and its height including the empty line below it."""


_WORDS = 3
"""Lines of a card for the last speech."""


_GUTTER = 2


_IDLE_WARNING = 60
"""Seconds without news after which a card shows the idle time as a warning."""


_ENDS = {
    "village": ("the village won", "village"), "wolves": ("the wolves won", "wolves"),
    "draw": ("a draw", "quiet"), "stopped": ("stopped by its board", "quiet"),
    "void": ("void", "quiet"),
}  # fmt: skip


class GameTile(NamedTuple):
    """A running game on the wall of games.

    Attributes:
        name: Its id.
        shown: The game at its newest state; None if it cannot be read.
        is_running: Whether a process is playing it.
        idle_seconds: Seconds since the last write to its log.
        problem: Why no more of it can be read; empty if it can.
    """

    name: str
    shown: ShownGame | None
    is_running: bool = True
    idle_seconds: int = 0
    problem: str = ""


def tile_of(game: WallGame, now: float) -> GameTile:
    """Make the tile of a game on the wall; `now` is in seconds since 1970."""
    return GameTile(
        game.folder.name,
        game.shown,
        game.is_running,
        max(int(now - game.last_written), 0),
        game.problem,
    )


class TileGrid(NamedTuple):
    """The placement of tiles on the screen.

    Attributes:
        columns: Tiles per row.
        height: Lines of a tile.
        width: Cells of a tile.
        top: The index of the first visible row.
        rows: The number of visible rows.
    """

    columns: int
    height: int
    width: int
    top: int
    rows: int

    def at(self, x: int, y: int) -> int:
        """Return the index of the tile at a position in cells; it can be beyond the last tile."""
        return (self.top + y // self.height) * self.columns + min(x // self.width, self.columns - 1)


def tile_grid(many: int, width: int, height: int, at: int, top: int = 0) -> TileGrid:
    """Place tiles as cards if all fit on the screen, else as one line each.

    Args:
        many: The number of tiles.
        width: Cells available.
        height: Lines available.
        at: The index of the selected tile, which is always visible.
        top: The first visible row before.
    """
    columns = max(width // CARD_WIDTH, 1)
    if -(-many // columns) <= max(height // CARD_HEIGHT, 1):
        return TileGrid(columns, CARD_HEIGHT, width // columns, 0, max(height // CARD_HEIGHT, 1))
    top = min(max(top, at - height + 1, 0), at, max(many - height, 0))
    return TileGrid(1, 1, width, top, max(height, 1))


def pane_width(many: int, width: int, height: int) -> int:
    """Return the cells of the pane with the last words of the chosen game, beside the tiles.

    0 where there is no room: on narrow screens, and where cards would give way to lines for it.
    """
    pane = next((cells for least, cells in _PANES.items() if width >= least), 0)
    cards = tile_grid(many, width, height, 0).height
    return pane if many and tile_grid(many, width - pane, height, 0).height == cards else 0


_PANES = {160: 72, 110: 46}
"""The cells of the pane by the least width of the screen, widest first."""


def last_lines(tile: GameTile, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Write the last lines of a game's transcript; empty for one that cannot be read."""
    if tile.shown is None:
        return []
    shape = TranscriptShape(width, compact=True, glyphs=glyphs)
    lines: list[Line] = []
    for block in reversed(tile.shown.session.blocks):
        if len(lines) >= height:
            break
        lines = [*layout_block(block, shape), *lines]
    return lines[-height:] if height > 0 else []


def tile_lines(place: TileGrid, tiles: Sequence[GameTile], at: int, glyphs: Glyphs) -> list[Line]:
    """Draw the visible tiles.

    Args:
        place: Their placement.
        tiles: All tiles.
        at: The index of the selected tile.
        glyphs: The signs to draw.
    """
    first, last = place.top * place.columns, (place.top + place.rows) * place.columns
    seen = list(enumerate(tiles))[first:last]
    if place.height == 1:
        return [_row(tile, number == at, glyphs, place.width) for number, tile in seen]
    lines: list[Line] = []
    for start in range(0, len(seen), place.columns):
        columns = [
            _card(tile, number == at, glyphs, place.width)
            for number, tile in seen[start : start + place.columns]
        ]
        lines += [
            tuple(span for part in row for span in part)
            for row in zip_longest(*columns, fillvalue=())
        ]
    return lines


def _card(tile: GameTile, chosen: bool, glyphs: Glyphs, width: int) -> list[Line]:
    """Draw a game as lines of equal width, the last of which is empty."""
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
    """Draw a game in one line, with a bar at the left edge if it is selected."""
    edge = Span(f"{glyphs.bar if chosen else ' '} ", "accent")
    return (edge, *tile_line(tile, glyphs, width - _GUTTER - 1))


def tile_line(tile: GameTile, glyphs: Glyphs, width: int) -> Line:
    """Draw a game in one line: day or ending, a sign per seat, last words, and idle time.

    The sign is a cross if the seat is dead, its role if the viewer knows it, else a digit.
    """
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
    return (Span(f"{board_title(tile.shown.session.board.name)}{eyes}", "dim"),)


def _date(tile: GameTile, glyphs: Glyphs, *, brief: bool = False) -> Line:
    """Name the night or day of a game, or its ending."""
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
    """Say how long a game has had no news, or that no process is playing it."""
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
    """Draw the seats in two lines."""
    return [
        line[1:]
        for line in seat_strip(seat_cards(shown, {}), shown.session.names, glyphs, width + 1).lines
    ]


def _sign(shown: ShownGame, seat: int, glyphs: Glyphs) -> Span:
    """Draw a seat in one cell: a cross if dead, its role if known to the viewer, else a digit.

    The digit is the last one of the seat number.
    """
    state = shown.session.state
    if state.death_of(seat):
        return Span(glyphs.dead, "dim")
    role = state.roles[seat]
    return (
        Span(glyphs.roles[role], f"role-{role}") if role else Span(str(seat % 10), f"seat-{seat}")
    )


def _last(shown: ShownGame) -> Block | None:
    """Return the last block that is no divider; None if there is none."""
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
    """Return the text of a block in one line; for a ballot, its title and count."""
    parts = (
        *([block.head] if block.kind == "votes" else ()),
        *(block.lines[-1:] if block.kind == "votes" else block.lines),
    )
    return "  ".join("".join(span.text for span in line) for line in parts)


def _last_words(shown: ShownGame, glyphs: Glyphs, width: int) -> list[Line]:
    """Wrap the last block to the lines that a card has for it."""
    block = _last(shown)
    if block is None:
        return []
    lines = wrap((*_speaker(shown, block), Span(_text_of(block), "text")), width)
    if len(lines) <= _WORDS:
        return lines
    cut = truncate(lines[_WORDS - 1], width - width_of((Span(glyphs.more),)), "")
    return [*lines[: _WORDS - 1], (*cut, Span(glyphs.more, "dim"))]
