"""The title, the bell and the notification with which the terminal calls a person."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.screen.stage import LONG, app_for, live_of, sit, until
from wolftui.screen.screens.table_timers import POP_TITLE, PUSH_TITLE, Attention

TURN, IDLE = "\x1b]2;wolftui: your turn\x07", "\x1b]2;wolftui\x07"
CALLS = {"bell": "\a", "notification": "\x1b]9;wolftui: your turn\x07", "title": "", "off": ""}


@pytest.mark.parametrize("way", CALLS)
@pytest.mark.parametrize("focused", [True, False])
def test_the_terminal_calls_once_for_each_question(way: str, focused: bool) -> None:
    sent: list[str] = []
    attention = Attention(sent.append)
    for asked in (False, True, True, False, True):
        attention.update(way, asked=asked, focused=focused)
    attention.close()
    attention.close()
    call = "" if focused else CALLS[way]
    turns = [PUSH_TITLE + TURN + call, IDLE, TURN + call, POP_TITLE]
    assert sent == ([] if way == "off" else turns)


async def test_a_person_who_looks_elsewhere_is_called_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    app = app_for(sit(tmp_path, "sla7", 3, "3=human"))
    app.config = replace(app.config, attention="bell")
    monkeypatch.setattr(app, "write_to_terminal", sent.append)
    async with app.run_test(size=(80, 24)) as pilot:
        app.app_focus = False
        table = live_of(pilot)
        await until(pilot, lambda: table.front.waiting is not None)
        table.beat(LONG)
        assert sent == [PUSH_TITLE + TURN + "\a"]
    assert sent[-1] == POP_TITLE
