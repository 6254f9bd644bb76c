"""Looks that are asked for: no colour, the transcript alone, beliefs on a sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import Color as RichColor
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget

from tests.wolftui.screen.stage import SIZES, app_for, sit, table_of, text_of, until, until_asked
from wolfcore.records import read_game
from wolftui.games.sources import review_game
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.dialogs import TextDialog
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.widgets.terminal_styles import NoColourFilter
from wolftui.settings.colour_depths import Depth, ReducedPalette, palette_contrast
from wolftui.settings.config import Config
from wolftui.settings.themes import load_themes, shipped_themes_folder

LOOK = load_themes()[0]["moonlight"]
COLOURS = LOOK.colours


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_no_colour_of_ours_is_drawn_where_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    async def drawn() -> set[str]:
        async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
            await until_asked(pilot)
            picture = pilot.app.export_screenshot().casefold()
            return {name for name, colour in COLOURS.items() if colour in picture}

    assert {"dim", "night", "panel"} <= await drawn()
    monkeypatch.setenv("NO_COLOR", "1")
    assert await drawn() == set()


def test_what_is_chosen_is_reversed_and_dim_ink_is_dim_without_colours() -> None:
    chosen = Style(color=COLOURS["on-chosen"], bgcolor=COLOURS["chosen"], bold=True)
    quiet = Style(color=COLOURS["dim"], bgcolor=COLOURS["bar"])
    made = NoColourFilter(lambda: COLOURS).apply(
        [Segment("a", chosen), Segment("b", quiet)], Color(0, 0, 0)
    )
    assert [
        (style.reverse, style.dim, style.color, style.bgcolor) for _, style, _ in made if style
    ] == [
        (True, None, None, None),
        (None, True, None, None),
    ]


@pytest.mark.parametrize("size", SIZES)
async def test_the_transcript_can_have_the_whole_width(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path)
    running.play_now()
    running.close()
    shown = review_game(read_game(tmp_path / running.id))
    async with WolfApp(lambda app: app.make_table(shown), heartbeat=False).run_test(
        size=size
    ) as pilot:
        table = table_of(pilot)
        before = table.transcript.size
        await pilot.press("z")
        await pilot.pause()
        assert table.transcript.outer_size.width == size[0]
        await pilot.press("z")
        await pilot.pause()
        assert table.transcript.size == before
        await pilot.press("end", "b")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)
        assert "Nobody has said yet whom they suspect." in text_of(pilot)


@pytest.mark.parametrize(
    ("system", "depth", "kind"),
    [("standard", 16, ColorType.STANDARD), ("256", 256, ColorType.EIGHT_BIT)],
)
async def test_a_terminal_with_few_colours_is_told_colours_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, depth: Depth, kind: ColorType
) -> None:
    few_colours(monkeypatch, system)
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        drawn = drawn_pairs(pilot)
        assert {colour.type for pair in drawn for colour in pair} == {kind}
        numbers = [
            (ink.number, ground.number) for ink, ground in drawn if ink.number != ground.number
        ]
        assert [
            pair for pair in numbers if palette_contrast(pair[0] or 0, pair[1] or 0, depth) < 4.5
        ] == []
        assert ReducedPalette(LOOK, depth).pair(None, COLOURS["bar"]).ground in {
            ground.number for _, ground in drawn
        }
        await pilot.press("1")  # the target under the cursor
        await pilot.pause()
        chosen = ReducedPalette(LOOK, depth).pair(COLOURS["on-chosen"], COLOURS["chosen"])
        assert (chosen.ink, chosen.ground) in {
            (ink.number, ground.number) for ink, ground in drawn_pairs(pilot)
        }
        assert pilot.app.has_class("-flat") == (depth == 16)


async def test_a_terminal_that_has_every_colour_is_told_the_themes_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_colours(monkeypatch, "truecolor")
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        assert {colour.type for pair in drawn_pairs(pilot) for colour in pair} == {
            ColorType.TRUECOLOR
        }


def few_colours(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """Have the program believe that its terminal has so many colours."""
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", system)
    monkeypatch.setattr("wolftui.screen.terminal_app.COLOR_SYSTEM", system)


def drawn_pairs(pilot: Pilot[int]) -> set[tuple[RichColor, RichColor]]:
    """Each ink with what it stands on, of letters that the screen shows now."""
    widgets = [
        each for each in pilot.app.screen.query(Widget) if each.is_on_screen and not each.children
    ]
    lines = [line for each in widgets for line in each.render_lines(Region(0, 0, *each.outer_size))]
    styles = [
        segment.style
        for line in lines
        for segment in line
        if segment.style and segment.text.strip()
    ]
    return {(style.color, style.bgcolor) for style in styles if style.color and style.bgcolor}


async def test_an_own_theme_that_is_hard_to_read_is_used_and_says_so(
    tmp_path: Path, home: Path
) -> None:
    own = home / "config" / "wolftui" / "themes"
    own.mkdir(parents=True)
    text = (
        (shipped_themes_folder() / "moonlight.toml")
        .read_text(encoding="utf-8")
        .replace('name = "moonlight"', 'name = "mine"')
    )
    (own / "mine.toml").write_text(
        text.replace('dim = "#8188b0"', 'dim = "#3a3f5c"'), encoding="utf-8"
    )
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with WolfApp(
        lambda app: app.make_play_table(running), Config(theme="mine"), heartbeat=False
    ).run_test(notifications=True) as pilot:
        await until_asked(pilot)
        assert pilot.app.theme == "mine"
        await until(pilot, lambda: bool(pilot.app.screen.query("Toast")))
        told = [str(each.render()) for each in pilot.app.screen.query("Toast")]
        assert len(told) == 1
        assert "colours.dim: #3a3f5c on bar #1d2135 has a contrast of 1.54:1" in " ".join(
            told[0].split()
        )


@pytest.mark.parametrize("size", [(80, 2), (1, 1), (300, 3)])
async def test_the_palette_takes_every_key_where_there_is_no_line_for_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = WolfApp(lambda app: LibraryScreen(tmp_path, app.glyphs), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause(0.2)
        await pilot.resize_terminal(*size)
        await pilot.press("pagedown", "pageup", "down", "up", "home", "end")
        await pilot.resize_terminal(80, 24)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)
