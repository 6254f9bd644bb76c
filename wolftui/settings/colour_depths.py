"""Maps themes to terminals of 256 and 16 colours by choosing legible palette numbers. Pure.

Surfaces are chosen first. Each text colour then gets the nearest palette colour that is legible on
them (Oklab distance, WCAG 2.2 contrast).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import atan2, degrees, dist, hypot
from typing import Literal, NamedTuple

from .themes import (
    COLOURS,
    MIN_CONTRAST,
    SELECTION_COLOURS,
    SURFACES,
    TEXT_COLOURS,
    ColourTheme,
    contrast,
)

Depth = Literal[16, 256]


XTERM = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip
"""The 16 colours of xterm."""


VGA = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip
"""The 16 colours of the Linux console and of PuTTY."""


_STEPS = (0, 95, 135, 175, 215, 255)


CUBE: Mapping[int, str] = {
    16 + place: f"#{red:02x}{green:02x}{blue:02x}"
    for place, (red, green, blue) in enumerate(product(_STEPS, repeat=3))
} | {232 + step: f"#{8 + 10 * step:02x}" + f"{8 + 10 * step:02x}" * 2 for step in range(24)}
"""Colours 16..255, which are the same on every terminal."""


VERY_LEGIBLE = 7.0
"""The contrast required of a reduced theme that keeps it everywhere (WCAG 2.2, 1.4.6)."""


BOLD_LEGIBLE = 2.5
"""The contrast that bold text must keep on a terminal that draws it in the bright variant of its
colour.
"""


BLACK, BLUE, WHITE, FAINT, BRIGHT_WHITE = 0, 4, 7, 8, 15


_GREYS = (WHITE, BRIGHT_WHITE, BLACK)


_GREY = 0.035
"""A colour of smaller Oklab chroma counts as grey."""


_BRIGHT = 0.75
"""From this Oklab lightness on, the bright variant of the palette colour is preferred."""


_HUES = ((50.0, 1), (125.0, 3), (170.0, 2), (232.0, 6), (285.0, 4), (345.0, 5), (361.0, 1))
"""Upper hue limit, in degrees of Oklab, and the palette colour (of the first 8) for hues below it.
Orange maps to yellow, so that it is never the red.
"""


_SUBSTITUTE_HUES: Mapping[int, tuple[int, ...]] = {
    1: (1, 5, 3), 2: (2, 6, 4), 3: (3, 2, 1), 4: (4, 6, 5), 5: (5, 1, 6), 6: (6, 4, 2),
}  # fmt: skip
"""For each hue the palette colours to try, best first, where one is not legible."""


class TerminalColours(NamedTuple):
    """The palette numbers sent to the terminal for one pair of text and background colour.

    None leaves the terminal's default.

    Attributes:
        ink: The text colour.
        ground: The background colour.
        bold: Whether bold text may be sent as bold.
    """

    ink: int | None
    ground: int | None
    bold: bool = True


def target_contrast(look: ColourTheme) -> float:
    """Return the contrast that text must reach: 7.0 if the theme keeps it, else 4.5."""
    return VERY_LEGIBLE if _lowest_contrast(look) >= VERY_LEGIBLE else MIN_CONTRAST


def _lowest_contrast(look: ColourTheme) -> float:
    return min(
        contrast(look.colours[ink], look.colours[surface])
        for ink in TEXT_COLOURS
        for surface in SURFACES
    )


def palette_colours(number: int, depth: Depth) -> tuple[str, ...]:
    """Return the colours `#rrggbb` that a palette number can have on terminals of a depth."""
    return (XTERM[number], VGA[number]) if depth == 16 else (CUBE[number],)


def palette_contrast(ink: int, ground: int, depth: Depth) -> float:
    """Return the lowest contrast of two palette numbers, 1..21, over the terminals of a depth."""
    return min(
        contrast(one, two)
        for one, two in zip(
            palette_colours(ink, depth), palette_colours(ground, depth), strict=True
        )
    )


class ReducedPalette:
    """Maps the colours of one theme to a terminal with fewer colours; caches each pair.

    Args:
        look: The theme.
        depth: How many colours the terminal has.
    """

    def __init__(self, look: ColourTheme, depth: Depth) -> None:
        self._look, self._depth = look, depth
        self._wanted = target_contrast(look)
        meant = look.of_16 if depth == 16 else look.of_256
        # If two names share a colour, the one with a palette number of its own wins, else the
        # first.
        self._names = {look.colours[name].casefold(): name for name in (*reversed(COLOURS), *meant)}
        self._surfaces = _grounds_of_16(look) if depth == 16 else _grounds_of_256(look)
        self._pairs: dict[tuple[str | None, str | None], TerminalColours] = {}

    def pair(self, ink: str | None, ground: str | None) -> TerminalColours:
        """Return the palette numbers for a text colour on a background colour.

        Args:
            ink: The text colour as `#rrggbb`, or None.
            ground: The background colour as `#rrggbb`, or None.
        """
        found = self._pairs.get((ink, ground))
        if found is None:
            found = self._pairs[ink, ground] = self._made(ink, ground)
        return found

    def _made(self, ink: str | None, ground: str | None) -> TerminalColours:
        behind = self._ground(ground) if ground else None
        if not ink:
            return TerminalColours(None, behind)
        on = self._surfaces["background"] if behind is None else behind
        name = self._names.get(ink.casefold())
        if name in SURFACES:  # an edge in the colour of a surface, such as a scroll bar
            return TerminalColours(self._surfaces[name], behind)
        if (
            name is None
            and contrast(ink, ground or self._look.colours["background"]) < MIN_CONTRAST
        ):
            number = self._faint(ink, on)
        elif self._depth == 16:
            number = self._of_16(name, ink, on)
        else:
            number = self._of_256(name, ink, on)
        return TerminalColours(
            number, behind, self._depth == 256 or number >= FAINT or self._bright_enough(number, on)
        )

    def _ground(self, ground: str) -> int:
        """Return the palette number of a background colour.

        The colour may be a surface, a text colour used as background, or a blend, for which the
        nearest number is taken.
        """
        surface = next(
            (
                number
                for each, number in self._surfaces.items()
                if self._look.colours[each] == ground
            ),
            None,
        )
        if surface is not None:
            return surface
        name = self._names.get(ground.casefold())
        if name is not None:
            background = self._surfaces["background"]
            return (
                self._of_16(name, ground, background)
                if self._depth == 16
                else self._of_256(name, ground, background)
            )
        if self._depth == 256:
            return _nearest(ground, CUBE)
        stands_out = contrast(ground, self._look.colours["background"]) >= MIN_CONTRAST
        return self._surfaces[SELECTION_COLOURS[1] if stands_out else "background"]

    def _faint(self, ink: str, on: int) -> int:
        """Return the number of a deliberately faint text colour, as of a screen behind a dialog."""
        return _nearest(ink, CUBE) if self._depth == 256 else FAINT

    def _of_16(self, name: str | None, ink: str, on: int) -> int:
        if name in ("text", *SELECTION_COLOURS) and (plain := _plainest(on)) is not None:
            return plain
        meant = self._look.of_16.get(name or "")
        ranked = _GREYS if name in ("quiet", "dim") else _ranked(ink)
        for number in ranked if meant is None else (meant, *ranked):
            if palette_contrast(number, on, 16) >= self._wanted:
                return number
        return max((BRIGHT_WHITE, BLACK), key=lambda number: palette_contrast(number, on, 16))

    def _of_256(self, name: str | None, ink: str, on: int) -> int:
        meant = self._look.of_256.get(name or "")
        if meant is not None and palette_contrast(meant, on, 256) >= self._wanted:
            return meant
        legible = {
            number: colour
            for number, colour in CUBE.items()
            if palette_contrast(number, on, 256) >= self._wanted
        }
        grounds = [number for name, number in self._surfaces.items() if name in SURFACES]
        if on in grounds:  # a text colour is the same on all surfaces
            everywhere = {
                number: colour
                for number, colour in legible.items()
                if all(palette_contrast(number, ground, 256) >= self._wanted for ground in grounds)
            }
            return _nearest(ink, everywhere or legible)
        return _nearest(ink, legible)

    def _bright_enough(self, number: int, on: int) -> bool:
        return palette_contrast(number + FAINT, on, 16) >= BOLD_LEGIBLE


def _plainest(on: int) -> int | None:
    return BRIGHT_WHITE if on in (BLACK, BLUE) else BLACK if on in (WHITE, BRIGHT_WHITE) else None


def _grounds_of_16(look: ColourTheme) -> dict[str, int]:
    """Choose surfaces and selection of 16 colours: the darkest or lightest, with a distinct bar.

    The bar and the selection stand out from the other surfaces.
    """
    ground = BLACK if look.dark else BRIGHT_WHITE
    grey = all(_chroma(colour) < _GREY / 2 for colour in look.colours.values())
    bar = BLACK if not look.dark else WHITE if grey else BLUE
    return dict.fromkeys(SURFACES, ground) | {
        "bar": bar,
        SELECTION_COLOURS[1]: BRIGHT_WHITE if look.dark else BLACK,
    }


def _grounds_of_256(look: ColourTheme) -> dict[str, int]:
    """Choose the nearest of 256 colours for each surface.

    A colour that an earlier surface has is avoided if one of the `_NEAR` nearest colours is free.
    """
    grounds: dict[str, int] = {}
    for name in ("background", "bar", "background-night", "panel", "prompt"):
        if name in look.of_256:
            grounds[name] = look.of_256[name]
            continue
        taken = set(grounds.values())
        near = sorted(CUBE, key=lambda number: dist(_lab(look.colours[name]), _lab(CUBE[number])))[
            :_NEAR
        ]
        grounds[name] = next((number for number in near if number not in taken), near[0])
    chosen = SELECTION_COLOURS[1]
    return grounds | {chosen: look.of_256.get(chosen, _nearest(look.colours[chosen], CUBE))}


_NEAR = 3
"""How many of the nearest colours are searched for one that no other surface has."""


def _ranked(ink: str) -> Sequence[int]:
    """Return the numbers of the 16 colours, the best substitutes for a text colour first."""
    if _chroma(ink) < _GREY:
        return _GREYS
    lightness, green, blue = _lab(ink)
    hue = degrees(atan2(blue, green)) % 360
    own = next(number for limit, number in _HUES if hue < limit)
    twins = (FAINT, 0) if lightness > _BRIGHT else (0, FAINT)
    return (*(number + twin for number in _SUBSTITUTE_HUES[own] for twin in twins), *_GREYS)


def _nearest(colour: str, among: Mapping[int, str]) -> int:
    wanted_lab = _lab(colour)
    return min(among, key=lambda number: dist(wanted_lab, _lab(among[number])))


def _chroma(colour: str) -> float:
    _, green, blue = _lab(colour)
    return hypot(green, blue)


@lru_cache(maxsize=1024)
def _lab(colour: str) -> tuple[float, float, float]:
    """Convert a colour to Oklab (Ottosson 2020), where distances match perceived differences."""
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
