"""Games that an arena's folder holds and its table does not: those that ended are read, those that can go on are told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from wolfcore.errors import LogError
from wolfcore.game import GameSpec
from wolfcore.records import GameSummary, SavedGame, list_games, read_game
from wolfcore.table import read_calls

from .guests import seats_with_memory
from .rounds import row_of
from .rows import Row
from .schedule import PlannedGame, ScheduledGames

_Key: TypeAlias = tuple[str, int, tuple[str, ...]]
"""Board, seed and who sits where, as on the command line."""


class Leftovers(NamedTuple):
    """What was left without a row: rows of games that are over, and the folders of those that are not, by number."""

    rows: tuple[Row, ...]
    unfinished: dict[int, Path]


def find_leftovers(folder: Path, games: ScheduledGames, rows: Mapping[int, Row], memory_folder: Path | None = None) -> Leftovers:
    """What lies in the folder of an arena's games and has no row.

    Args:
        folder: Where the games are.
        games: All games of the arena.
        rows: What has a row.
        memory_folder: Where lies what people bring to games; None where nobody brings anything.
    """
    known = {Path(row.folder).name for row in rows.values() if row.folder}
    # A game without a row is rare, so that it is looked for by name before anything is read.
    if known.issuperset(each.name for each in folder.iterdir() if not each.name.startswith(".")):
        return Leftovers((), {})
    wanted = _wanted(games, rows, memory_folder)
    found: dict[int, Row] = {}
    begun: dict[int, Path] = {}
    for game in sorted(list_games(folder), key=lambda game: game.ended is None):
        spec = game.header.spec if game.header else None
        if game.id in known or spec is None:
            continue
        planned = _claim_planned(wanted, game, spec)
        if planned is None:
            continue
        row = read_row(planned, game.path) if game.ended or planned.situation else None
        if row:
            found[planned.game] = row
        else:
            begun[planned.game] = game.path
    return Leftovers(tuple([found[number] for number in sorted(found)]), begun)


def _wanted(games: ScheduledGames, rows: Container[int], brought: Path | None) -> dict[_Key, list[PlannedGame]]:
    """The games that are missing, by what their folders say of them."""
    specs = games.plan.specs
    wanted: dict[_Key, list[PlannedGame]] = defaultdict(list)
    for planned in games:
        if planned.game not in rows:
            seats = seats_with_memory(specs, planned.players, planned.game, brought)
            key = planned.board, planned.seed, tuple([seat.text for seat in seats])
            wanted[key].append(planned)
    return wanted


def _claim_planned(wanted: dict[_Key, list[PlannedGame]], game: GameSummary, spec: GameSpec) -> PlannedGame | None:
    """The game that was wanted and is the one in a folder; it is wanted no longer then."""
    about = game.about
    if about is None:
        return None
    alike = wanted.get((spec.board.name, spec.seed, tuple([seat.text for seat in about.seats])), [])
    return next((alike.pop(place) for place, planned in enumerate(alike) if planned.spec == spec), None)


def read_row(planned: PlannedGame, path: Path) -> Row | None:
    """The row of a saved game that is over, or was to be left where it was; None for another, and one that cannot be read."""
    try:
        saved = read_game(path)
        notes = read_calls(path).records
    except LogError:
        return None
    if saved.result is None and not planned.is_answered(saved.entries):
        return None
    return row_of(
        planned, saved.entries, saved.result, saved.log, notes, folder=path.name, seconds=_seconds(saved)
    )  # fmt: skip


def _seconds(saved: SavedGame) -> float:
    """From the first ask of a game to its last answer, as its journal has them; breaks of the game included."""
    timed = [record for record in saved.journal.values() if record.started]
    if not timed:
        return 0.0
    return max(record.started + record.seconds for record in timed) - min(record.started for record in timed)
