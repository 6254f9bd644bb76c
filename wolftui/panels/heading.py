"""The first line, which never goes: the game, the time, who you are or whose eyes these are, and how it is played back."""

from __future__ import annotations

from wolftui.glyphs import Glyphs
from wolftui.showing import Showing
from wolftui.spans import MODERATOR_EYES, PUBLIC_EYES, Line, Span
from wolftui.wrapping import fit, width_of

from .words import PHASES, is_night, role_span

_DATE_COLUMN = 28
_ROOMY, _NARROW = 110, 70
_GAP, _SHORTEST = 3, 6
"""Cells before the date, and the fewest in which a part of the board's name says anything: it gives way to the date."""


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
    right, date = _right(showing, glyphs, width), _date(showing, glyphs, asked=asked)
    start = Span(f" {sign} wolftui  ", accent)
    room = width - width_of((start, *date, *right)) - _GAP - 2
    name = fit((Span(session.board.name, "quiet"),), room, glyphs.more) if room >= _SHORTEST else ()
    left = (start, *name)
    gap = max((_DATE_COLUMN if width >= _ROOMY else 0) - width_of(left), _GAP)
    middle = fit(date, max(width - width_of((*left, *right)) - gap - 2, 0), glyphs.more)
    spare = width - width_of(left) - gap - width_of(middle) - width_of(right) - 1
    return (*left, Span(" " * gap), *middle, Span(" " * max(spare, 1)), *right, Span(" "))


def _date(showing: Showing, glyphs: Glyphs, *, asked: bool) -> Line:
    state = showing.session.state
    if state.ended:
        return (Span("The end", "strong"), Span(f" {glyphs.dot} day {state.day}", "quiet"))
    if not state.day:
        return (Span("Before the first night", "strong"),)
    name = "Night" if state.phase == "night" else "Day"
    what = "you are asked" if asked else PHASES[state.phase]
    return (Span(f"{name} {state.day}", "strong"), Span(f" {glyphs.dot} {what}", "quiet"))


def _right(showing: Showing, glyphs: Glyphs, width: int) -> Line:
    session = showing.session
    parts: list[Line] = [pace] if (pace := _pace(showing, glyphs, width)) else []
    if session.people and session.eyes > 0:
        role = session.state.roles[session.eyes]
        you = (Span("you are ", "quiet"), Span(str(session.eyes), f"seat-{session.eyes}"))
        parts.append((*you, *((Span(f" {glyphs.dot} ", "dim"), role_span(glyphs, role)) if role else ())))
    else:
        parts.append((Span("eyes: ", "dim"), *eyes_words(showing, session.eyes)))
    if width >= _ROOMY and showing.series:
        parts.insert(0, (Span(showing.series, "dim"),))
    if width >= _ROOMY and showing.game and not session.people:
        parts.append((Span(showing.game, "dim"),))
    return tuple(span for number, part in enumerate(parts) for span in ((Span("   "), *part) if number else part))


def _pace(showing: Showing, glyphs: Glyphs, width: int) -> Line:
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
    return (Span(f"{glyphs.play} {speed}", "dim"),) if width >= _NARROW else ()


def eyes_words(showing: Showing, eyes: int) -> Line:
    """Whose eyes, in words."""
    if eyes == MODERATOR_EYES:
        return (Span("moderator", "quiet"),)
    if eyes == PUBLIC_EYES:
        return (Span("public", "quiet"),)
    return (Span(f"{eyes} {showing.session.names[eyes - 1]}", f"seat-{eyes}"),)
