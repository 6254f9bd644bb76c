"""Plays one started game on the screen, as plain lines or headless, and reports why it stopped.

The game's folder is closed on every way out.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from wolfcore.errors import GameStopped, LogError, OverBudget, SeatError
from wolftui.settings.paths import game_argument
from wolftui.words.spending import usage_line

from .argument_values import say_notes, stdout_look
from .command import FAILED, OK, STOPPED
from .takeover_notes import Takeovers, UsageTotals, print_estimated_models

_MAX_LISTED = 5
"""How many games a sentence names."""


if TYPE_CHECKING:
    from collections.abc import Sequence

    from wolfcore.game import Result
    from wolfcore.table import OnDead
    from wolftui.games.game_queue import GameQueue
    from wolftui.games.headless import UnfinishedGame
    from wolftui.games.running_game import RunningGame
    from wolftui.plain.console import Console
    from wolftui.settings.config import Config


def play_here(
    running: RunningGame,
    config: Config,
    *,
    screen: bool,
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
        screen: Whether to show it on a full screen.
        paced: Whether plain lines are printed at reading speed, too.
        series: The queue that the game belongs to, whose next games follow on a screen.
        console: The input and output of plain lines; standard input and output if None. The games
            of a series share one.
    """
    try:
        return (
            _play_on_screen(running, config, series)
            if screen
            else _play_in_lines(running, config, console, paced=paced)
        )
    finally:
        print_learning_failure(running)


def _play_on_screen(running: RunningGame, config: Config, series: GameQueue | None) -> int:
    from wolftui.screen.entry_points import run_live

    try:
        return run_live(running, config, series=series, estimate=running.estimate())
    except (SeatError, LogError) as error:
        return print_stopped(running, str(error), FAILED)
    finally:
        running.close()


def _play_in_lines(
    running: RunningGame, config: Config, console: Console | None, *, paced: bool
) -> int:
    import asyncio

    from wolftui.plain.console import StandardConsole
    from wolftui.plain.live_game import PlainGame

    running.session.speed = config.speed
    console, look, estimate = console or StandardConsole(), stdout_look(config), running.estimate()
    game = PlainGame(
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


def print_learning_failure(running: RunningGame) -> None:
    """Print the notes of the agents' memory and why learning from a game failed, to stderr."""
    say_notes(running.models.settings)
    if running.learning_failure:
        sys.stderr.write(f"wolftui: {running.learning_failure}\n")


def print_stopped(running: RunningGame, why: str, code: int) -> int:
    """Print why a game stopped and how to resume it, to standard error; returns `code`."""
    from wolftui.games.headless import UnfinishedGame

    print_unfinished(why, [UnfinishedGame(running.path)])
    return code


def print_unfinished(
    why: str, left: Sequence[UnfinishedGame], not_begun: Sequence[int] = ()
) -> None:
    """Print why a batch stopped, which games are saved, and how to play the rest, to stderr.

    Args:
        why: The reason, as a sentence.
        left: The games that were under way.
        not_begun: The consecutive seeds of the games that were not started.
    """
    over = [game_argument(each.folder) for each in left if each.folder and each.over]
    open_ = [
        f"`wolftui resume {game_argument(each.folder)}`"
        for each in left
        if each.folder and not each.over
    ]
    words = [why.rstrip(".")]
    if over:
        words.append(f"Also saved: {', '.join(over)}")
    if open_:
        some = ", ".join(open_[:_MAX_LISTED]) + (
            f" and {len(open_) - _MAX_LISTED} more" if len(open_) > _MAX_LISTED else ""
        )
        words.append(f"The game{'s are' if len(open_) > 1 else ' is'} saved; continue with {some}")
    elif left and not over:
        words.append("The game was not saved")
    if not_begun:
        count = f"{len(not_begun)} game{'s were' if len(not_begun) > 1 else ' was'} not started"
        words.append(
            f"{count}: the same command with `--seed {not_begun[0]} --games "
            f"{len(not_begun)}` plays the rest"
        )
    sys.stderr.write(f"\nwolftui: {'. '.join(words)}.\n")


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
    import asyncio

    from wolfcore.seating import DEFAULT_SEAT

    from .progress import game_progress

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


def continue_game(
    running: RunningGame, config: Config, *, screen: bool, paced: bool, on_dead: str
) -> int:
    """Continue a resumed or forked game and show it; returns the exit code.

    Without a screen, a person, a terminal or the wish for plain lines, it is played without display
    and its result is printed.
    """
    if screen or running.people or config.plain or sys.stdout.isatty():
        from wolftui.games.game_queue import GameQueue

        series = GameQueue.continuing(running, stdout_look(config).glyphs) if screen else None
        return play_here(running, config, screen=screen, paced=paced, series=series)
    say_notes(running.models.settings)
    try:
        play_to_end(running, on_dead)
    except (SeatError, LogError, OverBudget) as error:
        return print_stopped(running, str(error), FAILED)
    except KeyboardInterrupt:
        return print_stopped(running, "Stopped", STOPPED)
    finally:
        running.close()
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
