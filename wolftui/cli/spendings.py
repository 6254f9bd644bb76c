"""What is said of what models took, over all games of a command."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wolfcore.models import Purse
    from wolfcore.table import Spent


class Spendings:
    """Adds up what models took in one game or several."""

    def __init__(self) -> None:
        self._found: dict[str, Spent] = {}

    def add(self, spent: Iterable[Spent]) -> None:
        """Note what the models of one more game took."""
        from wolfcore.table import Spent

        for each in spent:
            self._found.setdefault(each.player, Spent(each.player)).add(each)

    def tell(self) -> None:
        """Print a line for each player; nothing where no model was called."""
        from wolftui.text.spending import spent_words

        for each in self._found.values():
            print(f"{spent_words(each)}.")

    def warn(self) -> None:
        """Say on standard error of whom too many answers were replaced; nothing where nobody's were."""
        from wolftui.text.spending import doubt_words

        if words := doubt_words(self._found.values()):
            sys.stderr.write(f"wolftui: {words}\n")


def say_estimated(purse: Purse) -> None:
    """Say on standard error whose tokens are only estimated, once for each model, where a budget depends on them."""
    from wolftui.text.spending import estimated_words

    if (purse.budget.cost is not None or purse.budget.tokens is not None) and (words := estimated_words(purse.newly_estimated())):
        sys.stderr.write(f"wolftui: {words}\n")
