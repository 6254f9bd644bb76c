"""What holders of powers say of them, truly or in a lie: one module a power, found by its name.

A power without a module has nothing to tell: its holder claims its role under pressure.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import cast, get_args

from wolfcore.game import Power
from wolfcore.speech import Act

from .power_talk import PowerTalk

_MODULES = {module.name for module in iter_modules(__path__)}


POWER_TALK: dict[Power | None, PowerTalk] = {
    power: cast(PowerTalk, import_module(f"{__name__}.{power}").TALK)
    for power in get_args(Power)
    if power in _MODULES
}
"""The talk of each power that has a module: `TALK` of the module with its name."""


TOLD_BY: dict[type[Act], Power] = {
    act: power for power, talk in POWER_TALK.items() if power for act in talk.acts
}
"""The acts that tell of a use of a power, and the power that each requires."""
