"""How fast plain lines come."""

from __future__ import annotations

import asyncio

import pytest

from wolfcore.game import facts as f
from wolfcore.game import get_board
from wolfcore.game.facts import ALL, Entry
from wolftui.games.session.game_session import GameSession
from wolftui.plain.line_layout import LineLook
from wolftui.plain.printer import TICK, PacedPrinter, Printer
from wolftui.settings.config import nearest_speed

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")


def told() -> tuple[GameSession, list[str], Printer]:
    session, lines = GameSession(get_board("sla7"), NAMES), list[str]()
    session.entries(
        [
            Entry(ALL, fact)
            for fact in (f.Began(1, "night"), f.QuietNight(1), f.Said(1, "speak", "x" * 300))
        ]
    )
    return session, lines, Printer(session, LineLook(), lines.append)


async def test_at_once_everything_is_written_and_the_gate_is_open() -> None:
    session, lines, printer = told()
    await PacedPrinter(session, printer, paced=False).catch_up()
    assert "Nobody died in the night." in lines
    assert session.caught_up


async def test_at_a_reader_s_pace_lines_come_as_they_can_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, lines, printer = told()
    waits: list[tuple[float, int]] = []

    async def wait(seconds: float) -> None:
        waits.append((seconds, len(lines)))

    monkeypatch.setattr(asyncio, "sleep", wait)
    await PacedPrinter(session, printer, paced=True).catch_up()
    assert {seconds for seconds, _ in waits} == {TICK}
    assert 1.5 < len(waits) * TICK < 15
    assert len({written for _, written in waits}) > 1
    assert session.caught_up


@pytest.mark.parametrize(
    ("speed", "near"), [(0.5, 0.5), (1.2, 1.0), (3.1, 4.0), (16, 16.0), (2.7, 2.0)]
)
def test_a_speed_is_one_of_the_session_s(speed: float, near: float) -> None:
    assert nearest_speed(speed) == near
