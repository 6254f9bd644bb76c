"""Plays one started game on the screen, as plain lines or headless, and reports why it stopped.

The game's folder is closed on every way out.
"""

from __future__ import annotations

import asyncio

from wolfcore.errors import GameStopped, LogError, SeatError
from wolftui import plain, screen
from wolftui.games.game_queue import GameQueue
from wolftui.games.running_game import RunningGame
from wolftui.plain.console import Console, StandardConsole
from wolftui.settings.config import Config

from .command import FAILED, OK, STOPPED
from .display_options import stdout_look
from .stop_notes import print_learning_failure, print_stopped


def play_here(
    running: RunningGame,
    config: Config,
    *,
    on_screen: bool,
    paced: bool,
    series: GameQueue | None = None,
    console: Console | None = None,
) -> int:
    """Play a game to its end at this screen; returns the exit code.

    0: the game ended, or a person left it. 1: it stopped before its end, the end of input included.
    130: Ctrl-C.

    Args:
        running: The game.
        config: The display settings.
        on_screen: Whether to show it on a full screen.
        paced: Whether plain lines are printed at reading speed, too.
        series: The queue that the game belongs to, whose next games follow on a screen.
        console: The input and output of plain lines; standard input and output if None. The games
            of a series share one.
    """
    try:
        return (
            _play_on_screen(running, config, series)
            if on_screen
            else _play_in_lines(running, config, console, paced=paced)
        )
    finally:
        print_learning_failure(running)


def _play_on_screen(running: RunningGame, config: Config, series: GameQueue | None) -> int:
    try:
        return screen.run_live(running, config, series=series, estimate=running.estimate())
    except (SeatError, LogError) as error:
        return print_stopped(running, str(error), FAILED)
    finally:
        running.close()


def _play_in_lines(
    running: RunningGame, config: Config, console: Console | None, *, paced: bool
) -> int:
    running.session.speed = config.speed
    console, look, estimate = console or StandardConsole(), stdout_look(config), running.estimate()
    game = plain.PlainGame(
        running,
        console,
        look,
        paced=paced,
        estimate=estimate,
        hears=config.heard,
        motion=config.motion,
        clock=config.clock,
    )
    try:
        asyncio.run(game.play())
    except GameStopped as error:
        return print_stopped(running, str(error), FAILED if game.front.input_ended else OK)
    except (SeatError, LogError) as error:
        return print_stopped(running, str(error), FAILED)
    except KeyboardInterrupt:
        return print_stopped(running, "Stopped", STOPPED)
    finally:
        running.close()
    return OK
