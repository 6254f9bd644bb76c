"""Plays one started game without a display, and continues resumed and forked games."""

from __future__ import annotations

import asyncio
import sys

from wolfcore.errors import LogError, OverBudget, SeatError
from wolfcore.game import Result
from wolfcore.seating import DEFAULT_SEAT
from wolfcore.table import OnDead
from wolftui.games.game_queue import GameQueue
from wolftui.games.running_game import RunningGame
from wolftui.plain.console import StandardConsole
from wolftui.words.spending import usage_line

from .argument_values import say_notes
from .command import FAILED, OK, STOPPED
from .display_options import Display, use_screen
from .game_display import play_in_lines, play_on_screen
from .progress import game_progress
from .stop_notes import print_learning_failure, print_stopped
from .takeover_notes import Takeovers, UsageTotals, print_estimated_models


def play_to_end(running: RunningGame, on_dead: str) -> Result:
    """Play a game to its end without a viewer; without slow players it is played at once.

    Args:
        running: The game.
        on_dead: What happens when a player gives no output at all: `stop`, `bot` or `fallback`.

    Raises:
        SeatError: A player gave no output at all, and `on_dead` is `stop`.
        OverBudget: The budget is spent.
        LogError: The folder cannot be written.
    """
    if on_dead == "stop":
        result = running.play_now()
        if result:
            return result
    way: OnDead = (
        running.replacement(DEFAULT_SEAT)
        if on_dead == "bot"
        else "fallback"
        if on_dead == "fallback"
        else "stop"
    )

    async def gate() -> None:
        """Let each batch of asks pass at once, since there is no viewer."""
        print_estimated_models(running.models.budget_meter)

    with game_progress(running):
        return asyncio.run(running.play(gate=gate, on_dead=way))


def play_alone(running: RunningGame, on_dead: str) -> int:
    """Play a game to its end without a viewer, report why it stopped, and close it.

    Args:
        running: The game.
        on_dead: As in `play_to_end`.

    Returns:
        The exit code.
    """
    try:
        with running:
            play_to_end(running, on_dead)
    except (SeatError, LogError, OverBudget) as error:
        return print_stopped(running, error, FAILED)
    except KeyboardInterrupt:
        return print_stopped(running, "Stopped", STOPPED)
    return OK


def continue_game(running: RunningGame, display: Display, on_dead: str) -> int:
    """Continue a resumed or forked game and show it; returns the exit code.

    Without a screen, a person, a terminal or the wish for plain lines, it is played without display
    and its result is printed.

    Args:
        running: The game.
        display: How it is shown.
        on_dead: As in `play_to_end`.
    """
    if use_screen(display.config):
        return play_on_screen(running, display, GameQueue.continuing(running))
    if running.people or display.config.plain or sys.stdout.isatty():
        return play_in_lines(running, display, StandardConsole())
    say_notes(running.models.settings)
    code = play_alone(running, on_dead)
    if code != OK:
        return code
    print_learning_failure(running)
    ended = running.outcome
    took = f" {'; '.join(map(usage_line, running.spent))}." if running.spent else ""
    print(f"{running.id}: {ended.title}. {ended.why}{took}")
    changes = Takeovers()
    changes.add(running.takeovers)
    changes.print()
    spendings = UsageTotals()
    spendings.add(running.spent)
    spendings.print_warnings()
    return OK
