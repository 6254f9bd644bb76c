"""The rows of the new-game form, the effect of the selected choice, and the equivalent command."""

from __future__ import annotations

from wolfcore.errors import ConfigError
from wolftui.games.setup_choices import (
    PARTS,
    PLAYER_MEANINGS,
    Part,
    answer_time_text,
    part_explanation,
    part_text,
)
from wolftui.games.table_setup import TableSetup, setup_command
from wolftui.settings.config import Config
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .labels import part_title

PART_LABELS: dict[Part, str] = {
    "board": "Board",
    "first_night": "First night",
    "me": "You",
    "role": "Your role",
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


def form_rows(setup: TableSetup, config: Config, theme: str, glyphs: Glyphs) -> list[Line]:
    """Draw one row per part of the form, in order."""
    return [_row(part, setup, config, theme, glyphs) for part in PARTS]


def _row(part: Part, setup: TableSetup, config: Config, theme: str, glyphs: Glyphs) -> Line:
    if part == "begin":
        return (Span(f"{glyphs.play} ", "accent"), Span("Begin", "strong"))
    return (Span(f"{PART_LABELS[part]:<{_LABEL}}", "dim"), _value(part, setup, config, theme))


def _value(part: Part, setup: TableSetup, config: Config, theme: str) -> Span:
    written = part_text(setup, part)
    match part:
        case "me":
            return Span(
                f"seat {written}"
                if written.isdecimal()
                else f"the {written.capitalize()}"
                if written
                else "look on",
                "text",
            )
        case "role":
            return Span(written or "by chance", "text" if written else "quiet")
        case "name":
            return Span(
                written or config.name or "drawn for you",
                "text" if written or config.name else "quiet",
            )
        case "seats":
            return Span(written or "nobody else", "text" if written else "quiet")
        case "theme":
            return Span(written or theme, "text")
        case "seed":
            return Span(written or "drawn", "text" if written else "quiet")
        case "clock":
            seconds = config.clock if setup.clock is None else setup.clock
            return Span(
                answer_time_text(seconds) if seconds else "no limit", "text" if written else "quiet"
            )
        case "speed":
            return Span(f"{written}x", "text")
        case _:
            return Span(written, "text")


def help_lines(
    setup: TableSetup, part: Part, problem: str, config: Config, width: int
) -> list[Line]:
    """Show the table's problem, else the effect of the selected choice, and the equal command."""
    lines: list[Line] = (
        wrap((Span(problem, "danger"),), width)
        if problem
        else _consequence(setup, part, config, width)
    )
    return [
        *lines,
        (),
        part_title("the same as a command"),
        *wrap((Span(setup_command(setup, config), "quiet"),), width),
    ]


def _consequence(setup: TableSetup, part: Part, config: Config, width: int) -> list[Line]:
    if part == "name" and not setup.name and config.name:
        return wrap(
            (
                Span(
                    f"Everybody at the table calls you {config.name}, as in your settings.", "text"
                ),
            ),
            width,
        )
    try:
        return wrap((Span(part_explanation(setup, part, PLAYER_MEANINGS), "text"),), width)
    except ConfigError as error:
        return wrap((Span(str(error), "danger"),), width)
