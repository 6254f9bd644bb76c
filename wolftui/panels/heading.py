"""The first line, which never goes: the game, the time, who you are or whose eyes these are, and how it is played back."""

from __future__ import annotations

from wolftui.glyphs import Glyphs
from wolftui.showing import Showing
from wolftui.spans import MODERATOR_EYES, PUBLIC_EYES, Line, Span
from wolftui.wrapping import fit, width_of

from .words import PHASES, is_night, role_span

_DATE_COLUMN = 28
_ROOMY = 110


def heading(showing: Showing, glyphs: Glyphs, width: int, *, asked: bool) -> Line:
    """The first line.

    Args:
        showing: The game.
        glyphs: The signs to draw.
        width: Cells.
        asked: Whether the person here is being asked now.
    """
    session = showing.session
    night = is_night(session)
    sign = glyphs.night if night else glyphs.day
    accent = "night-title" if night else "day-title"
    left = (Span(f" {sign} wolftui", accent), Span(f"  {session.board.name}", "quiet"))
    gap = max((_DATE_COLUMN if width >= _ROOMY else 0) - width_of(left), 3)
    right = _right(showing, glyphs, width)
    date = _date(showing, asked=asked)
    room = width - width_of(right) - width_of(left) - gap - 2
    middle = fit(date, max(room, 0))
    spare = width - width_of(left) - gap - width_of(middle) - width_of(right) - 1
    return (*left, Span(" " * gap), *middle, Span(" " * max(spare, 1)), *right, Span(" "))


def _date(showing: Showing, *, asked: bool) -> Line:
    state = showing.session.state
    if state.ended:
        return (Span("The end", "strong"), Span(f" · day {state.day}", "quiet"))
    if not state.day:
        return (Span("Before the first night", "strong"),)
    name = "Night" if state.phase == "night" else "Day"
    what = "you are asked" if asked else PHASES[state.phase]
    return (Span(f"{name} {state.day}", "strong"), Span(f" · {what}", "quiet"))


def _right(showing: Showing, glyphs: Glyphs, width: int) -> Line:
    session = showing.session
    parts: list[Line] = [pace] if (pace := _pace(showing, glyphs)) else []
    if session.people and session.eyes > 0:
        role = session.state.roles[session.eyes]
        you = (Span("you are ", "quiet"), Span(str(session.eyes), f"seat-{session.eyes}"))
        parts.append((*you, *((Span(" · ", "dim"), role_span(glyphs, role)) if role else ())))
    else:
        parts.append((Span("eyes: ", "dim"), *eyes_words(showing, session.eyes)))
    if width >= _ROOMY and showing.game and not session.people:
        parts.append((Span(showing.game, "dim"),))
    return tuple(span for number, part in enumerate(parts) for span in ((Span("   "), *part) if number else part))


def _pace(showing: Showing, glyphs: Glyphs) -> Line:
    session = showing.session
    speed = f"{session.speed:g}x"
    if showing.mode == "review":
        return (Span("replay ", "dim"), Span(f"{glyphs.play if session.playing else glyphs.pause} {speed}", "quiet"))
    if session.over and session.at_edge:
        return ()
    if not session.playing:
        return (Span(f"{glyphs.pause} paused", "warn"),)
    if not session.following:
        return (Span("looking back", "warn"), Span(" End returns", "dim"))
    return (Span(f"{glyphs.play} {speed}", "dim"),)


def eyes_words(showing: Showing, eyes: int) -> Line:
    """Whose eyes, in words."""
    if eyes == MODERATOR_EYES:
        return (Span("moderator", "quiet"),)
    if eyes == PUBLIC_EYES:
        return (Span("public", "quiet"),)
    return (Span(f"{eyes} {showing.session.names[eyes - 1]}", f"seat-{eyes}"),)
