"""Checks on opening an arena's folder: same plan, models, deals, players; games without a row.

Only `deals` and `limits` may change. One game of each house bot is replayed and must give the same
digest. Of the games without a row, finished ones are read and the others resumed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

import msgspec
import tomli_w
from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.files import write_atomically
from wolfcore.game import GameSpec
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.records import GameSummary, SavedGame, list_games, read_game
from wolfcore.records.layout import LOCK_FILE
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
    """Make the folder of an arena, or see that it is one.

    Raises:
        ConfigError: It holds something else.
        OSError: It cannot be made or looked at.
    """
    if folder.exists() and not (folder / ARENA_FILE).exists():
        names = {each.name for each in folder.iterdir()} - {LOCK_FILE, GAMES, f".{ARENA_FILE}.new"}
        if names:
            raise ConfigError(
                "is no folder of an arena",
                file=str(folder),
                hint="Choose another one with `--into`.",
            )
    folder.mkdir(parents=True, exist_ok=True)


def with_embedder(folder: Path, plan: ArenaPlan) -> ArenaPlan:
    """A plan with what compares texts in its arena, where models play and the plan does not say: as when the arena began.

    Args:
        folder: The folder of the arena; it need not exist.
        plan: The plan.

    Raises:
        ConfigError: The folder holds something else.
    """
    if plan.embedder or not any(spec.model for spec in plan.specs.values()):
        return plan
    held = folder / ARENA_FILE
    return replace(
        plan, embedder=(read_arena(held).embedder or FORMER) if held.exists() else DEFAULT
    )


def write_plan(folder: Path, plan: ArenaPlan) -> None:
    """See that a folder is an arena's, or make it so: its file is as the plan then.

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
    """What of an arena is not as it was when it began, as a clause; empty where nothing is but what may change."""
    old, new = (_flat(cast("dict[str, Any]", msgspec.to_builtins(plan))) for plan in (before, now))
    for key in dict.fromkeys((*old, *new)):
        if key.partition(".")[0] in _MAY_CHANGE or old.get(key) == new.get(key):
            continue
        return f"`{key}` is {_shown(old.get(key))} there and {_shown(new.get(key))} in the file"
    if list(before.players) != list(now.players):
        return "its players come in another order"
    if list(before.schedule.lineups) != list(now.schedule.lineups):
        return "its line-ups come in another order"
    return f"it has {before.deals} deals already" if now.deals < before.deals else ""


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
    """See that models are those of before, as far as their settings tell; new ones are kept.

    Args:
        store: The table of the arena.
        signs: What tells its models apart now, by name.
        folder: The folder of the arena.

    Raises:
        ConfigError: One is another.
    """
    before = store.about()
    for name, sign in signs.items():
        key = f"model {name}"
        if before.get(key, sign) != sign:
            hint = "Choose another folder with `--into`, or give the model its settings of before."
            raise ConfigError(
                f"the model `{name}` was {before[key]} and is {sign}", file=str(folder), hint=hint
            )
        if key not in before:
            store.set_about(key, sign)


def check_row(row: Row, games: ScheduledGames, folder: Path) -> None:
    """See that a row is of this arena: of the deal and the players of its number.

    Raises:
        ConfigError: It is not.
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
        "Move it away: the same command makes it anew from the games that are kept, and "
        "plays what is missing."
    )
    problem = f"game {row.game} is of another deal or of other players than the arena's"
    raise ConfigError(problem, file=str(folder / ROWS_FILE), hint=hint)


def check_players(
    rows: Mapping[int, Row],
    setup: ArenaSetup,
    model_players: Collection[str],
    folder: Path,
    prepare: Callable[[Sequence[int]], object],
) -> None:
    """See that all who never wait can still be had, and play as before: of each a game is played again.

    Args:
        rows: What was played, by number.
        setup: What the games have in common.
        model_players: Who takes their time, by name.
        folder: The folder of the arena.
        prepare: Has people bring to games what they know by then.

    Raises:
        ConfigError: Somebody cannot be had any longer, or plays otherwise.
    """
    played = ArenaPlayer(replace(setup, root=None))
    unseen = set(setup.plan.players) - set(model_players)
    for row in rows.values():
        if (
            row.broken
            or unseen.isdisjoint(row.players)
            or not set(row.players).isdisjoint(model_players)
        ):
            continue
        unseen.difference_update(row.players)
        prepare([row.game])
        if played.play(row.game).digest != row.digest:
            who = " or ".join(dict.fromkeys(row.players))
            hint = (
                "Choose another folder with `--into`: games of before and after a change "
                "make no table together."
            )
            raise ConfigError(
                f"{who} plays otherwise than before (game {row.game})", file=str(folder), hint=hint
            )
        if not unseen:
            return


_Key: TypeAlias = tuple[str, int, tuple[str, ...]]
"""Board, seed and who sits where, as on the command line."""


class Leftovers(NamedTuple):
    """What was left without a row: rows of games that are over, and the folders of those that are not, by number."""

    rows: tuple[Row, ...]
    unfinished: dict[int, Path]


def find_leftovers(
    folder: Path, games: ScheduledGames, rows: Mapping[int, Row], memory_folder: Path | None = None
) -> Leftovers:
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


def _wanted(
    games: ScheduledGames, rows: Container[int], brought: Path | None
) -> dict[_Key, list[PlannedGame]]:
    """The games that are missing, by what their folders say of them."""
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
    """The game that was wanted and is the one in a folder; it is wanted no longer then."""
    about = game.about
    if about is None:
        return None
    alike = wanted.get((spec.board.name, spec.seed, tuple([seat.text for seat in about.seats])), [])
    return next(
        (alike.pop(place) for place, planned in enumerate(alike) if planned.spec == spec), None
    )


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
        planned,
        saved.entries,
        saved.result,
        saved.log,
        notes,
        folder=path.name,
        seconds=_seconds(saved),
    )


def _seconds(saved: SavedGame) -> float:
    """From the first ask of a game to its last answer, as its journal has them; breaks of the game included."""
    timed = [record for record in saved.journal.values() if record.started]
    if not timed:
        return 0.0
    return max(record.started + record.seconds for record in timed) - min(
        record.started for record in timed
    )
