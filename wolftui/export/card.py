"""A card of a game: result, board, date and seats as one SVG picture to send, 1200 by 630 pixels.

It holds what the widest viewer knows. Text stays text in a generic font, shortened by an estimate
of its width, because the fonts of the reader are not known.
"""

from __future__ import annotations

from math import ceil

from msgspec import Struct

from wolfcore.game import State
from wolftui.settings.themes import DEFAULT_THEME, load_themes
from wolftui.views.labels import STYLE_COLOURS, death_words
from wolftui.views.win_curve import no_turn_words
from wolftui.words.glyphs import ASCII, FANCY, ROLE_COLOURS, Glyphs
from wolftui.words.spans import Span
from wolftui.words.wrapping import plain_text, truncate, width_of

from .course_curve import draw_curve
from .html_page import load_template
from .redaction import RedactedGame
from .transcripts import about_lines, headline, seats_of

_LEFT, _WIDTH = 56, 1088


_TOP, _LINE, _BOTTOM = 204, 34, 572
"""The area of the seats; each line below the title moves its upper end down by a line."""


_CELL, _BOLD = 0.57, 0.7
"""The width of a cell of plain and of bold text, in units of the font size, in a wide font;
capitals and the widest letters take more."""


_FEW = 12
"""The most seats in three columns; more seats have four, in smaller letters."""


class CardSeat(Struct, frozen=True):
    """A seat on the card.

    Attributes:
        x: The left end of its area.
        y: The upper end of its area.
        name: Its number and name.
        colour: The theme colour of the name.
        role: Its role with a sign; empty if the viewer does not know it.
        role_colour: The theme colour of the role.
        fate: How and when it died, or that it lived; empty for a living seat of a running game.
    """

    x: int
    y: int
    name: str
    colour: str
    role: str
    role_colour: str
    fate: str


def game_card(shared: RedactedGame, *, ascii_only: bool = False) -> str:
    """Render a game as a card, an SVG document."""
    glyphs = ASCII if ascii_only else FANCY
    title, end, outcome = headline(shared), shared.end, shared.known_outcome
    few = shared.board.size <= _FEW
    why = [outcome.why] if outcome and outcome.why else []
    lines = [_fit(text, 20, _WIDTH, glyphs) for text in (*why, *_turn(shared, glyphs))]
    date = f" {glyphs.dot} {shared.created[:10]}" if shared.created else ""
    return load_template("card.svg").render(
        board=_fit(shared.board.name, 24, 440, glyphs) + _fit(date, 24, 200, glyphs),
        title=title,
        size=min(60, int(_WIDTH / (_BOLD * width_of([Span(title)])))),
        winner=STYLE_COLOURS[end.winner or "strong"],
        lines=lines,
        seats=_seats(shared, end, glyphs, _TOP + _LINE * len(lines)),
        width=_WIDTH // (3 if few else 4) - 16,
        name_size=22 if few else 18,
        fate_size=17 if few else 14,
        game=_fit(shared.game, 18, 360, glyphs),
        eyes=_fit(about_lines(shared, glyphs)[-1], 18, 720, glyphs),
        colours=load_themes()[0][DEFAULT_THEME].colours,
        glyphs=glyphs,
    )


def _turn(shared: RedactedGame, glyphs: Glyphs) -> list[str]:
    """Say in two lines where the game turned, or that nothing decided it; empty if unknown."""
    curve = draw_curve(shared, glyphs)
    if curve is None or shared.course is None:
        return []
    if not curve.decided:
        return [no_turn_words(shared.course)]
    moment = curve.moments[0]
    return [f"Where it turned {glyphs.turned} {moment.event}.", moment.change]


def _seats(shared: RedactedGame, end: State, glyphs: Glyphs, top: int) -> list[CardSeat]:
    few = shared.board.size <= _FEW
    columns = 3 if few else 4
    rows = ceil(shared.board.size / columns)
    height, width = (_BOTTOM - top) // rows, _WIDTH // columns
    seats: list[CardSeat] = []
    for seat, name, _ in seats_of(shared):
        column, row = divmod(seat - 1, rows)
        death, role = end.death_of(seat), end.roles[seat]
        fate = death_words(death) if death else "lived" if shared.over else ""
        seats.append(
            CardSeat(
                _LEFT + column * width,
                top + row * height,
                _fit(f"{seat} {name}", 22 if few else 18, width - 16, glyphs, cell=_BOLD),
                f"seat-{(seat - 1) % 12 + 1}",
                f"{glyphs.roles[role]} {role}" if role else "",
                ROLE_COLOURS[role] if role else "text",
                fate,
            )
        )
    return seats


def _fit(text: str, size: int, room: int, glyphs: Glyphs, *, cell: float = _CELL) -> str:
    """Clean a text and cut it to a width in pixels."""
    wide = sum(0.75 if sign in "MWmw@" else 0.35 if sign.isupper() else 0 for sign in text)
    cell *= 1 + wide / max(len(text), 1)
    return plain_text(truncate([Span(text)], int(room / (size * cell)), glyphs.more))
