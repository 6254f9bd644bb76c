"""The timeline of nights and days, the jump list, and the points where a game can be forked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.visible_log import Fold
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of

from .labels import seat_span
from .seat_claims import claimed_roles


class PhaseCell(Struct, frozen=True):
    """One night or day of the timeline.

    Attributes:
        day: Its number.
        night: Whether it is a night.
        fact_count: The number of the viewer's facts up to and including its beginning.
        fell: The number of deaths in it.
        exiled: Whether a seat was exiled in it.
        elected: Whether a sheriff was elected in it.
    """

    day: int
    night: bool
    fact_count: int
    fell: int = 0
    exiled: bool = False
    elected: bool = False


Cells = tuple[PhaseCell, ...]


PhaseKey: TypeAlias = tuple[int, bool]
"""The key of a night or day: its number, and whether it is a night."""


def _after(found: Cells, fact: f.Fact, fact_count: int) -> Cells:
    match fact:
        case f.Began(day=day, phase="night"):
            return (*found, PhaseCell(day, night=True, fact_count=fact_count))
        case f.Began(day=day, phase="election" | "discussion") if found and found[-1].night:
            return (*found, PhaseCell(day, night=False, fact_count=fact_count))
        case f.Died() if found:
            return (*found[:-1], replace(found[-1], fell=found[-1].fell + 1))
        case f.Exiled(seat=seat) if seat and found:
            return (*found[:-1], replace(found[-1], exiled=True))
        case f.Badge(seat=seat, how="elected" | "unopposed") if seat and found:
            return (*found[:-1], replace(found[-1], elected=True))
        case _:
            return found


PHASE_CELLS: Fold[Cells] = Fold((), _after, (f.Began, f.Died, f.Exiled, f.Badge))
"""The fold of the timeline cells of all nights and days so far."""


class DrawnTimeline(Struct, frozen=True):
    """A timeline drawn as one line, and the clickable columns of each cell.

    Attributes:
        line: The drawn line.
        places: Clickable cells as (first column, column after the last, cell).
    """

    line: Line
    places: tuple[tuple[int, int, PhaseCell], ...]


def draw_timeline(
    cells: Sequence[PhaseCell],
    fact_count: int,
    glyphs: Glyphs,
    width: int,
    turned: PhaseKey | None = None,
) -> DrawnTimeline:
    """Draw the part of the timeline around the cursor that fits into a width.

    Args:
        cells: All nights and days known to the viewer.
        fact_count: The number of facts up to the cursor.
        glyphs: The signs to draw.
        width: Cells available.
        turned: The turning point of the game; None if unknown or hidden from the viewer.
    """
    now = max(
        (number for number, cell in enumerate(cells) if cell.fact_count <= fact_count), default=-1
    )
    drawn = [
        _cell(
            cell,
            glyphs,
            now=number == now,
            ahead=number > now,
            turned=(cell.day, cell.night) == turned,
        )
        for number, cell in enumerate(cells)
    ]
    widths = [width_of(spans) for spans in drawn]
    first, taken = 0, sum(widths[: now + 2]) + 2 * len(widths[: now + 2])
    while first < now and taken > width - 2:
        taken -= widths[first] + 2
        first += 1
    line: list[Span] = [Span(" " if not first else glyphs.more[:1], "dim")]
    places: list[tuple[int, int, PhaseCell]] = []
    at = 1
    for spans, cell, wide in zip(drawn[first:], cells[first:], widths[first:], strict=True):
        if at + wide > width:
            break
        places.append((at, at + wide, cell))
        line += [*spans, Span("  ")]
        at += wide + 2
    return DrawnTimeline(tuple(line), tuple(places))


def _cell(cell: PhaseCell, glyphs: Glyphs, *, now: bool, ahead: bool, turned: bool) -> Line:
    marks = glyphs.exiled if cell.exiled else glyphs.dead if cell.fell else ""
    marks = (glyphs.sheriff if cell.elected else "") + marks
    style = ("night" if cell.night else "day") + "+bold" if now else "dim" if ahead else "quiet"
    sign = glyphs.night if cell.night else glyphs.day
    here = (Span(f" {glyphs.now}", style),) if now else ()
    events = (Span(f" {marks}", style if now else "dim"),) if marks else ()
    turning = (Span(f" {glyphs.turned}", "accent"),) if turned else ()
    return (Span(f"{sign}{cell.day}", style), *events, *turning, *here)


_BALLOTS = {"elect": "election", "lean": "straw vote", "vote": "vote", "runoff": "runoff"}


class JumpPoint(Struct, frozen=True):
    """A moment of the game that the jump list offers.

    Attributes:
        fact_count: The number of the viewer's facts up to and including it.
        day: The day; a night belongs to the day after it.
        night: Whether it happened at night or before the day's first speech.
        line: Its description.
    """

    fact_count: int
    day: int
    night: bool
    line: Line


def jump_points(session: GameSession, glyphs: Glyphs) -> list[JumpPoint]:
    """List the jump targets of the game in order: ballots, deaths, badges and role claims.

    Each speech that was not read before takes 0.3 ms to read.
    """
    found: list[JumpPoint] = []
    day, night, fell, counting = 0, True, 0, ""
    for fact_count, fact in enumerate(session.known_facts, 1):
        line: Line = ()
        match fact:
            case f.Began(day=new, phase=phase):
                day, night, counting = new, phase in ("setup", "night", "dawn"), ""
                fell = 0  # an exiled seat may live, and die later
            case f.Voted(ballot=ballot):
                if counting == ballot:  # ballots of one round share a jump point
                    found[-1] = JumpPoint(fact_count, day, night, found[-1].line)
                else:
                    counting = ballot
                    vote = Span(f"the {_BALLOTS[ballot]}", "quiet")
                    point = (Span(f"{glyphs.none} ", "dim"), vote)
                    found.append(JumpPoint(fact_count, day, night, point))
                if claim := _claim(session, glyphs, fact):
                    # Before that point, which moves on to the last ballot.
                    found.insert(-1, JumpPoint(fact_count, day, night, claim))
            case f.Exiled(seat=seat) if seat:
                fell, line = seat, _of(session, glyphs.exiled, seat, "is exiled")
            case f.Died(seat=seat) if seat != fell:
                line = _of(session, glyphs.dead, seat, "dies")
            case f.Badge(seat=seat, how=how) if seat and how in (
                "elected",
                "unopposed",
                "appointed",
            ):
                line = _of(
                    session,
                    glyphs.sheriff,
                    seat,
                    f"is {'sheriff' if how == 'unopposed' else f'{how} sheriff'}",
                )
            case f.Badge(seat=seat) if seat:
                line = _of(session, glyphs.sheriff, seat, "gets the badge")
            case f.Said():
                line = _claim(session, glyphs, fact)
            case _:
                continue
        if line:
            found.append(JumpPoint(fact_count, day, night, line))
    return found


def _claim(session: GameSession, glyphs: Glyphs, fact: f.Said | f.Voted) -> Line:
    """Return the line of the last role that public words claim; empty for none."""
    speaker, text = f.public_words(fact)
    roles = [
        role for role in claimed_roles(text, speaker, session.names, session.board.roles) if role
    ]
    return _of(session, glyphs.claim, speaker, f"claims {roles[-1]}") if roles else ()


def _of(session: GameSession, sign: str, seat: int, words: str) -> Line:
    return (Span(f"{sign} ", "dim"), seat_span(session.names, seat), Span(f" {words}"))


def jump_line(moment: JumpPoint, glyphs: Glyphs) -> Line:
    """Draw a jump point as a line of the list: time and description."""
    sign = glyphs.night if moment.night else glyphs.day
    return (Span(f"{sign}{moment.day:<3}", "dim"), *moment.line)


def next_jump_point(found: list[JumpPoint], fact_count: int, step: int) -> JumpPoint | None:
    """Find the nearest jump point after (`step` 1) or before (`step` -1) a fact count.

    Returns None if there is none.
    """
    if step > 0:
        return next((moment for moment in found if moment.fact_count > fact_count), None)
    return next((moment for moment in reversed(found) if moment.fact_count < fact_count), None)


_ASK = re.compile(r"([nd])(\d+)\.([a-z_]+)")


_PARTS = {
    "run": "the election", "campaign": "the election", "elect": "the election",
    "speak": "the discussion", "bid": "the discussion", "order": "the discussion",
    "lean": "the straw vote", "summarise": "the sheriff's summary",
    "defend": "the word before the vote", "vote": "the vote", "plead": "the vote",
}  # fmt: skip


def fork_points(asks: Iterable[str]) -> list[tuple[str, str]]:
    """List the points where a game can be forked, in the order of its ask ids.

    Each has a label, such as `Night 2`, and the first ask that is asked again. Asks for suspicions
    make no point.
    """
    points: dict[str, str] = {}
    for ask in asks:
        found = _ASK.match(ask)
        if not found or ask.endswith(".suspect"):
            continue
        night, day, kind = found[1] == "n", found[2], found[3]
        if night:
            points.setdefault(f"Night {day}", ask)
        elif kind in _PARTS:
            points.setdefault(f"Day {day}, {_PARTS[kind]}", ask)
    return list(points.items())


def fork_players(
    names: tuple[str, ...], people: Sequence[int], bot: str
) -> list[tuple[str, Line, tuple[str, ...]]]:
    """List who can play a fork: nobody here, who played before, or one person alone.

    Args:
        names: Name by seat, in seat order.
        people: The seats that a person has now.
        bot: The player that takes the seats of persons who do not play.

    Returns:
        Key, menu line and seat arguments for the command line of each.
    """
    watch = tuple(f"{seat}={bot}" for seat in people)
    choices: list[tuple[str, Line, tuple[str, ...]]] = [
        ("w", (Span("I watch" if people else "as before, and I watch"),), watch)
    ]
    if len(people) > 1:
        choices.append(("b", (Span("as before, at this screen"),), ()))
    for seat, name in enumerate(names, 1):
        alone = " alone" if len(people) > 1 else ""
        line = (Span(f"I play{alone} "), Span(f"{seat} {name}", f"seat-{seat}"))
        choices.append((str(seat), line, (f"{seat}=human",)))
    return choices
