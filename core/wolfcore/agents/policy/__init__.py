"""Learned policies that choose among candidates (SLA 4.3): features, the network and checkpoints.

Needs numpy and never torch: networks are trained in `wolfcore.training`.
"""

from .checkpoints import Checkpoint, load_checkpoint, save_checkpoint
from .choosers import PolicyChooser, chooser_for_bots, chooser_for_models, default_chooser_for_bots
from .network import Network, Sizes

__all__ = [
    "Checkpoint",
    "Network",
    "PolicyChooser",
    "Sizes",
    "chooser_for_bots",
    "chooser_for_models",
    "default_chooser_for_bots",
    "load_checkpoint",
    "save_checkpoint",
]  # fmt: skip
