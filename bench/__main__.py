"""The command: measure some or all, print a table each, and one JSON object with `--json`.

`fit`, `belief`, `strength`, `counters` and `talk` are about the house bots and take options of their own, and so do `metrics`
and `model_seats`.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys

from . import belief, counters, fit, games, metrics, model_seats, startup, strength, talk

MEASURES = {"games": games.measure, "size": games.measure_size, "startup": startup.measure, "memory": startup.measure_memory}

WITH_OPTIONS = {
    "fit": fit.measure,
    "belief": belief.measure,
    "strength": strength.measure,
    "counters": counters.measure,
    "talk": talk.measure,
    "metrics": metrics.measure,
    "model_seats": model_seats.measure,
}


def main() -> None:
    if sys.argv[1:] and sys.argv[1] in WITH_OPTIONS:
        WITH_OPTIONS[sys.argv[1]](sys.argv[2:])
        return
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure what wolftui promises.",
        epilog="With options of their own: " + ", ".join(WITH_OPTIONS),
    )
    parser.add_argument("measure", nargs="*", choices=[*MEASURES, []], help="what to measure (default: all)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each figure is taken; the median counts (default 5)")
    parser.add_argument("--against", metavar="REV", help="measure an earlier commit in the same run, and the ratio to it")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the tables")
    chosen = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    found: dict[str, object] = {}
    for name in chosen.measure or MEASURES:
        print(f"\n{name}")
        found[name] = MEASURES[name](chosen.rounds, chosen.against)
    if chosen.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
