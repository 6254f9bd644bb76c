"""`wolftui run`: games without a screen, one line each."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .command import FAILED, OK, STOPPED, Command
from .common import add_game_options, add_jobs_option, add_on_dead_option, process_count, say_notes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wolftui.games.headless import GameBatch
    from wolftui.games.learning import PoolLearner

    from .game_lines import GamePrinter


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=False)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games; game k, from 0, has seed S+k")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    parser.add_argument("--out", metavar="DIR", help="save the games below DIR, which is made if it does not exist")
    at_once = "play N games of models at once, within the limits of their endpoints (default: 1)"
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_jobs_option(parser, "play house bots in N processes; what is printed and saved is the same")
    add_on_dead_option(parser)


def run_command(args: argparse.Namespace) -> int:
    """Run the command `run`; returns the exit code."""
    from wolfcore.errors import ConfigError
    from wolftui.games.arranging import check_seed, random_seed
    from wolftui.games.headless import HeadlessGames
    from wolftui.games.learning import PoolLearner
    from wolftui.settings.config import load_config

    from .at_tables import ConcurrentTables, check_concurrency
    from .common import arrangement_from_args
    from .game_lines import GamePrinter

    if args.games < 1:
        raise ConfigError(f"{args.games} games cannot be run", key="--games", hint="Run one or more.")
    check_concurrency(args.at_once)
    jobs = min(process_count(args), args.games)
    arrangement = arrangement_from_args(args, load_config(), people=False)
    first = random_seed(args.games) if args.seed is None else args.seed
    seeds = range(first, first + args.games)
    for seed in (seeds[0], seeds[-1]):
        check_seed(seed)
    learn = arrangement.learning_pool
    if arrangement.learns_live and (args.jobs > 1 or args.at_once > 1):
        option = "--jobs" if args.jobs > 1 else "--at-once"
        hint = "Each game reads what the one before it taught: leave it out, or leave out `live`."
        raise ConfigError("games that learn live are played one after the other", key=option, hint=hint)
    lines = GamePrinter(arrangement, args.games, as_json=args.json)
    if not arrangement.has_slow_players:
        if args.at_once > 1:
            raise ConfigError(
                "only games of models are played at once", key="--at-once", hint="`--jobs` spreads games of house bots."
            )
        learner = PoolLearner(learn, arrangement.options.models) if learn else None
        if learner:
            learner.check()
            say_notes(arrangement.options.models)
        return _run_batch(HeadlessGames(arrangement, args.on_dead, jobs), seeds, lines, together=jobs > 1, learner=learner)
    if args.jobs > 1:
        raise ConfigError("only games of house bots are played by several processes", key="--jobs", hint="Leave it out.")
    # A game of models has answers on the wire: Ctrl-C is taken note of, and `ConcurrentTables` stops them when it may.
    return _run_batch(ConcurrentTables(arrangement, args.on_dead, args.at_once), seeds, lines, together=True)


def _run_batch(
    source: GameBatch, seeds: Sequence[int], lines: GamePrinter, *, together: bool, learner: PoolLearner | None = None
) -> int:
    """Play games and print a line each; returns the exit code.

    Ctrl-C stops games that are played here. Processes end what they are at; a second Ctrl-C ends them.

    Args:
        source: Plays them.
        seeds: Their seeds.
        lines: Prints them.
        together: Whether the source itself minds Ctrl-C, since several games are under way.
        learner: Learns from each game, where the source does not.
    """
    from wolfcore.arena import BrokenGame, WorkerDied
    from wolfcore.errors import OverBudget

    from .interrupts import CtrlCHandler

    broken: list[BrokenGame] = []
    with CtrlCHandler() as keys:
        keys.defer()
        games = source.games(seeds, lambda: bool(broken) or keys.pressed)
        try:
            while True:
                if not together:
                    keys.release()
                game = next(games, None)
                keys.defer()
                if game is None:
                    break
                if isinstance(game, BrokenGame):
                    broken.append(game)
                else:
                    lines.add(game)
                    if learner and game.folder:
                        _teach_pool(learner, game.folder)
        except KeyboardInterrupt:
            broken += source.under_way
            left = source.unreported_games(seeds[lines.done :])
            lines.print_stop(
                _progress_sentence("Stopped", seeds, lines), broken, left, seeds[lines.done + len(broken) + len(left) :]
            )
            return STOPPED
        except OverBudget as spent:
            lines.print_stop(_progress_sentence(str(spent), seeds, lines), not_begun=seeds[lines.done :])
            return FAILED
        except WorkerDied as died:
            lines.print_stop(_progress_sentence(str(died), seeds, lines), broken, source.unreported_games(died.lost))
            return FAILED
        if broken:
            lines.print_stop(broken[0].reason, broken, not_begun=seeds[lines.done + len(broken) :])
            return FAILED
        if keys.pressed:
            lines.print_stop(_progress_sentence("Stopped", seeds, lines), not_begun=seeds[lines.done :])
            return STOPPED
    lines.print_summary()
    return OK


def _teach_pool(learner: PoolLearner, folder: Path) -> None:
    """Have a pool learn from a game; no game of the batch is lost where that fails."""
    import sys

    from wolfcore.errors import ConfigError, LogError, MemoryProblem
    from wolftui.games.learning import learning_failure_text

    try:
        learner.learn(folder)
    except (ConfigError, LogError, MemoryProblem) as error:
        sys.stderr.write(f"wolftui: {learning_failure_text(error, learner.pool, folder.name)}\n")


def _progress_sentence(why: str, seeds: Sequence[int], lines: GamePrinter) -> str:
    return f"{why} after {lines.done} of {len(seeds)} games"


COMMAND = Command(
    "run",
    "run games without a screen",
    (
        "wolftui run --games 20",
        "wolftui run --board xu7 --games 1000 --seed 1 --seat '*=bot' --json --no-save",
        "wolftui run --games 8 --at-once 4 --seat '*=vanilla@gpt' --max-cost 2",
        "wolftui run --games 1000 --jobs 2 --out games --seat '*=bot:hard'",
    ),
    _arguments,
    run_command,
)
