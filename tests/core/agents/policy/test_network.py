"""The network of SLA 4.3 in numpy: the same as in torch, blind to order, and a distribution."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs torch, which `make test-all` installs")

import numpy as np
import torch

from tests.core.agents.policy.nets import SMALL, drawn_seen, drawn_weights
from wolfcore.agents.policy.network import Network, PolicyInput, Sizes
from wolfcore.training.torch_network import PolicyNet

pytestmark = pytest.mark.extra("torch")


@pytest.mark.parametrize(
    "sizes",
    [
        SMALL,
        Sizes(player=31, state=75, candidate=131),
        Sizes(player=2, state=2, candidate=2, width=4, heads=1),
    ],
)
def test_numpy_and_torch_say_the_same(sizes: Sizes) -> None:
    weights = drawn_weights(sizes)
    net, network = PolicyNet(sizes), Network(sizes, weights)
    net.load_weights(weights)
    for many in (1, 2, 3, 13):
        seen = drawn_seen(sizes, many, seed=many)
        player, state, candidates = (torch.tensor(value)[None] for value in seen)
        logits = net.logits(player, state, candidates, torch.ones(1, many, dtype=torch.bool))
        np.testing.assert_allclose(
            network.probabilities(seen), torch.softmax(logits, 1)[0].detach().numpy(), atol=2e-6
        )


def test_in_a_batch_candidates_that_are_not_there_change_nothing() -> None:
    weights = drawn_weights()
    net = PolicyNet(SMALL)
    net.load_weights(weights)
    seen = drawn_seen()
    player, state, candidates = (torch.tensor(value)[None] for value in seen)
    filled = torch.cat([candidates, torch.full((1, 2, SMALL.candidate), 9.0)], dim=1)
    there = torch.tensor([[True, True, True, False, False]])
    shares = torch.softmax(net.logits(player, state, filled, there), 1)[0].detach().numpy()
    np.testing.assert_allclose(shares[:3], Network(SMALL, weights).probabilities(seen), atol=2e-6)
    assert not shares[3:].any()


def test_the_order_of_candidates_tells_nothing() -> None:
    network, seen = Network(SMALL, drawn_weights()), drawn_seen(candidates=5)
    order = np.array([3, 0, 4, 1, 2])
    turned = PolicyInput(seen.player, seen.state, seen.candidates[order])
    np.testing.assert_allclose(
        network.probabilities(turned), network.probabilities(seen)[order], atol=1e-6
    )


def test_shares_add_up_and_depend_on_everything() -> None:
    network, seen = Network(SMALL, drawn_weights()), drawn_seen()
    shares = network.probabilities(seen)
    assert abs(float(shares.sum()) - 1) < 1e-6
    assert (shares > 0).all()
    for other in (
        seen._replace(player=seen.player + 1),
        seen._replace(state=seen.state + 1),
        seen._replace(candidates=seen.candidates * np.array([[1], [1], [2]], np.float32)),
    ):
        assert np.abs(network.probabilities(other) - shares).max() > 1e-4


def test_weights_that_training_exports_are_those_that_play() -> None:
    net = PolicyNet(SMALL)
    again = PolicyNet(SMALL)
    again.load_weights(net.exported())
    seen = drawn_seen()
    np.testing.assert_array_equal(
        Network(SMALL, net.exported()).probabilities(seen),
        Network(SMALL, again.exported()).probabilities(seen),
    )
