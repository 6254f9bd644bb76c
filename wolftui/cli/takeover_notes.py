"""Messages after games: seats that a bot took over during a headless run, and what models used."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wolfcore.models import BudgetTracker
    from wolfcore.table import Spent, TookOver


class Takeovers:
    """Collects who took over in one game or several."""

    def __init__(self) -> None:
        self._games = 0
        self._found: dict[tuple[str, str], list[tuple[int, int]]] = {}

    def add(self, took_over: Iterable[TookOver]) -> None:
        """Note who took over in one more game."""
        self._games += 1
        for change in took_over:
            self._found.setdefault((change.player, change.why), []).append(
                (self._games, change.seat)
            )

    def print(self) -> None:
        """Say on standard error who took over where, and why; nothing where nobody did."""
        for (player, why), found in self._found.items():
            games = len({game for game, _ in found})
            seats = seats_text(seat for _, seat in found)
            where = (
                seats
                if self._games == 1
                else f"{len(found)} seats in {games} of {self._games} games"
            )
            sys.stderr.write(f"wolftui: {player} took over {where}: {why.rstrip('.')}.\n")


def takeovers_text(changes: Iterable[TookOver]) -> str:
    """Who took over which seats of a game, as a clause; empty where nobody did."""
    players: dict[str, list[int]] = {}
    for change in changes:
        players.setdefault(change.player, []).append(change.seat)
    return ", ".join(f"{player} took over {seats_text(seats)}" for player, seats in players.items())


def seats_text(seats: Iterable[int]) -> str:
    """`seat 4`, or `seats 1, 2 and 5`."""
    *others, last = sorted(set(seats))
    return f"seats {', '.join(map(str, others))} and {last}" if others else f"seat {last}"


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
        from wolftui.words.spending import usage_line

        for each in self._found.values():
            print(f"{usage_line(each)}.")

    def print_warnings(self) -> None:
        """Say on standard error of whom too many answers were replaced; nothing where nobody's were."""
        from wolftui.words.spending import reliability_notes

        if words := reliability_notes(self._found.values()):
            sys.stderr.write(f"wolftui: {words}\n")


def print_estimated_models(purse: BudgetTracker) -> None:
    """Say on standard error whose tokens are only estimated, once for each model, where a budget depends on them."""
    from wolftui.words.spending import estimated_note

    if (purse.budget.cost is not None or purse.budget.tokens is not None) and (
        words := estimated_note(purse.newly_estimated())
    ):
        sys.stderr.write(f"wolftui: {words}\n")
