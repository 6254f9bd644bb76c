"""With plain ASCII signs every screen, sheet and panel is drawn in ASCII, what the program's frame adds included."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from wolftui.games.running import PlayOptions, RunningGame
from wolftui.screens.library import LibraryScreen
from wolftui.settings.config import Config
from wolftui.text.glyphs import ASCII

from .stage import SIZES, answer, app_for, live_of, to_result, until, until_asked


def drawn(pilot: Pilot[int]) -> str:
    """All that the terminal shows, as the picture of it has it."""
    texts = re.findall(r"<text class=\"[^\"]*-r\d[^>]*>([^<]*)</text>", pilot.app.export_screenshot())
    return "\n".join(html.unescape(text).replace("\xa0", " ") for text in texts)


def check(pilot: Pilot[int], where: str) -> None:
    words = drawn(pilot)
    assert len(words.split()) > 5, where
    assert sorted({sign for sign in words if not sign.isascii()}) == [], f"{where}:\n{words}"


async def look(pilot: Pilot[int], *keys: str) -> None:
    """Press keys, each followed by a look, and leave what they opened."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
        check(pilot, key)
    await pilot.press("escape")
    await pilot.pause()


@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_nothing_on_any_screen_is_more_than_ascii(tmp_path: Path, size: tuple[int, int]) -> None:
    options = PlayOptions(board="helmsman7", seats=("4=human",), seed=5, others="bot:easy", root=tmp_path, suspicions=True)
    running = RunningGame.start(options, glyphs=ASCII)
    seen: set[str] = set()
    async with app_for(running, Config(ascii=True)).run_test(size=size) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        for keys in ("f1", "f2 plus tab", "ctrl+q", "escape B", "escape v", "escape slash a", "ctrl+p"):
            await look(pilot, *keys.split())
        if size[0] < 120:
            await look(pilot, "tab")
        for _ in range(100):
            await until(pilot, lambda: table.front.waiting is not None or table.session.over)
            if table.session.over:
                break
            if table.front.waiting:
                table.prompt.take_focus()
                await pilot.pause()
                seen.add(table.front.waiting.ask.kind)
                check(pilot, table.front.waiting.ask.kind)
                await pilot.press(*(["down", "right"] if table.front.waiting.kind == "beliefs" else []))
                check(pilot, table.front.waiting.ask.kind)
                await answer(pilot)
            check(pilot, "the game")
        assert table.session.over
        await to_result(pilot)
        await look(pilot, "f1")
        check(pilot, "the result")
        await pilot.press("r")
        await look(pilot, "right_square_bracket", "right_square_bracket", "right_square_bracket", "t", "v")
        await look(pilot, "i")
        for _ in range(12):
            await pilot.press("right_curly_bracket")
            await pilot.pause()
            check(pilot, "the review")
        pilot.app.push_screen(LibraryScreen(tmp_path, ASCII))
        await pilot.pause()
        await pilot.pause()
        check(pilot, "the library")
    assert {"vote", "speak", "suspect"} <= seen
