"""`wolftui metrics`: what games measure, over thousands of them if there are."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import FAILED, OK, STOPPED, WRONG_USE, Command
from .measured import (
    EVERY,
    add_measuring_options,
    check_measuring,
    dimensions,
    jobs_to_measure,
    line_width,
    say_doubts,
    say_problems,
)

if TYPE_CHECKING:
    from wolftui.figures.forms import OutputForm
    from wolftui.figures.measuring import Measurement


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_measuring_options(parser)
    forms = parser.add_mutually_exclusive_group()
    whole = "one JSON object, with the entries and lines behind each value"
    for form, words in (("json", whole), ("csv", "CSV"), ("md", "Markdown")):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, default="text", help=words)
    listed = "what every metric is, or NAME in full: formula, unit, when it is null, how games make one value, source"
    parser.add_argument("--list", nargs="*", metavar="NAME", help=listed)


def _run(args: argparse.Namespace) -> int:
    from wolftui.figures.forms import listing
    from wolftui.figures.measuring import Measurement

    if args.list is not None:
        sys.stdout.write(listing(args.form, args.list, line_width()))
        return OK
    check_measuring(args, "; --list explains all metrics")
    measurement = Measurement(dimensions(args.by), zero_fill=args.zero_fill, alpha=args.alpha, keep_parts=args.form == "json")
    return _measure(measurement, args)


def _measure(measurement: Measurement, args: argparse.Namespace) -> int:
    from wolfcore.arena import WorkerDied

    from .interrupts import CtrlC
    from .under_way import say_done

    stopped, died, total = False, False, 0
    with CtrlC() as keys:
        try:
            paths = measurement.paths(args.games)
            total = len(paths)
            for number, found in enumerate(measurement.looked_at(paths, jobs_to_measure(args, total)), 1):
                keys.hold()
                measurement.add(found)
                keys.let_go()
                if number % EVERY == 0 or number == total:
                    say_done(number, total)
        except KeyboardInterrupt:
            keys.hold()
            stopped = True
            sys.stderr.write(f"\nwolftui: Stopped after {measurement.games} of {total} games.\n")
        except WorkerDied as error:
            died = True
            sys.stderr.write(f"\nwolftui: {error} after {measurement.games} of {total} games.\n")
    say_problems(measurement)
    say_doubts(measurement)
    if measurement.games:
        _print(measurement, args.form)
    elif not (stopped or died) and not measurement.problems:
        sys.stderr.write("wolftui: None of these games can be measured.\n")
    if measurement.misnamed and not measurement.games and not (stopped or died):
        return WRONG_USE
    return STOPPED if stopped else OK if measurement.games and not (measurement.problems or died) else FAILED


def _print(measurement: Measurement, form: OutputForm) -> None:
    from wolftui.figures.forms import written

    sys.stdout.write(written(measurement.figures, form, line_width()))


COMMAND = Command(
    "metrics",
    "measure saved games",
    ("wolftui metrics latest", "wolftui metrics games/ --by player,role --csv", "wolftui metrics --list irp"),
    _arguments,
    _run,
)
