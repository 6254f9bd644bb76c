"""The command `run`: headless games, one line or one JSON object each.

The field names and order of `GameLine` and `SeatLine` are the `--json` output.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.arena import BrokenGame, PlayedGame, WorkerDied
from wolfcore.errors import ConfigError, LogError, MemoryProblem, OverBudget
from wolfcore.game import RoleName, Team
from wolfcore.game.facts import EndKind
from wolfcore.table import Spent
from wolftui.games.arrangement import Arrangement, check_seed, random_seed
from wolftui.games.headless import GameBatch, HeadlessGames
from wolftui.games.inputs import unasked_answers_note
from wolftui.games.pool_learner import PoolLearner, learning_failure_text
from wolftui.games.running_game import UnfinishedGame
from wolftui.words.outcome import ending_title
from wolftui.words.spending import usage_line

from .argument_values import arrangement_from_args, say_notes
from .command import FAILED, OK, STOPPED
from .concurrency import check_concurrency, process_count
from .concurrent_tables import ConcurrentTables
from .interrupts import CtrlCHandler
from .progress import show_count
from .stop_notes import print_unfinished
from .takeover_notes import Takeovers, UsageTotals, takeovers_text
from .user_config import load_config


def run_command(args: argparse.Namespace) -> int:
    """Run the command `run`; returns the exit code."""
    if args.games < 1:
        raise ConfigError(
            f"{args.games} games cannot be run", key="--games", hint="Run one or more."
        )
    check_concurrency(args.at_once)
    jobs = min(process_count(args), args.games)
    arrangement = arrangement_from_args(args, load_config(), people=False)
    first = random_seed(args.games) if args.seed is None else args.seed
    for note in arrangement.notes:
        sys.stderr.write(f"wolftui: {note}\n")
    seeds = range(first, first + args.games)
    for seed in (seeds[0], seeds[-1]):
        check_seed(seed)
    learn = arrangement.learning_pool
    if arrangement.learns_live and (args.jobs > 1 or args.at_once > 1):
        option = "--jobs" if args.jobs > 1 else "--at-once"
        hint = "Each game reads what the game before taught: leave this out, or leave out `live`."
        raise ConfigError("games with `live` are played one after the other", key=option, hint=hint)
    lines = GamePrinter(arrangement, args.games, as_json=args.json)
    if not arrangement.has_slow_players:
        if args.at_once > 1:
            raise ConfigError(
                "only games of models can be played at once",
                key="--at-once",
                hint="`--jobs` spreads games of house bots.",
            )
        learner = PoolLearner(learn, arrangement.options.models) if learn else None
        if learner:
            learner.check()
            say_notes(arrangement.options.models)
        return _run_batch(
            HeadlessGames(arrangement, args.on_dead, jobs),
            seeds,
            lines,
            together=jobs > 1,
            learner=learner,
        )
    if args.jobs > 1:
        raise ConfigError(
            "only games of house bots can be played by several processes",
            key="--jobs",
            hint="Leave it out.",
        )
    # Model calls may be in flight: Ctrl-C is only recorded, and `ConcurrentTables` stops the
    # games when it is safe.
    return _run_batch(
        ConcurrentTables(arrangement, args.on_dead, args.at_once), seeds, lines, together=True
    )


def _run_batch(
    source: GameBatch,
    seeds: Sequence[int],
    lines: GamePrinter,
    *,
    together: bool,
    learner: PoolLearner | None = None,
) -> int:
    """Play games and print a line each; returns the exit code.

    Ctrl-C stops games that are played in this process. Worker processes finish their games; a
    second Ctrl-C ends them.

    Args:
        source: Plays the games.
        seeds: Their seeds.
        lines: Prints the games.
        together: Whether the source itself handles Ctrl-C, since several games run.
        learner: Learns from each game, if the source does not.
    """
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
                _progress_sentence("Stopped", seeds, lines),
                broken,
                left,
                seeds[lines.done + len(broken) + len(left) :],
            )
            return STOPPED
        except OverBudget as spent:
            lines.print_stop(
                _progress_sentence(str(spent), seeds, lines), not_begun=seeds[lines.done :]
            )
            return FAILED
        except WorkerDied as died:
            lines.print_stop(
                _progress_sentence(str(died), seeds, lines),
                broken,
                source.unreported_games(died.lost),
            )
            return FAILED
        if broken:
            lines.print_stop(broken[0].reason, broken, not_begun=seeds[lines.done + len(broken) :])
            return FAILED
        if keys.pressed:
            lines.print_stop(
                _progress_sentence("Stopped", seeds, lines), not_begun=seeds[lines.done :]
            )
            return STOPPED
    lines.print_summary()
    return OK


def _teach_pool(learner: PoolLearner, folder: Path) -> None:
    """Add a game to a pool; a failure is printed and does not stop the batch."""
    try:
        learner.learn(folder)
    except (ConfigError, LogError, MemoryProblem) as error:
        sys.stderr.write(f"wolftui: {learning_failure_text(error, learner.pool, folder.name)}\n")


def _progress_sentence(why: str, seeds: Sequence[int], lines: GamePrinter) -> str:
    return f"{why} after {lines.done} of {len(seeds)} games"


class SeatLine(Struct):
    """A seat in the `--json` output."""

    seat: int
    name: str
    role: RoleName
    player: str
    alive: bool


class GameLine(Struct, omit_defaults=True):
    """A game in the `--json` output, with fields in this order; `spent` only if models played."""

    game: str | None
    board: str
    seed: int
    winner: Team | None
    ended: EndKind
    days: int
    events: int
    bytes: int
    seats: list[SeatLine]
    path: str | None
    spent: tuple[Spent, ...] = ()


class GamePrinter:
    """Prints games and counts their results.

    Args:
        arrangement: The options.
        games: How many are to be played.
        as_json: Whether each game is printed as one JSON object.

    Attributes:
        done: How many games were printed.
    """

    def __init__(self, arrangement: Arrangement, games: int, *, as_json: bool) -> None:
        self._board, self._games, self._as_json = arrangement.board.name, games, as_json
        # For slow players `ConcurrentTables` shows more detailed progress.
        self._progress = (
            games > 1
            and not arrangement.has_slow_players
            and not sys.stdout.isatty()
            and sys.stderr.isatty()
        )
        self._unasked = frozenset(arrangement.script.answers)
        self._wins, self._changes, self._spendings = Counter[str](), Takeovers(), UsageTotals()
        self._encoder = msgspec.json.Encoder()
        self.done = 0

    def add(self, game: PlayedGame) -> None:
        """Print a game and count it."""
        print(
            self._encoder.encode(self._object(game)).decode()
            if self._as_json
            else _game_sentence(game)
        )
        self.done += 1
        self._wins[game.result.winner or "nobody"] += 1
        self._changes.add(game.took_over)
        self._spendings.add(game.spent)
        if self._unasked:
            self._unasked -= game.scripted_used
        if self._progress:
            show_count(self.done, self._games)

    def print_summary(self) -> None:
        """Print takeovers, warnings, unused answers and, for several games, the wins and usage."""
        self._changes.print()
        self._spendings.print_warnings()
        if self._unasked:
            sys.stderr.write(f"wolftui: {unasked_answers_note(self._unasked)}\n")
        if not self._as_json and self._games > 1:
            print(
                f"{self._games} games: "
                + ", ".join(f"{side} won {count}" for side, count in self._wins.most_common())
                + "."
            )
            self._spendings.print_lines()

    def print_stop(
        self,
        why: str,
        broken: Sequence[BrokenGame] = (),
        left: Sequence[UnfinishedGame] = (),
        not_begun: Sequence[int] = (),
    ) -> None:
        """Print takeovers, why the batch stopped, which games are saved, and how to play the rest.

        Args:
            why: The reason, as a sentence.
            broken: The games that stopped before their end.
            left: Other saved games of the batch that were not printed.
            not_begun: The consecutive seeds of the games that were not started.
        """
        for each in broken:
            self._changes.add(each.took_over)
        self._changes.print()
        self._spendings.print_warnings()
        stopped = [UnfinishedGame(each.folder, trace=each.trace) for each in broken]
        print_unfinished(why, [*stopped, *left], not_begun)

    def _object(self, game: PlayedGame) -> GameLine:
        living, result, folder = game.living, game.result, game.folder
        seats = [
            SeatLine(seat, name, role, player, seat in living)
            for seat, (name, role, player) in enumerate(
                zip(game.names, game.roles, game.players, strict=True), 1
            )
        ]
        return GameLine(
            folder.name if folder else None,
            self._board,
            game.seed,
            result.winner,
            result.ended,
            result.days,
            game.events,
            game.bytes,
            seats,
            os.fspath(folder).encode(errors="replace").decode() if folder else None,
            game.spent,
        )


def _game_sentence(game: PlayedGame) -> str:
    folder = f"  {game.folder.name}" if game.folder else ""
    title = ending_title(game.result.ended)
    changed = takeovers_text(game.took_over)
    took = f" {'; '.join(map(usage_line, game.spent))}." if game.spent else ""
    ended = f"{title[:1].lower()}{title[1:]} on day {game.result.days}"
    return f"seed {game.seed}: {ended}{'; ' if changed else ''}{changed}.{took}{folder}"
