"""Games played to learn from: what every learning seat saw, chose and earned."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

import numpy as np

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.game import Game
from wolfcore.learning.rewards import RewardLedger, RewardScheme
from wolfcore.players import Desk, SyncPlayer
from wolfcore.policy.network import Floats, PolicyInput


class Step(NamedTuple):
    """One choice of a learning seat.

    Attributes:
        seen: What its network read.
        critic_features: What only the critic sees, [TRUTH].
        place: Which candidate it chose.
        logp: The logarithm of how likely that was.
    """

    seen: PolicyInput
    critic_features: Floats
    place: int
    logp: float


class Episode(NamedTuple):
    """The choices of one seat in one game, in order, and what it earned.

    Attributes:
        steps: Its choices, one at least.
        rewards: What it earned from each of them to the next, or to the end.
        team: Its team.
        won: Whether that won.
    """

    steps: tuple[Step, ...]
    rewards: tuple[float, ...]
    team: str
    won: bool


class ChoiceLog:
    """The choices of learning seats in the game that is being played, by seat."""

    def __init__(self) -> None:
        self.steps: dict[int, list[Step]] = {}

    def add(self, turn: Turn, seen: PolicyInput, truth: Floats, chosen: CandidateChoice) -> None:
        """One choice."""
        step = Step(seen, truth, chosen.position, float(np.log(max(chosen.probabilities[chosen.position], 1e-12))))
        self.steps.setdefault(turn.view.seat, []).append(step)


def play_episodes(
    game: Game, players: Mapping[int, SyncPlayer], learners: Set[int], notes: ChoiceLog, rewards: RewardScheme
) -> list[Episode]:
    """Play a game to its end.

    What a seat earns counts for its latest choice; what it earns before its first is nothing that it did.

    Args:
        game: The game, from its beginning.
        players: Who answers, by seat.
        learners: The seats that learn.
        notes: Where their choices are noted; emptied first.
        rewards: What counts.

    Returns:
        An episode for each of the learners that chose anything, by seat.
    """
    notes.steps = {}
    views = {seat: game.view(seat) for seat in players}
    ledger, booked = RewardLedger(filter(None, game.state.roles), rewards), 0
    earned: dict[int, list[float]] = {seat: [] for seat in learners}
    while asks := game.asks:
        answers = {ask.id: players[ask.seat].answer_now(views[ask.seat], ask, Desk(ask, game.dice(ask.id))) for ask in asks}
        game.submit(answers)
        due, booked = ledger.pay(game.log[booked:]), len(game.log)
        for seat in learners & notes.steps.keys():
            mine = earned[seat]
            mine += [0.0] * (len(notes.steps[seat]) - len(mine))
            mine[-1] += due[seat]
    result = game.result
    assert result is not None
    found: list[Episode] = []
    for seat in sorted(notes.steps):
        team = game.view(seat).team or "village"
        found.append(Episode(tuple(notes.steps[seat]), tuple(earned[seat]), team, result.winner == team))
    return found
