"""The budget of a game that is played here: set by a person before it begins, and what is spent."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.models import Budget, ModelSpec
from wolfcore.models.wrappers.costs import is_unpriced
from wolftui.settings.endpoints import GameModels
from wolftui.words.spending import CURRENCY, spent_sentence

BUDGET_WORDS = (
    f"The most that the models of this game may take: money, {CURRENCY}, such as 2.5; or tokens, "
    "such as 200000 tokens; or time, such as 30 minutes. The game then stops before the call that "
    "would take more, and can be resumed."
)
"""Explains what `GameBudget.set` reads."""


_AMOUNT = re.compile(r"(\d{1,12}(?:[.,]\d{1,6})?)\s*(|tokens?|min(?:utes?)?)", re.I)


class GameBudget:
    """The budget of one game's models.

    Args:
        models: The models of the game, with the tracker that counts them.
        named: The models that its seats name, by name.
    """

    def __init__(self, models: GameModels, named: Mapping[str, ModelSpec]) -> None:
        self._models, self._named = models, named

    @property
    def spent(self) -> str:
        """What the models took so far, as a sentence; empty if none was called."""
        return spent_sentence((self._models.budget_meter,))

    def read(self, text: str) -> Budget:
        """Read a budget; other limits of the command stay.

        Args:
            text: A sum of money, or a number with `tokens` or `minutes`.

        Raises:
            ConfigError: It is no amount above 0, or of money while a model has no price.
        """
        found = _AMOUNT.fullmatch(text.strip())
        number = found[1].replace(",", ".") if found else "0"
        unit = found[2].lower()[:1] if found else ""
        if not float(number) or (unit == "t" and not number.isdigit()):
            raise ConfigError(
                "this is no budget", hint="Write 2.5, or 200000 tokens, or 30 minutes."
            )
        before = self._models.budget_meter.budget
        if unit == "t":
            return replace(before, tokens=int(number))
        if unit == "m":
            return replace(before, seconds=60 * float(number))
        for name, spec in self._named.items():
            if is_unpriced(spec) and not spec.server_profile.reports_cost:
                problem = f"`{name}` has no price, so a budget of money cannot be kept"
                raise ConfigError(problem, hint="Write a number of tokens, or give it a price.")
        return replace(before, cost=float(number))

    def set(self, text: str) -> None:
        """Set the budget that `read` reads.

        Raises:
            ConfigError: As in `read`.
        """
        self._models.budget_meter.set_budget(self.read(text))
