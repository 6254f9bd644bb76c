"""The rules of the powers, one module each, found by the name of the power."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

from wolfcore.errors import ConfigError
from wolfcore.game.roles import HOLDERS, Power

from .power import PowerRules


def _rules_of(power: Power) -> PowerRules:
    module = f"{__name__}.{power}"
    try:
        return import_module(module).RULES
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise ConfigError(
            f"there is no module wolfcore/game/powers/{power}.py for the power of the "
            f"{min(HOLDERS[power])}",
            hint="A power is a module with `RULES`; docs/how/engine.md says what it contains.",
        ) from error


POWERS: dict[Power, PowerRules] = {power: _rules_of(power) for power in get_args(Power)}
"""The rules of each power: `RULES` of the module with its name."""
