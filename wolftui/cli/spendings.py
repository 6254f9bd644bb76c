"""What is said of what models took, over all games of a command."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wolfcore.models import BudgetTracker
    from wolfcore.table import Spent


class UsageTotals:
    """Adds up what models took in one game or several."""

    def __init__(self) -> None:
        self._found: dict[str, Spent] = {}

    def add(self, spent: Iterable[Spent]) -> None:
        """Note what the models of one more game took."""
        from wolfcore.table import Spent

        for each in spent:
            self._found.setdefault(each.player, Spent(each.player)).add(each)

    def print_lines(self) -> None:
        """Print a line for each player; nothing where no model was called."""
        from wolftui.text.spending import usage_line

        for each in self._found.values():
            print(f"{usage_line(each)}.")

    def print_warnings(self) -> None:
        """Say on standard error of whom too many answers were replaced; nothing where nobody's were."""
        from wolftui.text.spending import reliability_notes

        if words := reliability_notes(self._found.values()):
            sys.stderr.write(f"wolftui: {words}\n")


def print_estimated_models(purse: BudgetTracker) -> None:
    """Say on standard error whose tokens are only estimated, once for each model, where a budget depends on them."""
    from wolftui.text.spending import estimated_note

    if (purse.budget.cost is not None or purse.budget.tokens is not None) and (words := estimated_note(purse.newly_estimated())):
        sys.stderr.write(f"wolftui: {words}\n")
