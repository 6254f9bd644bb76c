"""Werewolf as a PettingZoo environment for reinforcement learning.

`WerewolfEnv` is imported on first use, since it needs the extra `learn` (numpy, gymnasium,
pettingzoo).
"""

from typing import TYPE_CHECKING

from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint

from .interfaces import BotProposer, FactWords, Proposer, field_words
from .rewards import RewardLedger

if TYPE_CHECKING:
    from .environment import WerewolfEnv

__all__ = ["BotProposer", "FactWords", "Proposer", "RewardLedger", "WerewolfEnv", "field_words"]


def __getattr__(name: str) -> object:
    """Import `WerewolfEnv` on first access, since only this class needs the extra `learn`.

    Raises:
        AttributeError: The module has no such attribute.
        ConfigError: The extra is not installed.
    """
    if name != "WerewolfEnv":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from .environment import WerewolfEnv  # noqa: PLC0415  extra `learn`
    except ModuleNotFoundError as missing:
        if missing.name not in ("pettingzoo", "gymnasium", "numpy"):
            raise
        hint = install_hint("learn")
        raise ConfigError(
            f"the environment needs {missing.name}, which is not installed", hint=hint
        ) from missing

    globals()[name] = WerewolfEnv
    return WerewolfEnv
