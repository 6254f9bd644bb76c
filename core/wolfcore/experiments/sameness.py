"""What was not varied: rows of one player under two names, and players whose games are the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

from msgspec.structs import replace

from wolfcore.arena import Row

from .definition import Experiment, Pick, part_of
from .headings import lineups_picked

_MANY = 0.5
"""The share of equal games from which two players are said to play alike."""


def is_same_by_plan(plan: Experiment, one: Pick, other: Pick) -> bool:
    """Return whether two picks count the same of the same players on the same deals."""
    return _constructed(plan, one) == _constructed(plan, other)


def _constructed(plan: Experiment, pick: Pick) -> object:
    part = plan.parts[part_of(plan, pick)]
    lineups = [
        {target: (plan.players[name],
                  part.pool if not part.readers or name in part.readers else "")
         for target, name in lineup.items()}
        for _, lineup in lineups_picked(plan, pick)
    ]  # fmt: skip
    return (
        replace(pick, part="", cell="", player="", against=""),
        replace(part, players=(), readers=(), pool="", schedule=replace(
            part.schedule, lineups={}, guests=(), baseline="")),
        lineups,
    )  # fmt: skip


def players_alike(plan: Experiment, rows: Mapping[str, Iterable[Row]]) -> tuple[str, ...]:
    """Return which players, one put for the other, gave equal logs in half of the games or more.

    Each is a clause, such as `a and b in 28 of 30 games`. Players of the same words, which are one
    player, are left out.
    """
    same, of = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for played in rows.values():
        deals = defaultdict[tuple[str, int, int], list[Row]](list)
        for row in played:
            if row.digest:
                deals[row.board, row.deal, row.repeat].append(row)
        for games in deals.values():
            for one, other in combinations(games, 2):
                changed = {
                    (a, b) for a, b in zip(one.players, other.players, strict=True) if a != b
                }
                if len(changed) == 1:
                    (pair,) = changed
                    of[pair] += 1
                    same[pair] += one.digest == other.digest
    return tuple(
        [
            f"{a} and {b} in {same[a, b]:,} of {many:,} games"
            for (a, b), many in of.items()
            if same[a, b] >= _MANY * many and plan.players[a] != plan.players[b]
        ]
    )
