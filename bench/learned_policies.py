"""`learned`: gain of a learned policy over other choosers, against players unseen in training."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from wolfcore.arena import Contest, ContestResult, Pair, gain_of, pairs_of, win_of
from wolfcore.game import Answer, Ask, Game, Team, View, get_board, make_spec
from wolfcore.players import Desk, SyncPlayer
from wolfcore.seating import make_player, parse_player, quick_players
from wolfcore.table import play_now

from .comparisons import TEAMS, breakages, in_points, played_by_all
from .harness import a_count, add_jobs, some_boards

LEARNED, OF_THREE = "sla:bots=hard:candidates=8", "sla:bots=hard:candidates=3"


FIRST, RANDOM = f"{LEARNED}:select=first", f"{LEARNED}:select=random"


ATOMIC = "atomic:bots=hard:deduce=batch:select=policy"


STYLES: dict[Team, tuple[str, ...]] = {
    "village": ("bot:hard:secretive", "bot:hard:proactive", "bot:hard:default"),
    "wolves": ("bot:hard:quiet", "bot:hard:active", "bot:hard:aggressive", "bot:hard:default"),
}
"""The fixed styles of the paper, by team; the default one is the house bot itself."""


HELD_OUT = (
    "bot:normal",
    "bot:easy:secretive",
    "bot:normal:aggressive",
    "bot:normal:proactive",
    "helmsman:bots=normal",
    "xu2023:bots=hard:deduce=each",
    "deduce:bots=hard",
    ATOMIC,
)
"""Players that no training of a shipped policy had in its population: levels, styles at those,
other agents, another policy."""


FIRST_SEED = 1 << 42
"""The first deal: no training plays it, nor looks at it."""


def measure(argv: Sequence[str]) -> None:
    """`python -m bench learned`."""
    parser = argparse.ArgumentParser(prog="python -m bench learned", description=__doc__)
    parser.add_argument(
        "--boards", type=some_boards, default="sla7", help="boards between commas (default sla7)"
    )
    parser.add_argument(
        "--deals",
        type=a_count,
        default=2000,
        help="deals for each team on each board (default 2000)",
    )
    parser.add_argument(
        "--seed",
        type=a_count,
        default=FIRST_SEED,
        help="the seed of the first deal (default 2 to the 42nd)",
    )
    parser.add_argument(
        "--policy", default="", help="the name or file of the policy (default: the shipped one)"
    )
    parser.add_argument(
        "--against",
        default="",
        metavar="PLAYER",
        help="one other team instead of those that it never met",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object after the tables"
    )
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    by = f":policy={chosen.policy}" if chosen.policy else ""
    learned, of_three = LEARNED + by, OF_THREE + by
    opponents = (chosen.against,) if chosen.against else HELD_OUT
    print(f"{learned} as a team, against in turn {', '.join(opponents)}")
    found: list[dict[str, object]] = []
    for board in chosen.boards:
        for team in TEAMS:
            players = {
                "learned": learned,
                "first candidate": FIRST,
                "random choice": RANDOM,
                "atomic, learned": ATOMIC,
            }
            players["of three candidates"] = of_three
            players |= {word.removeprefix("bot:"): word for word in STYLES[team]}
            deals = play_opponents(
                board,
                team,
                players,
                opponents,
                range(chosen.seed, chosen.seed + chosen.deals),
                chosen.jobs,
            )
            found += table(board, team, players, deals)
    took = answering(learned)
    shown = ", ".join(f"{name} {value:.1f} ms" for name, value in took.items())
    print(f"\nan answer on one core: {shown}")
    if chosen.json:
        print(msgspec.json.encode({"gains": found, "milliseconds": took}).decode())


def play_opponents(
    board: str,
    team: Team,
    players: Mapping[str, str],
    opponents: Sequence[str],
    deals: range,
    jobs: int,
) -> dict[str, list[ContestResult]]:
    """The deals, as many against each opponent, by opponent."""
    other = "wolves" if team == "village" else "village"
    share, found = -(-len(deals) // len(opponents)), dict[str, list[ContestResult]]()
    for place, opponent in enumerate(opponents):
        seeds = deals[place * share : (place + 1) * share]
        lineups = {
            name: (f"{team}={word}", f"{other}={opponent}") for name, word in players.items()
        }
        found[opponent] = played_by_all(
            Contest(board=get_board(board), lineups=lineups), seeds, jobs
        )
    return found


def table(
    board: str, team: Team, players: Mapping[str, str], deals: Mapping[str, list[ContestResult]]
) -> list[dict[str, object]]:
    """Print and return the learned policy's gain over each other player.

    The gain is given for all opponents together. Against each opponent, the learned policy's
    share of wins and its gain over the first candidate are printed.
    """
    every = [deal for some in deals.values() for deal in some]
    print(
        f"\n{board}, as {team}, {len(every)} deals: the learned policy less another, in "
        "points, with a 95 % interval by deal"
    )
    found: list[dict[str, object]] = []
    for name in players:
        if name == "learned":
            continue
        gain = gain_of(_pairs(every, name, team))
        print(f"  {name:20} {in_points(gain)}", flush=True)
        found.append({"board": board, "team": team, "over": name, **msgspec.to_builtins(gain)})
    for opponent, some in deals.items():
        wins = [each for deal in some if (each := win_of(deal, "learned", team)) is not None]
        gain = gain_of(_pairs(some, "first candidate", team))
        print(
            f"    against {opponent:45} wins {np.mean(wins):.1%}; over the first candidate "
            f"{in_points(gain)}"
        )
    for line in breakages(every):
        print(f"  {line}")
    return found


def _pairs(deals: Sequence[ContestResult], other: str, team: Team) -> list[Pair]:
    return pairs_of(deals, "learned", other, team)


class _Timed:
    """A player whose answers are timed, in milliseconds of this process."""

    def __init__(self, player: SyncPlayer) -> None:
        self._player, self.took = player, list[float]()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        began = time.process_time()
        answer = self._player.answer_now(view, ask, desk)
        self.took.append(1000 * (time.process_time() - began))
        return answer


def answering(word: str, board: str = "sla7", games: int = 40) -> dict[str, float]:
    """Measure how long a player takes for an answer, in milliseconds of one core.

    Each seat answers alone. The first game is left out.
    """
    took: list[float] = []
    for seed in range(games + 1):
        game = Game(make_spec(get_board(board), FIRST_SEED + seed))
        seats = range(1, game.spec.board.size + 1)
        made = quick_players({seat: make_player(parse_player(word)) for seat in seats})
        assert made is not None
        timed = {seat: _Timed(player) for seat, player in made.items()}
        play_now(game, timed)
        if seed:
            took += [each for player in timed.values() for each in player.took]
    return {
        "median": float(np.median(took)),
        "95 % under": float(np.percentile(took, 95)),
        "longest": max(took),
    }
