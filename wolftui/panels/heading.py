"""The first line, which never goes: the game, the time, who you are or whose eyes these are, and how it is played back."""

from __future__ import annotations

from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import (
    MODERATOR_EYES,
    PUBLIC_EYES,
    Line,
    Span,
)
from wolftui.text.wrapping import truncate, width_of

from .phrasing import PHASES, is_night, role_span

_DATE_COLUMN = 28
_ROOMY, _NARROW = 110, 70
_GAP, _SHORTEST = 3, 6
"""Cells before the date, and the fewest in which a part of the board's name says anything: it gives way to the date."""


def heading_line(shown: ShownGame, glyphs: Glyphs, width: int, end_key: str, *, asked: bool) -> Line:
    """The first line.

    Args:
        shown: The game.
        glyphs: The signs to draw.
        width: Cells.
        end_key: How the key that goes to the end is written.
        asked: Whether the person here is being asked now.
    """
    session = shown.session
    night = is_night(session)
    sign = glyphs.night if night else glyphs.day
    accent = "night-title" if night else "day-title"
    right, date = _right(shown, glyphs, width, end_key), _game_time(shown, glyphs, asked=asked)
    board = Span(session.board.name, "quiet")
    start, bare = Span(f" {sign} wolftui  ", accent), Span(f" {sign} ", accent)
    room = width - width_of((*date, *right)) - _GAP - 2
    if width_of((start, board)) > room >= width_of((bare, board)) or width_of((start,)) > room:
        start = bare  # which board it is, or what is going on, says more than the program's name
    room -= width_of((start,))
    left = (start, *(truncate((board,), room, glyphs.more) if room >= _SHORTEST else ()))
    gap = max((_DATE_COLUMN if width >= _ROOMY else 0) - width_of(left), _GAP)
    middle = truncate(date, max(width - width_of((*left, *right)) - gap - 2, 0), glyphs.more)
    spare = width - width_of(left) - gap - width_of(middle) - width_of(right) - 1
    return (*left, Span(" " * gap), *middle, Span(" " * max(spare, 1)), *right, Span(" "))


def _game_time(shown: ShownGame, glyphs: Glyphs, *, asked: bool) -> Line:
    state = shown.session.state
    if state.ended:
        return (Span("The end", "strong"), Span(f" {glyphs.dot} day {state.day}", "quiet"))
    if not state.day:
        return (Span("Before the first night", "strong"),)
    name = "Night" if state.phase == "night" else "Day"
    what = "you are asked" if asked else PHASES[state.phase]
    return (Span(f"{name} {state.day}", "strong"), Span(f" {glyphs.dot} {what}", "quiet"))


def _right(shown: ShownGame, glyphs: Glyphs, width: int, end_key: str) -> Line:
    session = shown.session
    parts: list[Line] = [pace] if (pace := _playback_state(shown, glyphs, width, end_key)) else []
    if session.people and session.eyes > 0:
        role = session.state.roles[session.eyes]
        you = (Span("you are ", "quiet"), Span(str(session.eyes), f"seat-{session.eyes}"))
        parts.append((*you, *((Span(f" {glyphs.dot} ", "dim"), role_span(glyphs, role)) if role else ())))
    else:
        parts.append((Span("eyes: ", "dim"), *eyes_label(shown, session.eyes)))
    if width >= _ROOMY and shown.queue_position:
        parts.insert(0, (Span(shown.queue_position, "dim"),))
    if width >= _ROOMY and shown.game and not session.people:
        parts.append((Span(shown.game, "dim"),))
    return tuple(span for number, part in enumerate(parts) for span in ((Span("   "), *part) if number else part))


def _playback_state(shown: ShownGame, glyphs: Glyphs, width: int, end_key: str) -> Line:
    session = shown.session
    speed = f"{session.speed:g}x"
    if shown.mode == "review":
        return (Span("replay ", "dim"), Span(f"{glyphs.play if session.playing else glyphs.pause} {speed}", "quiet"))
    if session.over and session.at_edge:
        return ()
    if not session.playing or session.held:
        return (Span(f"{glyphs.pause} paused", "warn"),)
    if not session.following:
        return (Span("looking back", "warn"), Span(f" {end_key} returns", "dim"))
    return (Span(f"{glyphs.play} {speed}", "dim"),) if width >= _NARROW else ()


def eyes_label(shown: ShownGame, eyes: int) -> Line:
    """Whose eyes, in words."""
    if eyes == MODERATOR_EYES:
        return (Span("moderator", "quiet"),)
    if eyes == PUBLIC_EYES:
        return (Span("public", "quiet"),)
    return (Span(f"{eyes} {shown.session.names[eyes - 1]}", f"seat-{eyes}"),)
