"""`model_servers`: endpoints of models as they exist are acted out, and a game is played on each.

What should come of each configuration was decided from public pages and issues, by authors who had
not read how wolftui asks and reads models.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.harness import add_jobs
from wolfcore.errors import ConfigError

from .configurations import Configuration
from .games import Outcome, play
from .reply_rows import ROWS as REPLIES
from .server_rows import ROWS as SERVERS
from .wire_rows import ROWS as WIRES

CONFIGURATIONS: tuple[Configuration, ...] = (*REPLIES, *SERVERS, *WIRES)


def measure(argv: Sequence[str]) -> None:
    """`python -m bench model_servers`."""
    parser = argparse.ArgumentParser(prog="python -m bench model_servers", description=__doc__)
    only = "configurations, or parts of their names"
    parser.add_argument("--only", nargs="+", metavar="NAME", help=only)
    parser.add_argument("--list", action="store_true", help="print the configurations and stop")
    parser.add_argument("--out", type=Path, metavar="FILE", help="append an outcome a line as JSON")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    rows = chosen_rows(chosen.only)
    if chosen.list:
        for row in rows:
            print(f"{row.name} | {row.expects} | {row.source}")
        return
    found: list[Outcome] = []
    for outcome in run(rows, chosen.jobs):
        found.append(outcome)
        faults = ", ".join(outcome.faults)
        print(
            f"{outcome.name:<44} {outcome.expects:<9} {outcome.end:<7} "
            f"{outcome.given:>3} given {outcome.repaired:>3} repaired "
            f"{outcome.replaced:>3} replaced {outcome.seconds:5.1f} s  {faults}".rstrip(),
            flush=True,
        )
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(outcome._asdict() | {"faults": outcome.faults}) + "\n")
    print("\n".join(summary(found)))
    if any(outcome.faults for outcome in found):
        raise SystemExit(1)


def chosen_rows(only: Sequence[str] | None) -> list[Configuration]:
    """The configurations with one of the names, else those whose names hold one of the parts.

    Raises:
        ConfigError: None has.
    """
    if not only:
        return list(CONFIGURATIONS)
    named = [row for row in CONFIGURATIONS if row.name in only]
    found = named or [row for row in CONFIGURATIONS if any(part in row.name for part in only)]
    if not found:
        raise ConfigError(f"--only: no configuration is named {', '.join(only)}")
    return found


def run(rows: Sequence[Configuration], jobs: int = 1) -> Iterator[Outcome]:
    """Play a game on each configuration, in order. The games are processes of their own."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(play, rows)


def summary(found: Sequence[Outcome]) -> list[str]:
    """The counts of all outcomes, and the names of those with a fault."""
    served = sum(each.served for each in found)
    uncounted = sum(each.uncounted for each in found)
    ends = {end: sum(each.end == end for each in found)
            for end in ("ended", "stopped", "hang", "crash")}  # fmt: skip
    lines = [
        "",
        f"{len(found)} configurations: " + ", ".join(f"{n} {end}" for end, n in ends.items()),
        f"replaced though present    {sum(bool(each.present) for each in found):>6} "
        f"configurations, {sum(each.present for each in found)} answers",
        f"needless stops             {sum(each.needless for each in found):>6}",
        f"words of others taken      {sum(bool(each.others) for each in found):>6} "
        f"configurations, {sum(each.others for each in found)} answers",
        f"uncounted tokens           {uncounted:>6} of {served} ({uncounted / max(served, 1):.2%})",
        f"stops without a bill       {sum(each.unbilled for each in found):>6}",
        f"hangs and crashes          {ends['hang'] + ends['crash']:>6}",
        f"whole games all replaced   "
        f"{sum(each.end == 'ended' and not each.given + each.repaired for each in found):>6}",
        f"{sum(bool(each.faults) for each in found)} configurations with a fault:",
    ]
    return lines + [f"  {each.name}: {', '.join(each.faults)}" for each in found if each.faults]
