"""Games that are kept in a folder: played once, told apart by who played which team and by their seed, and counted from there.

Whoever stands in a folder under the same words is one player; games of a player that was changed belong into another folder.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from core.arena import Arena, Broken, Played, Pool, Wanted
from core.errors import ConfigError
from core.game import RoleName, Team, deal_roles, get_board, team_of
from core.records import list_games
from core.seating import parse_player
from core.speech import READER_VERSION

from .options import a_board, a_count
from .tables import add_jobs


class Pairing(NamedTuple):
    """Who plays the village and who the wolves, as on the command line."""

    village: str
    wolves: str

    @property
    def seats(self) -> tuple[str, str]:
        """Who sits where."""
        return f"village={self.village}", f"wolves={self.wolves}"


class Kept(NamedTuple):
    """A kept game that came to its end.

    Attributes:
        path: Its folder.
        seed: Its seed.
        roles: The role of each seat, in seat order.
        players: Who played each seat, as on the command line, in seat order.
        winner: Who won, or None.
    """

    path: Path
    seed: int
    roles: tuple[RoleName, ...]
    players: tuple[str, ...]
    winner: Team | None

    @property
    def pairing(self) -> Pairing:
        """Who played which team; `A and B` where several did."""
        return Pairing(self._side("village"), self._side("wolves"))

    def _side(self, team: Team) -> str:
        seated = zip(self.players, self.roles, strict=True)
        return " and ".join(sorted({player for player, role in seated if team_of(role) == team}))


class Store(NamedTuple):
    """The games of a folder.

    Attributes:
        games: Those that count, by seed and then in the order in which they were begun; of several that are alike the first.
        left_out: How many do not, by why.
    """

    games: tuple[Kept, ...]
    left_out: dict[str, int]

    def says(self) -> Iterator[str]:
        """A line for each reason to leave games out."""
        for why, number in self.left_out.items():
            yield f"left out: {number} games that {why}"


def kept(folder: Path, board: str) -> Store:
    """The games of a board that are kept in a folder; none if there is no such folder.

    Raises:
        ConfigError: The folder cannot be read.
    """
    found: dict[tuple[int, tuple[str, ...]], Kept] = {}
    left_out = Counter[str]()
    for game in reversed(list_games(folder)):
        spec, about = game.header.spec if game.header else None, game.about
        if spec is None or about is None:
            left_out["cannot be read"] += 1
        elif spec.board.name != board:
            left_out[f"are not on {board}"] += 1
        elif game.ended is None or game.ended == "void":
            left_out["did not come to their end"] += 1
        else:
            players = tuple([seat.text for seat in about.seats_now()])
            left_out["are kept twice"] += (spec.seed, players) in found
            found.setdefault((spec.seed, players), Kept(game.path, spec.seed, deal_roles(spec), players, game.winner))
    games = sorted(found.values(), key=lambda game: game.seed)
    return Store(tuple(games), {why: number for why, number in left_out.items() if number})


class _Series(Struct, frozen=True):
    board: str
    root: Path
    pairings: tuple[Pairing, ...]


def fill(folder: Path, board: str, pairings: Iterable[Pairing], seeds: Sequence[int], jobs: int) -> list[str]:
    """Play what a folder lacks of the same deals by several pairings; returns a line for each game that broke.

    Those of models are played as `wolftui run` plays them, one after the other and after all others.

    Args:
        folder: Where the games are kept; made if it does not exist.
        board: The board.
        pairings: Who plays.
        seeds: The deals, each played by all pairings before the next one is begun.
        jobs: How many processes play.

    Raises:
        ConfigError: A player is wrong, or the folder cannot be written.
    """
    wanted = tuple(dict.fromkeys(pairings))
    have = {(game.pairing, game.seed) for game in kept(folder, board).games}
    quick = tuple([pairing for pairing in wanted if not any(asks_a_model(word) for word in pairing)])
    missing = [(number, seed) for seed in seeds for number, pairing in enumerate(quick) if (pairing, seed) not in have]
    broken: list[str] = []
    pool = Pool(_playing, _Series(board, folder, quick), jobs)
    for done, game in enumerate(pool.results(missing), 1):
        if isinstance(game, Broken):
            broken.append(f"broken: seed {game.seed}: {game.why}")
        tell(done, len(missing), "games")
    for pairing in (pairing for pairing in wanted if pairing not in quick):
        for some in _in_rows([seed for seed in seeds if (pairing, seed) not in have]):
            broken += _at_tables(folder, board, pairing, some)
    return broken


def _in_rows(seeds: Sequence[int]) -> Iterator[range]:
    """Ascending seeds, put together where they follow each other, so that a model is loaded once for many."""
    first = 0
    for place, seed in enumerate(seeds, 1):
        if place == len(seeds) or seeds[place] != seed + 1:
            yield range(seeds[first], seed + 1)
            first = place


def asks_a_model(player: str) -> bool:
    """Whether a player, as on the command line, asks a model, and so sits at a real table."""
    return bool(parse_player(player).model)


def _playing(series: _Series) -> Callable[[tuple[int, int]], Played | Broken]:
    """Prepares a pool whose calls are games: the number of a pairing, and a seed."""
    board = get_board(series.board)
    arenas = [
        Arena(Wanted(board=board, seats=pairing.seats, root=series.root, version="bench", reader=READER_VERSION))
        for pairing in series.pairings
    ]
    return lambda item: arenas[item[0]].play(item[1])


def _at_tables(folder: Path, board: str, pairing: Pairing, seeds: range) -> list[str]:
    """Games of models, one after the other; what is said of each goes to standard error.

    Returns:
        A line where not all of them came to their end.

    Raises:
        ConfigError: They cannot be played; why stands on standard error.
        KeyboardInterrupt: They were stopped.
    """
    from wolftui.cli.command import OK, STOPPED, WRONG_USE
    from wolftui.door import run

    seats = [word for seat in pairing.seats for word in ("--seat", seat)]
    with redirect_stdout(sys.stderr):
        words = ("--board", board, "--seed", str(seeds[0]), "--games", str(len(seeds)), *seats, "--out", str(folder))
        code = run(("run", *words))
    if code == STOPPED:
        raise KeyboardInterrupt
    if code == WRONG_USE:
        raise ConfigError(f"{' against '.join(pairing)} cannot be played", key="--player")
    return [] if code == OK else [f"broken: {' against '.join(pairing)}, seeds {seeds[0]} to {seeds[-1]}"]


def tell(done: int, of: int, what: str) -> None:
    """How far something is, on standard error where that is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {of} {what}" if done < of else "\r\x1b[K")


# -- options


def add_kept_options(parser: argparse.ArgumentParser) -> None:
    """The options of measurements of kept games."""
    where = parser.add_mutually_exclusive_group(required=True)
    play = "play what this folder lacks, keep it there, and count; a run that was stopped goes on"
    where.add_argument("--games", type=Path, metavar="DIR", help=play)
    where.add_argument("--from", dest="folder", type=Path, metavar="DIR", help="count the games of this folder and play none")
    parser.add_argument("--board", type=a_board, default="sla7", help="the board (default sla7)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first deal (default 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)


def add_deals(parser: argparse.ArgumentParser, of_what: str) -> None:
    """The option that says how many deals somebody plays."""
    parser.add_argument("--deals", type=a_count, default=100, help=f"how many deals {of_what} plays (default 100)")


def a_player(text: str) -> tuple[str, str]:
    """`NAME=PLAYER`: a name and who plays under it."""
    name, equals, word = (part.strip() for part in text.partition("="))
    if not (equals and name and word):
        raise argparse.ArgumentTypeError(f"`{text}` is no player with its name; write for example `ours=sla:bots=hard`")
    try:
        return name, parse_player(word).text
    except ConfigError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
