"""What saved games add to the cells of a table, read in any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from wolfcore.arena import Row
from wolfcore.errors import LogError
from wolfcore.game.facts import Recommended
from wolfcore.metrics import Tables, recorded, tables_of
from wolfcore.records import read_game

from .cells import ALPHA
from .counting import Added, Wanted, from_log, is_picked, with_names
from .experiment import Experiment, part_of


class Item(Struct, frozen=True):
    """A saved game to be looked at: its part, its row, where it is, and the places of what is counted in it."""

    part: str
    row: Row
    path: Path
    places: tuple[int, ...]
    recommends: bool


class Looked(Struct, frozen=True):
    """What was found in a game."""

    item: Item
    found: tuple[Added | None, ...] = ()
    recommended: int = 0
    problem: str = ""


def look(wanted: Sequence[Wanted], people: Sequence[str], item: Item) -> Looked:
    """What a saved game adds."""
    try:
        saved = read_game(item.path)
    except LogError as error:
        return Looked(item, problem=str(error))
    recommended = sum(isinstance(entry.fact, Recommended) for entry in saved.entries) if item.recommends else 0
    tables: Tables = tables_of(with_names(recorded(saved), item.row, people), ALPHA)
    return Looked(item, tuple([from_log(wanted[place], item.row, tables) for place in item.places]), recommended)


def looking(asked: tuple[Sequence[Wanted], Sequence[str]]) -> Callable[[Item], Looked]:
    """Prepares a pool whose calls look at games: what is wanted of them, and the names of those who stand in for people."""
    wanted, people = asked
    return partial(look, wanted, people)


def items_of(
    folder: Path, plan: Experiment, rows: Mapping[str, Sequence[Row]], wanted: Sequence[Wanted], *, recommends: bool
) -> list[Item]:
    """The saved games that have to be read, each once."""
    logged = [(place, each) for place, each in enumerate(wanted) if each.needs_log]
    items: list[Item] = []
    for part, played in rows.items():
        here = [(place, each) for place, each in logged if part_of(plan, each.pick) == part]
        for row in (row for row in played if row.folder):
            places = tuple([place for place, each in here if is_picked(each.pick, row)])
            told = recommends and part_of(plan, plan.mechanism.here) == part and is_picked(plan.mechanism.here, row)
            if places or told:
                items.append(Item(part, row, folder / part / row.folder, places, told))
    return items
