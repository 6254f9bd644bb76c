"""Words and spans shared by views: seats, roles, phases, deaths, activity, course of a game.

`STYLE_COLOURS` maps the style names of spans to theme colours, for the screen and for exported
pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wolfcore.game import ROLES, Death, Phase, Power, RoleName
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.table_activity import SeatActivity
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of


def left_and_right(left: Line, right: Line, width: int, glyphs: Glyphs) -> Line:
    """`left` at the left and `right` at the right edge."""
    room = width - width_of(right)
    begin = truncate(left, max(room - 1, 1), glyphs.more)
    return (*begin, Span(" " * max(room - width_of(begin), 1)), *right)


BOLD_STYLES = frozenset({"strong", "day-title", "night-title", "accent", "wolves"})


_POWERS: dict[Power | None, str] = {
    "kill": "werewolf",
    None: "villager",
    "check": "seer",
    "protect": "guard",
    "potions": "witch",
    "shoot": "hunter",
}
"""The colour of what a role can do."""


STYLE_COLOURS: dict[str, str] = {
    "strong": "text",
    "accent": "day",
    "day-title": "day",
    "night-title": "night",
    "rule": "dim",
    "secret": "night",
    "thought": "dim",
    "wolves": "werewolf",
    "village": "good",
    **{f"role-{role.name}": _POWERS[role.power] for role in ROLES.values()},
}
"""The colour of a style role that is not called like its colour."""


KeyOf = Callable[[str], str]
"""Writes the key of an action, by its id, for people."""


PHASES: dict[Phase, str] = {
    "setup": "the deal",
    "night": "the village sleeps",
    "dawn": "morning",
    "election": "election",
    "discussion": "discussion",
    "straw_vote": "straw vote",
    "summary": "the sheriff sums up",
    "defence": "defence",
    "vote": "vote",
    "runoff": "runoff",
    "exile": "exile",
}


def is_night(session: GameSession) -> bool:
    """Whether it is night at the cursor."""
    return session.state.phase in ("setup", "night")


def seat_span(names: tuple[str, ...], seat: int, *, strike: bool = False) -> Span:
    """A seat by number and name, in its colour; struck through where it is out."""
    return Span(f"{seat} {names[seat - 1]}", "dim+strike" if strike else f"seat-{seat}")


def role_span(glyphs: Glyphs, role: RoleName) -> Span:
    """A role with its sign."""
    return Span(f"{glyphs.roles[role]} {role}", f"role-{role}")


def death_words(death: Death) -> str:
    """How and when somebody fell, in a few words."""
    return f"{death.cause or 'died'}, {death_time(death)}"


def death_time(death: Death) -> str:
    """When somebody fell."""
    return f"night {death.day}" if death.at_night else f"day {death.day}"


def progress_words(days: int, *, night: bool) -> str:
    """How far a saved game came: `night 1`, `day 2`; `not begun` before its first night."""
    return f"{'night' if night else 'day'} {days}" if days else "not begun"


def part_title(text: str) -> Line:
    """The title of a part of a panel."""
    return (Span(text.upper(), "dim"),)


def names_in_words(names: tuple[str, ...], seats: tuple[int, ...], me: int = 0) -> str:
    """Names of seats: `Elif, you and Cleo`."""
    words = ["you" if seat == me else names[seat - 1] for seat in seats]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def activity_words(doing: SeatActivity) -> str:
    """What a seat that is asked is doing: `thinking 4 s`, `speaking`, `retrying 12 s`."""
    return (
        doing.doing
        if doing.doing == "speaking" or not doing.seconds
        else f"{doing.doing} {doing.seconds} s"
    )


def short_activity_words(doing: SeatActivity) -> str:
    """The same in a few cells, beside a sign for what it is: `4 s`, `speaking`."""
    return doing.doing if doing.doing == "speaking" or not doing.seconds else f"{doing.seconds} s"


def tokens_words(tokens: int) -> str:
    """How many tokens came."""
    return "1 token" if tokens == 1 else f"{tokens} tokens"


def course_lines(facts: Sequence[f.Fact], names: tuple[str, ...], glyphs: Glyphs) -> list[Line]:
    """Who died in each night, of what where that is known, or who kept whom alive, and what each day decided."""
    lines: list[list[Span]] = []
    causes = {fact.seat: fact.cause for fact in facts if isinstance(fact, f.Cause)}
    night = True
    attacked, keepers = 0, list[tuple[int, int, str]]()
    for fact in facts:
        match fact:
            case f.Began(day=day, phase="night"):
                night, attacked, keepers = True, 0, []
                lines.append([Span(f"{glyphs.night} night {day:<3}", "night")])
            case f.Began(day=day, phase="election" | "discussion") if night:
                night = False
                lines.append([Span(f"{glyphs.day} day {day:<5}", "day")])
            case f.Attacked(target=target):
                attacked = target
            case f.Protected(seat=seat, target=target) if target:
                keepers.append((seat, target, "protected"))
            case f.Saved(seat=seat, target=target) if target:
                keepers.append((seat, target, "saved"))
            case f.QuietNight():
                _add(lines, glyphs, Span("nobody died", "quiet"))
                for seat, target, did in keepers:
                    if target == attacked:
                        whom = (
                            Span("itself", "quiet") if seat == target else seat_span(names, target)
                        )
                        _add(lines, glyphs, seat_span(names, seat), Span(f" {did} ", "quiet"), whom)
            case f.Died(seat=seat) if (
                night and causes.get(seat) != "shot"
            ):  # who shot whom says more
                _add(
                    lines,
                    glyphs,
                    seat_span(names, seat),
                    Span(f" {causes.get(seat, 'died')}", "quiet"),
                )
            case f.Shot(seat=seat, target=target) if target:
                _add(
                    lines,
                    glyphs,
                    seat_span(names, seat),
                    Span(" shot ", "quiet"),
                    seat_span(names, target),
                )
            case f.Badge(seat=seat) if seat:
                _add(
                    lines,
                    glyphs,
                    Span(f"{glyphs.sheriff} ", "accent"),
                    seat_span(names, seat),
                    Span(" sheriff", "quiet"),
                )
            case f.Exiled(seat=seat):
                whom = (
                    (seat_span(names, seat), Span(" exiled", "quiet"))
                    if seat
                    else (Span("nobody exiled", "quiet"),)
                )
                _add(lines, glyphs, *whom)
            case _:
                pass
    return [tuple(line) for line in lines]


def _add(lines: list[list[Span]], glyphs: Glyphs, *spans: Span) -> None:
    if lines:
        lines[-1] += [*([Span(f" {glyphs.dot} ", "dim")] if len(lines[-1]) > 1 else []), *spans]
