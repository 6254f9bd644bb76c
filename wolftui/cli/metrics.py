"""`wolftui metrics`: what games measure, over thousands of them if there are."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import FAILED, OK, STOPPED, WRONG_USE, Command
from .common import GAME_HELP, add_jobs_option, jobs_for

if TYPE_CHECKING:
    from core.metrics import Dimension
    from wolftui.figures.forms import OutputForm
    from wolftui.figures.measuring import Measurement

_EVERY = 25
"""Games between two words of progress."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    games = f"{GAME_HELP}; or a folder of games; or a session of DSGBench or Werewolf Arena, or a published nine-seat human game"
    parser.add_argument("games", nargs="*", metavar="GAME", help=games)
    by = "apart by these, between commas: game, board, day, seat, player, model, role, team"
    parser.add_argument("--by", default="", metavar="WHAT", help=by)
    add_jobs_option(parser, "read and measure in N processes; the figures are the same")
    forms = parser.add_mutually_exclusive_group()
    whole = "one JSON object, with the entries and lines behind each value"
    for form, words in (("json", whole), ("csv", "CSV"), ("md", "Markdown")):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, default="text", help=words)
    listed = "what every metric is, or NAME in full: formula, unit, when it is null, how games make one value, source"
    parser.add_argument("--list", nargs="*", metavar="NAME", help=listed)
    parser.add_argument("--zero-fill", action="store_true", help="count nothing to divide by as 0, as published tables do")
    alpha = "the weight a of the equations with two terms, 0 to 1 (default: 0.5)"
    parser.add_argument("--alpha", type=float, default=0.5, metavar="A", help=alpha)


def _run(args: argparse.Namespace) -> int:
    from core.errors import ConfigError
    from wolftui.figures.forms import listing
    from wolftui.figures.measuring import Measurement

    if args.list is not None:
        sys.stdout.write(listing(args.form, args.list, _width()))
        return OK
    if not args.games:
        hint = "Name games, a folder of games, or `latest`; --list explains all metrics."
        raise ConfigError("no game was named", key="GAME", hint=hint)
    if not 0 <= args.alpha <= 1:
        raise ConfigError(f"{args.alpha:g} is no weight", key="--alpha", hint="It goes from 0 to 1.")
    measurement = Measurement(_dimensions(args.by), zero_fill=args.zero_fill, alpha=args.alpha, keep_parts=args.form == "json")
    return _measure(measurement, args.games, args.form, jobs_for(args))


def _dimensions(text: str) -> tuple[Dimension, ...]:
    """The dimensions of `--by`, each once."""
    from core.errors import ConfigError
    from core.metrics import DIMENSIONS

    found: dict[Dimension, None] = {}
    for word in (part.strip() for part in text.split(",") if part.strip()):
        known: list[Dimension] = [dimension for dimension in DIMENSIONS if dimension == word]
        if not known:
            raise ConfigError(f"`{word}` is nothing to be apart by", key="--by", hint=f"It is one of: {', '.join(DIMENSIONS)}.")
        found |= dict.fromkeys(known)
    return tuple(found)


def _measure(measurement: Measurement, texts: list[str], form: OutputForm, jobs: int) -> int:
    from core.arena import WorkerDied

    from .interrupts import CtrlC
    from .under_way import say_done

    stopped, died, total = False, False, 0
    with CtrlC() as keys:
        try:
            paths = measurement.paths(texts)
            total = len(paths)
            for number, found in enumerate(measurement.looked_at(paths, min(jobs, max(total, 1))), 1):
                keys.hold()
                measurement.add(found)
                keys.let_go()
                if number % _EVERY == 0 or number == total:
                    say_done(number, total)
        except KeyboardInterrupt:
            keys.hold()
            stopped = True
            sys.stderr.write(f"\nwolftui: Stopped after {measurement.games} of {total} games.\n")
        except WorkerDied as error:
            died = True
            sys.stderr.write(f"\nwolftui: {error} after {measurement.games} of {total} games.\n")
    _say_problems(measurement)
    _say_doubts(measurement)
    if measurement.games:
        _print(measurement, form)
    elif not (stopped or died) and not measurement.problems:
        sys.stderr.write("wolftui: None of these games can be measured.\n")
    if measurement.misnamed and not measurement.games and not (stopped or died):
        return WRONG_USE
    return STOPPED if stopped else OK if measurement.games and not (measurement.problems or died) else FAILED


def _say_problems(measurement: Measurement) -> None:
    """What was left out: a line for each game that cannot be read, and how many were not over or void."""
    for problem in measurement.problems:
        sys.stderr.write(f"wolftui: {problem}{'' if problem.endswith(('.', '?', '!')) else '.'}\n")
    for why in dict.fromkeys(why for _, why in measurement.left_out):
        games = [game for game, reason in measurement.left_out if reason == why]
        if len(games) == 1:
            sys.stderr.write(f"wolftui: {games[0]} {why} and is left out.\n")
        else:
            sys.stderr.write(f"wolftui: {len(games)} games, {games[0]} among them, are left out: each {why}.\n")


def _say_doubts(measurement: Measurement) -> None:
    """Which games are measured although they are not what was played."""
    if measurement.doubted:
        game, why = measurement.doubted[0]
        count = len(measurement.doubted)
        games = f"{game} is" if count == 1 else f"{count} games, {game} among them, are"
        sys.stderr.write(f"wolftui: {games} measured as found, but {why}; `wolftui verify` says where.\n")


def _print(measurement: Measurement, form: OutputForm) -> None:
    from wolftui.figures.forms import written

    sys.stdout.write(written(measurement.figures, form, _width()))


def _width() -> int:
    """Columns that lines may have."""
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 120


COMMAND = Command(
    "metrics",
    "measure saved games",
    ("wolftui metrics latest", "wolftui metrics games/ --by player,role --csv", "wolftui metrics --list irp"),
    _arguments,
    _run,
)
