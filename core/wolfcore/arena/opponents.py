"""A pool of frozen opponents (`pool1.toml`), and the arena in which a player is rated against them.

In each deal the rated player and the pool's reference play one game each in the same chair, among
the same opponents. A program of other versions plays the opponents of the pool's own wheel over the
seat protocol; newer bots never play under an old name.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path

from msgspec import Struct

from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError
from wolfcore.files import open_regular, read_toml_as
from wolfcore.game import get_board
from wolfcore.game.spec import rules_version
from wolfcore.seating import PROTOCOL, parse_player, takes_time
from wolfcore.seating.own_players import allow_own_player
from wolfcore.speech import READER_VERSION

from .definition import ArenaPlan, Schedule

RATED, REFERENCE = "rated", "reference"
"""The names of the rated player and of the pool's reference in the arena."""


_WHEEL_LIMIT = 1 << 28
"""The most bytes of a wheel."""


_STARTER = """import sys

from wolftui.__main__ import main

sys.exit(main(sys.argv[1:]))
"""
"""The program of a folder with an unpacked wheel; Python finds its packages beside it."""


class Opponent(Struct, frozen=True, forbid_unknown_fields=True):
    """A member of a pool.

    Attributes:
        player: The player, as after `SEAT=`.
        about: What it is, as a phrase.
    """

    player: str
    about: str


class Pool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of a pool file.

    Attributes:
        number: The number of the pool.
        board: The board.
        seed: The seed of the first deal; deal k has seed `seed` + k.
        deals: The number of deals.
        reference: The player that is rated 0.
        rules: The version of the rules with which the pool was frozen.
        bots: The version of its house bots.
        reader: The version of their speech reader.
        wheel: The SHA-256, in hexadecimal, of the wheel with the frozen players.
        games: The SHA-256 of the digests of the reference's games on the first nine deals.
        opponents: The opponents, by name.
    """

    number: int
    board: str
    seed: int
    deals: int
    reference: str
    rules: int
    bots: int
    reader: int
    wheel: str
    games: str
    opponents: dict[str, Opponent]

    @property
    def is_current(self) -> bool:
        """Whether this program has the versions of the pool, so that its bots are the pool's."""
        rules = rules_version(get_board(self.board))
        return (self.rules, self.bots, self.reader) == (rules, BOTS_VERSION, READER_VERSION)


@cache
def read_pool() -> Pool:
    """Return the pool against which players are rated."""
    return read_toml_as(Path(__file__).with_name("pool1.toml"), Pool, lambda _: None, "pool")


def rating_plan(
    pool: Pool,
    player: str,
    *,
    seed: int | None = None,
    program: Path | None = None,
) -> ArenaPlan:
    """Return the arena of a player: one game of it and one of the reference on each deal.

    Args:
        pool: The pool.
        player: The player, as after `SEAT=`.
        seed: The seed of the first deal; None for that of the pool.
        program: The folder of the unpacked wheel that plays the opponents; None for this program.

    Raises:
        ConfigError: There is no such player.
    """

    def frozen(word: str) -> str:
        if program is None:
            return f"{PROTOCOL}:{word}"
        command = f"exec:{shlex.join((sys.executable, str(program), 'seat', word))}"
        allow_own_player(parse_player(command))
        return command

    spec, names = parse_player(player), list(pool.opponents)
    # Equal to the same player at `exec:wolftui seat`.
    rated = player if takes_time(spec) else f"{PROTOCOL}:{spec.text}"
    size = get_board(pool.board).size
    lineups = {
        # Over all chairs, each opponent sits equally often beside the rated player.
        f"{who}.{chair}": {
            str((chair + place - 1) % size + 1): (
                names[(place + 2 * chair) % len(names)] if place else who
            )
            for place in range(size)
        }
        for chair in range(1, size + 1)
        for who in (RATED, REFERENCE)
    }
    opponents = {name: frozen(each.player) for name, each in pool.opponents.items()}
    return ArenaPlan(
        boards=(pool.board,),
        deals=pool.deals,
        seed=pool.seed if seed is None else seed,
        keep=False,
        # A player that fails goes on by its seat's fallback: a game that it breaks would not count.
        on_dead="fallback" if takes_time(spec) else "stop",
        players={RATED: rated, REFERENCE: frozen(pool.reference), **opponents},
        schedule=Schedule(kind="lineups", lineups=lineups, turns=size),
    )


def program_of_wheel(pool: Pool, folder: Path, wheel: Path | None = None) -> Path:
    """Return the folder of a pool's unpacked wheel, and unpack it where that was not done before.

    Args:
        pool: The pool.
        folder: The folder of unpacked wheels.
        wheel: The wheel; None where it must have been unpacked before.

    Raises:
        ConfigError: There is no wheel, it is another one, or it cannot be unpacked.
    """
    place = folder / pool.wheel[:16]
    if wheel is None:
        if place.is_dir():
            return place
        raise ConfigError(
            f"pool {pool.number} was frozen with other versions of the rules, bots or reader than "
            "this wolftui has",
            key="--wheel",
            hint=f"Get the wheel of pool {pool.number} (SHA-256 {pool.wheel}), and name its file.",
        )
    try:
        with os.fdopen(open_regular(wheel, limit=_WHEEL_LIMIT), "rb") as file:
            if (found := hashlib.file_digest(file, "sha256").hexdigest()) != pool.wheel:
                raise ConfigError(
                    f"is not the wheel of pool {pool.number}: its SHA-256 is {found}",
                    file=str(wheel),
                    hint=f"Get the one with {pool.wheel}.",
                )
            if not place.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                aside = Path(tempfile.mkdtemp(dir=folder))
                zipfile.ZipFile(file).extractall(aside)
                (aside / "__main__.py").write_text(_STARTER, encoding="utf-8")
                aside.rename(place)
    except OSError as error:
        raise ConfigError(f"cannot be unpacked ({error})", file=str(wheel)) from error
    return place
