"""The command `metrics`: measures saved games."""

from __future__ import annotations

import argparse
import sys

from wolfcore.arena import WorkerDied
from wolftui.measures.measurement import Measurement
from wolftui.measures.output_forms import OutputForm, render_registry, render_results

from .command import FAILED, OK, STOPPED, WRONG_USE
from .interrupts import CtrlCHandler
from .measuring_options import (
    PROGRESS_EVERY,
    check_measuring_args,
    measuring_processes,
    output_width,
    parse_dimensions,
    print_doubts,
    print_problems,
)
from .progress import show_count


def metrics_command(args: argparse.Namespace) -> int:
    """Run the command `metrics`; returns the exit code."""
    if args.list is not None:
        sys.stdout.write(render_registry(args.form, args.list, output_width()))
        return OK
    check_measuring_args(args, "; --list explains all metrics")
    measurement = Measurement(
        parse_dimensions(args.by),
        zero_fill=args.zero_fill,
        alpha=args.alpha,
        keep_parts=args.form == "json",
        more=args.metric,
    )
    return _measure(measurement, args)


def _measure(measurement: Measurement, args: argparse.Namespace) -> int:
    stopped, died, total = False, False, 0
    with CtrlCHandler() as keys:
        try:
            paths = measurement.paths(args.games)
            total = len(paths)
            for number, found in enumerate(
                measurement.measure_all(paths, measuring_processes(args, total)), 1
            ):
                keys.defer()
                measurement.add(found)
                keys.release()
                if number % PROGRESS_EVERY == 0 or number == total:
                    show_count(number, total)
        except KeyboardInterrupt:
            keys.defer()
            stopped = True
            sys.stderr.write(f"\nwolftui: Stopped after {measurement.games} of {total} games.\n")
        except WorkerDied as error:
            died = True
            sys.stderr.write(f"\nwolftui: {error} after {measurement.games} of {total} games.\n")
    print_problems(measurement)
    print_doubts(measurement)
    if measurement.games:
        _print(measurement, args.form)
    elif not (stopped or died) and not measurement.problems:
        sys.stderr.write("wolftui: None of these games can be measured.\n")
    if measurement.had_unknown_word and not measurement.games and not (stopped or died):
        return WRONG_USE
    return (
        STOPPED
        if stopped
        else OK
        if measurement.games and not (measurement.problems or died)
        else FAILED
    )


def _print(measurement: Measurement, form: OutputForm) -> None:
    sys.stdout.write(render_results(measurement.figures, form, output_width()))
