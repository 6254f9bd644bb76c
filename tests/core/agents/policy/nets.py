"""Networks for tests, with weights that chance drew."""

from __future__ import annotations

import numpy as np

from wolfcore.agents.policy.act_features import ActsDescriber, act_lengths
from wolfcore.agents.policy.checkpoints import FORMAT, About, Checkpoint
from wolfcore.agents.policy.network import Floats, PolicyInput, Sizes, shapes_of
from wolfcore.agents.policy_files import FIRST_LAYOUT, Layout

SMALL = Sizes(player=3, state=5, candidate=4, width=8, heads=2)


def drawn_weights(sizes: Sizes = SMALL, seed: int = 1) -> dict[str, Floats]:
    draws = np.random.default_rng(seed)
    return {
        name: draws.normal(size=shape).astype(np.float32) * np.float32(0.4)
        for name, shape in shapes_of(sizes).items()
    }


def drawn_seen(sizes: Sizes = SMALL, candidates: int = 3, seed: int = 1) -> PolicyInput:
    draws = np.random.default_rng(seed)
    shapes = ((sizes.player,), (sizes.state,), (candidates, sizes.candidate))
    return PolicyInput(*[draws.normal(size=shape).astype(np.float32) for shape in shapes])


def acts_sizes(layout: Layout = FIRST_LAYOUT) -> Sizes:
    player, state, candidate = act_lengths(layout)
    return Sizes(player=player, state=state, candidate=candidate, width=8, heads=2)


def drawn_checkpoint(
    sizes: Sizes | None = None,
    describer: str = ActsDescriber.name,
    layout: Layout = FIRST_LAYOUT,
) -> Checkpoint:
    sizes = sizes or acts_sizes(layout)
    about = About(format=FORMAT, layout=layout, describer=describer, sizes=sizes)
    return Checkpoint(about, drawn_weights(sizes))
