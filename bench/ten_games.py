"""Games in a row of one person among agents that are all the same, kept in a folder; everything is revealed after each.

A series is as many seeds in a row, and its place in it is the number of a game; the same deals and seats for whoever plays. What a
person knows at a game follows from the kept games before it, so that a run that was stopped goes on with the same person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import Struct

from core.arena import Pool
from core.game import Fact, Game, GameSpec, RoleName, Team, deal_roles, get_board, make_spec, team_of
from core.players import QuickPlayer
from core.records import GameFolder, SeatSpec, read_game
from core.seating import make_players, parse_player, quick_players
from core.speech import READER_VERSION
from core.table import play_now

from .adaptive import KINDS, Person
from .kept import Kept, kept, tell

IN_A_ROW = 10
"""Games that a person plays with the same agents (appendix C)."""


class Table(NamedTuple):
    """Who plays.

    Attributes:
        person: A name of `KINDS`, or a player as on the command line, which takes the person's seat.
        team: The person's team.
        agent: Who plays all other seats, as on the command line.
        level: The level of the house bot that people play like.
    """

    person: str
    team: Team
    agent: str
    level: str = "hard"

    def specs(self, roles: Sequence[RoleName], seed: int, place: int) -> tuple[SeatSpec, ...]:
        """Who sits on each seat of a deal, in seat order.

        Args:
            roles: The roles, in seat order.
            seed: The seed of the deal.
            place: Which game of its series it is, from 0; a person stands in what is saved with that, and so with what it knew.
        """
        own, agent = seat_of(roles, self.team, seed), parse_player(self.agent)
        person = parse_player(self.person) if self.person not in KINDS else None
        seated = person or SeatSpec("person", (self.person, self.level, f"game{place + 1}"))
        return tuple([seated if seat == own else agent for seat in range(1, len(roles) + 1)])


def seat_of(roles: Sequence[RoleName], team: Team, seed: int) -> int:
    """Where the person of a team sits: drawn among its seats."""
    return Random(seed).choice([seat for seat, role in enumerate(roles, 1) if team_of(role) == team])


def outcomes(games: Sequence[Kept], table: Table, series: Sequence[Sequence[int]]) -> list[list[bool] | None]:
    """Whether the person's team won, by series and game; None for a series that is not whole.

    Args:
        games: The games of a folder.
        table: Who plays.
        series: The seeds of each.
    """
    by_seed: dict[int, list[Kept]] = {}
    for game in games:
        by_seed.setdefault(game.seed, []).append(game)
    found: list[list[bool] | None] = []
    for seeds in series:
        places = [(place, game) for place, seed in enumerate(seeds) for game in by_seed.get(seed, ())]
        own = [game for place, game in places if game.players == texts(table.specs(game.roles, game.seed, place))]
        found.append([game.winner == table.team for game in own] if len(own) == len(seeds) else None)
    return found


def texts(specs: Sequence[SeatSpec]) -> tuple[str, ...]:
    """Players as on the command line."""
    return tuple([spec.text for spec in specs])


class _Series(Struct, frozen=True):
    board: str
    root: Path
    tables: tuple[Table, ...]
    kept: dict[tuple[int, tuple[str, ...]], Path]


def play_series(folder: Path, board: str, tables: Sequence[Table], series: Sequence[Sequence[int]], jobs: int) -> None:
    """Play what a folder lacks of some series.

    Args:
        folder: Where the games are kept; made if it does not exist.
        board: The board.
        tables: Who plays.
        series: The seeds of each series.
        jobs: How many processes play, each a series.

    Raises:
        ConfigError: A player is wrong or takes its time, or the folder cannot be written.
        LogError: A kept game cannot be read.
    """
    have = {(game.seed, game.players): game.path for game in kept(folder, board).games}
    setup = _Series(board, folder, tuple(dict.fromkeys(map(_once, tables))), have)
    items = [(number, tuple(seeds)) for seeds in series for number in range(len(setup.tables))]
    for done, _ in enumerate(Pool(_playing, setup, jobs).results(items), 1):
        tell(done, len(items), "series")


def _once(table: Table) -> Table:
    """The same for both teams where all seven are the same player: one game counts for either."""
    return table._replace(team="village") if table.person == table.agent else table


def _playing(setup: _Series) -> Callable[[tuple[int, tuple[int, ...]]], None]:
    """Prepares a pool whose calls are series: the number of a table, and seeds."""
    return lambda item: _play(setup, setup.tables[item[0]], item[1])


def _play(setup: _Series, table: Table, seeds: Sequence[int]) -> None:
    """One series, from the first game on that is not kept."""
    kind = KINDS.get(table.person)
    person = Person(kind, table.team, table.level) if kind else None
    for place, seed in enumerate(seeds):
        spec = make_spec(get_board(setup.board), seed)
        roles = deal_roles(spec)
        specs, own = table.specs(roles, seed, place), seat_of(roles, table.team, seed)
        path = setup.kept.get((seed, texts(specs)))
        facts, winner = _read(path) if path else _played(setup.root, spec, specs, {own: person.player(seed)} if person else {})
        if person:
            person.learn(seed, facts, spec.names, roles, own, winner == table.team)


def _read(path: Path) -> tuple[list[Fact], Team | None]:
    saved = read_game(path)
    return [entry.fact for entry in saved.entries], saved.result.winner if saved.result else None


def _played(
    root: Path, spec: GameSpec, specs: Sequence[SeatSpec], people: Mapping[int, QuickPlayer]
) -> tuple[list[Fact], Team | None]:
    """Play a game and keep it; `people` take their seats by hand, since no seat word makes them."""
    game = Game(spec)
    agent = next(each for seat, each in enumerate(specs, 1) if seat not in people)
    others = quick_players(make_players([agent if seat in people else each for seat, each in enumerate(specs, 1)]))
    assert others, "whoever takes their time is refused when players are made"
    with GameFolder.create(root, spec, specs, version="bench", reader=READER_VERSION, by_role=True) as folder:
        result = play_now(game, {**others, **people}, folder)
    return [entry.fact for entry in game.log], result.winner
