"""Checks on opening an arena's folder: same plan, models, deals, players; games without a row.

Only `deals` and `limits` may change. One game of each house bot is replayed and must give the same
digest. Of the games without a row, finished ones are read and the others resumed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

import msgspec
import tomli_w
from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError, LogError
from wolfcore.files import write_atomically
from wolfcore.game import GameSpec
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.records import GameSummary, SavedGame, list_games, read_game
from wolfcore.records.about import read_about
from wolfcore.records.layout import LOCK_FILE
from wolfcore.seating import is_of_house_bots, pool_file_read_by
from wolfcore.table import read_calls

from .definition import GAMES, ArenaPlan
from .game_rows import ArenaPlayer, ArenaSetup, Row, row_of
from .references import with_relative_pools
from .schedule import PlannedGame, ScheduledGames, seats_with_memory
from .store import RowStore
from .validation import read_arena

ARENA_FILE, ROWS_FILE = "arena.toml", "games.sqlite"


_MAY_CHANGE = ("deals", "limits")


def claim_folder(folder: Path) -> None:
    """Make the folder of an arena, or check that an existing one belongs to an arena.

    Raises:
        ConfigError: It holds something else.
        OSError: It cannot be made or read.
    """
    if folder.exists() and not (folder / ARENA_FILE).exists():
        # A command that was killed at once leaves no more than these.
        names = {each.name for each in folder.iterdir()} - {LOCK_FILE, GAMES, f".{ARENA_FILE}.new"}
        if names:
            raise ConfigError(
                "is not the folder of an arena",
                file=str(folder),
                hint="Choose another folder with `--into`.",
            )
    folder.mkdir(parents=True, exist_ok=True)


def with_embedder(folder: Path, plan: ArenaPlan) -> ArenaPlan:
    """Set the embedder of a plan that names none and in which models play.

    A new arena gets the default, an existing one the embedder with which it began.

    Args:
        folder: The folder of the arena; it need not exist.
        plan: The plan.

    Raises:
        ConfigError: The folder holds something else.
    """
    if plan.embedder or not any(spec.model for spec in plan.specs.values()):
        return plan
    held = folder / ARENA_FILE
    # An arena that names none was played with the embedder of earlier versions.
    return replace(
        plan, embedder=(read_arena(held).embedder or FORMER) if held.exists() else DEFAULT
    )


def with_pool_digests(folder: Path, plan: ArenaPlan) -> ArenaPlan:
    """Set the digests of the pool files that players without a model read.

    An existing arena keeps those with which it began, and its files must still have them; it has
    none if it began with an earlier version.

    Args:
        folder: The folder of the arena; it need not exist.
        plan: The plan.

    Raises:
        ConfigError: A pool file cannot be read, or is no longer what it was.
    """
    held = folder / ARENA_FILE
    files = {name: file for name, spec in plan.specs.items() if (file := pool_file_read_by(spec))}
    begun = held.exists()
    # A file that was copied from another arena's folder names digests, too.
    known = read_arena(held).pool_digests if begun else plan.pool_digests
    digests: dict[str, str] = {}
    for name, file in files.items():
        if begun and name not in known:
            continue
        from wolfcore.memory.pool_search import pool_file_digest  # noqa: PLC0415  it needs numpy

        digests[name] = pool_file_digest(file)
        if known.get(name, digests[name]) != digests[name]:
            raise ConfigError(
                f"the pool file {file} is not what it was when the arena began",
                key=f"players.{name}",
                hint="Restore the file, or choose another folder with `--into`.",
            )
    return replace(plan, pool_digests=digests)


def with_player_codes(folder: Path, plan: ArenaPlan) -> ArenaPlan:
    """Set what identifies the code of the user's own players; an existing arena keeps its own.

    `make_player` compares it with the code that is there.

    Args:
        folder: The folder of the arena; it need not exist.
        plan: The plan.

    Raises:
        ConfigError: The folder holds something else.
    """
    held = folder / ARENA_FILE
    known = read_arena(held).player_codes if held.exists() else plan.player_codes
    specs = replace(plan, player_codes=known).specs
    codes = {name: spec.code for name, spec in sorted(specs.items()) if spec.needs_consent}
    return replace(plan, player_codes=codes)


def write_plan(folder: Path, plan: ArenaPlan) -> None:
    """Check that a folder is new or holds the same arena, and write the plan to its arena file.

    Raises:
        ConfigError: It holds another arena.
        OSError: It cannot be written.
    """
    held = folder / ARENA_FILE
    if held.exists():
        before = read_arena(held)
        if changed := _difference(with_embedder(folder, before), plan):
            hint = "Choose another folder with `--into`, or delete this one."
            raise ConfigError(f"holds another arena: {changed}", file=str(folder), hint=hint)
    kept = replace(plan, players=with_relative_pools(plan.players, folder))
    write_atomically(held, tomli_w.dumps(msgspec.to_builtins(kept)).encode())


def _difference(before: ArenaPlan, now: ArenaPlan) -> str:
    """Return the first change of a plan that is not allowed, as a clause; empty for none."""
    old, new = (_flat(cast("dict[str, Any]", msgspec.to_builtins(plan))) for plan in (before, now))
    for key in dict.fromkeys((*old, *new)):
        if key.partition(".")[0] in _MAY_CHANGE or old.get(key) == new.get(key):
            continue
        return f"`{key}` is {_shown(old.get(key))} there, but {_shown(new.get(key))} in the file"
    # The order of players and line-ups decides which number is which game.
    if list(before.players) != list(now.players):
        return "its players are in another order"
    if list(before.schedule.lineups) != list(now.schedule.lineups):
        return "its line-ups are in another order"
    return f"it already has {before.deals} deals" if now.deals < before.deals else ""


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(cast("dict[str, Any]", value), f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _shown(value: object) -> str:
    return "missing" if value is None else str(value)


def check_models(store: RowStore, signs: Mapping[str, str], folder: Path) -> None:
    """Check that the models are the same as before by their signatures; store those of new models.

    Args:
        store: The table of the arena.
        signs: The signature of each model now, by name.
        folder: The folder of the arena.

    Raises:
        ConfigError: A model has another signature.
    """
    _check_signs("model", "the settings of the model", store, signs, folder)


def check_roles(store: RowStore, digests: Mapping[str, str], folder: Path) -> None:
    """Check that the roles beyond the first seven are the same as before; store those of new ones.

    Args:
        store: The table of the arena.
        digests: The digest of each such role that is dealt, by name.
        folder: The folder of the arena.

    Raises:
        ConfigError: A role has other rules.
    """
    _check_signs("role", "the file of the role", store, digests, folder)


def _check_signs(
    what: str, source: str, store: RowStore, signs: Mapping[str, str], folder: Path
) -> None:
    before = store.about()
    for name, sign in signs.items():
        key = f"{what} {name}"
        if before.get(key, sign) != sign:
            hint = f"Choose another folder with `--into`, or restore {source}."
            raise ConfigError(
                f"the {what} `{name}` was {before[key]} and is {sign}", file=str(folder), hint=hint
            )
        if key not in before:
            store.set_about(key, sign)


def check_bots(
    rows: Iterable[Row], unfinished: Mapping[int, Path], games: ScheduledGames, folder: Path
) -> None:
    """Check that house bots of this version played all games in which house bots play.

    Args:
        rows: The rows of the games played.
        unfinished: The folders of games that were begun, by number.
        games: All games of the arena.
        folder: The folder of the arena.

    Raises:
        ConfigError: A game was played by another version.
    """
    found = {row.game: {row.bots or 1} for row in rows}
    for number, path in unfinished.items():
        about = read_about(path)[0]
        found[number] = set(about.bot_versions if about else (1,))
    specs = games.plan.specs
    for number, versions in found.items():
        other = versions - {BOTS_VERSION}
        if other and any(is_of_house_bots(specs[name]) for name in games[number].players):
            problem = (
                f"game {number} was played by version {min(other)} of the house bots, and this "
                f"wolftui has version {BOTS_VERSION}"
            )
            hint = (
                "Choose another folder with `--into`: games before and after a change cannot be in "
                "one table."
            )
            raise ConfigError(problem, file=str(folder), hint=hint)


def check_row(row: Row, games: ScheduledGames, folder: Path) -> None:
    """Check that a row has the deal and the players that its number has in this arena.

    Raises:
        ConfigError: It does not.
    """
    if row.game < len(games):
        wanted = games[row.game]
        known = (
            wanted.cell,
            wanted.board,
            wanted.deal,
            wanted.repeat,
            wanted.seed,
            wanted.players,
            wanted.roles,
        )
        if known == (row.cell, row.board, row.deal, row.repeat, row.seed, row.players, row.roles):
            return
    hint = (
        "Move it away: the same command rebuilds it from the saved games, and plays the "
        "missing games."
    )
    problem = f"game {row.game} has another deal or other players than in the arena"
    raise ConfigError(problem, file=str(folder / ROWS_FILE), hint=hint)


def check_players(
    rows: Mapping[int, Row],
    setup: ArenaSetup,
    unrepeatable: Collection[str],
    folder: Path,
    prepare: Callable[[Sequence[int]], object],
) -> None:
    """Check that all players can be made, and that house bots still play as before.

    One game of each is replayed.

    Args:
        rows: The rows of the games played, by number.
        setup: The data that the games have in common.
        unrepeatable: The players with a model or of the user's own, by name; they are not replayed.
        folder: The folder of the arena.
        prepare: Writes the memory files of scripted people for games.

    Raises:
        ConfigError: A player no longer exists, or plays otherwise.
    """
    played = ArenaPlayer(replace(setup, root=None))
    unseen = set(setup.plan.players) - set(unrepeatable)
    for row in rows.values():
        if (
            # These games cannot be played again, or not equally.
            row.broken
            or unseen.isdisjoint(row.players)
            or not set(row.players).isdisjoint(unrepeatable)
        ):
            continue
        unseen.difference_update(row.players)
        # A scripted person plays by the memory that it had in that game.
        prepare([row.game])
        if played.play(row.game).digest != row.digest:
            who = " or ".join(dict.fromkeys(row.players))
            hint = (
                "Choose another folder with `--into`: games before and after a change cannot "
                "be in one table."
            )
            raise ConfigError(
                f"{who} no longer plays as before (game {row.game} differs)",
                file=str(folder),
                hint=hint,
            )
        if not unseen:
            return


_Key: TypeAlias = tuple[str, int, tuple[str, ...]]
"""Board, seed and the player of each seat, as on the command line."""


class Leftovers(NamedTuple):
    """Saved games without a row: the rows of finished ones, and the folders of others by number."""

    rows: tuple[Row, ...]
    unfinished: dict[int, Path]


def find_leftovers(
    folder: Path, games: ScheduledGames, rows: Mapping[int, Row], memory_folder: Path | None = None
) -> Leftovers:
    """Find the saved games of an arena that have no row.

    Args:
        folder: The folder of the saved games.
        games: All games of the arena.
        rows: The rows of the games played, by number.
        memory_folder: The folder of memory files; None where no player has a memory.
    """
    known = {Path(row.folder).name for row in rows.values() if row.folder}
    # Games without a row are rare: compare names before any game is read.
    if known.issuperset(each.name for each in folder.iterdir() if not each.name.startswith(".")):
        return Leftovers((), {})
    wanted = _wanted(games, rows, memory_folder)
    found: dict[int, Row] = {}
    begun: dict[int, Path] = {}
    # Finished games first: of two saved games of one number the finished one counts.
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


def _wanted(
    games: ScheduledGames, rows: Container[int], brought: Path | None
) -> dict[_Key, list[PlannedGame]]:
    """Return the games without a row, by the key that their folders would have."""
    specs = games.plan.specs
    wanted: dict[_Key, list[PlannedGame]] = defaultdict(list)
    for planned in games:
        if planned.game not in rows:
            seats = seats_with_memory(specs, planned.players, planned.game, brought)
            key = planned.board, planned.seed, tuple([seat.text for seat in seats])
            wanted[key].append(planned)
    return wanted


def _claim_planned(
    wanted: dict[_Key, list[PlannedGame]], game: GameSummary, spec: GameSpec
) -> PlannedGame | None:
    """Return the missing game that matches a saved game, and remove it from `wanted`; else None."""
    about = game.about
    if about is None:
        return None
    alike = wanted.get((spec.board.name, spec.seed, tuple([seat.text for seat in about.seats])), [])
    return next(
        (alike.pop(place) for place, planned in enumerate(alike) if planned.spec == spec), None
    )


def read_row(planned: PlannedGame, path: Path) -> Row | None:
    """Return the row of a saved game that is over, or whose situation is answered.

    None for any other game, and for one that cannot be read.
    """
    try:
        saved = read_game(path)
        notes = read_calls(path).records
    except LogError:
        return None
    if saved.result is None and not planned.is_answered(saved.entries):
        return None
    return row_of(
        planned,
        saved.entries,
        saved.result,
        saved.log,
        notes,
        saved.journal.values(),
        folder=path.name,
        seconds=_seconds(saved),
        bots=min(saved.about.bot_versions) if saved.about else None,
    )


def _seconds(saved: SavedGame) -> float:
    """Return the seconds from the first ask to the last answer of the journal, breaks included."""
    timed = [record for record in saved.journal.values() if record.started]
    if not timed:
        return 0.0
    return max(record.started + record.seconds for record in timed) - min(
        record.started for record in timed
    )
