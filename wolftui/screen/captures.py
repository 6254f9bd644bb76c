"""Headless rendering of the table: an SVG picture, or its replay as an asciicast (version 2).

Time is simulated (`heartbeat=False`), so equal games give equal output; no terminal and no clock is
used.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Awaitable, Callable

from rich.console import Console
from textual.driver import Driver
from textual.pilot import Pilot

from wolfcore.errors import ConfigError
from wolftui.export.redaction import RedactedGame
from wolftui.games.session.game_session import GameSession
from wolftui.settings.config import Config, nearest_speed

from .app import WolfApp
from .screens.table_screen import TableScreen

_FONT_FACE = re.compile(r"\s*@font-face\s*\{[^}]*\}")


_POINTER = re.compile("\x1b]22;[^\x07]*\x07")
"""Escape sequence that sets the shape of the mouse pointer; removed, as recordings have no pointer.
"""


_FONTS = "'Fira Code', 'Cascadia Mono', 'DejaVu Sans Mono', monospace"


_TICK, _END_SECONDS = 0.05, 3.0
"""Seconds of playback per step, and seconds for which the last frame stays."""


def picture(
    shared: RedactedGame, config: Config, size: tuple[int, int], at: int | None = None
) -> str:
    """Render the table as an SVG that uses the fonts of the reader's machine and downloads nothing.

    Args:
        shared: The game, redacted for export.
        config: The settings for appearance: theme and glyphs.
        size: The size of the screen in columns and lines.
        at: How many facts to show, from 1, of those that the widest allowed viewer sees; None for
            the end.

    Raises:
        ConfigError: The game has fewer facts than `at`, or `at` is below 1.
    """
    if at is not None and not 1 <= at <= len(shared.entries):
        hint = f"These eyes have the entries 1 to {len(shared.entries)}; `--to csv` numbers them."
        raise ConfigError(f"there is no entry {at}", key="--at", hint=hint)
    drawn: list[str] = []

    async def draw(pilot: Pilot[object]) -> None:
        table = _table_of(pilot)
        if at is None:
            table.session.go_end()
        else:
            table.session.go_to(at)
        table.reload_view()
        await _settle(pilot)
        drawn.append(pilot.app.export_screenshot(title="wolftui"))

    app = _app(shared, config)
    asyncio.run(_run(app, draw, size, headless=True))
    return re.sub(
        r"font-family:\s*Fira Code,\s*monospace",
        f"font-family: {_FONTS}",
        _FONT_FACE.sub("", drawn[0]),
    )


def recording(shared: RedactedGame, config: Config, size: tuple[int, int], speed: float) -> str:
    """Render the replay as an asciicast, version 2: a header line, then one line per changed frame.

    Args:
        shared: The game, redacted for export.
        config: The settings for appearance: theme and glyphs.
        size: The size of the screen in columns and lines.
        speed: The playback speed; 1 suits a calm reader.
    """
    frames: list[tuple[float, str]] = []
    seconds = 0.0

    class Recorder(Driver):
        """Terminal driver that keeps the program's output with its time in the replay."""

        def write(self, data: str) -> None:
            data = _POINTER.sub("", data)
            if frames and frames[-1][0] == seconds:
                frames[-1] = (seconds, frames[-1][1] + data)
            else:
                frames.append((seconds, data))

        def start_application_mode(self) -> None: ...

        def disable_input(self) -> None: ...

        def stop_application_mode(self) -> None: ...

    async def play(pilot: Pilot[object]) -> None:
        nonlocal seconds
        session = _table_of(pilot).session
        session.speed = nearest_speed(speed)
        await _settle(pilot)
        session.toggle_play()
        while not session.at_edge:
            seconds += _seconds_to_next_change(session)
            _table_of(pilot).reload_view()
            await _settle(pilot)

    app = _app(shared, config)
    app.driver_class = Recorder
    app.console = Console(
        file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    asyncio.run(_run(app, play, size, headless=False))
    title = f"wolftui, {shared.board.name}"
    head = {
        "version": 2,
        "width": size[0],
        "height": size[1],
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    lines = [
        head,
        *([round(when, 2), "o", data] for when, data in frames),
        [round(seconds + _END_SECONDS, 2), "o", ""],
    ]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _seconds_to_next_change(session: GameSession) -> float:
    """Advance playback until it shows something new; return the seconds that it took."""
    passed = 0.0
    while not session.at_edge:
        passed += _TICK
        if session.tick(_TICK):
            break
    return passed


def _app(shared: RedactedGame, config: Config) -> WolfApp:
    return WolfApp(
        lambda app: app.make_table(shared.shown(shared.widest_eyes, app.glyphs)),
        config,
        heartbeat=False,
    )


def _table_of(pilot: Pilot[object]) -> TableScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


async def _settle(pilot: Pilot[object]) -> None:
    """Wait until the app has processed its messages and painted."""
    for _ in range(2):
        await pilot.pause()


async def _run(
    app: WolfApp,
    do: Callable[[Pilot[object]], Awaitable[None]],
    size: tuple[int, int],
    *,
    headless: bool,
) -> None:
    """Run the app, call `do` on it, then exit; raises the app's fatal error, if there is one."""

    async def act(pilot: Pilot[object]) -> None:
        await _settle(pilot)
        await do(pilot)
        pilot.app.exit(0)

    await app.run_async(headless=headless, size=size, mouse=False, auto_pilot=act)
    if app.fatal_error is not None:
        raise app.fatal_error
