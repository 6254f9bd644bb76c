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
    from wolftui.games.running import RunningGame

    from .taken_over import Changes


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=False)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games; game k, from 0, has seed S+k")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    add_dead_options(parser)


def _run(args: argparse.Namespace) -> int:
    from core.errors import ConfigError, LogError, OverBudget, SeatError
    from wolftui.games.arranging import drawn_seed
    from wolftui.games.inputs import unasked_note
    from wolftui.games.running import RunningGame
    from wolftui.settings.config import load_config

    from .common import arrange
    from .interrupts import held_back
    from .playing import finish
    from .taken_over import Changes
    from .under_way import say_done

    if args.games < 1:
        raise ConfigError(f"{args.games} games cannot be run", key="--games", hint="Run one or more.")
    arrangement = arrange(args, load_config(), people=False)
    first = drawn_seed() if args.seed is None else args.seed
    wins, changes = Counter[str](), Changes()
    unasked: frozenset[str] | None = None
    running: RunningGame | None = None
    try:
        for number in range(args.games):
            running = RunningGame.start(arrangement, first + number)
            if number == 0 and (estimate := running.estimate(args.games)):
                sys.stderr.write(f"wolftui: {estimate}\n")
            result = finish(running, args.on_dead)
            unasked = running.unasked if unasked is None else unasked & running.unasked
            line = _as_json(running, result) if args.json else _as_line(running, result)
            with held_back():
                print(line)
                changes.add(running)
                wins[result.winner or "nobody"] += 1
            if not sys.stdout.isatty():
                say_done(number + 1, args.games)
    except KeyboardInterrupt:
        return _stopped(running, changes, f"Stopped after {wins.total()} of {args.games} games", STOPPED)
    except (SeatError, LogError, OverBudget) as error:
        return _stopped(running, changes, str(error), FAILED)
    changes.say()
    if unasked:
        sys.stderr.write(f"wolftui: {unasked_note(unasked)}\n")
    if not args.json and args.games > 1:
        print(f"{args.games} games: " + ", ".join(f"{side} won {count}" for side, count in wins.most_common()) + ".")
    return OK


def _stopped(running: RunningGame | None, changes: Changes, why: str, code: int) -> int:
    """Say who took over until then, why the games stopped, and how to finish the one that was under way."""
    from .playing import say_stopped

    under_way = running if running and not running.game.over else None
    if under_way:
        changes.add(under_way)
    changes.say()
    if running:
        running.close()
    if under_way:
        return say_stopped(under_way, why, code)
    sys.stderr.write(f"\nwolftui: {why}.\n")
    return code


def _as_json(running: RunningGame, result: Result) -> str:
    import json

    from core.records import encode_log

    spec, state = running.spec, running.game.state
    seats = [
        {"seat": seat, "name": name, "role": state.roles[seat], "player": player, "alive": state.alive(seat)}
        for seat, (name, player) in enumerate(zip(spec.names, running.players, strict=True), 1)
    ]
    line: dict[str, Any] = {
        "game": running.id or None,
        "board": spec.board.name,
        "seed": spec.seed,
        "winner": result.winner,
        "ended": result.ended,
        "days": result.days,
        "events": len(running.game.log),
        "bytes": len(encode_log(spec, running.game.log, result)),
        "seats": seats,
        "path": str(running.path) if running.path else None,
    }
    return json.dumps(line, ensure_ascii=False)


def _as_line(running: RunningGame, result: Result) -> str:
    from .taken_over import took_over_words

    game = f"  {running.id}" if running.id else ""
    ended = running.outcome
    changed = took_over_words(running.took_over)
    return (
        f"seed {running.spec.seed}: {ended.title[:1].lower()}{ended.title[1:]} on day {result.days}"
        f"{'; ' if changed else ''}{changed}.{game}"
    )


COMMAND = Command(
    "run",
    "run games without a screen",
    ("wolftui run --games 20", "wolftui run --board xu7 --games 1000 --seed 1 --seat '*=bot' --json --no-save"),
    _arguments,
    _run,
)
