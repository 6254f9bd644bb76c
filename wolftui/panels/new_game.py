"""The screen for a new game in words: its form, what the choice under the cursor does, and the same as a command."""

from __future__ import annotations

from wolfcore.errors import ConfigError
from wolftui.games.choices import MEANINGS, PARTS, Part, consequence, in_time, value_of
from wolftui.games.wishing import Wish, command_of
from wolftui.settings.config import Config
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import wrap

from .phrasing import title

LABELS: dict[Part, str] = {
    "board": "Board",
    "me": "You",
    "name": "Your name",
    "others": "The others",
    "seats": "Who else",
    "games": "Games",
    "seed": "Seed",
    "speed": "Speed",
    "clock": "Clock",
    "theme": "Theme",
    "begin": "Begin",
}
_LABEL = 12


def form(wish: Wish, config: Config, theme: str, glyphs: Glyphs) -> list[Line]:
    """A line for each part, in their order."""
    return [_row(part, wish, config, theme, glyphs) for part in PARTS]


def _row(part: Part, wish: Wish, config: Config, theme: str, glyphs: Glyphs) -> Line:
    if part == "begin":
        return (Span(f"{glyphs.play} ", "accent"), Span("Begin", "strong"))
    return (Span(f"{LABELS[part]:<{_LABEL}}", "dim"), _value(part, wish, config, theme))


def _value(part: Part, wish: Wish, config: Config, theme: str) -> Span:
    written = value_of(wish, part)
    match part:
        case "me":
            return Span(
                f"seat {written}" if written.isdecimal() else f"the {written.capitalize()}" if written else "look on", "text"
            )
        case "name":
            return Span(written or config.name or "drawn for you", "text" if written or config.name else "quiet")
        case "seats":
            return Span(written or "nobody else", "text" if written else "quiet")
        case "theme":
            return Span(written or theme, "text")
        case "seed":
            return Span(written or "drawn", "text" if written else "quiet")
        case "clock":
            seconds = config.clock if wish.clock is None else wish.clock
            return Span(in_time(seconds) if seconds else "no limit", "text" if written else "quiet")
        case "speed":
            return Span(f"{written}x", "text")
        case _:
            return Span(written, "text")


def told(wish: Wish, part: Part, problem: str, config: Config, width: int) -> list[Line]:
    """What is wrong with the table, else what the choice does; and the command that begins the same."""
    lines: list[Line] = wrap((Span(problem, "danger"),), width) if problem else _consequence(wish, part, config, width)
    return [*lines, (), title("the same as a command"), *wrap((Span(command_of(wish, config), "quiet"),), width)]


def _consequence(wish: Wish, part: Part, config: Config, width: int) -> list[Line]:
    if part == "name" and not wish.name and config.name:
        return wrap((Span(f"Everybody at the table calls you {config.name}, as in your settings.", "text"),), width)
    try:
        return wrap((Span(consequence(wish, part, MEANINGS), "text"),), width)
    except ConfigError as error:
        return wrap((Span(str(error), "danger"),), width)
