"""The command `train`: runs or shows a policy training (extra `policy`).

torch is imported when training begins, so that a missing extra is reported as one sentence.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import tomli_w
from msgspec import to_builtins
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint
from wolfcore.files import expand_user_path, path_exists
from wolftui.settings.paths import policies_folder

from .command import OK, STOPPED

if TYPE_CHECKING:
    from wolfcore.training.hyperparameters import Plan
    from wolfcore.training.loop import Line, TrainingRun

_MOST_WORKERS = 256


def train_command(args: argparse.Namespace) -> int:
    """Run the command `train`; returns the exit code."""
    try:
        return _run_training(args)
    except ModuleNotFoundError as missing:
        if missing.name not in ("torch", "numpy", "safetensors"):
            raise
        hint = install_hint("policy")
        raise ConfigError(
            f"training needs {missing.name}, which is not installed", hint=hint
        ) from missing


def _run_training(args: argparse.Namespace) -> int:
    """Print the training's settings, or run it.

    Raises:
        ModuleNotFoundError: A package that training needs is not installed.
    """
    # Needs the extra `policy`; its absence is reported by the caller.
    from wolfcore.training.hyperparameters import (  # noqa: PLC0415  extra `learn`
        PLAN_FILE,
        Plan,
        check_plan,
        read_plan,
    )

    # Without a file, the training in the folder goes on.
    held = expand_user_path(args.into) / PLAN_FILE if args.into else None
    begun = held if held and path_exists(held) else None
    file = Path(args.file) if args.file else begun
    if file is None and not args.show:
        raise ConfigError(
            "no training was begun there" if args.into else "no training file was named",
            key="--into" if args.into else "FILE",
            hint="`wolftui train --show > my.toml` writes the default one: name it as FILE.",
        )
    plan = read_plan(file) if file else Plan()
    if args.updates is not None:
        plan = replace(plan, updates=args.updates)
        check_plan(plan)
    if not 1 <= args.workers <= _MOST_WORKERS:
        raise ConfigError(
            f"{args.workers} processes cannot be started",
            key="--workers",
            hint=f"It goes from 1 to {_MOST_WORKERS}.",
        )
    if file is None or args.show:
        sys.stdout.write(tomli_w.dumps(to_builtins(plan)))
        return OK
    return _train(_folder(args.into, file), plan, args.workers)


def _folder(into: str | None, file: Path) -> Path:
    """Return the folder of a training run."""
    return expand_user_path(into) if into else policies_folder() / file.stem


def _train(folder: Path, plan: Plan, workers: int) -> int:
    # Needs torch; its absence is reported by the caller.
    from wolfcore.training.loop import TrainingRun  # noqa: PLC0415  extra `learn`

    run = TrainingRun(folder, plan, workers)
    try:
        return _updates(run)
    finally:
        run.close()


def _updates(run: TrainingRun) -> int:
    plan, begun = run.plan, run.updates
    where = f"after update {begun}" if begun else "from the beginning"
    print(
        f"{plan.learner} on {plan.board}, {where}, to update {plan.updates} of "
        f"{plan.games:,} games, on the {run.device}"
    )
    print(f"All files are in {run.folder}; Ctrl-C stops, and the same command continues.")
    seconds = 0.0
    try:
        for line in run.train():
            seconds += line.seconds
            done = line.update - begun
            print(
                _update_lines(
                    line,
                    plan,
                    done * plan.games / seconds,
                    (plan.updates - line.update) * seconds / done,
                ),
                flush=True,
            )
    except KeyboardInterrupt:
        sys.stderr.write(
            f"wolftui: Stopped after update {run.updates} of {plan.updates}; the same "
            "command continues.\n"
        )
        return STOPPED
    print(f"Done: {run.current}. `--seat 'wolves={plan.learner}:policy={run.current}'` plays it.")
    return OK


def _update_lines(line: Line, plan: Plan, pace: float, left: float) -> str:
    """Format one update, with one more line per side if the policy was measured.

    Args:
        line: The results of the update.
        plan: The training.
        pace: Games per second.
        left: Seconds to the end.
    """
    did = line.did
    won = "  ".join(f"{team} {share:.0%}" for team, share in line.won.items())
    text = (
        f"{line.update:5}/{plan.updates}  {line.games:,} games  {pace * 3600:,.0f} an hour  "
        f"won {won}  "
        f"entropy {did.entropy:.2f}  KL {did.kl:.3f}  foreseen {did.explained:.0%}  "
        f"{_duration_text(left)} left"
    )
    measure = line.measure
    if measure is None:
        return text
    for side in measure.sides:
        between = (
            ""
            if side.low is None or side.high is None
            else f" [{100 * side.low:+.1f}, {100 * side.high:+.1f}]"
        )
        text += (
            f"\n         as {side.team}: wins {side.won:.0%} of {measure.deals} deals, "
            f"{100 * side.gain:+.1f} points{between} against {measure.against} in its place"
        )
    return text


def _duration_text(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"
