"""Strength of a checkpoint in training: win rate, and gain over a fixed player on equal deals."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from wolfcore.arena import Contest, gain_of, pairs_of, play_contest, win_of
from wolfcore.game import Team, get_board

from .hyperparameters import Plan

_FIRST = 1 << 41
"""The first seed of the evaluation deals; the seeds of training games are smaller."""


_TEAMS: tuple[Team, ...] = ("village", "wolves")


class Side(Struct, frozen=True, kw_only=True):
    """The results of the policy in one team.

    Attributes:
        team: The team.
        won: The share of deals that it wins.
        gain: The mean gain over the fixed player on the same deals.
        low: The lower end of the 95 % interval of the gain; None where there is none.
        high: The upper end.
    """

    team: Team
    won: float
    gain: float
    low: float | None
    high: float | None


class Measure(Struct, frozen=True, kw_only=True):
    """The measured strength of a policy.

    Attributes:
        against: The fixed player.
        deals: The number of deals.
        sides: The results as village and as wolves.
    """

    against: str
    deals: int
    sides: tuple[Side, ...]


def evaluate(plan: Plan, checkpoint: Path, jobs: int = 1) -> Measure:
    """Measure the strength of a checkpoint: play equal deals with it and with the fixed player.

    Args:
        plan: The training, with the fixed player and the number of deals.
        checkpoint: The checkpoint file.
        jobs: The number of processes.
    """
    fixed, seeds = plan.measured.against, range(_FIRST, _FIRST + plan.measured.deals)
    sides: list[Side] = []
    for team in _TEAMS:
        other = "wolves" if team == "village" else "village"
        words = {"learned": f"{plan.learner}:policy={checkpoint}", "fixed": fixed}
        lineups = {name: (f"{team}={word}", f"{other}={fixed}") for name, word in words.items()}
        deals = list(
            play_contest(Contest(board=get_board(plan.board), lineups=lineups), seeds, jobs)
        )
        gain = gain_of(pairs_of(deals, "learned", "fixed", team))
        wins = [each for deal in deals if (each := win_of(deal, "learned", team)) is not None]
        sides.append(
            Side(
                team=team,
                won=sum(wins) / max(len(wins), 1),
                gain=gain.gain or 0.0,
                low=gain.low,
                high=gain.high,
            )
        )
    return Measure(against=fixed, deals=plan.measured.deals, sides=tuple(sides))
