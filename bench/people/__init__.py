"""`people`: whether people's words influence house bots, and whether bots keep their promises.

Each row prints hits, chances, share, 95 % interval over games, and the aim; a paired row also its
difference, deal by deal, from the row that it is compared with. `--odd N` plays N games
with odd text instead and counts the games that break.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from bench.harness import a_count, add_jobs
from wolfcore.bots import BOTS_VERSION

from . import odd_people, replies
from .figures import Figure, Gain, figure
from .rows import rows
from .settings import Setting, WantedCounts, counted

ROWS = tuple(dict.fromkeys(row.row for row in rows()))


def measure_people(argv: Sequence[str]) -> None:
    """`python -m bench people`."""
    parser = argparse.ArgumentParser(prog="python -m bench people", description=__doc__)
    parser.add_argument(
        "--deals", type=a_count, default=100, help="deals at each kind of table (default 100)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first deal (default 0)"
    )
    parser.add_argument(
        "--row", choices=ROWS, action="append", help="only these rows; may be given several times"
    )
    parser.add_argument(
        "--odd",
        type=a_count,
        metavar="N",
        help="play N games with odd speeches instead of all rows",
    )
    parser.add_argument(
        "--questions",
        type=Path,
        metavar="FILE",
        help="put the questions of this file (JSON lines: text, about) to a bot instead, and print "
        "its replies",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    if chosen.odd:
        odd_people.measure_odd(chosen.odd, chosen.seed, chosen.jobs, as_json=chosen.json)
        return
    if chosen.questions:
        replies.measure_questions(
            chosen.questions, chosen.deals, chosen.seed, chosen.jobs, as_json=chosen.json
        )
        return
    print(f"house bots of version {BOTS_VERSION}")
    found = figures(chosen.row or ROWS, chosen.deals, chosen.seed, chosen.jobs)
    print(
        f"{chosen.deals} deals at most tables; share with a 95 % interval over games; aim "
        "missed: *, ~ if maybe by chance"
    )
    for made in found:
        print(_line(made))
    if chosen.json:
        print(json.dumps([asdict(made) for made in found]))


def figures(chosen: Sequence[str], deals: int, first: int, jobs: int) -> list[Figure]:
    """The figures of the chosen rows; a table that several rows need is played once."""
    table = [row for row in rows() if row.row in chosen]
    wanted: dict[Setting, WantedCounts] = {}
    for row in table:
        count, settings = row.beside
        for setting, name in [
            *((at, row.count) for at in row.settings),
            *((at, count) for at in settings),
        ]:
            want = wanted.setdefault(setting, WantedCounts([], 0))
            want.counts += [] if name in want.counts else [name]
            want.deals = max(want.deals, -(-deals * row.times // row.every))
    found = counted(wanted, first, jobs)
    return [figure(row, found) for row in table]


def _line(made: Figure) -> str:
    form = ".1f" if made.unit else ".1%"
    share = f"{made.hits / made.of:7{form}}" if made.of else "   none"
    ends = (
        "" if made.low is None or made.high is None else f"[{made.low:{form}}, {made.high:{form}}]"
    )
    sign = " " if made.met is not False else "~" if made.by_chance else "*"
    text = (
        f"{made.row:11} {made.name:52} {made.where:28} {made.hits:5} of {made.of:5} {share} "
        f"{ends:16} {sign} {made.aim}"
    )
    return f"{text.rstrip()}  {_gain_in_words(made.gain)}".rstrip()


def _gain_in_words(gain: Gain | None) -> str:
    """The paired difference in points; empty for a row that is not paired."""
    if gain is None or gain.gain is None:
        return "" if gain is None else "difference: none"
    ends = "" if gain.low is None or gain.high is None else f" [{gain.low:+.1%}, {gain.high:+.1%}]"
    return f"difference {gain.gain:+.1%}{ends} on {gain.deals} deals"
