"""Colour themes: read from TOML, checked for completeness and contrast. No Textual here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import floor
from pathlib import Path
from typing import cast

from msgspec import Struct

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import read_text

SEAT_COLOURS = 12
"""Number of seat colours; seat 13 has the colour of seat 1 again."""


MIN_CONTRAST = 4.5
"""The required contrast of text with its background (WCAG 2.2, 1.4.3)."""


SURFACES = ("background", "background-night", "panel", "bar", "prompt")
"""The background colours of text."""


TEXT_COLOURS = (
    "text", "quiet", "dim", "day", "night", "good", "warn", "danger",
    *(f"seat-{number}" for number in range(1, SEAT_COLOURS + 1)),
    "werewolf", "villager", "seer", "guard", "witch", "hunter",
)  # fmt: skip
"""The colours of text; each must be legible on each surface."""


SELECTION_COLOURS = ("on-chosen", "chosen")
"""Text and background colour of the selected item of a list."""


COLOURS = (*SURFACES, *TEXT_COLOURS, *SELECTION_COLOURS)


DEFAULT_THEME = "moonlight"


SHIPPED_THEMES = (
    DEFAULT_THEME,
    "parchment",
    "high-contrast",
    "safe-red-green",
    "safe-blue-yellow",
    "monochrome",
)
"""The themes that ship with the program, in the order in which they are listed."""


NAMES_OF_16 = (
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
)  # fmt: skip
"""The names of a terminal's 16 colours, in the order of their numbers."""


FIRST_OF_256, LAST_OF_256 = 16, 255
"""The range of 256-colour palette numbers that look the same on every terminal."""


_OF_16, _OF_256 = "colours-16", "colours-256"


_KEYS = ("name", "dark", "colours", _OF_16, _OF_256)


_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class ColourTheme(Struct, frozen=True):
    """A colour theme.

    Attributes:
        name: Its name.
        dark: Whether its surfaces are dark.
        colours: `#rrggbb` by name, one for each of COLOURS.
        of_16: For some of TEXT_COLOURS the palette number, 0..15, used on a terminal of 16 colours
            wherever it is legible.
        of_256: For some of COLOURS the palette number, 16..255, used likewise on a terminal of 256
            colours.
        file: The file that it was read from.
    """

    name: str
    dark: bool
    colours: Mapping[str, str]
    of_16: Mapping[str, int] = {}
    of_256: Mapping[str, int] = {}
    file: str = ""


def read_theme(text: str, file: str) -> ColourTheme:
    """Parse and check a theme from the text of its file.

    Args:
        text: TOML with `name`, `dark` and a table `colours`; tables `colours-16` and `colours-256`
            may follow.
        file: The file's name, for messages.

    Raises:
        ConfigError: The theme is invalid; names file, key and value.
    """
    try:
        data = parse_toml(text)
    except NotToml as error:
        raise ConfigError(f"not valid TOML ({error})", file=file) from error
    for key in data:
        if key not in _KEYS:
            raise ConfigError(
                "is not a key of a theme", file=file, key=key, hint=did_you_mean(key, _KEYS)
            )
    name, dark, colours = data.get("name"), data.get("dark"), data.get("colours")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", name):
        raise ConfigError(
            f"`{name}` is not a valid name for a theme",
            file=file,
            key="name",
            hint="Use letters, digits, `_` and `-`.",
        )
    if not isinstance(dark, bool):
        raise ConfigError(f"`{dark}` is neither true nor false", file=file, key="dark")
    if not isinstance(colours, dict):
        raise ConfigError(
            "is missing",
            file=file,
            key="colours",
            hint="Write `[colours]` and one colour a line below it.",
        )
    of_16 = _numbers(
        data, _OF_16, TEXT_COLOURS, file, {each: number for number, each in enumerate(NAMES_OF_16)}
    )
    of_256 = _numbers(
        data,
        _OF_256,
        COLOURS,
        file,
        {number: number for number in range(FIRST_OF_256, LAST_OF_256 + 1)},
    )
    return ColourTheme(
        name, dark, _checked(cast("dict[str, object]", colours), file), of_16, of_256, file
    )


def _numbers(
    data: Mapping[str, object],
    table: str,
    known: Sequence[str],
    file: str,
    numbers: Mapping[object, int],
) -> dict[str, int]:
    """Read a table of palette numbers from a theme; empty if the table is missing."""
    written = data.get(table, {})
    if not isinstance(written, dict):
        raise ConfigError(
            "is not a table",
            file=file,
            key=table,
            hint=f"Write `[{table}]` and one colour a line below it.",
        )
    found: dict[str, int] = {}
    for key, value in cast("dict[str, object]", written).items():
        if key not in known:
            raise ConfigError(
                "is not a colour of a theme there",
                file=file,
                key=f"{table}.{key}",
                hint=did_you_mean(key, known),
            )
        if isinstance(value, bool) or not isinstance(value, str | int) or value not in numbers:
            first, *_, last = numbers
            hint = (
                f"Write one of {', '.join(NAMES_OF_16)}."
                if table == _OF_16
                else f"Write a number from {first} to {last}."
            )
            raise ConfigError(
                f"`{value}` is not a colour of the terminal",
                file=file,
                key=f"{table}.{key}",
                hint=hint,
            )
        found[key] = numbers[value]
    return found


def _checked(colours: Mapping[str, object], file: str) -> dict[str, str]:
    for key, value in colours.items():
        if key not in COLOURS:
            raise ConfigError(
                "is not a colour of a theme",
                file=file,
                key=f"colours.{key}",
                hint=did_you_mean(key, COLOURS),
            )
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            hint = 'Write for example `"#10121c"`.'
            raise ConfigError(
                f"`{value}` is not a colour", file=file, key=f"colours.{key}", hint=hint
            )
    for key in COLOURS:
        if key not in colours:
            raise ConfigError(
                "is missing", file=file, key=f"colours.{key}", hint='Write for example `"#10121c"`.'
            )
    return {key: str(colours[key]) for key in COLOURS}


def shipped_themes_folder() -> Path:
    """Return the folder of the shipped themes.

    It lies inside the installed package, or beside it in a checkout.
    """
    program = Path(__file__).parents[1]
    packed = program / "_themes"
    return packed if packed.is_dir() else program.parent / "themes"


def load_themes(*folders: Path) -> tuple[dict[str, ColourTheme], list[ConfigError]]:
    """Read the shipped themes and those in `folders`; a later one of the same name wins.

    Returns:
        The themes by name, shipped ones first, and an error for each file that is no valid theme.
    """
    looks: dict[str, ColourTheme] = {}
    problems: list[ConfigError] = []
    for folder in (shipped_themes_folder(), *folders):
        for file in sorted(folder.glob("*.toml")):
            try:
                look = read_theme(read_text(file), str(file))
            except ConfigError as error:
                problems.append(error)
            except OSError as error:
                problems.append(
                    ConfigError(f"cannot be read ({error.strerror or error})", file=str(file))
                )
            except UnicodeDecodeError:
                problems.append(
                    ConfigError("is not UTF-8 text", file=str(file), hint="Save it as UTF-8.")
                )
            else:
                looks[look.name] = look
    first = [name for name in SHIPPED_THEMES if name in looks]
    return {name: looks[name] for name in dict.fromkeys((*first, *looks))}, problems


def unknown_theme(name: str, looks: Mapping[str, ColourTheme]) -> str:
    """Say that none of the themes has this name, and which one is used; empty if one has it."""
    known = ", ".join(looks)
    return (
        ""
        if name in looks
        else f"There is no theme `{name}`, so `{DEFAULT_THEME}` is used. There are: {known}."
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1..21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def low_contrast_colours(look: ColourTheme) -> list[str]:
    """Describe the hard-to-read colours of a theme, one line each; empty if all are legible.

    For each text colour only the surface of lowest contrast is checked, and the selection colours.
    A line names file, key, both colours and their contrast. The theme can be used all the same.
    """
    hardest = [
        (ink, min(SURFACES, key=lambda surface: contrast(look.colours[ink], look.colours[surface])))
        for ink in TEXT_COLOURS
    ]
    found: list[str] = []
    for ink, surface in (*hardest, SELECTION_COLOURS):
        one, other = look.colours[ink], look.colours[surface]
        if (ratio := contrast(one, other)) < MIN_CONTRAST:
            shown = floor(ratio * 100) / 100
            found.append(
                f"{look.file}: colours.{ink}: {one} on {surface} {other} has a contrast of "
                f"{shown:.2f}:1;"
                f" {MIN_CONTRAST}:1 can be read well."
            )
    return found


def _luminance(colour: str) -> float:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
