"""Arena games played by workers of a dask cluster; rows come back with the files of the game.

One game of each worker is replayed here and must give the same row, or the worker is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes
from wolfcore.game.roles import role_difference
from wolfcore.records import CALLS_LIMIT
from wolfcore.records.layout import LOCK_FILE

from .cluster import Cluster
from .game_rows import ArenaPlayer, ArenaSetup, Row, arena_player_of_worker


class CarriedGame(Struct, frozen=True):
    """A game as sent back by a worker.

    Attributes:
        row: Its row.
        files: The contents of its files, by name; empty where games are not kept.
    """

    row: Row
    files: dict[str, bytes]


def make_remote_player(setup: ArenaSetup) -> Callable[[int], CarriedGame]:
    """Return the call of a `Cluster` that plays the game of a number.

    Raises:
        ConfigError: A role that is dealt has no file or other rules on this machine, or the code of
            a player of the user's own is absent or another.
    """
    if setup.bots != BOTS_VERSION:
        problem = f"a worker has version {BOTS_VERSION} of the house bots instead of {setup.bots}"
        raise ConfigError(problem, hint="Install this version of wolftui on it.")
    if difference := role_difference(setup.roles):
        hint = "Put the same files into wolfcore/roles on every machine."
        raise ConfigError(f"a worker {difference}", hint=hint)
    # Saved below a folder of its own, from which the files are carried.
    try:
        tables = arena_player_of_worker(replace(setup, root=None))
    except ConfigError as error:
        hint = "Put the same files and packages on every machine."
        raise ConfigError(f"a worker cannot seat a player: {error.problem}", hint=hint) from error

    def play(number: int) -> CarriedGame:
        if setup.root is None:
            return CarriedGame(tables.play(number), {})
        with TemporaryDirectory(prefix="wolftui-") as root:
            row = tables.play(number, Path(root))
            folder = Path(root) / Path(row.folder).name
            # The lock belongs to the process that plays.
            files = [file for file in folder.iterdir() if file.name != LOCK_FILE]
            return CarriedGame(row, {file.name: read_bytes(file, CALLS_LIMIT) for file in files})

    return play


def rows_from_cluster(
    setup: ArenaSetup,
    scheduler: str,
    numbers: Sequence[int],
    enough: Callable[[], bool],
    tell: Callable[[str], None] = lambda _: None,
) -> Generator[Row]:
    """Yield the rows of games that a cluster plays, as they end.

    The files of each kept game are below `setup.root` when its row is yielded. One game of each
    worker is played again here and must give the same row; not one with players of the user's own,
    whose code was compared.

    Raises:
        ConfigError: As `Cluster.results`, a worker plays otherwise than this machine, or a game
            cannot be saved.
    """
    here, trusted = ArenaPlayer(replace(setup, root=None)), set[str]()
    own = setup.plan.own_players
    for number, carried, worker in Cluster[int, CarriedGame](
        make_remote_player, setup, scheduler, tell
    ).results(numbers, enough):
        row = carried.row
        if worker not in trusted and own.isdisjoint(row.players):
            if without_timing(here.play(number)) != without_timing(row):
                hint = "Install this version of wolftui on it."
                raise ConfigError(
                    f"the worker at {worker} plays game {number} differently from this machine",
                    hint=hint,
                )
            trusted.add(worker)
        if setup.root and row.folder:
            _write(setup.root / Path(row.folder).name, carried.files)
        yield row


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a game into a new folder."""
    try:
        folder.mkdir(parents=True)
        for name, data in files.items():
            # A name from elsewhere must not lead out of the folder.
            (folder / Path(name).name).write_bytes(data)
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(folder)
        ) from error


def without_timing(row: Row) -> Row:
    """Return a row without the fields that differ between runs: folder and seconds."""
    return replace(row, folder="", seconds=0.0)
