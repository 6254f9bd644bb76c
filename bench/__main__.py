"""The command: measure some or all, print a table each, and one JSON object with `--json`.

`fit`, `belief`, `strength`, `counters`, `talk` and `people` are about the house bots and take options of their own, and so do
`metrics`, `report`, `coverage`, `model_seats`, `agents`, `run` and `damage`. `pairs` has two line-ups play the same deals, `steps`
turns each step of the agents that needs no model on and off, and `first_board` tells what one seat gets of a game on each board.
`learned` holds a
learned policy against players that it never met, and `distil` teaches a policy that reads words. `calibration` tells how often
the statistics of `wolfcore.rating` err.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from wolfcore.errors import WolfError

from .options import a_count

PLAIN_MEASURES: dict[str, str] = {
    "games": "games:measure_games",
    "bots": "games:measure_bots",
    "size": "games:measure_size",
    "startup": "startup:measure",
    "memory": "startup:measure_memory",
    "screen": "screen:measure_screen",
    "streaming": "streaming:measure",
    "learning": "learning:measure",
    "library": "library:measure_library",
}

IN_TURN = ("games", "bots")
"""Those of them that can be measured in turn with an earlier commit."""

WITH_OPTIONS: dict[str, str] = {
    "fit": "fit:measure_fit",
    "belief": "belief:measure_belief",
    "strength": "strength:measure_strength",
    "counters": "counters:measure_counters",
    "talk": "talk:measure",
    "metrics": "metrics:measure_metrics",
    "report": "report:measure_report",
    "coverage": "coverage:measure_all",
    "calibration": "calibration:measure",
    "model_seats": "model_seats:measure",
    "run": "run:measure_run",
    "damage": "damage:measure",
    "people": "people:measure_people",
    "pairs": "pairs:measure_pairs",
    "steps": "steps:measure",
    "first_board": "first_board:measure",
    "agents": "agents:measure",
    "distil": "distil:measure",
    "learned": "learned:measure",
}


def measure_of(place: str) -> Callable[..., Any]:
    """The function of a `module:function` of this package. A measure is loaded when it is asked for: some need torch."""
    module, _, function = place.partition(":")
    return getattr(import_module(f"bench.{module}"), function)


def main() -> int:
    """Measure what the command line asks for; returns the exit code: 0, 2 for wrong use, or 130 after Ctrl-C."""
    try:
        if sys.argv[1:] and sys.argv[1] in WITH_OPTIONS:
            measure_of(WITH_OPTIONS[sys.argv[1]])(sys.argv[2:])
        else:
            _measure()
    except WolfError as error:
        sys.stderr.write(f"bench: {str(error).rstrip('.')}.\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nbench: Stopped.\n")
        return 130
    return 0


def _measure() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure what wolftui promises.",
        epilog="With options of their own: " + ", ".join(WITH_OPTIONS),
    )
    what = f"what to measure: {', '.join(PLAIN_MEASURES)} (default: all)"
    parser.add_argument("measure", nargs="*", type=_measure_named, metavar="MEASURE", help=what)
    parser.add_argument("--rounds", type=a_count, default=5, help="how often each figure is taken; the median counts (default 5)")
    against = "of `games` and `bots`: measure an earlier commit in the same run too, and the ratio to it"
    parser.add_argument("--against", metavar="REV", help=against)
    parser.add_argument("--json", action="store_true", help="print one JSON object after the tables")
    chosen = parser.parse_args()
    names: list[str] = chosen.measure or list(PLAIN_MEASURES)
    if chosen.against and set(IN_TURN).isdisjoint(names):
        parser.error(f"--against: only {' and '.join(f'`{name}`' for name in IN_TURN)} are measured against an earlier commit")
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    found: dict[str, object] = {}
    for name in names:
        print(f"\n{name}")
        measure = measure_of(PLAIN_MEASURES[name])
        found[name] = (partial(measure, against=chosen.against) if name in IN_TURN else measure)(chosen.rounds)
    if chosen.json:
        print(json.dumps(found))


def _measure_named(text: str) -> str:
    if text not in PLAIN_MEASURES:
        raise argparse.ArgumentTypeError(f"there is no measure `{text}`; there are {', '.join((*PLAIN_MEASURES, *WITH_OPTIONS))}")
    return text


if __name__ == "__main__":
    sys.exit(main())
