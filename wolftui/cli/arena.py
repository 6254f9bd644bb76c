"""The command `arena`: plays the arena of a TOML file, or resumes its folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import tomli_w
from msgspec import to_builtins
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Limits, Row, check_arena, read_arena
from wolfcore.arena.cluster import check_cluster
from wolfcore.arena.definition import EXAMPLE
from wolfcore.arena.integrity import ARENA_FILE, GAMES
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.validation import check_new_arena
from wolfcore.errors import ConfigError, OverBudget, WolfError
from wolfcore.extras import run_checks
from wolfcore.files import expand_user_path
from wolfcore.models import Budget, BudgetTracker
from wolfcore.records import ERRORS_FILE
from wolfcore.speech import READER_VERSION
from wolftui import __version__
from wolftui.games.table_pool import TablePool
from wolftui.settings.config import LoadedConfig
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import arenas_folder
from wolftui.settings.visitor_terms import budget_tracker

from .arena_progress import ArenaProgress
from .argument_values import allow_players, say, say_notes
from .command import FAILED, OK, STOPPED
from .concurrency import check_concurrency, process_count
from .interrupts import CtrlCHandler
from .user_config import load_config
from .win_table import answer_lines, json_rows, question_lines, start_text, win_table_lines


def arena_command(args: argparse.Namespace) -> int:
    """Run the command `arena`; returns the exit code."""
    file = expand_user_path(args.file) if args.file else None
    into = expand_user_path(args.into) if args.into else None
    if file is None and into and not args.show:
        file = into / ARENA_FILE
    if file is None and not args.show:
        raise ConfigError(
            "no arena file was named",
            key="FILE",
            hint="`wolftui arena --show > my.toml` writes an example.",
        )
    jobs = process_count(args)
    if args.scheduler and jobs > 1:
        raise ConfigError(
            "the workers of the cluster play the games",
            key="--jobs",
            hint="Leave it out, or leave out `--scheduler`.",
        )
    check_concurrency(args.at_once)
    allow_players(args)
    plan = read_arena(file) if file else EXAMPLE
    plan = replace(plan, limits=_effective_limits(args, plan.limits))
    check_arena(plan)
    if file is None or args.show:
        sys.stdout.write(tomli_w.dumps(to_builtins(plan)))
        return OK
    return _play(into or _default_folder(file), plan, args)


def _effective_limits(args: argparse.Namespace, limits: Limits) -> Limits:
    """Return the arena's limits, overridden by those of the command line."""
    given = {
        "games": args.games,
        "minutes": args.max_minutes,
        "tokens": args.max_tokens,
        "cost": args.max_cost,
        "stop_after_replaced": args.stop_after_replaced,
    }
    return replace(limits, **{name: amount for name, amount in given.items() if amount is not None})


def _default_folder(file: Path) -> Path:
    """Return the default folder of an arena, named after its file."""
    return arenas_folder() / file.stem


def limited_models(limits: Limits, loaded: LoadedConfig) -> ModelSettings:
    """Return the models of the settings with the budget of an arena's limits."""
    seconds = None if limits.minutes is None else 60 * limits.minutes
    budget_meter = budget_tracker(Budget(limits.cost, limits.tokens, seconds))
    return ModelSettings(loaded.models, loaded.local, budget_meter, loaded.config.patience)


def _play(folder: Path, plan: ArenaPlan, args: argparse.Namespace) -> int:
    if not (folder / ARENA_FILE).exists():
        for note in check_new_arena(plan):
            sys.stderr.write(f"wolftui: {note}\n")
    models = limited_models(plan.limits, load_config())
    with CtrlCHandler() as keys:
        keys.defer()
        waiting = TablePool(plan, models, folder, args.at_once, lambda: keys.pressed)
        run_checks((*((check_cluster,) if args.scheduler else ()), waiting.check))
        say_notes(models)
        run = open_run(folder, args, waiting)
        try:
            return _continue_run(run, waiting, models.budget_meter, keys, as_json=args.json)
        finally:
            run.close()


def open_run(folder: Path, args: argparse.Namespace, waiting: TablePool) -> ArenaRun:
    """Open the arena in its folder."""
    return ArenaRun(
        folder,
        waiting.plan,
        version=__version__,
        reader=READER_VERSION,
        jobs=args.jobs,
        scheduler=args.scheduler,
        waiting=waiting,
        model_signatures=waiting.model_fingerprints(),
    )


def _continue_run(
    run: ArenaRun,
    waiting: TablePool,
    budget_meter: BudgetTracker,
    keys: CtrlCHandler,
    *,
    as_json: bool,
) -> int:
    """Play the missing games, and print the table; returns the exit code."""
    if not as_json:
        print(start_text(run), flush=True)
        for line in question_lines(run):
            print(line, flush=True)
    code, why = play_games(run, waiting, budget_meter, keys)
    for line in json_rows(run) if as_json else [*win_table_lines(run), *answer_lines(run)]:
        print(line)
    if broken := [row for row in run.rows.values() if row.broken]:
        say(_broken_text(run.folder, broken))
        if len(broken) == len(run.rows):
            code = code or FAILED
    if run.missing and not run.is_answered:
        how = (
            f"{len(run.rows):,} of {len(run.games):,} games are played; the same command "
            "plays the rest"
        )
        sys.stderr.write(f"wolftui: {why.rstrip('.')}{'. ' if why else ''}{how}.\n")
    elif why:
        sys.stderr.write(f"wolftui: {why.rstrip('.')}.\n")
    return code


def play_games(
    run: ArenaRun, waiting: TablePool, budget_meter: BudgetTracker, keys: CtrlCHandler
) -> tuple[int, str]:
    """Play the missing games and show the progress.

    Returns:
        The exit code, and why play ended before the last game, as a sentence; empty if it did not.
    """
    for row in run.rows.values():
        budget_meter.add_spent(row.calls, row.tokens_in + row.tokens_out, row.cost or 0.0)
    if estimate := waiting.estimate(
        run.games, [number for number in run.numbers_to_play if run.has_models(number)]
    ):
        sys.stderr.write(f"wolftui: {estimate}\n")
    progress, code, why = ArenaProgress(run, budget_meter), OK, ""
    waiting.on_progress = progress.set_running
    enough = StopCondition(budget_meter, lambda: keys.pressed)
    run.tell = say
    try:
        for row in run.play_missing(enough):
            progress.add(row)
    except KeyboardInterrupt:
        code, why = STOPPED, "Stopped"
    except WolfError as error:
        code, why = FAILED, str(error)
    if keys.pressed and not why:
        code, why = STOPPED, "Stopped"
    progress.clear()
    if enough.reason and not why and run.missing and not run.is_answered:
        code, why = FAILED, enough.reason
    return code, why


def _broken_text(folder: Path, broken: Sequence[Row]) -> str:
    """Say why the first of the broken games stopped, and where its traceback lies."""
    first = min(broken, key=lambda row: row.game)
    count = f"{len(broken):,} games" if len(broken) > 1 else "1 game"
    why = f"{count} broke; game {first.game}: {first.broken.rstrip('.')}."
    errors = folder / GAMES / Path(first.folder).name / ERRORS_FILE
    if not first.folder:
        return f"{why} Its traceback is not kept, for the arena keeps no games (`keep = false`)."
    return f"{why} The traceback is in {errors}." if errors.exists() else why


class StopCondition:
    """A callable that returns whether no further game is to be started.

    Args:
        budget_meter: The budget.
        pressed: Returns whether Ctrl-C was pressed.

    Attributes:
        reason: Which limit of the budget is reached, as a sentence; empty while none is.
    """

    def __init__(self, budget_meter: BudgetTracker, pressed: Callable[[], bool]) -> None:
        self._budget_meter, self._pressed, self.reason = budget_meter, pressed, ""

    def __call__(self) -> bool:
        """Return whether the budget is spent or Ctrl-C was pressed."""
        try:
            self._budget_meter.check()
        except OverBudget as spent:
            self.reason = str(spent)
        return bool(self.reason) or self._pressed()
