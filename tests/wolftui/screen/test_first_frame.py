"""The first frame of a game: what is styled and painted for it, and what waits until after it.

Counts, no times: `python -m bench startup` measures. `tests/test_imports.py` has the modules.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet
from textual.widgets import Input

from tests.wolftui.screen.stage import SIZES, live_of, sit, until_asked
from wolftui.games.sources import LocalSource
from wolftui.screen.app import WolfApp
from wolftui.screen.screens import engine
from wolftui.screen.screens.dialogs import TextDialog
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.widgets.composer import Composer
from wolftui.screen.widgets.menu import Menu
from wolftui.screen.widgets.targets import TargetList

MOST_STYLED = 60
"""The most times that a style sheet is applied to a node before the first frame. It was 206 when
classes were set after the widgets were mounted, and every part of the prompt was mounted."""


class FirstFrame(WolfApp):
    """The program; it keeps what is on the screen when something is displayed first."""

    words: str | None = None
    styled = 0
    styled_at_first = 0

    def post_display_hook(self) -> None:
        """Keep the words of the first frame; empty if it is not that of a table."""
        if self.words is None:
            self.styled_at_first = self.styled
            self.words = words_of(self.screen) if isinstance(self.screen, LiveTable) else ""


def words_of(table: LiveTable) -> str:
    """The words of a table, those of the transcript left out, which is empty at first."""
    seats = table.seats if table.seats.display else table.strip
    papers = (table.heading, seats, table.timeline, table.keys)
    return "\n".join((*(paper.text for paper in papers), table.prompt.text))


@pytest.fixture
def first_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FirstFrame:
    """The program with a new game of a person, which counts how often style sheets are applied."""
    running = sit(tmp_path, "sla7", 5, "4=human")
    app = FirstFrame(lambda app: app.make_play_table(running), heartbeat=False)
    apply = vars(Stylesheet)["apply"]

    def counted(sheet: Stylesheet, node: Any, **options: Any) -> None:
        app.styled += 1
        apply(sheet, node, **options)

    monkeypatch.setattr(Stylesheet, "apply", counted)
    return app


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_displayed_first_is_the_whole_table(
    first_frame: FirstFrame, size: tuple[int, int]
) -> None:
    async with first_frame.run_test(size=size):
        words = first_frame.words
        assert words
        for shown in ("wolftui", "sla7", "you are 4", "4 Dov", "waiting", "help"):
            assert shown in " ".join(words.split())
        assert "The village sleeps" in words


async def test_the_widgets_of_the_first_frame_are_styled_about_once(
    first_frame: FirstFrame,
) -> None:
    async with first_frame.run_test(size=(120, 36)) as pilot:
        assert 0 < first_frame.styled_at_first <= MOST_STYLED
        table = live_of(pilot)
        assert table.has_class("-wide", "-high", "-night")
        assert not table.query(Input)
        assert not table.query(Menu)


async def test_the_parts_of_an_answer_are_mounted_for_the_first_question(
    first_frame: FirstFrame,
) -> None:
    async with first_frame.run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        prompt = live_of(pilot).prompt
        assert [type(each) for each in prompt.children][1:3] == [Composer, type(prompt.heard)]
        assert prompt.query_one(TargetList).has_focus


async def test_a_key_is_handled_while_house_bots_are_imported_and_the_game_begins_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imports, done, begun = threading.Event(), threading.Event(), asyncio.Event()

    def import_slowly() -> None:
        imports.set()
        assert done.wait(30)

    async def begin(*_: object) -> None:
        begun.set()

    monkeypatch.setattr(engine, "import_modules", import_slowly)
    monkeypatch.setattr(LocalSource, "run", begin)
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with WolfApp(lambda app: app.make_play_table(running)).run_test() as pilot:
        try:
            assert await asyncio.to_thread(imports.wait, 30)
            await pilot.press("f1")
            await pilot.pause()
            assert isinstance(pilot.app.screen, TextDialog)
            assert not begun.is_set()
        finally:
            done.set()
        await asyncio.wait_for(begun.wait(), 30)


def test_the_modules_that_are_imported_in_a_thread_exist() -> None:
    engine.import_modules()
