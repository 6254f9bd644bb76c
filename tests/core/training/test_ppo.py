"""What is learned from: rewards by choice, advantages by hand, and a policy that gets better at
what is paid."""

# pyright: reportUnknownMemberType=false
# Torch leaves parameters of its own functions without a type.

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs torch, which `make test-all` installs")

import numpy as np
import torch

from wolfcore.agents.policy.network import Network, PolicyInput, Sizes
from wolfcore.training.episodes import CRITIC_FEATURES, Episode, Step
from wolfcore.training.hyperparameters import Numbers
from wolfcore.training.ppo import Learner, advantages_of
from wolfcore.training.torch_network import Critic, PolicyNet

pytestmark = pytest.mark.extra("torch")

torch.set_num_threads(1)  # as a training does: more threads wait for each other in small networks

SIZES = Sizes(player=2, state=2, candidate=3, width=8, heads=2)


def test_advantages_by_hand() -> None:
    numbers = Numbers(trace=0.5, discount=0.9)
    found = advantages_of((10.0, 0.0, -100.0), np.array([0.2, 0.1, -0.4], np.float32), numbers)
    third = -1.0 + 0.4
    second = 0.0 + 0.9 * -0.4 - 0.1 + 0.45 * third
    first = 0.1 + 0.9 * 0.1 - 0.2 + 0.45 * second
    np.testing.assert_allclose(found, [first, second, third], atol=1e-6)


def _step(right: int, place: int, share: float, many: int = 3) -> Step:
    candidates = np.zeros((many, 3), np.float32)
    candidates[right] = 1.0
    seen = PolicyInput(np.ones(2, np.float32), np.zeros(2, np.float32), candidates)
    return Step(seen, np.zeros(CRITIC_FEATURES, np.float32), place, float(np.log(share)))


def _learner() -> Learner:
    torch.manual_seed(1)
    numbers = Numbers(rate=1e-2, batch=64, entropy=0.0, begin=0.85)
    return Learner(PolicyNet(SIZES), Critic(SIZES), numbers, torch.device("cpu"))


@pytest.mark.slow
def test_what_is_paid_becomes_likelier() -> None:
    """One choice out of three, the right one by its numbers and not by its place; the right one is
    paid."""
    learner, draws = _learner(), np.random.default_rng(1)
    before = Network(SIZES, learner.net.exported()).probabilities(_step(1, 0, 1.0).seen)[1]
    for number in range(15):
        network, episodes = Network(SIZES, learner.net.exported()), list[Episode]()
        for _ in range(200):
            right = int(draws.integers(3))
            shares = network.probabilities(_step(right, 0, 1.0).seen)
            place = int(draws.choice(3, p=shares / shares.sum()))
            reward = 100.0 if place == right else -100.0
            episodes.append(
                Episode(
                    (_step(right, place, float(shares[place])),), (reward,), "village", reward > 0
                )
            )
        learner.update(episodes, np.random.default_rng(number))
    after = Network(SIZES, learner.net.exported()).probabilities(_step(1, 0, 1.0).seen)[1]
    assert before < 0.6
    assert after > 0.9


@pytest.mark.slow
def test_it_begins_by_leaning_to_the_first_candidate() -> None:
    learner = _learner()
    episodes = [
        Episode((_step(right, 0, 0.85, many),), (1.0,), "village", True)
        for right in range(2)
        for many in (2, 3)
    ] * 30
    # Which is first has to show in its numbers, as it does in a describer's.
    for episode in episodes:
        episode.steps[0].seen.candidates[:, 2] = [1.0] + [0.0] * (
            len(episode.steps[0].seen.candidates) - 1
        )
    learner.warm_start(episodes, np.random.default_rng(1), leans=True, passes=200)
    network = Network(SIZES, learner.net.exported())
    for episode in episodes[:4]:
        assert abs(float(network.probabilities(episode.steps[0].seen)[0]) - 0.85) < 0.08


def test_the_rate_falls_to_a_tenth() -> None:
    numbers = Numbers(rate=1e-2, entropy=0.5, batch=64, cooling=5)
    assert [round(numbers.cooling_factor(update), 2) for update in (1, 2, 5, 6, 7, 100)] == [
        1.0,
        0.82,
        0.28,
        0.1,
        0.1,
        0.1,
    ]
    assert [Numbers().cooling_factor(update) for update in (1, 1000)] == [1.0, 1.0]
    torch.manual_seed(1)
    learners = [
        Learner(PolicyNet(SIZES), Critic(SIZES), numbers, torch.device("cpu")) for _ in range(2)
    ]
    learners[1].restore(learners[0].tensors())
    episodes = [
        Episode((_step(1, place, 0.5),), (paid,), "village", paid > 0)
        for place, paid in ((0, -100.0), (1, 100.0))
    ]
    before = {name: value.clone() for name, value in learners[0].tensors().items()}
    moved: list[float] = []
    for learner, heat in zip(learners, (1.0, 0.1), strict=True):
        learner.update(episodes, np.random.default_rng(1), heat)
        moved.append(
            sum(
                float((value - before[name]).abs().sum())
                for name, value in learner.tensors().items()
                if name[:3] == "net"
            )
        )
    assert 0 < moved[1] < 0.2 * moved[0]
