"""A game that has been started, resumed or forked, shown in the way that was asked for; and every way in which it can stop."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from wolfcore.errors import GameStopped, LogError, OverBudget, SeatError
from wolftui.settings.paths import game_word
from wolftui.text.spending import spent_words

from .command import FAILED, OK, STOPPED
from .common import look_here, say_notes
from .spendings import Spendings, say_estimated
from .taken_over import Changes

_SOME = 5
"""Games that a sentence names."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wolfcore.game import Result
    from wolfcore.table import OnDead
    from wolftui.games.headless import Left
    from wolftui.games.running import RunningGame
    from wolftui.games.series import Series
    from wolftui.plain.console import Console
    from wolftui.settings.config import Config


def show(
    running: RunningGame,
    config: Config,
    *,
    screen: bool,
    paced: bool,
    series: Series | None = None,
    console: Console | None = None,
) -> int:
    """Play a game to its end at this screen; returns the exit code.

    0: the game ended, or a person left it. 1: it stopped before its end, the end of input included. 130: Ctrl-C.

    Args:
        running: The game.
        config: How it is to be shown.
        screen: Whether to show it on a screen.
        paced: Whether plain lines leave a reader time too.
        series: What the game belongs to, from which others follow on a screen.
        console: Where plain lines go and come from; standard input and output if None. A series keeps to one.
    """
    try:
        return _shown(running, config, series) if screen else _show_plain(running, config, console, paced=paced)
    finally:
        say_unlearned(running)


def _shown(running: RunningGame, config: Config, series: Series | None) -> int:
    from wolftui.on_screen import run_live

    try:
        return run_live(running, config, series=series, estimate=running.estimate())
    except (SeatError, LogError) as error:
        return say_stopped(running, str(error), FAILED)
    finally:
        running.close()


def _show_plain(running: RunningGame, config: Config, console: Console | None, *, paced: bool) -> int:
    import asyncio

    from wolftui.plain.console import StandardConsole
    from wolftui.plain.playing import PlainGame

    running.session.speed = config.speed
    console, look, estimate = console or StandardConsole(), look_here(config), running.estimate()
    game = PlainGame(
        running, console, look, paced=paced, estimate=estimate, hears=config.heard, motion=config.motion, clock=config.clock
    )
    try:
        asyncio.run(game.play())
    except GameStopped as error:
        return say_stopped(running, str(error), FAILED if game.front.input_ended else OK)
    except (SeatError, LogError) as error:
        return say_stopped(running, str(error), FAILED)
    except KeyboardInterrupt:
        return say_stopped(running, "Stopped", STOPPED)
    finally:
        running.close()
    return OK


def say_unlearned(running: RunningGame) -> None:
    """Say on standard error why nothing was learned from a game, where something was to be, and what became of pools."""
    say_notes(running.models.settings)
    if running.unlearned:
        sys.stderr.write(f"wolftui: {running.unlearned}\n")


def say_stopped(running: RunningGame, why: str, code: int) -> int:
    """Say on standard error why a game stopped and how to go on with it; returns `code`."""
    from wolftui.games.headless import Left

    say_left(why, [Left(running.path)])
    return code


def say_left(why: str, left: Sequence[Left], not_begun: Sequence[int] = ()) -> None:
    """Say on standard error why something stopped, what is saved of the games that were under way then, and how to play the rest.

    Args:
        why: Why, as a sentence.
        left: The games that were under way.
        not_begun: The seeds of the games that nobody began, in a row.
    """
    over = [game_word(each.folder) for each in left if each.folder and each.over]
    open_ = [f"`wolftui resume {game_word(each.folder)}`" for each in left if each.folder and not each.over]
    words = [why.rstrip(".")]
    if over:
        words.append(f"Saved, though no line says so: {', '.join(over)}")
    if open_:
        some = ", ".join(open_[:_SOME]) + (f" and {len(open_) - _SOME} more" if len(open_) > _SOME else "")
        words.append(f"The game{'s are' if len(open_) > 1 else ' is'} saved; go on with {some}")
    elif left and not over:
        words.append("The game was not saved")
    if not_begun:
        count = f"{len(not_begun)} game{'s were' if len(not_begun) > 1 else ' was'} not begun"
        words.append(f"{count}: the same command with `--seed {not_begun[0]} --games {len(not_begun)}` plays the rest")
    sys.stderr.write(f"\nwolftui: {'. '.join(words)}.\n")


def finish(running: RunningGame, on_dead: str) -> Result:
    """Play a game to its end with nobody looking on: at once where no player takes its time, else at a table.

    Args:
        running: The game.
        on_dead: What happens when a player gives no output at all: `stop`, `bot` or `fallback`.

    Raises:
        SeatError: A player gave no output at all, and the game is to stop then.
        OverBudget: What the game may cost is spent.
        LogError: The folder cannot be written.
    """
    import asyncio

    from wolfcore.seating import DEFAULT_SEAT

    from .under_way import shown

    if on_dead == "stop":
        result = running.play_now()
        if result:
            return result
    way: OnDead = running.replacement(DEFAULT_SEAT) if on_dead == "bot" else "fallback" if on_dead == "fallback" else "stop"

    async def gate() -> None:
        """Nobody looks on, so nothing waits."""
        say_estimated(running.models.purse)

    with shown(running):
        return asyncio.run(running.play(gate=gate, on_dead=way))


def go_on(running: RunningGame, config: Config, *, screen: bool, paced: bool, on_dead: str) -> int:
    """Show a game that goes on; without a person, a terminal or a wish for lines it is only finished."""
    if screen or running.people or config.plain or sys.stdout.isatty():
        from wolftui.games.series import Series

        series = Series.after(running, look_here(config).glyphs) if screen else None
        return show(running, config, screen=screen, paced=paced, series=series)
    say_notes(running.models.settings)
    try:
        finish(running, on_dead)
    except (SeatError, LogError, OverBudget) as error:
        return say_stopped(running, str(error), FAILED)
    except KeyboardInterrupt:
        return say_stopped(running, "Stopped", STOPPED)
    finally:
        running.close()
    say_unlearned(running)
    ended = running.outcome
    took = f" {'; '.join(map(spent_words, running.spent))}." if running.spent else ""
    print(f"{running.id}: {ended.title}. {ended.why}{took}")
    changes = Changes()
    changes.add(running.took_over)
    changes.say()
    spendings = Spendings()
    spendings.add(running.spent)
    spendings.warn()
    return OK
