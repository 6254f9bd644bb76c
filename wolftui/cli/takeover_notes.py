"""Messages after games: seats that a bot took over during a headless run, and what models used."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from wolfcore.models import BudgetTracker
from wolfcore.table import Spent, TookOver
from wolftui.words.spending import estimated_note, reliability_notes, usage_line


class Takeovers:
    """Collects the takeovers of one game or several."""

    def __init__(self) -> None:
        self._games = 0
        self._found: dict[tuple[str, str], list[tuple[int, int]]] = {}

    def add(self, took_over: Iterable[TookOver]) -> None:
        """Add the takeovers of one more game."""
        self._games += 1
        for change in took_over:
            self._found.setdefault((change.player, change.why), []).append(
                (self._games, change.seat)
            )

    def print(self) -> None:
        """Print each takeover with its reason to standard error; nothing if there was none."""
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
    """Describe the takeovers of a game as a clause; empty if there was none."""
    players: dict[str, list[int]] = {}
    for change in changes:
        players.setdefault(change.player, []).append(change.seat)
    return ", ".join(f"{player} took over {seats_text(seats)}" for player, seats in players.items())


def seats_text(seats: Iterable[int]) -> str:
    """Format seats: `seat 4`, or `seats 1, 2 and 5`."""
    *others, last = sorted(set(seats))
    return f"seats {', '.join(map(str, others))} and {last}" if others else f"seat {last}"


class UsageTotals:
    """Adds up the usage of models in one game or several."""

    def __init__(self) -> None:
        self._found: dict[str, Spent] = {}

    def add(self, spent: Iterable[Spent]) -> None:
        """Add the usage of one more game."""
        for each in spent:
            self._found.setdefault(each.player, Spent(each.player)).add(each)

    def print_lines(self) -> None:
        """Print a usage line for each player; nothing if no model was called."""
        for each in self._found.values():
            print(f"{usage_line(each)}.")

    def print_warnings(self) -> None:
        """Print to standard error which players had too many replaced answers; may be nothing."""
        if words := reliability_notes(self._found.values()):
            sys.stderr.write(f"wolftui: {words}\n")


def print_estimated_models(budget_meter: BudgetTracker) -> None:
    """Print to standard error which models' token counts are estimates, once per model.

    Only if the budget limits cost or tokens.
    """
    if (budget_meter.budget.cost is not None or budget_meter.budget.tokens is not None) and (
        words := estimated_note(budget_meter.newly_estimated())
    ):
        sys.stderr.write(f"wolftui: {words}\n")
