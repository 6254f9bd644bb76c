"""Whatever shows a key can be clicked."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widget import Widget

from wolftui.app import WolfApp
from wolftui.screens.over import ChoiceOver, ReadingOver
from wolftui.settings.config import Config
from wolftui.widgets.composer import Composer
from wolftui.widgets.keys import KeyLine

from .stage import app_for, live_of, sit, text_of, until_asked


async def click_key(pilot: Pilot[int], label: str, keys: str = "") -> None:
    """Click the key with a label in the line of keys, or the last of several keys that share it."""
    line = live_of(pilot).keys
    at = line.text.index(f" {label}  ") - 1
    assert not keys or line.text[at] == keys
    await pilot.click(KeyLine, offset=(at + line.gutter.left, 0))
    await pilot.pause()


async def test_a_click_on_a_key_does_what_the_key_does(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, others="bot:normal")).run_test(size=(160, 36)) as pilot:
        session = live_of(pilot).session
        was, speed = session.playing, session.speed
        await click_key(pilot, "play/pause")
        assert session.playing != was
        await click_key(pilot, "speed", "-")
        assert session.speed < speed
        await click_key(pilot, "eyes")
        assert isinstance(pilot.app.screen, ChoiceOver)


async def test_a_click_on_a_key_of_the_prompt_does_what_it_does_there(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press(*"hello")
        await click_key(pilot, "new line")
        await pilot.press(*"there")
        assert pilot.app.screen.query_one(Composer).text == "hello\nthere"
        await click_key(pilot, "transcript")
        assert live_of(pilot).transcript.has_focus


async def test_keys_can_be_clicked_while_a_sheet_lies_over_them(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReadingOver)
        line = live_of(pilot).keys
        left, top = line.content_region.offset
        await pilot.click(offset=(left + line.text.index("Esc"), top))
        await pilot.pause()
        assert pilot.app.screen is live_of(pilot)


async def test_own_keys_are_bound_and_shown_everywhere(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    keys = {"help": "ctrl+r", "marks": "f8", "new_line": "ctrl+o", "quit": "ctrl+g", "palette": "ctrl+t", "slower": "ö"}
    config = Config(keys=dict(keys))
    async with WolfApp(lambda app: app.play(running), config, heartbeat=False).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        assert "Ctrl-O new line" in live_of(pilot).keys.text
        assert "F8 writes" in text_of(pilot)
        await pilot.press("a", "ctrl+o", "b", "ctrl+j")
        assert pilot.app.screen.query_one(Composer).text == "a\nb"
        await pilot.press("f1", "f2")
        assert pilot.app.screen is live_of(pilot)
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert "F8            Write your marks" in text_of(pilot)
        await pilot.press("escape", "ctrl+p")
        assert pilot.app.screen is live_of(pilot)
        await pilot.press("ctrl+t")
        assert pilot.app.screen.query(Widget).filter("CommandInput")
        await pilot.press("escape", "escape", "ö")
        assert live_of(pilot).session.speed < 1
        await pilot.press("ctrl+g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceOver)
