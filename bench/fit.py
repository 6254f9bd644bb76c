"""Fits the belief of the house bots: play with the parameters as they are, fit, play with the new ones, fit to all games again.

In every other game a scripted person of some kind sits among the bots. What `FIXED_PARAMETERS` names is not fitted; where a fit starts anew, it
keeps what the class has.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from multiprocessing import Pool
from multiprocessing.pool import Pool as PoolOfProcesses
from pathlib import Path

from wolfcore.bots.belief.fitting import (
    Moment,
    as_toml,
    fit,
    mean_log_loss,
)
from wolfcore.bots.belief.likelihoods import FITTED, INITIAL, Likelihoods

from .belief import belief_table
from .options import a_count, some_boards
from .tables import MIXED, add_jobs, all_moments, ignore_ctrl_c

DATA = Path(__file__).resolve().parent.parent / "core" / "wolfcore" / "bots" / "belief" / "likelihoods.toml"
HELD_OUT = 500_000
"""The first seed of the games on which a fit is judged and not made."""


def measure_fit(argv: Sequence[str]) -> None:
    """`python -m bench fit`."""
    parser = argparse.ArgumentParser(prog="python -m bench fit", description=__doc__)
    parser.add_argument("--games", type=a_count, default=60, help="games on each board in each round (default 60)")
    parser.add_argument("--boards", type=some_boards, default=",".join(MIXED), help="boards between commas")
    parser.add_argument("--rounds", type=a_count, default=2, help="how often to play and fit (default 2)")
    parser.add_argument("--sweeps", type=a_count, default=6, help="how often each parameter is tried in a round (default 6)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--further", action="store_true", help="start from the parameters as they are, not anew")
    parser.add_argument("--write", action="store_true", help="write the result into core/wolfcore/bots/likelihoods.toml")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    likely, held = FITTED, tuple[Moment, ...]()
    for number in range(1, chosen.rounds + 1):
        first = chosen.seed + (number - 1) * chosen.games
        held += all_moments(chosen.boards, chosen.games, first, likely, people=True, jobs=chosen.jobs)
        with Pool(chosen.jobs, _hold, (held,)) if chosen.jobs > 1 else nullcontext() as pool:
            judge = partial(_surprise, held, pool, chosen.jobs)
            print(f"round {number}: {len(held)} moments, surprise {judge(likely):.4f} before", flush=True)
            likely = fit(
                held,
                INITIAL if number == 1 and not chosen.further else likely,
                sweeps=chosen.sweeps,
                progress=lambda sweep, cost: print(f"  sweep {sweep}: {cost:.4f}", flush=True),
                loss=judge,
            )
    unseen = all_moments(chosen.boards, max(20, chosen.games // 3), HELD_OUT, likely, people=True, jobs=chosen.jobs)
    belief_table("before fitting", unseen, INITIAL)
    belief_table("fitted", unseen, likely)
    command = (
        f"python -m bench fit --games {chosen.games} --rounds {chosen.rounds} --sweeps {chosen.sweeps} --seed {chosen.seed} "
        f"--boards {','.join(chosen.boards)}{' --further' if chosen.further else ''} --write"
    )
    text = as_toml(
        likely,
        [
            "How wolves and villagers behave, fitted from games of the house bots, in half of which somebody scripted plays.",
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


def _surprise(held: tuple[Moment, ...], pool: PoolOfProcesses | None, jobs: int, likely: Likelihoods) -> float:
    """The mean surprise at all moments, in as many processes as there are."""
    if pool is None:
        return mean_log_loss(held, likely)
    parts = [(start, jobs, likely) for start in range(jobs)]
    return sum(pool.imap(_surprise_of, parts)) / len(held)


def _surprise_of(part: tuple[int, int, Likelihoods]) -> float:
    start, step, likely = part
    mine = _held[start::step]
    return len(mine) * mean_log_loss(mine, likely) if mine else 0.0
