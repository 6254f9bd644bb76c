"""`wolftui run`: games without a screen, one line each."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from .command import FAILED, OK, STOPPED, Command
from .common import add_dead_options, add_game_options

if TYPE_CHECKING:
    from core.game import Result
    from wolftui.sitting import Sitting

    from .changes import Changes


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=False)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games; game k, from 0, has seed S+k")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    add_dead_options(parser)


def _run(args: argparse.Namespace) -> int:
    from core.errors import ConfigError, LogError, OverBudget, SeatError
    from wolftui.arranging import drawn_seed
    from wolftui.config import load_config
    from wolftui.inputs import unasked_note
    from wolftui.sitting import Sitting

    from .changes import Changes
    from .common import arrange
    from .interrupts import held_back
    from .playing import finish
    from .under_way import say_done

    if args.games < 1:
        raise ConfigError(f"{args.games} games cannot be run", key="--games", hint="Run one or more.")
    arrangement = arrange(args, load_config(), people=False)
    first = drawn_seed() if args.seed is None else args.seed
    wins, changes = Counter[str](), Changes()
    unasked: frozenset[str] | None = None
    sitting: Sitting | None = None
    try:
        for number in range(args.games):
            sitting = Sitting.start(arrangement, first + number)
            if number == 0 and (estimate := sitting.estimate(args.games)):
                sys.stderr.write(f"wolftui: {estimate}\n")
            result = finish(sitting, args.on_dead)
            unasked = sitting.unasked if unasked is None else unasked & sitting.unasked
            line = _as_json(sitting, result) if args.json else _as_line(sitting, result)
            with held_back():
                print(line)
                changes.add(sitting)
                wins[result.winner or "nobody"] += 1
            if not sys.stdout.isatty():
                say_done(number + 1, args.games)
    except KeyboardInterrupt:
        return _stopped(sitting, changes, f"Stopped after {wins.total()} of {args.games} games", STOPPED)
    except (SeatError, LogError, OverBudget) as error:
        return _stopped(sitting, changes, str(error), FAILED)
    changes.say()
    if unasked:
        sys.stderr.write(f"wolftui: {unasked_note(unasked)}\n")
    if not args.json and args.games > 1:
        print(f"{args.games} games: " + ", ".join(f"{side} won {count}" for side, count in wins.most_common()) + ".")
    return OK


def _stopped(sitting: Sitting | None, changes: Changes, why: str, code: int) -> int:
    """Say who took over until then, why the games stopped, and how to finish the one that was under way."""
    from .playing import say_stopped

    under_way = sitting if sitting and not sitting.game.over else None
    if under_way:
        changes.add(under_way)
    changes.say()
    if sitting:
        sitting.close()
    if under_way:
        return say_stopped(under_way, why, code)
    sys.stderr.write(f"\nwolftui: {why}.\n")
    return code


def _as_json(sitting: Sitting, result: Result) -> str:
    import json

    from core.records import encode_log

    spec, state = sitting.spec, sitting.game.state
    seats = [
        {"seat": seat, "name": name, "role": state.roles[seat], "player": player, "alive": state.alive(seat)}
        for seat, (name, player) in enumerate(zip(spec.names, sitting.players, strict=True), 1)
    ]
    line: dict[str, Any] = {
        "game": sitting.id or None,
        "board": spec.board.name,
        "seed": spec.seed,
        "winner": result.winner,
        "ended": result.ended,
        "days": result.days,
        "events": len(sitting.game.log),
        "bytes": len(encode_log(spec, sitting.game.log, result)),
        "seats": seats,
        "path": str(sitting.path) if sitting.path else None,
    }
    return json.dumps(line, ensure_ascii=False)


def _as_line(sitting: Sitting, result: Result) -> str:
    from .changes import took_over_words

    game = f"  {sitting.id}" if sitting.id else ""
    ended = sitting.outcome
    changed = took_over_words(sitting.took_over)
    return (
        f"seed {sitting.spec.seed}: {ended.title[:1].lower()}{ended.title[1:]} on day {result.days}"
        f"{'; ' if changed else ''}{changed}.{game}"
    )


COMMAND = Command(
    "run",
    "run games without a screen",
    ("wolftui run --games 20", "wolftui run --board xu7 --games 1000 --seed 1 --seat '*=bot' --json --no-save"),
    _arguments,
    _run,
)
