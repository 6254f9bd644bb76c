"""Themes are legible everywhere, and a bad file is refused with file, key and value."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolftui.settings.themes import (
    COLOURS,
    SELECTION_COLOURS,
    SURFACES,
    TEXT_COLOURS,
    contrast,
    load_themes,
    low_contrast_colours,
    read_theme,
    shipped_themes_folder,
)

SHIPPED = load_themes()[0]
LEGIBLE = 4.5
"""WCAG 2.2, 1.4.3, for text of usual size."""
VERY_LEGIBLE = 7.0
"""WCAG 2.2, 1.4.6, which a theme of high contrast keeps."""
THEMES = {
    "moonlight": True,
    "parchment": False,
    "high-contrast": True,
    "safe-red-green": True,
    "safe-blue-yellow": True,
    "monochrome": True,
}
"""The shipped themes, and whether they are dark."""


def wanted(name: str) -> float:
    """The contrast that a shipped theme has everywhere."""
    return VERY_LEGIBLE if name == "high-contrast" else LEGIBLE


def test_six_themes_are_shipped_and_nothing_is_wrong_with_them() -> None:
    looks, problems = load_themes()
    assert [(name, look.dark) for name, look in looks.items()] == list(THEMES.items())
    assert problems == []


def test_monochrome_has_no_colour() -> None:
    colours = SHIPPED["monochrome"].colours.values()
    assert [colour for colour in colours if len({colour[1:3], colour[3:5], colour[5:7]}) != 1] == []


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_the_night_has_a_ground_of_its_own(name: str) -> None:
    assert SHIPPED[name].colours["background-night"] != SHIPPED[name].colours["background"]


@pytest.mark.parametrize("name", sorted(SHIPPED))
@pytest.mark.parametrize("surface", SURFACES)
def test_every_ink_is_legible_on_every_surface(name: str, surface: str) -> None:
    colours = SHIPPED[name].colours
    pale = {ink: round(contrast(colours[ink], colours[surface]), 2) for ink in TEXT_COLOURS}
    assert {ink: value for ink, value in pale.items() if value < wanted(name)} == {}


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_what_is_chosen_is_legible(name: str) -> None:
    ink, surface = SELECTION_COLOURS
    assert contrast(SHIPPED[name].colours[ink], SHIPPED[name].colours[surface]) >= wanted(name)


def test_contrast_is_the_one_of_the_standard() -> None:
    assert round(contrast("#000000", "#ffffff"), 6) == 21.0
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ('text = "#d5daf0"', 'text = "grey"', "colours.text", "`grey` is not a colour"),
        ('text = "#d5daf0"', "", "colours.text", "is missing"),
        ('quiet = "#9aa0c3"', 'quite = "#9aa0c3"', "colours.quite", "Did you mean `quiet`?"),
        ("dark = true", 'dark = "yes"', "dark", "`yes` is neither true nor false"),
        ('name = "moonlight"', 'name = "a b"', "name", "`a b` is not a valid name"),
        ("[colours]", "[colors]", "colors", "Did you mean `colours`?"),
        ("[colours-256]", "[colours-265]", "colours-265", "Did you mean `colours-256`?"),
        (
            "[colours-256]",
            "[colours-16]\ndnager = 'red'\n[colours-256]",
            "colours-16.dnager",
            "Did you mean `danger`?",
        ),
        (
            "[colours-256]",
            "[colours-16]\ndanger = 'rot'\n[colours-256]",
            "colours-16.danger",
            "`rot` is not a colour of the",
        ),
        (
            "[colours-256]",
            "[colours-16]\nbar = 'red'\n[colours-256]",
            "colours-16.bar",
            "is not a colour of a theme there",
        ),
        ("quiet = 146", "quiet = 15", "colours-256.quiet", "Write a number from 16 to 255."),
        (
            "quiet = 146",
            "quiet = [146]",
            "colours-256.quiet",
            "`[146]` is not a colour of the terminal",
        ),
        ("[colours-256]", "[[colours-256]]", "colours-256", "is not a table"),
    ],
)
def test_a_bad_theme_names_file_key_and_value(old: str, new: str, key: str, said: str) -> None:
    text = (
        (shipped_themes_folder() / "moonlight.toml")
        .read_text(encoding="utf-8")
        .replace(old, new, 1)
    )
    with pytest.raises(ConfigError) as caught:
        read_theme(text, "mine.toml")
    assert (caught.value.file, caught.value.key) == ("mine.toml", key)
    assert said in str(caught.value)


def test_an_own_theme_is_found_and_a_broken_one_beside_it_breaks_nothing(tmp_path: Path) -> None:
    text = (shipped_themes_folder() / "moonlight.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        text.replace('name = "moonlight"', 'name = "mine"'), encoding="utf-8"
    )
    (tmp_path / "torn.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    looks, problems = load_themes(tmp_path)
    assert set(looks) == {*SHIPPED, "mine"}
    assert set(looks["mine"].colours) == set(COLOURS)
    assert sorted(Path(problem.file).name for problem in problems) == ["odd.toml", "torn.toml"]


def test_a_theme_names_colours_of_a_terminal_of_16_by_their_names() -> None:
    text = (shipped_themes_folder() / "moonlight.toml").read_text(
        encoding="utf-8"
    ) + '[colours-16]\ndanger = "bright-red"\n'
    look = read_theme(text, "mine.toml")
    assert (look.of_16, look.of_256["quiet"]) == ({"danger": 9}, 146)


def test_an_own_theme_that_is_hard_to_read_is_loaded_and_says_what_is(tmp_path: Path) -> None:
    text = (
        (shipped_themes_folder() / "moonlight.toml")
        .read_text(encoding="utf-8")
        .replace('name = "moonlight"', 'name = "mine"')
    )
    text = text.replace('dim = "#8188b0"', 'dim = "#3a3f5c"').replace(
        'on-chosen = "#10121c"', 'on-chosen = "#a0a0a0"'
    )
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    looks, problems = load_themes(tmp_path)
    assert problems == []
    file = tmp_path / "mine.toml"
    assert low_contrast_colours(looks["mine"]) == [
        f"{file}: colours.dim: #3a3f5c on bar #1d2135 has a contrast of 1.54:1; 4.5:1 can be "
        "read well.",
        f"{file}: colours.on-chosen: #a0a0a0 on chosen #d5daf0 has a contrast of 1.88:1; "
        "4.5:1 can be read well.",
    ]


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_nothing_is_hard_to_read_in_a_shipped_theme(name: str) -> None:
    assert low_contrast_colours(SHIPPED[name]) == []
