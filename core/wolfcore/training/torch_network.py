"""The policy network of `agents.policy` in torch, with the same weight names, and the critic."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from wolfcore.agents.policy.network import Floats, Sizes, shapes_of

from .episodes import CRITIC_FEATURES

_FAR = -1e9
"""The logit of padding where there is no candidate."""


class PolicyNet(nn.Module):
    """The policy network, which scores candidate answers.

    Args:
        sizes: Its architecture.
    """

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.weights = nn.ParameterDict(
            {_key(name): _initial_weight(name, shape) for name, shape in shapes_of(sizes).items()}
        )

    def logits(self, player: Tensor, state: Tensor, candidates: Tensor, there: Tensor) -> Tensor:
        """Compute the logit of each candidate, before the softmax.

        Args:
            player: Features of the player, [B, P].
            state: Features of the state, [B, S].
            candidates: Features of the candidates, [B, N, C].
            there: Mask of the candidates that exist, [B, N].

        Returns:
            [B, N]; for padding, a number that softmax turns into 0.
        """
        tokens = torch.cat(
            [
                self._encoded("player", player)[:, None],
                self._encoded("state", state)[:, None],
                self._encoded("candidate", candidates),
            ],
            dim=1,
        )
        # The player and the state are always there.
        seen = torch.cat([there.new_ones(len(there), 2), there], dim=1)
        tokens = tokens + self._attended(self._normed("norm_attention", tokens), seen)
        hidden = self._linear("forward.0", self._normed("norm_forward", tokens))
        tokens = tokens + self._linear("forward.1", functional.relu(hidden))
        # The state scores each candidate, scaled as in attention.
        found = (tokens[:, 2:] @ tokens[:, 1, :, None])[..., 0] * self.sizes.width**-0.5
        return found.masked_fill(~there, _FAR)

    def exported(self) -> dict[str, Floats]:
        """Return the weights by name as numpy arrays, for a checkpoint."""
        return {_name(key): value.detach().cpu().numpy() for key, value in self.weights.items()}

    def load_weights(self, weights: Mapping[str, Floats]) -> None:
        """Load the weights of a checkpoint."""
        with torch.no_grad():
            for key, value in self.weights.items():
                value.copy_(torch.from_numpy(weights[_name(key)].copy()))

    def _linear(self, name: str, values: Tensor) -> Tensor:
        return functional.linear(
            values, self.weights[_key(f"{name}.weight")], self.weights[_key(f"{name}.bias")]
        )

    def _encoded(self, kind: str, values: Tensor) -> Tensor:
        return self._linear(f"{kind}.1", functional.relu(self._linear(f"{kind}.0", values)))

    def _normed(self, name: str, values: Tensor) -> Tensor:
        return functional.layer_norm(
            values,
            (self.sizes.width,),
            self.weights[_key(f"{name}.weight")],
            self.weights[_key(f"{name}.bias")],
        )

    def _attended(self, tokens: Tensor, seen: Tensor) -> Tensor:
        batch, count, width = tokens.shape
        heads = self.sizes.heads
        mixed = (
            self._linear("attention.in", tokens)
            .reshape(batch, count, 3, heads, width // heads)
            .permute(2, 0, 3, 1, 4)
        )
        queries, keys, values = mixed
        scores = queries @ keys.transpose(-1, -2) * (width // heads) ** -0.5
        found = functional.softmax(scores.masked_fill(~seen[:, None, None], _FAR), dim=-1) @ values
        return self._linear("attention.out", found.transpose(1, 2).reshape(batch, count, width))


class Critic(nn.Module):
    """Estimates the future rewards of a seat, in hundreds of points, from all information.

    Args:
        sizes: The architecture of the policy network.
        hidden: The width of its hidden layers.
    """

    def __init__(self, sizes: Sizes, hidden: int = 128) -> None:
        super().__init__()
        inputs = sizes.player + sizes.state + CRITIC_FEATURES
        self.layers = nn.Sequential(
            nn.Linear(inputs, hidden),
            nn.Tanh(),
            nn.Linear(hidden, hidden),
            nn.Tanh(),
            nn.Linear(hidden, 1),
        )

    def forward(self, player: Tensor, state: Tensor, truth: Tensor) -> Tensor:
        """Return the values [B], from [B, P], [B, S] and [B, TRUTH]."""
        return self.layers(torch.cat([player, state, truth], dim=1))[:, 0]


def _initial_weight(name: str, shape: tuple[int, ...]) -> nn.Parameter:
    """Create an initial weight: identity norms, zero biases, and orthogonal matrices.

    Orthogonal matrices preserve the norm of their input.
    """
    if len(shape) == 1:
        return nn.Parameter(
            torch.ones(shape)
            if name.startswith("norm") and name.endswith("weight")
            else torch.zeros(shape)
        )
    matrix = torch.empty(shape)
    nn.init.orthogonal_(matrix)
    return nn.Parameter(matrix)


def _key(name: str) -> str:
    """Replace the dots in a weight name, which torch refuses in a dictionary of parameters."""
    return name.replace(".", "/")


def _name(key: str) -> str:
    return key.replace("/", ".")
