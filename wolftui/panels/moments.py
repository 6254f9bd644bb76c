"""The moments of a game that one goes to: claims, deaths, ballots, elections, as far as the eyes that look know of them."""

from __future__ import annotations

from msgspec import Struct

from wolfcore.game import facts as f
from wolftui.session.session import GameSession
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span

from .claims import claimed_roles
from .phrasing import seat_span

_BALLOTS = {"elect": "election", "lean": "straw vote", "vote": "vote", "runoff": "runoff"}


class JumpPoint(Struct, frozen=True):
    """Something that happened.

    Attributes:
        fact_count: How many facts of the eyes have been told when it has happened.
        day: The day; a night belongs to the day after it.
        night: Whether it happened at night or before the day's first word.
        line: What happened.
    """

    fact_count: int
    day: int
    night: bool
    line: Line


def jump_points(session: GameSession, glyphs: Glyphs) -> list[JumpPoint]:
    """The moments of what may be looked up, in order. Reads every speech that was not read before, 0.3 ms each."""
    found: list[JumpPoint] = []
    day, night, fell, counting = 0, True, 0, ""
    for told, fact in enumerate(session.known_facts, 1):
        line: Line = ()
        match fact:
            case f.Began(day=new, phase=phase):
                day, night, counting = new, phase in ("setup", "night", "dawn"), ""
            case f.Voted(ballot=ballot):
                if counting == ballot:  # one round, as long as ballots of it come
                    found[-1] = JumpPoint(told, day, night, found[-1].line)
                else:
                    counting, line = ballot, (Span(f"{glyphs.none} ", "dim"), Span(f"the {_BALLOTS[ballot]}", "quiet"))
            case f.Exiled(seat=seat) if seat:
                fell, line = seat, _of(session, glyphs.exiled, seat, "is exiled")
            case f.Died(seat=seat) if seat != fell:
                line = _of(session, glyphs.dead, seat, "dies")
            case f.Badge(seat=seat, how=how) if seat and how in ("elected", "unopposed", "appointed"):
                line = _of(session, glyphs.sheriff, seat, f"is {'sheriff' if how == 'unopposed' else f'{how} sheriff'}")
            case f.Badge(seat=seat) if seat:
                line = _of(session, glyphs.sheriff, seat, "gets the badge")
            case f.Said(seat=seat, text=text):
                roles = [role for role in claimed_roles(text, seat, session.names) if role]
                line = _of(session, glyphs.claim, seat, f"claims {roles[-1]}") if roles else ()
            case _:
                continue
        if line:
            found.append(JumpPoint(told, day, night, line))
    return found


def _of(session: GameSession, sign: str, seat: int, words: str) -> Line:
    return (Span(f"{sign} ", "dim"), seat_span(session.names, seat), Span(f" {words}"))


def jump_line(moment: JumpPoint, glyphs: Glyphs) -> Line:
    """A moment as a line of a list: when, and what."""
    sign = glyphs.night if moment.night else glyphs.day
    return (Span(f"{sign}{moment.day:<3}", "dim"), *moment.line)


def next_jump_point(found: list[JumpPoint], told: int, step: int) -> JumpPoint | None:
    """The next moment (1) behind so many facts, or the one before (-1); None where there is none."""
    if step > 0:
        return next((moment for moment in found if moment.fact_count > told), None)
    return next((moment for moment in reversed(found) if moment.fact_count < told), None)
