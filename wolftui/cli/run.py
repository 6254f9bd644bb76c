"""`wolftui run`: games without a screen, one line each."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .command import FAILED, OK, STOPPED, Command
from .common import add_dead_options, add_game_options, add_jobs_option, jobs_for, say_notes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wolftui.games.headless import Source
    from wolftui.games.learning import Learner

    from .game_lines import GameLines


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=False)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games; game k, from 0, has seed S+k")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    parser.add_argument("--out", metavar="DIR", help="save the games below DIR, which is made if it does not exist")
    at_once = "play N games of models at once, within the limits of their endpoints (default: 1)"
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_jobs_option(parser, "play house bots in N processes; what is printed and saved is the same")
    add_dead_options(parser)


def _run(args: argparse.Namespace) -> int:
    from wolfcore.errors import ConfigError
    from wolftui.games.arranging import check_seed, drawn_seed
    from wolftui.games.headless import Headless
    from wolftui.games.learning import Learner
    from wolftui.settings.config import load_config

    from .at_tables import AtTables, check_at_once
    from .common import arrange
    from .game_lines import GameLines

    if args.games < 1:
        raise ConfigError(f"{args.games} games cannot be run", key="--games", hint="Run one or more.")
    check_at_once(args.at_once)
    jobs = min(jobs_for(args), args.games)
    arrangement = arrange(args, load_config(), people=False)
    first = drawn_seed(args.games) if args.seed is None else args.seed
    seeds = range(first, first + args.games)
    for seed in (seeds[0], seeds[-1]):
        check_seed(seed)
    learn = arrangement.learn
    if arrangement.live and (args.jobs > 1 or args.at_once > 1):
        option = "--jobs" if args.jobs > 1 else "--at-once"
        hint = "Each game reads what the one before it taught: leave it out, or leave out `live`."
        raise ConfigError("games that learn live are played one after the other", key=option, hint=hint)
    lines = GameLines(arrangement, args.games, as_json=args.json)
    if not arrangement.takes_time:
        if args.at_once > 1:
            raise ConfigError(
                "only games of models are played at once", key="--at-once", hint="`--jobs` spreads games of house bots."
            )
        learner = Learner(learn, arrangement.options.models) if learn else None
        if learner:
            learner.check()
            say_notes(arrangement.options.models)
        return _play(Headless(arrangement, args.on_dead, jobs), seeds, lines, together=jobs > 1, learner=learner)
    if args.jobs > 1:
        raise ConfigError("only games of house bots are played by several processes", key="--jobs", hint="Leave it out.")
    # A game of models has answers on the wire: Ctrl-C is taken note of, and `AtTables` stops them when it may.
    return _play(AtTables(arrangement, args.on_dead, args.at_once), seeds, lines, together=True)


def _play(source: Source, seeds: Sequence[int], lines: GameLines, *, together: bool, learner: Learner | None = None) -> int:
    """Play games and print a line each; returns the exit code.

    Ctrl-C stops games that are played here. Processes end what they are at; a second Ctrl-C ends them.

    Args:
        source: Plays them.
        seeds: Their seeds.
        lines: Prints them.
        together: Whether the source itself minds Ctrl-C, since several games are under way.
        learner: Learns from each game, where the source does not.
    """
    from wolfcore.arena import Broken, WorkerDied
    from wolfcore.errors import OverBudget

    from .interrupts import CtrlC

    broken: list[Broken] = []
    with CtrlC() as keys:
        keys.hold()
        games = source.games(seeds, lambda: bool(broken) or keys.pressed)
        try:
            while True:
                if not together:
                    keys.let_go()
                game = next(games, None)
                keys.hold()
                if game is None:
                    break
                if isinstance(game, Broken):
                    broken.append(game)
                else:
                    lines.add(game)
                    if learner and game.folder:
                        _learn(learner, game.folder)
        except KeyboardInterrupt:
            broken += source.under_way
            left = source.left(seeds[lines.done :])
            lines.stop(_so_far("Stopped", seeds, lines), broken, left, seeds[lines.done + len(broken) + len(left) :])
            return STOPPED
        except OverBudget as spent:
            lines.stop(_so_far(str(spent), seeds, lines), not_begun=seeds[lines.done :])
            return FAILED
        except WorkerDied as died:
            lines.stop(_so_far(str(died), seeds, lines), broken, source.left(died.lost))
            return FAILED
        if broken:
            lines.stop(broken[0].why, broken, not_begun=seeds[lines.done + len(broken) :])
            return FAILED
        if keys.pressed:
            lines.stop(_so_far("Stopped", seeds, lines), not_begun=seeds[lines.done :])
            return STOPPED
    lines.end()
    return OK


def _learn(learner: Learner, folder: Path) -> None:
    """Have a pool learn from a game; no game of the batch is lost where that fails."""
    import sys

    from wolfcore.errors import ConfigError, LogError, MemoryProblem
    from wolftui.games.learning import unlearned

    try:
        learner.learn(folder)
    except (ConfigError, LogError, MemoryProblem) as error:
        sys.stderr.write(f"wolftui: {unlearned(error, learner.pool, folder.name)}\n")


def _so_far(why: str, seeds: Sequence[int], lines: GameLines) -> str:
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
    _run,
)
