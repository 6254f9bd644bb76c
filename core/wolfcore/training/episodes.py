"""Episodes: the observations, choices and rewards of each learning seat, and the critic's features.

The critic may see all roles because it never plays. Imports numpy, not torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.agents.policy.network import Floats, PolicyInput
from wolfcore.bots import Mind
from wolfcore.env.rewards import RewardLedger, RewardScheme
from wolfcore.game import HOLDERS, ROLES, Game, RoleName, team_of
from wolfcore.players import Desk, SyncPlayer


class Step(NamedTuple):
    """One choice of a learning seat.

    Attributes:
        seen: The input of the policy network.
        critic_features: Features that only the critic sees, [TRUTH].
        place: The index of the chosen candidate.
        logp: The log probability of that candidate when it was chosen.
    """

    seen: PolicyInput
    critic_features: Floats
    place: int
    logp: float


class Episode(NamedTuple):
    """The choices of one seat in one game, in order, with their rewards.

    Attributes:
        steps: The choices, at least one.
        rewards: For each choice, the sum of rewards until the next choice or the end of the game.
        team: The team of the seat.
        won: Whether that team won.
    """

    steps: tuple[Step, ...]
    rewards: tuple[float, ...]
    team: str
    won: bool


class ChoiceLog:
    """Records the choices of the learning seats in the current game, by seat."""

    def __init__(self) -> None:
        self.steps: dict[int, list[Step]] = {}

    def add(self, turn: Turn, seen: PolicyInput, truth: Floats, chosen: CandidateChoice) -> None:
        """Record one choice of a seat.

        Args:
            turn: The turn of the seat.
            seen: The input of the policy network.
            truth: The features of the critic.
            chosen: The choice, with the probability of each candidate.
        """
        step = Step(
            seen,
            truth,
            chosen.position,
            # A rounded probability of 0 would have no logarithm.
            float(np.log(max(chosen.probabilities[chosen.position], 1e-12))),
        )
        self.steps.setdefault(turn.view.seat, []).append(step)


def play_episodes(
    game: Game,
    players: Mapping[int, SyncPlayer],
    learners: Set[int],
    notes: ChoiceLog,
    rewards: RewardScheme,
) -> list[Episode]:
    """Play a game to its end and return an episode for each learning seat that made a choice.

    The rewards of a seat are credited to its latest choice; rewards before its first choice are
    dropped, since the seat did not cause them.

    Args:
        game: The game, from its beginning.
        players: The player of each seat.
        learners: The seats that learn.
        notes: The log in which the learning players record their choices; cleared first.
        rewards: Which rewards count.

    Returns:
        The episodes, in order of the seats.
    """
    notes.steps = {}
    views = {seat: game.view(seat) for seat in players}
    ledger, booked = RewardLedger(filter(None, game.state.roles), rewards), 0
    earned: dict[int, list[float]] = {seat: [] for seat in learners}
    while asks := game.asks:
        answers = {
            ask.id: players[ask.seat].answer_now(views[ask.seat], ask, Desk(ask, game.dice(ask.id)))
            for ask in asks
        }
        game.submit(answers)
        due, booked = ledger.pay(game.log[booked:]), len(game.log)
        for seat in learners & notes.steps.keys():
            mine = earned[seat]
            # A seat may have chosen several times in a batch or not at all.
            mine += [0.0] * (len(notes.steps[seat]) - len(mine))
            mine[-1] += due[seat]
    result = game.result
    assert result is not None
    found: list[Episode] = []
    for seat in sorted(notes.steps):
        team = game.view(seat).team or "village"
        found.append(
            Episode(tuple(notes.steps[seat]), tuple(earned[seat]), team, result.winner == team)
        )
    return found


CRITIC_FEATURES = 10
"""The length of the vector of `critic_features`."""


def critic_features(mind: Mind, roles: Sequence[RoleName | None]) -> list[float]:
    """Compute the critic's features: `CRITIC_FEATURES` numbers from 0 to 1 about the living seats.

    Args:
        mind: The mind of a seat at an ask; only its public record and public belief are used.
        roles: The role of each seat by its number; index 0 is None.
    """
    record, known = mind.record, mind.public_belief.p_wolf
    alive = [(seat, role) for seat in record.alive if (role := roles[seat])]
    wolves = [seat for seat, role in alive if team_of(role) == "wolves"]
    village = [seat for seat, role in alive if team_of(role) != "wolves"]
    powers = [ROLES[role].power for _, role in alive]
    seers = [
        seat
        for seat, claim in record.claims.items()
        if claim.role in HOLDERS["check"] and record.lives(seat)
    ]
    return [
        len(wolves) / record.size,
        len(village) / record.size,
        float("check" in powers),
        float("protect" in powers),
        float("potions" in powers),
        _mean([known[seat] for seat in wolves]),
        max([known[seat] for seat in wolves], default=0.0),
        _mean([known[seat] for seat in village]),
        float(any(seat in wolves for seat in seers)),
        float(any(roles[seat] == record.claims[seat].role for seat in seers)),
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
