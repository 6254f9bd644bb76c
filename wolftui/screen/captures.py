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
"""What changes the shape of the mouse's pointer, which a recording has none of."""


_FONTS = "'Fira Code', 'Cascadia Mono', 'DejaVu Sans Mono', monospace"


_TICK, _END_SECONDS = 0.05, 3.0
"""Seconds of playback between two looks, and for which the end stays."""


def picture(
    shared: RedactedGame, config: Config, size: tuple[int, int], at: int | None = None
) -> str:
    """The table as SVG, with the fonts of whoever looks at it: nothing is fetched.

    Args:
        shared: The game.
        config: How it is shown: theme and signs.
        size: Columns and lines.
        at: After how many facts of the widest eyes; None for the end.

    Raises:
        ConfigError: There are not so many facts.
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
    """The replay as an asciicast, version 2: a line with the size, then a line for each moment at which the screen changed.

    Args:
        shared: The game.
        config: How it is shown: theme and signs.
        size: Columns and lines.
        speed: How fast it reads, 1 for a calm reader.
    """
    frames: list[tuple[float, str]] = []
    seconds = 0.0

    class Recorder(Driver):
        """Keeps what the program paints, with the time of the replay."""

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
    """Let playback read until it shows something new; returns the seconds that took."""
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
    """Let everything be painted."""
    for _ in range(2):
        await pilot.pause()


async def _run(
    app: WolfApp,
    do: Callable[[Pilot[object]], Awaitable[None]],
    size: tuple[int, int],
    *,
    headless: bool,
) -> None:
    """Run the program until something was done with it."""

    async def act(pilot: Pilot[object]) -> None:
        await _settle(pilot)
        await do(pilot)
        pilot.app.exit(0)

    await app.run_async(headless=headless, size=size, mouse=False, auto_pilot=act)
    if app.fatal_error is not None:
        raise app.fatal_error
