"""The command `python -m bench`: run the named measurements, or all those without options.

The keys of `MEASURES` and `WITH_OPTIONS` are the command words; a module may serve several of them.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from wolfcore.errors import WolfError
from wolfcore.lazy import load

from .harness import a_count

PLAIN_MEASURES: dict[str, str] = {
    "games": "speed:measure_games",
    "bots": "speed:measure_bots",
    "size": "speed:measure_size",
    "copies": "speed:measure_copies",
    "startup": "startup:measure",
    "memory": "startup:measure_memory",
    "screen": "screen:measure_screen",
    "streaming": "streaming:measure",
    "learning": "environment:measure",
    "library": "screen:measure_library",
}


IN_TURN = ("games", "bots")
"""Those of them that can be measured in turn with an earlier commit."""


WITH_OPTIONS: dict[str, str] = {
    "fit": "belief:measure_fit",
    "belief": "belief:measure_belief",
    "strength": "comparisons:measure_strength",
    "counters": "comparisons:measure_counters",
    "talk": "talk_variety:measure",
    "metrics": "metrics_speed:measure_metrics",
    "report": "metrics_speed:measure_report",
    "coverage": "interval_coverage:measure_all",
    "calibration": "calibration:measure",
    "coach": "coach_calibration:measure",
    "course": "course_calibration:measure",
    "model_seats": "model_seats:measure",
    "local_models": "local_models:measure",
    "run": "speed:measure_run",
    "damage": "damage:measure",
    "kills": "kills:measure",
    "soak": "soak:measure",
    "friends": "friends:measure",
    "model_servers": "model_servers:measure",
    "people": "people:measure_people",
    "transcripts": "transcripts:measure",
    "pairs": "comparisons:measure_pairs",
    "versions": "versions:measure",
    "steps": "steps:measure",
    "first_board": "first_board:measure",
    "agents": "agents:measure",
    "caches": "prompt_caches:measure",
    "distil": "distilled_policy:measure",
    "learned": "learned_policies:measure",
    "labels": "label_sheets:measure",
}


def measure_of(place: str) -> Callable[..., Any]:
    """Import and return the measuring function that a `module:function` of this package names.

    A module is imported only when its measure is requested, because some modules need torch.
    """
    return load(f"bench.{place}")


def main() -> int:
    """Run the measures of the command line; return 0, 2 for wrong use, or 130 after Ctrl-C."""
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
    parser.add_argument(
        "--rounds",
        type=a_count,
        default=5,
        help="how often each figure is taken; the median counts (default 5)",
    )
    against = (
        "of `games` and `bots`: measure an earlier commit in the same run too, and the ratio to it"
    )
    parser.add_argument("--against", metavar="REV", help=against)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object after the tables"
    )
    chosen = parser.parse_args()
    names: list[str] = chosen.measure or list(PLAIN_MEASURES)
    if chosen.against and set(IN_TURN).isdisjoint(names):
        parser.error(
            f"--against: only {' and '.join(f'`{name}`' for name in IN_TURN)} are measured "
            "against an earlier commit"
        )
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    found: dict[str, object] = {}
    for name in names:
        print(f"\n{name}")
        measure = measure_of(PLAIN_MEASURES[name])
        found[name] = (partial(measure, against=chosen.against) if name in IN_TURN else measure)(
            chosen.rounds
        )
    if chosen.json:
        print(json.dumps(found))


def _measure_named(text: str) -> str:
    if text not in PLAIN_MEASURES:
        raise argparse.ArgumentTypeError(
            f"there is no measure `{text}`; there are {', '.join((*PLAIN_MEASURES, *WITH_OPTIONS))}"
        )
    return text


if __name__ == "__main__":
    sys.exit(main())
