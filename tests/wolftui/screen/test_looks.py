"""Looks that are asked for: no colour, the transcript alone, beliefs on a sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from core.records import read_game
from wolftui.app import WolfApp
from wolftui.games.sources import reviewed
from wolftui.screens.over import ReadingOver
from wolftui.settings.themes import load_looks
from wolftui.widgets.ink import Colourless

from .stage import app_for, sit, table_of, text_of, until_asked

COLOURS = load_looks()[0]["moonlight"].colours


async def test_no_colour_of_ours_is_drawn_where_none_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def drawn() -> set[str]:
        async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
            await until_asked(pilot)
            picture = pilot.app.export_screenshot().casefold()
            return {name for name, colour in COLOURS.items() if colour in picture}

    assert {"dim", "night", "panel"} <= await drawn()
    monkeypatch.setenv("NO_COLOR", "1")
    assert await drawn() == set()


def test_what_is_chosen_is_reversed_and_dim_ink_is_dim_without_colours() -> None:
    chosen = Style(color=COLOURS["on-chosen"], bgcolor=COLOURS["chosen"], bold=True)
    quiet = Style(color=COLOURS["dim"], bgcolor=COLOURS["bar"])
    made = Colourless(lambda: COLOURS).apply([Segment("a", chosen), Segment("b", quiet)], Color(0, 0, 0))
    assert [(style.reverse, style.dim, style.color, style.bgcolor) for _, style, _ in made if style] == [
        (True, None, None, None),
        (None, True, None, None),
    ]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_transcript_can_have_the_whole_width(tmp_path: Path, size: tuple[int, int]) -> None:
    running = sit(tmp_path)
    running.play_now()
    running.close()
    shown = reviewed(read_game(tmp_path / running.id))
    async with WolfApp(lambda app: app.table(shown), heartbeat=False).run_test(size=size) as pilot:
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
        assert isinstance(pilot.app.screen, ReadingOver)
        assert "Nobody has said yet whom they suspect." in text_of(pilot)
