"""What saved games add to the cells of a table, read in any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from wolfcore.arena import Row
from wolfcore.errors import LogError
from wolfcore.game.facts import Recommended
from wolfcore.metrics import GameTables, from_saved_game, tables_of
from wolfcore.records import read_game

from .cells import ALPHA
from .counting import Contribution, CountedQuantity, contribution_of_log, is_picked, with_player_names
from .experiment import Experiment, part_of


class GameToRead(Struct, frozen=True):
    """A saved game to be looked at: its part, its row, where it is, and the places of what is counted in it."""

    part: str
    row: Row
    path: Path
    places: tuple[int, ...]
    recommends: bool


class GameRead(Struct, frozen=True):
    """What was found in a game."""

    item: GameToRead
    found: tuple[Contribution | None, ...] = ()
    recommended: int = 0
    problem: str = ""


def read_contributions(wanted: Sequence[CountedQuantity], people: Sequence[str], item: GameToRead) -> GameRead:
    """What a saved game adds."""
    try:
        saved = read_game(item.path)
    except LogError as error:
        return GameRead(item, problem=str(error))
    recommended = sum(isinstance(entry.fact, Recommended) for entry in saved.entries) if item.recommends else 0
    tables: GameTables = tables_of(with_player_names(from_saved_game(saved), item.row, people), ALPHA)
    return GameRead(item, tuple([contribution_of_log(wanted[place], item.row, tables) for place in item.places]), recommended)


def make_game_reader(asked: tuple[Sequence[CountedQuantity], Sequence[str]]) -> Callable[[GameToRead], GameRead]:
    """Prepares a pool whose calls look at games: what is wanted of them, and the names of those who stand in for people."""
    wanted, people = asked
    return partial(read_contributions, wanted, people)


def games_to_read(
    folder: Path, plan: Experiment, rows: Mapping[str, Sequence[Row]], wanted: Sequence[CountedQuantity], *, recommends: bool
) -> list[GameToRead]:
    """The saved games that have to be read, each once."""
    logged = [(place, each) for place, each in enumerate(wanted) if each.needs_log]
    items: list[GameToRead] = []
    for part, played in rows.items():
        here = [(place, each) for place, each in logged if part_of(plan, each.pick) == part]
        for row in (row for row in played if row.folder):
            places = tuple([place for place, each in here if is_picked(each.pick, row)])
            told = recommends and part_of(plan, plan.mechanism.here) == part and is_picked(plan.mechanism.here, row)
            if places or told:
                items.append(GameToRead(part, row, folder / part / row.folder, places, told))
    return items
