"""Whether the mechanism that an experiment is about was at work in the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wolfcore.arena import Row

from .counting import is_picked
from .experiment import Experiment, part_of
from .picks import Pick


def mechanism_counts(plan: Experiment, rows: Mapping[str, Sequence[Row]], recommended: int) -> tuple[int, int]:
    """How often the mechanism was seen, and of how many."""
    seen = plan.mechanism
    here = [row for row in rows[part_of(plan, seen.here)] if is_picked(seen.here, row)]
    if seen.sign == "recommended":
        return recommended, sum(row.days for row in here)
    usual = {_deal_key(seen.than, row): row.digest for row in rows[part_of(plan, seen.than)] if is_picked(seen.than, row)}
    pairs = [(row.digest, usual[key]) for row in here if (key := _deal_key(seen.here, row)) in usual]
    return sum(one != other for one, other in pairs), len(pairs)


def _deal_key(pick: Pick, row: Row) -> tuple[str, int, int, str]:
    """What two games have in common that are compared: also the cell where no one cell is picked."""
    return row.board, row.deal, row.repeat, "" if pick.cell else row.cell
