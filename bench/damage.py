"""`damage`: damaged saved games and other stores; reports crashes, hangs, silence and memory use.

A game goes through every command. Another store (`damaged_stores.py`) is read, and some by command.

Each case runs in a worker process that is killed and replaced if it hangs.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock, Thread

from msgspec import Struct

from .damaged_games import make_originals
from .damaged_stores import make_stores
from .harness import a_count

PATIENCE = 60.0
"""Seconds in which nothing is heard of a case, after which it hangs."""


MOST_MEGABYTES = 300.0


_BATCH = {"games": 25, "stores": 10_000}
"""How many cases one process meets."""


class WayResult(Struct, frozen=True):
    """What came of one way of meeting a damaged game.

    Attributes:
        case: The case.
        way: The way: list, latest, review and so on.
        code: The exit code.
        fault: What is wrong with that, or an empty string.
        seconds: How long it took.
        megabytes: The most memory that the process had, so far.
        done: What was done to the game, where something is wrong.
        outcome: What a store's reader made of it; empty for a command.
    """

    case: int
    way: str
    code: int
    fault: str = ""
    seconds: float = 0.0
    megabytes: float = 0.0
    done: str = ""
    outcome: str = ""


def measure(argv: Sequence[str]) -> None:
    """`python -m bench damage`."""
    parser = argparse.ArgumentParser(prog="python -m bench damage", description=__doc__)
    parser.add_argument("--cases", type=a_count, default=2000, help="how many cases (default 2000)")
    parser.add_argument(
        "--what", choices=("games", "stores"), default="games", help="what is damaged (games)"
    )
    parser.add_argument("--seed", type=int, default=1, help="draws the damage (default 1)")
    parser.add_argument(
        "--first", type=int, default=0, metavar="N", help="the first case (default 0)"
    )
    parser.add_argument(
        "--jobs",
        type=a_count,
        default=1,
        metavar="N",
        help="how many processes at a time (default 1)",
    )
    chosen = parser.parse_args(argv)
    start = time.perf_counter()
    found = list(
        run(
            range(chosen.first, chosen.first + chosen.cases),
            chosen.seed,
            jobs=chosen.jobs,
            what=chosen.what,
        )
    )
    for line in report(found):
        print(line)
    print(f"{chosen.cases} cases of seed {chosen.seed} in {time.perf_counter() - start:.0f} s")
    if any(way.fault for way in found):
        raise SystemExit(1)


def report(found: Sequence[WayResult]) -> Iterator[str]:
    """What was found, in lines: a row a way, the worst figures, and the cases with a fault."""
    ways = list(dict.fromkeys(way.way for way in found))
    for name in ways:
        codes = Counter(way.outcome or f"exit {way.code}" for way in found if way.way == name)
        told = ", ".join(f"{count} {code}" for code, count in sorted(codes.items()))
        yield f"{name:<22} {told}"
    faults = [way for way in found if way.fault]
    kinds = Counter(way.fault.partition(":")[0] for way in faults)
    cases = {way.case for way in faults}
    for way in faults[:60]:
        yield f"case {way.case}, {way.way}: {way.fault} ({way.done})"
    yield (
        f"{len(cases)} cases with a fault: "
        f"{', '.join(f'{kind} {count}' for kind, count in kinds.most_common()) or 'none'}"
    )
    slowest = max(found, key=lambda way: way.seconds)
    yield f"slowest: {slowest.seconds:.2f} s ({slowest.way} of case {slowest.case})"
    yield f"most memory: {max(way.megabytes for way in found):.0f} MB"


def run(
    cases: Sequence[int], seed: int, *, jobs: int = 1, what: str = "games"
) -> Iterator[WayResult]:
    """Meet all cases; yields what came of each way, in the order of the cases.

    Args:
        cases: Which cases.
        seed: What draws the damage.
        jobs: How many processes at a time.
        what: `games` or `stores`.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        root = Path(home)
        (make_originals if what == "games" else make_stores)(root / "originals")
        left, found, lock = list(reversed(cases)), list[WayResult](), Lock()

        def work() -> None:
            while True:
                with lock:
                    batch = [left.pop() for _ in range(min(_BATCH[what], len(left)))]
                if not batch:
                    return
                ways = list(_in_process(what, root, seed, batch))
                with lock:
                    found.extend(ways)

        threads = [Thread(target=work) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        yield from sorted(found, key=lambda way: way.case)


def _in_process(what: str, root: Path, seed: int, cases: list[int]) -> Iterator[WayResult]:
    """Meet some cases in a process; where one hangs or kills it, the others in another."""
    while cases:
        command = [
            sys.executable,
            "-m",
            "bench.damage_process",
            what,
            str(root),
            str(seed),
            ",".join(map(str, cases)),
        ]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as process:
            case, way = cases[0], "start"
            lost = ""
            for line in _lines_of(process):
                told = json.loads(line)
                if "begins" in told:
                    case, way, done = told["case"], told["begins"], told["done"]
                    lost = done
                elif "over" in told:
                    cases.remove(told["over"])
                else:
                    yield WayResult(**told)
            ended = process.poll()
            if ended == 0 and not cases:
                return
            process.kill()
            said = (
                process.stderr.read().decode(errors="replace")[-300:]
                if process.stderr and ended is not None
                else ""
            )
        fault = (
            f"hung: for {PATIENCE:.0f} s"
            if ended is None
            else f"killed the process: exit {ended} {said}"
        )
        yield WayResult(case, way, -1, fault, PATIENCE, 0.0, lost)
        cases = [other for other in cases if other != case]


def _lines_of(process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """The lines that a process writes, until it ends or is silent for too long."""
    assert process.stdout
    file, rest = process.stdout.fileno(), b""
    while select.select([file], [], [], PATIENCE)[0]:
        data = os.read(file, 65536)
        if not data:
            process.wait()
            return
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
