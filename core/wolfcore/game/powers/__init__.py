"""The rules of the powers, one module each, found by the name of the power."""

from __future__ import annotations

from importlib import import_module
from typing import cast, get_args

from wolfcore.game.roles import Power

from .power import PowerRules

POWERS: dict[Power, PowerRules] = {
    power: cast(PowerRules, import_module(f"{__name__}.{power}").RULES) for power in get_args(Power)
}
"""The rules of each power: `RULES` of the module with its name."""
