"""Two line-ups on the same deals: what A gains over B, with an interval that takes a deal as one observation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec

from wolfcore.arena import Contest, ContestResult, Gain, Side, gain_of, pairs_of, play_contest
from wolfcore.errors import ConfigError
from wolfcore.game import check_seat, get_board
from wolfcore.seating import parse_deal

from .options import a_board, a_count
from .tables import add_jobs


def measure_pairs(argv: Sequence[str]) -> None:
    """`python -m bench pairs`.

    Raises:
        ConfigError: A seat or player is wrong, or takes its time.
    """
    parser = argparse.ArgumentParser(prog="python -m bench pairs", description=__doc__)
    parser.add_argument("--board", type=a_board, default="sla7", help="the board (default sla7)")
    for name in ("a", "b"):
        seats = f"who sits where in line-up {name.upper()}, `SEAT=PLAYER` between commas; house bots where nobody is named"
        parser.add_argument(f"--{name}", required=True, metavar="SEATS", help=seats)
    parser.add_argument(
        "--side", default="village", help="whose games count: village, wolves, or the team of a seat (default village)"
    )
    parser.add_argument("--deal", metavar="ROLES", help="roles that are the same in every deal, for example `4=Seer,1=Werewolf`")
    parser.add_argument("--deals", type=a_count, default=1000, help="how many deals (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first deal (default 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    board = get_board(chosen.board)
    side = _side(chosen.side)
    if isinstance(side, int):
        check_seat(board, side)
    deal = parse_deal(chosen.deal, board).deal if chosen.deal else {}
    contest = Contest(board=board, lineups={"A": (chosen.a,), "B": (chosen.b,)}, deal=deal)
    print(f"{board.name}, {chosen.deals} deals from seed {chosen.seed} on, each played by A and by B")
    print(f"  A  {chosen.a}\n  B  {chosen.b}")
    deals = played_by_all(contest, range(chosen.seed, chosen.seed + chosen.deals), chosen.jobs)
    gain = gain_of(pairs_of(deals, "A", "B", side))
    whose = f"the team of seat {side}" if isinstance(side, int) else side
    print(f"games won by {whose}, A less B in points with a 95 % interval by deal:\n  {in_points(gain)}")
    for line in breakages(deals):
        print(line)
    if chosen.json:
        print(msgspec.json.encode(gain).decode())


def _side(text: str) -> Side:
    if text == "village" or text == "wolves":
        return text
    if text.isascii() and text.isdecimal():
        return int(text)
    raise ConfigError(f"`{text}` is no side", key="--side", hint="Write `village`, `wolves` or the number of a seat.")


def played_by_all(contest: Contest, seeds: Sequence[int], jobs: int) -> list[ContestResult]:
    """The deals of some seeds, each played by all line-ups; how far it is stands on standard error where that is a terminal."""

    def tell(number: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{number} of {len(seeds)} deals" if number < len(seeds) else "\r\x1b[K")

    return list(play_contest(contest, seeds, jobs, tell))


def in_points(gain: Gain) -> str:
    """What A gains, as points of win rate in a line; with what was left out, where anything was."""
    broken = f"; {gain.broken} BROKEN" if gain.broken else ""
    if gain.gain is None or gain.a is None or gain.b is None:
        return f"no pair of games came to its end{broken}"
    between = "no interval" if gain.low is None or gain.high is None else f"[{100 * gain.low:+5.1f}, {100 * gain.high:+5.1f}]"
    differ = f"{gain.differ} of {gain.pairs} came out otherwise{broken}"
    return f"{gain.a:6.1%} against {gain.b:6.1%}  {100 * gain.gain:+5.1f} {between}  {differ}"


def breakages(deals: Sequence[ContestResult]) -> list[str]:
    """A line for each line-up that has broken games: how many, and why the first of them stopped."""
    found: dict[str, list[str]] = {}
    for deal in deals:
        for name, why in deal.broken.items():
            found.setdefault(name, []).append(f"seed {deal.seed}: {why}")
    return [f"broken with {name}: {len(each)} of {len(deals)} games; {each[0]}" for name, each in found.items()]
