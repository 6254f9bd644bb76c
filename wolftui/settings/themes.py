"""Themes: colours from TOML files, checked on loading. Nothing here imports Textual.

A theme names a colour for every surface and every style of text; a file that misses one, or writes one that is no colour, is
refused with its file, key and value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from msgspec import Struct

from core.errors import ConfigError, nearest
from core.outside import NotToml, parse_toml, read_text

SEAT_COLOURS = 12
"""Seats have this many colours; seat 13 has the colour of seat 1 again."""

SURFACES = ("background", "background-night", "panel", "bar", "prompt")
"""What text stands on."""

INKS = (
    "text", "quiet", "dim", "day", "night", "good", "warn", "danger",
    *(f"seat-{number}" for number in range(1, SEAT_COLOURS + 1)),
    "werewolf", "villager", "seer", "guard", "witch", "hunter",
)  # fmt: skip
"""What text is written in; each is legible on each surface."""

CHOSEN = ("on-chosen", "chosen")
"""Ink and surface of what is chosen in a list."""

COLOURS = (*SURFACES, *INKS, *CHOSEN)
DEFAULT_THEME = "moonlight"
SHIPPED = (DEFAULT_THEME, "parchment", "high-contrast", "safe-red-green", "safe-blue-yellow", "monochrome")
"""The themes that come with the program, in the order in which people are shown them."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Look(Struct, frozen=True):
    """A theme.

    Attributes:
        name: What it is called.
        dark: Whether its surfaces are dark.
        colours: `#rrggbb` by name, one for each of COLOURS.
    """

    name: str
    dark: bool
    colours: Mapping[str, str]


def read_look(text: str, file: str) -> Look:
    """A theme from the text of its file.

    Args:
        text: TOML with `name`, `dark` and a table `colours`.
        file: The file's name, for messages.

    Raises:
        ConfigError: Names file, key and value.
    """
    try:
        data = parse_toml(text)
    except NotToml as error:
        raise ConfigError(f"not valid TOML ({error})", file=file) from error
    for key in data:
        if key not in ("name", "dark", "colours"):
            raise ConfigError("is no key of a theme", file=file, key=key, hint=nearest(key, ("name", "dark", "colours")))
    name, dark, colours = data.get("name"), data.get("dark"), data.get("colours")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", name):
        raise ConfigError(f"`{name}` is no name for a theme", file=file, key="name", hint="Use letters, digits, `_` and `-`.")
    if not isinstance(dark, bool):
        raise ConfigError(f"`{dark}` is neither true nor false", file=file, key="dark")
    if not isinstance(colours, dict):
        raise ConfigError("is missing", file=file, key="colours", hint="Write `[colours]` and one colour a line below it.")
    return Look(name, dark, _checked(cast("dict[str, object]", colours), file))


def _checked(colours: Mapping[str, object], file: str) -> dict[str, str]:
    for key, value in colours.items():
        if key not in COLOURS:
            raise ConfigError("is no colour of a theme", file=file, key=f"colours.{key}", hint=nearest(key, COLOURS))
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            hint = 'Write for example `"#10121c"`.'
            raise ConfigError(f"`{value}` is no colour", file=file, key=f"colours.{key}", hint=hint)
    for key in COLOURS:
        if key not in colours:
            raise ConfigError("is missing", file=file, key=f"colours.{key}", hint='Write for example `"#10121c"`.')
    return {key: str(colours[key]) for key in COLOURS}


def shipped_folder() -> Path:
    """Where the shipped themes lie: inside the installed package, or beside it in a checkout."""
    program = Path(__file__).parents[1]
    packed = program / "_themes"
    return packed if packed.is_dir() else program.parent / "themes"


def load_looks(*folders: Path) -> tuple[dict[str, Look], list[ConfigError]]:
    """The shipped themes and those in `folders`, by name; a later one of the same name wins.

    Returns:
        The themes, those that are shipped first, and an error for each file that is none.
    """
    looks: dict[str, Look] = {}
    problems: list[ConfigError] = []
    for folder in (shipped_folder(), *folders):
        for file in sorted(folder.glob("*.toml")):
            try:
                look = read_look(read_text(file), str(file))
            except ConfigError as error:
                problems.append(error)
            except OSError as error:
                problems.append(ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)))
            except UnicodeDecodeError:
                problems.append(ConfigError("is no UTF-8 text", file=str(file), hint="Save it as UTF-8."))
            else:
                looks[look.name] = look
    first = [name for name in SHIPPED if name in looks]
    return {name: looks[name] for name in dict.fromkeys((*first, *looks))}, problems


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1..21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
