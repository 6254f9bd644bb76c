"""Messages on standard error: why games stopped, how to resume them, why nothing was learned."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from wolfcore.errors import WolfError, crash_traceback
from wolfcore.records import ERRORS_FILE, summarise
from wolfcore.visible import blank_invisible
from wolftui.games.running_game import RunningGame, UnfinishedGame
from wolftui.settings.paths import game_argument
from wolftui.settings.visitor_terms import has_budget
from wolftui.words.spending import RESUMED_WITHOUT_BUDGET

from .argument_values import say_notes

_MAX_LISTED = 5
"""How many games a sentence names."""


def print_learning_failure(running: RunningGame) -> None:
    """Print the notes of the agents' memory and why learning from a game failed, to stderr."""
    say_notes(running.models.settings)
    if running.learning_failure:
        sys.stderr.write(f"wolftui: {running.learning_failure}\n")


def print_stopped(running: RunningGame, why: str | WolfError, code: int) -> int:
    """Print why a game stopped and how to resume it, to standard error; returns `code`."""
    trace = "" if isinstance(why, str) else crash_traceback(why)
    print_unfinished(str(why), [UnfinishedGame(running.path, trace=trace)])
    return code


def _own_seats(folder: Path) -> str:
    """Return the options that resume a game with the user's own players, changed ones too."""
    about = summarise(folder).about
    seats = enumerate(about.seats, 1) if about else ()
    return "".join(f" --seat '{seat}={spec.text}'" for seat, spec in seats if spec.needs_consent)


def print_unfinished(
    why: str, left: Sequence[UnfinishedGame], not_begun: Sequence[int] = ()
) -> None:
    """Print why a batch stopped, which games are saved, and how to play the rest, to stderr.

    Of a player that broke, it says where the traceback lies; of an unsaved game it prints it.

    Args:
        why: The reason, as a sentence.
        left: The games that were under way.
        not_begun: The consecutive seeds of the games that were not started.
    """
    over = [game_argument(each.folder) for each in left if each.folder and each.over]
    open_ = [
        f"`wolftui resume {game_argument(each.folder)}{_own_seats(each.folder)}`"
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
        if has_budget():
            words.append(RESUMED_WITHOUT_BUDGET.rstrip("."))
    elif left and not over:
        words.append("The game was not saved")
    broke = [each for each in left if each.trace]
    traces = [str(each.folder / ERRORS_FILE) for each in broke if each.folder][:_MAX_LISTED]
    if traces:
        words.append(f"The traceback is in {', '.join(traces)}")
    if not_begun:
        count = f"{len(not_begun)} game{'s were' if len(not_begun) > 1 else ' was'} not started"
        words.append(
            f"{count}: the same command with `--seed {not_begun[0]} --games "
            f"{len(not_begun)}` plays the rest"
        )
    sys.stderr.write(f"\nwolftui: {'. '.join(words)}.\n")
    unsaved = next((each.trace for each in broke if not each.folder), "")
    if unsaved:
        sys.stderr.write("\n" + blank_invisible(unsaved, keep="\n").rstrip() + "\n")
