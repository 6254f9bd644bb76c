"""Plays one started game on the screen or as plain lines, and reports why it stopped.

The game is closed on every way out. Exit codes: 0 if the game ended or a person left it, 1 if it
stopped before its end (the end of input included), 130 for Ctrl-C.
"""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from wolfcore.errors import GameStopped, LogError, OverBudget, SeatError
from wolftui import plain, screen
from wolftui.games.game_queue import GameQueue
from wolftui.games.running_game import RunningGame
from wolftui.plain.console import Console
from wolftui.words.glyphs import ASCII

from .command import FAILED, OK, STOPPED
from .display_options import Display
from .stop_notes import print_learning_failure, print_stopped


def play_on_screen(running: RunningGame, display: Display, queue: GameQueue | None = None) -> int:
    """Play a game to its end on a full screen; returns the exit code.

    Args:
        running: The game.
        display: How it is shown.
        queue: The games that it is the first of; the next ones follow on the screen.
    """
    # Where standard output cannot show the glyphs, the screen is drawn in ASCII too.
    config = replace(display.config, ascii=display.look.glyphs is ASCII)
    try:
        with running:
            return screen.run_live(running, config, series=queue)
    except (SeatError, LogError) as error:
        return print_stopped(running, error, FAILED)
    finally:
        print_learning_failure(running)


def play_in_lines(running: RunningGame, display: Display, console: Console) -> int:
    """Play a game to its end in plain lines; returns the exit code.

    Args:
        running: The game.
        display: How it is shown.
        console: The input and output, one for all games of a command.
    """
    config = display.config
    running.session.speed = config.speed
    game = plain.PlainGame(
        running,
        console,
        display.look,
        paced=display.paced,
        hears=config.heard,
        motion=config.motion,
        clock=config.clock,
    )
    try:
        with running:
            asyncio.run(game.play())
    except OverBudget as error:
        return print_stopped(running, error, FAILED)
    except GameStopped as error:
        return print_stopped(running, str(error), FAILED if game.front.input_ended else OK)
    except (SeatError, LogError) as error:
        return print_stopped(running, error, FAILED)
    except KeyboardInterrupt:
        return print_stopped(running, "Stopped", STOPPED)
    finally:
        print_learning_failure(running)
    return OK
