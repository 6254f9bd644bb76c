"""On 256 and on 16 colours every shipped theme is legible, and what means something differs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.wolftui.settings.colour_vision import distance
from tests.wolftui.settings.test_colour_vision import APART, SAFE, TELLING
from wolftui.settings.colour_depths import (
    BOLD_LEGIBLE,
    CUBE,
    VGA,
    XTERM,
    Depth,
    ReducedPalette,
    palette_contrast,
    target_contrast,
)
from wolftui.settings.themes import (
    SELECTION_COLOURS,
    SURFACES,
    TEXT_COLOURS,
    ColourTheme,
    load_themes,
)

SHIPPED = load_themes()[0]
DEPTHS: tuple[Depth, ...] = (16, 256)
APART_OF_16 = 0.075
"""Four times what is just seen side by side: of 16 colours only two greys are legible on black."""
EVERYWHERE = pytest.mark.parametrize(
    ("name", "depth"), [(name, depth) for name in sorted(SHIPPED) for depth in DEPTHS]
)


def told(look: ColourTheme, depth: Depth, ink: str, surface: str) -> tuple[int, int]:
    """The numbers that a terminal is told for an ink on a surface."""
    pair = ReducedPalette(look, depth).pair(look.colours[ink], look.colours[surface])
    assert pair.ink is not None and pair.ground is not None
    return pair.ink, pair.ground


def ground(look: ColourTheme, depth: Depth, surface: str) -> int:
    """The number of a surface."""
    found = ReducedPalette(look, depth).pair(None, look.colours[surface]).ground
    assert found is not None
    return found


@pytest.mark.slow
@EVERYWHERE
def test_every_ink_is_legible_on_every_surface_and_what_is_chosen_too(
    name: str, depth: Depth
) -> None:
    look = SHIPPED[name]
    pairs = [(ink, surface) for ink in TEXT_COLOURS for surface in SURFACES] + [SELECTION_COLOURS]
    least = 7.0 if name == "high-contrast" else 4.5
    pale = {
        pair: round(value, 2)
        for pair in pairs
        if (value := palette_contrast(*told(look, depth, *pair), depth)) < least
    }
    assert pale == {}
    assert target_contrast(look) == least


@EVERYWHERE
def test_what_is_chosen_and_the_bar_stand_out_from_what_lies_around(
    name: str, depth: Depth
) -> None:
    look = SHIPPED[name]
    chosen, bar = ground(look, depth, "chosen"), ground(look, depth, "bar")
    around = {ground(look, depth, surface) for surface in SURFACES} - {bar}
    assert min(palette_contrast(chosen, each, depth) for each in around) >= 7
    assert bar not in around
    if depth == 16:
        assert min(palette_contrast(bar, each, depth) for each in around) > 1.4


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_night_and_panels_have_grounds_of_their_own_on_256_colours(name: str) -> None:
    grounds = {surface: ground(SHIPPED[name], 256, surface) for surface in SURFACES}
    assert (
        len({grounds[surface] for surface in ("background", "background-night", "panel", "bar")})
        == 4
    )


@EVERYWHERE
def test_what_carries_meaning_differs(name: str, depth: Depth) -> None:
    if (name, depth) == (
        "monochrome",
        16,
    ):  # black, grey and white: signs and words carry the rest, the worst is white
        tell = [
            ("danger", "quiet"),
            ("danger", "good"),
            ("day", "night"),
            ("werewolf", "villager"),
            ("text", "quiet"),
        ]
    else:
        tell = [*TELLING]
    look = SHIPPED[name]
    same = [
        (one, two)
        for one, two in tell
        if told(look, depth, one, "panel") == told(look, depth, two, "panel")
    ]
    assert same == []


@pytest.mark.parametrize("name", SAFE)
@pytest.mark.parametrize("palette", [None, XTERM, VGA], ids=["256", "xterm", "vga"])
def test_the_safe_themes_stay_safe(name: str, palette: tuple[str, ...] | None) -> None:
    look = SHIPPED[name]
    colours = {
        each: told(look, 16 if palette else 256, each, "panel")[0]
        for pair in TELLING
        for each in pair
    }
    seen = {each: palette[number] if palette else CUBE[number] for each, number in colours.items()}
    near = {
        (vision, one, other): round(away, 3)
        for vision in SAFE[name]
        for one, other in TELLING
        if (away := distance(seen[one], seen[other], vision)) < (APART_OF_16 if palette else APART)
    }
    assert near == {}


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_bold_letters_stay_legible_where_bold_is_drawn_bright(name: str) -> None:
    look = SHIPPED[name]
    few = ReducedPalette(look, 16)
    pairs = [
        few.pair(look.colours[ink], look.colours[surface])
        for ink in TEXT_COLOURS
        for surface in SURFACES
    ]
    bright = [
        (pair.ink % 8 + 8, pair.ground)
        for pair in pairs
        if pair.bold and pair.ink is not None and pair.ground is not None
    ]
    assert [pair for pair in bright if palette_contrast(*pair, 16) < BOLD_LEGIBLE] == []


def test_seats_differ_as_far_as_there_are_colours() -> None:
    look = SHIPPED["moonlight"]
    assert len({told(look, 256, f"seat-{number}", "panel")[0] for number in range(1, 13)}) == 12
    assert len({told(look, 16, f"seat-{number}", "panel")[0] for number in range(1, 13)}) >= 6


def test_a_colour_of_a_theme_that_is_not_legible_is_not_taken() -> None:
    look = replace(SHIPPED["moonlight"], of_16={"danger": 4}, of_256={"danger": 52})
    refusals: dict[Depth, int] = {16: 4, 256: 52}
    for depth, refused in refusals.items():
        ink, behind = told(look, depth, "danger", "background")
        assert ink != refused
        assert palette_contrast(ink, behind, depth) >= 4.5


def test_own_colours_of_a_theme_are_taken_where_they_are_legible() -> None:
    look = replace(
        SHIPPED["moonlight"],
        of_16={"danger": 13},
        of_256={"danger": 219, "panel": 17, "chosen": 250},
    )
    assert told(look, 16, "danger", "background") == (13, 0)
    assert told(look, 256, "danger", "panel") == (219, 17)
    assert ground(look, 256, "chosen") == 250


def test_what_lies_behind_a_dialog_is_faint_and_has_no_ground_of_its_own() -> None:
    few = ReducedPalette(SHIPPED["moonlight"], 16)
    assert few.pair("#4a4c5a", "#101218")[:2] == (8, 0)
    assert few.pair("#6b6f80", "#2a2b33")[:2] == (8, 0)
    assert few.pair(None, None) == (None, None, True)


@pytest.mark.parametrize("palette", [XTERM, VGA])
def test_palettes_have_16_colours_and_those_of_256_are_as_xterm_has_them(
    palette: tuple[str, ...],
) -> None:
    assert len(palette) == 16
    assert (sorted(CUBE), CUBE[16], CUBE[110], CUBE[231], CUBE[255]) == (
        list(range(16, 256)),
        "#000000",
        "#87afd7",
        "#ffffff",
        "#eeeeee",
    )
