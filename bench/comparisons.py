"""`pairs`, `strength` and `counters`: line-ups on the same deals, with intervals that go by deal.

`pairs` compares any two line-ups, `strength` the levels of bots, `counters` fixed
counter-strategies.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

import msgspec

from wolfcore.arena import Contest, ContestResult, Gain, Pair, Side, gain_of, pairs_of, play_contest
from wolfcore.bots import BOTS_VERSION, HouseBot
from wolfcore.bots.people.strategies import STRATEGIES, Strategy
from wolfcore.errors import ConfigError
from wolfcore.game import (
    Answer,
    Ask,
    RoleName,
    Team,
    View,
    board_names,
    check_seat,
    get_board,
    team_of,
)
from wolfcore.players import Desk, SyncPlayer
from wolfcore.seating import parse_deal, quick_player

from .harness import (
    SEVENS,
    a_board,
    a_count,
    a_quick_player,
    add_jobs,
    play_deal,
    run_parts,
    some_boards,
)


def measure_pairs(argv: Sequence[str]) -> None:
    """`python -m bench pairs`.

    Raises:
        ConfigError: A seat or player is wrong, or takes its time.
    """
    parser = argparse.ArgumentParser(prog="python -m bench pairs", description=__doc__)
    parser.add_argument("--board", type=a_board, default="sla7", help="the board (default sla7)")
    for name in ("a", "b"):
        seats = (
            f"who sits where in line-up {name.upper()}, `SEAT=PLAYER` between commas; house "
            "bots where nobody is named"
        )
        parser.add_argument(f"--{name}", required=True, metavar="SEATS", help=seats)
    parser.add_argument(
        "--side",
        default="village",
        help="whose games count: village, wolves, or the team of a seat (default village)",
    )
    parser.add_argument(
        "--deal",
        metavar="ROLES",
        help="roles that are the same in every deal, for example `4=Seer,1=Werewolf`",
    )
    parser.add_argument("--deals", type=a_count, default=1000, help="how many deals (default 1000)")
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first deal (default 0)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    board = get_board(chosen.board)
    side = _side(chosen.side)
    if isinstance(side, int):
        check_seat(board, side)
    deal = parse_deal(chosen.deal, board).deal if chosen.deal else {}
    contest = Contest(board=board, lineups={"A": (chosen.a,), "B": (chosen.b,)}, deal=deal)
    print(
        f"{board.name}, {chosen.deals} deals from seed {chosen.seed} on, each played by A and by B"
        f"; house bots of version {BOTS_VERSION}"
    )
    print(f"  A  {chosen.a}\n  B  {chosen.b}")
    deals = played_by_all(contest, range(chosen.seed, chosen.seed + chosen.deals), chosen.jobs)
    gain = gain_of(pairs_of(deals, "A", "B", side))
    whose = f"the team of seat {side}" if isinstance(side, int) else side
    print(
        f"games won by {whose}, A less B in points with a 95 % interval by deal:\n  "
        f"{in_points(gain)}"
    )
    for line in breakages(deals):
        print(line)
    if chosen.json:
        print(msgspec.json.encode(gain).decode())


def _side(text: str) -> Side:
    if text == "village" or text == "wolves":
        return text
    if text.isascii() and text.isdecimal():
        return int(text)
    raise ConfigError(
        f"`{text}` is no side",
        key="--side",
        hint="Write `village`, `wolves` or the number of a seat.",
    )


def played_by_all(contest: Contest, seeds: Sequence[int], jobs: int) -> list[ContestResult]:
    """Play the deal of each seed with all line-ups, in `jobs` processes.

    Shows progress on standard error if that is a terminal.
    """

    def tell(number: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(
                f"\r{number} of {len(seeds)} deals" if number < len(seeds) else "\r\x1b[K"
            )

    return list(play_contest(contest, seeds, jobs, tell))


def in_points(gain: Gain) -> str:
    """What A gains, as points of win rate in a line; with what was left out, where anything was."""
    broken = f"; {gain.broken} BROKEN" if gain.broken else ""
    if gain.gain is None or gain.a is None or gain.b is None:
        return f"no pair of games came to its end{broken}"
    between = (
        "no interval"
        if gain.low is None or gain.high is None
        else f"[{100 * gain.low:+5.1f}, {100 * gain.high:+5.1f}]"
    )
    differ = f"{gain.differ} of {gain.pairs} came out otherwise{broken}"
    return f"{gain.a:6.1%} against {gain.b:6.1%}  {100 * gain.gain:+5.1f} {between}  {differ}"


def breakages(deals: Sequence[ContestResult]) -> list[str]:
    """Report broken games by line-up: how many broke, and the seed and cause of the first."""
    found: dict[str, list[str]] = {}
    for deal in deals:
        for name, why in deal.broken.items():
            found.setdefault(name, []).append(f"seed {deal.seed}: {why}")
    return [
        f"broken with {name}: {len(each)} of {len(deals)} games; {each[0]}"
        for name, each in found.items()
    ]


NORMAL, HARD = "bot:normal", "bot:hard"


LEVELS = ("random", "bot:easy", NORMAL, HARD)


TEAMS: tuple[Team, Team] = ("village", "wolves")


LevelPair = tuple[str, str]
"""The levels of a village and of its wolves."""


def measure_strength(argv: Sequence[str]) -> None:
    """`python -m bench strength`."""
    parser = argparse.ArgumentParser(prog="python -m bench strength", description=__doc__)
    parser.add_argument(
        "--deals", type=a_count, default=2000, help="deals on each board (default 2000)"
    )
    parser.add_argument(
        "--boards",
        type=some_boards,
        default=",".join(board_names()),
        help="boards between commas (default: all)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first deal (default 0)"
    )
    parser.add_argument(
        "--from",
        dest="lowest",
        choices=LEVELS[:-1],
        default=LEVELS[0],
        help="the lowest level to raise",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    levels = LEVELS[LEVELS.index(chosen.lowest) :]
    print(f"house bots of version {BOTS_VERSION}; {chosen.deals} deals")
    print("points of win rate gained, with a 95 % interval by deal")
    seeds = range(chosen.seed, chosen.seed + chosen.deals)
    found: dict[str, object] = {}
    for board in chosen.boards:
        deals = played_by_all(levels_contest(board, levels), seeds, chosen.jobs)
        hard, normal = (
            fmean(deal.winners.get(lineup(level, level)) == "village" for deal in deals)
            for level in (HARD, NORMAL)
        )
        print(
            f"\n{board}: the village wins {hard:.1%} with hard on both sides, {normal:.1%} "
            "with normal"
        )
        rows = [
            _step(deals, team, lower, higher)
            for team in TEAMS
            for lower, higher in pairwise(levels)
        ]
        for line in breakages(deals):
            print(f"  {line}")
        found[board] = {"village_with_hard_on_both_sides": hard, "steps": rows}
    if chosen.json:
        print(json.dumps(found))


def levels_contest(board: str, levels: Sequence[str]) -> Contest:
    """Build the contest: each team at each level against normal, and hard against hard.

    Each pair of levels is played once.
    """
    tables: list[LevelPair] = [
        *((level, NORMAL) for level in levels),
        *((NORMAL, level) for level in levels),
        (HARD, HARD),
    ]
    lineups = {
        lineup(village, wolves): (f"village={village}", f"wolves={wolves}")
        for village, wolves in tables
    }
    return Contest(board=get_board(board), lineups=lineups)


def lineup(village: str, wolves: str) -> str:
    """What the table of a village and wolves of these levels is called."""
    return f"{village} against {wolves}"


def _step(deals: Sequence[ContestResult], team: Team, lower: str, higher: str) -> dict[str, object]:
    """Prints and returns what raising a team by a level gains it."""
    here, there = (
        lineup(level, NORMAL) if team == "village" else lineup(NORMAL, level)
        for level in (lower, higher)
    )
    gain = gain_of(pairs_of(deals, there, here, team))
    sign = "" if gain.low is not None and gain.low > 0 else "   not above 0"
    print(f"  {team:8} {lower:>10} -> {higher:10} {in_points(gain)}{sign}", flush=True)
    return {"team": team, "from": lower, "to": higher, **msgspec.to_builtins(gain)}


CounterGames = tuple[str, Sequence[int], Team, str, str]
"""A board, its deals, the team that follows a strategy by name (without a name, hard bots play),
and whom it plays against."""


class FixedPlayer:
    """A hard bot that at some asks always does the same thing.

    Args:
        override: What it does.
    """

    def __init__(self, override: Strategy) -> None:
        self._override, self._otherwise = override, HouseBot(("hard",))

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self._override(view, ask) or self._otherwise.answer_now(view, ask, desk)


def measure_counters(argv: Sequence[str]) -> None:
    """`python -m bench counters`."""
    parser = argparse.ArgumentParser(prog="python -m bench counters", description=__doc__)
    parser.add_argument(
        "--deals", type=a_count, default=500, help="deals on each board (default 500)"
    )
    parser.add_argument(
        "--boards", type=some_boards, default=",".join(SEVENS), help="boards between commas"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first deal (default 0)"
    )
    parser.add_argument(
        "--against",
        type=a_quick_player,
        default="bot:hard",
        metavar="PLAYER",
        help="the other team (default bot:hard)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    seeds = range(chosen.seed, chosen.seed + chosen.deals)
    print(
        f"{chosen.deals} deals; points gained against {chosen.against} by a team of hard "
        "bots that does it, with a 95 % interval"
    )
    found: list[dict[str, object]] = []
    parts: list[CounterGames] = [
        (board, seeds, team, name, chosen.against)
        for board in chosen.boards
        for team in TEAMS
        for name in ("", *STRATEGIES)
    ]
    won = run_parts(counter_wins, parts, chosen.jobs)
    for board in chosen.boards:
        print(f"\n{board}")
        for team in TEAMS:
            plain = next(won)
            for name, fixed in zip(
                STRATEGIES, won, strict=False
            ):  # the next team's games stay in `won`
                gain = gain_of(
                    [Pair(seed, *both) for seed, *both in zip(seeds, fixed, plain, strict=True)]
                )
                found.append(
                    {"board": board, "team": team, "strategy": name, **msgspec.to_builtins(gain)}
                )
                print(f"  {team:8} {name:32} {in_points(gain)}", flush=True)
    if chosen.json:
        print(json.dumps(found))


def counter_wins(part: CounterGames) -> list[int]:
    """Return for each deal whether the team won."""
    board, seeds, team, name, against = part
    player, other = (
        FixedPlayer(STRATEGIES[name]) if name else HouseBot(("hard",)),
        quick_player(against),
    )

    def player_for(_seat: int, role: RoleName) -> SyncPlayer:
        return player if team_of(role) == team else other

    return [int(play_deal(board, seed, player_for)[1].winner == team) for seed in seeds]
