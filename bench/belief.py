"""`belief` and `fit`: Brier score of the bots' beliefs by day, and the fit of their likelihoods.

`fit` alternates playing and fitting. In every other game a scripted person sits among the bots.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from multiprocessing import Pool
from multiprocessing.pool import Pool as PoolOfProcesses
from pathlib import Path
from statistics import fmean

from wolfcore.bots import HouseBot
from wolfcore.bots.belief.likelihoods import FITTED, Likelihoods
from wolfcore.game import Game, deal_roles, dice_of, get_board, make_spec, team_of
from wolfcore.players import SyncPlayer
from wolfcore.table import play_now

from .harness import a_count, add_jobs, ignore_ctrl_c, run_parts, some_boards
from .likelihood_fit import (
    INITIAL,
    Moment,
    SeatPrediction,
    as_toml,
    fit,
    mean_log_loss,
    moments_of,
    seat_predictions,
)
from .people.scripted_people import PEOPLE, ScriptedPerson, kinds_of

MIXED = (
    "sla7",
    "helmsman7",
    "xu7",
    "plus8",
    "plus9",
    "arena8",
    "classic9",
    "duel6",
    "plus10+sheriff",
)
"""Boards of every kind: what a belief is fitted on unless others are asked for."""


def _moments_of(part: tuple[str, int, int, Likelihoods, bool]) -> list[Moment]:
    board, games, first, likely, people = part
    return list(moments((board,), games, first, likely, people=people))


def all_moments(
    boards: Sequence[str],
    games: int,
    first: int,
    likely: Likelihoods = FITTED,
    *,
    people: bool = False,
    jobs: int = 1,
) -> tuple[Moment, ...]:
    """As `moments`, each board's games in one of so many processes."""
    parts = [(board, games, first, likely, people) for board in boards]
    return tuple(moment for found in run_parts(_moments_of, parts, jobs) for moment in found)


def moments(
    boards: Sequence[str],
    games: int,
    first: int,
    likely: Likelihoods = FITTED,
    *,
    seats: int = 2,
    people: bool = False,
) -> Iterator[Moment]:
    """Yield what village bots know before each vote, in games whose teams are normal or hard.

    The level of each team is drawn at random for each game.

    Args:
        boards: Where to play.
        games: How many games on each.
        first: The seed of the first game of each.
        likely: The parameters that the bots believe in.
        seats: How many seats of each game.
        people: Whether in every other game a scripted person sits on one of the seats
            (`people_seats`).
    """
    bots = {word: HouseBot((word,), likely) for word in ("normal", "hard")}
    for board in boards:
        for seed in range(first, first + games):
            dice = dice_of(seed, "bench")
            levels = {team: dice.pick(team, ("normal", "hard")) for team in ("village", "wolves")}
            roles = dict(enumerate(deal_roles(make_spec(get_board(board), seed)), 1))
            seated: dict[int, SyncPlayer] = {}
            if people and dice.draw("people", 2):
                seat = dice.pick("seat", tuple(roles))
                seated[seat] = ScriptedPerson(
                    PEOPLE[dice.pick("kind", kinds_of(roles[seat]))], levels[team_of(roles[seat])]
                )
            table = {
                seat: seated.get(seat, bots[levels[team_of(role)]]) for seat, role in roles.items()
            }
            game = Game(make_spec(get_board(board), seed))
            play_now(game, table)
            wolves = sum(1 << seat for seat, role in roles.items() if team_of(role) == "wolves")
            village = tuple(
                seat
                for seat, role in roles.items()
                if team_of(role) == "village" and seat not in seated
            )
            for seat in dice.shuffle("seats", village)[:seats]:
                yield from moments_of(game.view(seat), wolves)


LAST_DAY = 5
"""Later days are counted together with this one."""


def measure_belief(argv: Sequence[str]) -> None:
    """`python -m bench belief`."""
    parser = argparse.ArgumentParser(prog="python -m bench belief", description=__doc__)
    parser.add_argument(
        "--games", type=a_count, default=100, help="games on each board (default 100)"
    )
    parser.add_argument(
        "--boards", type=some_boards, default=",".join(MIXED), help="boards between commas"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=900_000,
        help="the first seed (default 900000: none that fitting uses)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object after the tables"
    )
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    held = all_moments(chosen.boards, chosen.games, chosen.seed, jobs=chosen.jobs)
    found = {
        name: belief_table(name, held, likely)
        for name, likely in (("before fitting", INITIAL), ("fitted", FITTED))
    }
    if chosen.json:
        print(json.dumps(found))


def belief_table(
    name: str, held: Sequence[Moment], likely: Likelihoods
) -> dict[str, dict[str, float]]:
    """Prints and returns the scores by day of one set of parameters."""
    beliefs = list(seat_predictions(held, likely))
    shares = {
        key: fmean(each.wolf for each in group) for key, group in _by_board_and_day(beliefs).items()
    }
    print(f"\n{name}: {len(held)} moments, surprise {mean_log_loss(held, likely):.3f} nats")
    print(
        f"{'day':>4} {'beliefs':>8} {'Brier':>7} {'base':>7} {'skill':>7} {'error':>7}   "
        "believed -> true, by tenths"
    )
    found: dict[str, dict[str, float]] = {}
    for day in (*range(1, LAST_DAY + 1), 0):
        group = [each for each in beliefs if not day or min(LAST_DAY, each.day) == day]
        if not group:
            continue
        brier = fmean((each.p_wolf - each.wolf) ** 2 for each in group)
        base = fmean((shares[each.board, each.day] - each.wolf) ** 2 for each in group)
        skill = f"{1 - brier / base:.1%}" if base else "-"
        bins = _bins(group)
        error = sum(len(part) * abs(_believed(part) - _true(part)) for part in bins) / len(group)
        title = "all" if not day else f"{day}+" if day == LAST_DAY else str(day)
        found[title] = {
            "beliefs": len(group),
            "brier": brier,
            "base": base,
            "calibration_error": error,
        }
        curve = " ".join(f"{_believed(part):.2f}>{_true(part):.2f}" for part in bins)
        print(
            f"{title:>4} {len(group):8} {brier:7.4f} {base:7.4f} {skill:>7} {error:7.4f}   {curve}",
            flush=True,
        )
    return found


def _by_board_and_day(
    beliefs: Sequence[SeatPrediction],
) -> dict[tuple[str, int], list[SeatPrediction]]:
    """The strongest belief that knows nothing but board and day is the share of wolves there."""
    groups: dict[tuple[str, int], list[SeatPrediction]] = {}
    for each in beliefs:
        groups.setdefault((each.board, each.day), []).append(each)
    return groups


def _bins(group: Sequence[SeatPrediction]) -> list[list[SeatPrediction]]:
    tenths: list[list[SeatPrediction]] = [[] for _ in range(10)]
    for each in group:
        tenths[min(9, int(each.p_wolf * 10))].append(each)
    return [part for part in tenths if part]


def _believed(part: Sequence[SeatPrediction]) -> float:
    return fmean(each.p_wolf for each in part)


def _true(part: Sequence[SeatPrediction]) -> float:
    return fmean(each.wolf for each in part)


DATA = (
    Path(__file__).resolve().parent.parent
    / "core"
    / "wolfcore"
    / "bots"
    / "belief"
    / "likelihoods.toml"
)


HELD_OUT = 500_000
"""The first seed of the games on which a fit is judged and not made."""


def measure_fit(argv: Sequence[str]) -> None:
    """`python -m bench fit`."""
    parser = argparse.ArgumentParser(prog="python -m bench fit", description=__doc__)
    parser.add_argument(
        "--games", type=a_count, default=60, help="games on each board in each round (default 60)"
    )
    parser.add_argument(
        "--boards", type=some_boards, default=",".join(MIXED), help="boards between commas"
    )
    parser.add_argument(
        "--rounds", type=a_count, default=2, help="how often to play and fit (default 2)"
    )
    parser.add_argument(
        "--sweeps",
        type=a_count,
        default=6,
        help="how often each parameter is tried in a round (default 6)",
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument(
        "--further", action="store_true", help="start from the parameters as they are, not anew"
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the result into core/wolfcore/bots/likelihoods.toml",
    )
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    likely, held = FITTED, tuple[Moment, ...]()
    for number in range(1, chosen.rounds + 1):
        first = chosen.seed + (number - 1) * chosen.games
        held += all_moments(
            chosen.boards, chosen.games, first, likely, people=True, jobs=chosen.jobs
        )
        with Pool(chosen.jobs, _hold, (held,)) if chosen.jobs > 1 else nullcontext() as pool:
            judge = partial(_surprise, held, pool, chosen.jobs)
            print(
                f"round {number}: {len(held)} moments, surprise {judge(likely):.4f} before",
                flush=True,
            )
            likely = fit(
                held,
                INITIAL if number == 1 and not chosen.further else likely,
                sweeps=chosen.sweeps,
                progress=lambda sweep, cost: print(f"  sweep {sweep}: {cost:.4f}", flush=True),
                loss=judge,
            )
    unseen = all_moments(
        chosen.boards, max(20, chosen.games // 3), HELD_OUT, likely, people=True, jobs=chosen.jobs
    )
    belief_table("before fitting", unseen, INITIAL)
    belief_table("fitted", unseen, likely)
    command = (
        f"python -m bench fit --games {chosen.games} --rounds {chosen.rounds} --sweeps "
        f"{chosen.sweeps} --seed {chosen.seed} "
        f"--boards {','.join(chosen.boards)}{' --further' if chosen.further else ''} --write"
    )
    text = as_toml(
        likely,
        [
            "How wolves and villagers behave, fitted from games of the house bots, in half "
            "of which somebody scripted plays.",
            command,
        ],
    )
    if chosen.write:
        DATA.write_text(text, "utf-8")
        print(f"\nwritten to {DATA.name}")
    else:
        print(f"\n{text}")


# -- the same in several processes


_held: tuple[Moment, ...] = ()
"""What a helping process judges parameters by."""


def _hold(held: tuple[Moment, ...]) -> None:
    global _held
    ignore_ctrl_c()
    _held = held


def _surprise(
    held: tuple[Moment, ...], pool: PoolOfProcesses | None, jobs: int, likely: Likelihoods
) -> float:
    """The mean surprise at all moments, in as many processes as there are."""
    if pool is None:
        return mean_log_loss(held, likely)
    parts = [(start, jobs, likely) for start in range(jobs)]
    return sum(pool.imap(_surprise_of, parts)) / len(held)


def _surprise_of(part: tuple[int, int, Likelihoods]) -> float:
    start, step, likely = part
    mine = _held[start::step]
    return len(mine) * mean_log_loss(mine, likely) if mine else 0.0
