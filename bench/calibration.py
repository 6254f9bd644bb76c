"""How often statistics of comparison err: the sequential test at its bounds and between, and intervals of strengths.

Everything is drawn, so that the truth is known; equal arguments give equal figures.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from . import calibrated_strengths, calibrated_tests
from .calibrated_strengths import Coverage
from .calibrated_tests import Ran, TestRow
from .options import a_count

PARTS = ("sequential", "strengths")


def measure(argv: Sequence[str]) -> None:
    """`python -m bench calibration`."""
    parser = argparse.ArgumentParser(prog="python -m bench calibration", description=__doc__)
    parser.add_argument("part", nargs="*", type=_part, metavar="PART", help=f"{' or '.join(PARTS)} (default both)")
    parser.add_argument("--repeats", type=a_count, default=1_000, help="how often each is repeated (default 1000)")
    parser.add_argument("--seed", type=a_count, default=1, help="the seed of everything (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the tables")
    chosen = parser.parse_args(argv)
    parts: list[str] = chosen.part or list(PARTS)
    found: dict[str, object] = {}
    if "sequential" in parts:
        found["sequential"] = [row._asdict() for row in _print_tests(chosen.repeats, chosen.seed)]
    if "strengths" in parts:
        found["strengths"] = [row._asdict() for row in _print_strengths(chosen.repeats, chosen.seed)]
    if chosen.json:
        print(json.dumps(found))


def _part(text: str) -> str:
    if text not in PARTS:
        raise argparse.ArgumentTypeError(f"there is no part `{text}`; there are {' and '.join(PARTS)}")
    return text


def _print_tests(repeats: int, seed: int) -> list[TestRow]:
    print(f"the sequential test, {repeats} repeats; shares in %, mean numbers of deals; in brackets of those of a fixed test")
    print(f"{'deals':40}{'gain':>7}  {'ours: accept reject deals':>33}  {'normal: accept reject deals':>33}{'fixed':>8}")
    found: list[TestRow] = []
    for row in calibrated_tests.rows(repeats, seed):
        print(
            f"{row.name:40}{row.gain:7.3f}  {_ran_text(row.ours, row.fixed)}  {_ran_text(row.normal, row.fixed)}{row.fixed:8}",
            flush=True,
        )
        found.append(row)
    return found


def _ran_text(ran: Ran, fixed: int) -> str:
    return f"{100 * ran.accepted:12.1f}{100 * ran.rejected:7.1f}{ran.deals:7.0f} ({ran.deals / fixed:.2f})"


def _print_strengths(repeats: int, seed: int) -> list[Coverage]:
    print(f"95 % intervals of strengths, boards and leads, {repeats} repeats; shares that hold the truth in %, width in log odds")
    print(f"{'games':42}{'intervals':34}{'repeats':>8}{'least':>8}{'mean':>8}{'width':>8}")
    found: list[Coverage] = []
    for setting in calibrated_strengths.SETTINGS:
        for row in calibrated_strengths.coverage_of(setting, repeats, seed):
            shares = f"{100 * row.least:8.1f}{100 * row.mean:8.1f}{row.width:8.2f}"
            print(f"{row.setting:42}{row.way:34}{row.repeats:8}{shares}", flush=True)
            found.append(row)
    return found
