"""Words that several panels share."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.game import Death, Phase, RoleName
from wolftui.session.ongoing import SeatActivity
from wolftui.session.session import GameSession
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span

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
    return doing.doing if doing.doing == "speaking" or not doing.seconds else f"{doing.doing} {doing.seconds} s"


def short_activity_words(doing: SeatActivity) -> str:
    """The same in a few cells, beside a sign for what it is: `4 s`, `speaking`."""
    return doing.doing if doing.doing == "speaking" or not doing.seconds else f"{doing.seconds} s"


def tokens_words(tokens: int) -> str:
    """How many tokens came."""
    return "1 token" if tokens == 1 else f"{tokens} tokens"
