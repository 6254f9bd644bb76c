"""Learned choice among candidates (Strategic Language Agents 4.3): a small network that reads a seat's state and what it might do.

Here is what plays: descriptions as numbers, the network in numpy, checkpoints as files. Nothing here needs torch; networks learn in
`wolfcore.training`.
"""

from .checkpoints import Checkpoint, load_checkpoint, save_checkpoint
from .choosing import PolicyChooser, chooser_for_bots, chooser_for_models, default_chooser_for_bots
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
