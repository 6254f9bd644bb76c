"""The policy network of SLA 4.3, forward pass in numpy.

Player, state and candidates become tokens of one width and pass one self-attention block without
positions; a candidate's probability is the normalised dot product with the state. Width, heads,
encoders, layer norms and scale are ours. Weight names and shapes are the checkpoint format.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]


Weights: TypeAlias = Mapping[str, Floats]


_NORM = np.float32(1e-5)


class Sizes(Struct, frozen=True, kw_only=True):
    """The architecture of a network.

    Attributes:
        player: The length of the player vector.
        state: The length of the state vector.
        candidate: The length of a candidate vector.
        width: The length of a token.
        heads: The number of attention heads; it divides the width.
    """

    player: int
    state: int
    candidate: int
    width: int = 64
    heads: int = 4


class PolicyInput(NamedTuple):
    """The input of a network for one choice.

    Attributes:
        player: [sizes.player].
        state: [sizes.state].
        candidates: [N, sizes.candidate], with N of 1 or more.
    """

    player: Floats
    state: Floats
    candidates: Floats


def shapes_of(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Return the shape of every weight of a network, by name; a matrix is [out, in]."""
    width = sizes.width
    shapes: dict[str, tuple[int, ...]] = {}
    for kind, inputs in (
        ("player", sizes.player),
        ("state", sizes.state),
        ("candidate", sizes.candidate),
    ):
        shapes |= _layer(f"{kind}.0", inputs, width) | _layer(f"{kind}.1", width, width)
    for norm in ("norm_attention", "norm_forward"):
        shapes |= {f"{norm}.weight": (width,), f"{norm}.bias": (width,)}
    shapes |= _layer("attention.in", width, 3 * width) | _layer("attention.out", width, width)
    return shapes | _layer("forward.0", width, 2 * width) | _layer("forward.1", 2 * width, width)


def _layer(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


class Network:
    """A policy network with its weights (forward pass only).

    Args:
        sizes: The architecture.
        weights: The weights, with the shapes of `shapes_of`.
    """

    def __init__(self, sizes: Sizes, weights: Weights) -> None:
        self.sizes = sizes
        # Transposed once, so that `_linear` needs no transposition for each product.
        self._weights = {
            name: np.ascontiguousarray(value.T, np.float32) for name, value in weights.items()
        }
        self._scale = np.float32((sizes.width // sizes.heads) ** -0.5)
        self._sharpness = np.float32(sizes.width**-0.5)

    def probabilities(self, seen: PolicyInput) -> Floats:
        """Return the selection probability of each candidate, [N], adding up to 1."""
        tokens = np.concatenate(
            [
                self._encoded("player", seen.player[None]),
                self._encoded("state", seen.state[None]),
                self._encoded("candidate", seen.candidates),
            ]
        )
        tokens = tokens + self._attended(self._normed("norm_attention", tokens))
        hidden = self._linear("forward.0", self._normed("norm_forward", tokens))
        tokens = tokens + self._linear("forward.1", np.maximum(hidden, 0))
        # Token 0 is the player, 1 the state; the candidates follow.
        return _softmax(tokens[2:] @ tokens[1] * self._sharpness)

    def _linear(self, name: str, values: Floats) -> Floats:
        return values @ self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def _encoded(self, kind: str, values: Floats) -> Floats:
        return self._linear(f"{kind}.1", np.maximum(self._linear(f"{kind}.0", values), 0))

    def _normed(self, name: str, values: Floats) -> Floats:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _NORM)
        return centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def _attended(self, tokens: Floats) -> Floats:
        count, width = tokens.shape
        heads = self.sizes.heads
        mixed = (
            self._linear("attention.in", tokens)
            .reshape(count, 3, heads, width // heads)
            .transpose(1, 2, 0, 3)
        )
        queries, keys, values = mixed
        found = _softmax(queries @ keys.transpose(0, 2, 1) * self._scale) @ values
        return self._linear("attention.out", found.transpose(1, 0, 2).reshape(count, width))


def _softmax(values: Floats) -> Floats:
    # The greatest value becomes 0, so that no power overflows.
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)
