"""Fixed counter-strategies: what a team of hard bots gains that always does the same thing, on the same deals, against anybody."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import msgspec

from wolfcore.arena import Pair, gain_of
from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, RoleName, Team, View, team_of
from wolfcore.people.strategies import STRATEGIES, Strategy
from wolfcore.players import Desk, SyncPlayer
from wolfcore.seating import quick_player

from .options import a_count, a_quick_player, some_boards
from .pairs import in_points
from .strength import TEAMS
from .tables import SEVENS, add_jobs, play_deal, run_parts

CounterGames = tuple[str, Sequence[int], Team, str, str]
"""A board, its deals, the team that follows a strategy by name (without a name, hard bots play), and whom it plays against."""


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
    parser.add_argument("--deals", type=a_count, default=500, help="deals on each board (default 500)")
    parser.add_argument("--boards", type=some_boards, default=",".join(SEVENS), help="boards between commas")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first deal (default 0)")
    parser.add_argument(
        "--against", type=a_quick_player, default="bot:hard", metavar="PLAYER", help="the other team (default bot:hard)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    seeds = range(chosen.seed, chosen.seed + chosen.deals)
    print(f"{chosen.deals} deals; points gained against {chosen.against} by a team of hard bots that does it, with a 95 % interval")
    found: list[dict[str, object]] = []
    parts: list[CounterGames] = [
        (board, seeds, team, name, chosen.against) for board in chosen.boards for team in TEAMS for name in ("", *STRATEGIES)
    ]
    won = run_parts(counter_wins, parts, chosen.jobs)
    for board in chosen.boards:
        print(f"\n{board}")
        for team in TEAMS:
            plain = next(won)
            for name, fixed in zip(STRATEGIES, won, strict=False):  # the next team's games stay in `won`
                gain = gain_of([Pair(seed, *both) for seed, *both in zip(seeds, fixed, plain, strict=True)])
                found.append({"board": board, "team": team, "strategy": name, **msgspec.to_builtins(gain)})
                print(f"  {team:8} {name:32} {in_points(gain)}", flush=True)
    if chosen.json:
        print(json.dumps(found))


def counter_wins(part: CounterGames) -> list[int]:
    """Whether the team won, for each deal."""
    board, seeds, team, name, against = part
    player, other = FixedPlayer(STRATEGIES[name]) if name else HouseBot(("hard",)), quick_player(against)

    def player_for(_seat: int, role: RoleName) -> SyncPlayer:
        return player if team_of(role) == team else other

    return [int(play_deal(board, seed, player_for)[1].winner == team) for seed in seeds]
