"""The arena file: boards, deals, players, schedule, line-ups, limits, and its question.

All structs are read from and written to `arena.toml`: their fields and values are a file format.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, TypeAlias

from msgspec import Struct

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import Board, RoleName, Team, team_of
from wolfcore.records import SeatSpec
from wolfcore.seating import parse_player, parse_seat
from wolfcore.table import STOP_AFTER_REPLACED

from .machine_games import OnDeadWord
from .rating import SequentialTest

GAMES = "games"
"""The subfolder of an arena that holds its saved games."""


Kind: TypeAlias = Literal["pairs", "mixed", "tested", "alone", "lineups", "series"]


class Schedule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The schedule of an arena: who plays whom. Every line-up plays every deal.

    Attributes:
        kind: `pairs`: all ordered pairs, one as the village against the other as the wolves.
            `mixed`: seats drawn from all players for each deal, which is played so often that each
            sits on each seat once. `tested`: each player in turn at the target `tested`, and
            `baseline` on all other seats. `alone`: the same player on all seats, each in turn.
            `lineups`: the line-ups of `lineups`. `series`: each of `guests` in turn among copies of
            each other player, for either team, through `repeats` games in a row, each of another
            deal; after each game everything is revealed to scripted people, who learn from it.
        itself: Whether in `pairs` each player also plays against itself.
        tested: A seat, a role, a team, or `sheriff`.
        baseline: The player of the other seats.
        lineups: For each cell, players by target.
        turns: In `lineups`, the number of parts, in order, into which the line-ups are cut; deal k
            is played by the line-ups of part k modulo `turns`.
        guests: The players that sit among copies of the others in a series.
        situation: A situation of `situations.py` in which all players are asked instead of playing
            whole games; each deal rotates its seats.
        sheriff: The role of the seat that is appointed sheriff in every deal; empty for any role.
        people: Seats that the rules treat as persons', who may be kept from leading.
    """

    kind: Kind = "pairs"
    itself: bool = False
    tested: str = ""
    baseline: str = ""
    lineups: dict[str, dict[str, str]] = {}
    turns: int = 1
    guests: tuple[str, ...] = ()
    situation: str = ""
    sheriff: str = ""
    people: tuple[int, ...] = ()


class PoolVersion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pool of experience as it was when an arena began.

    Attributes:
        revision: Its revision, which all games of the arena read.
        digest: A digest of its experiences at that revision.
    """

    revision: int
    digest: str


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The limits of an arena; None for no limit. They may be changed when it is resumed.

    Attributes:
        games: The most games that one command plays.
        minutes: The most minutes that one command plays.
        tokens: The most tokens that models send and receive in the whole arena.
        cost: The most that models cost in the whole arena, in the currency of the settings.
        stop_after_replaced: A command stops after so many answers of one model in a row that were
            replaced because they could not be used; 0 for any number.
    """

    games: int | None = None
    minutes: float | None = None
    tokens: int | None = None
    cost: float | None = None
    stop_after_replaced: int = STOP_AFTER_REPLACED


class Validity(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a game shows too little of how a model plays.

    Attributes:
        replaced: The share of the answers of one model in one game, 0..1, that may be replaced.
        above: Of a game above it: `flag` counts and names it; `void` leaves it out of ratings and
            tables, as a game that broke.
    """

    replaced: float = 0.1
    above: Literal["flag", "void"] = "flag"


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The question whether player A is better than B; the arena ends when it is answered.

    The test is `wolfcore.arena.rating.SequentialTest`.

    Attributes:
        a: The name of A; empty where the arena has no question.
        b: The name of B.
        low: The answer is no if A gains this or less: a difference of shares of games won.
        high: The answer is yes if A gains this or more.
        alpha: The probability of a yes where the truth is `low`.
        beta: The probability of a no where the truth is `high`.
    """

    a: str = ""
    b: str = ""
    low: float = 0.0
    high: float = 0.05
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def test(self) -> SequentialTest:
        """The sequential test at its start.

        Raises:
            ConfigError: A number is out of its range.
        """
        return SequentialTest(low=self.low, high=self.high, alpha=self.alpha, beta=self.beta)


class ArenaPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of an arena file.

    Attributes:
        boards: The names of the boards, each played by all. In a file a board may also be the path
            of a TOML file of the user's own.
        own: The boards that do not ship, by name.
        deals: The number of deals of each board; it may be raised when the arena is resumed. In a
            series, the number of rows of games.
        seed: The seed of the first deal; deal k has seed `seed` + k. In a series, deals follow row
            by row.
        repeats: In a series, the number of games of a row; else how often each line-up plays each
            deal. A repeat has the roles, names and appointed sheriff of the deal, and a seed of its
            own for all other chance, the players' included; so it is another game for house bots,
            too.
        keep: Whether games are saved. Games of models are always saved.
        on_dead: What happens when a player gives no output at all.
        players: The players, `NAME = PLAYER` as after `SEAT=` on a command line.
        schedule: Who plays whom.
        limits: The limits of the arena.
        question: The question at whose answer the arena ends.
        validity: When a game shows too little of how a model plays, and what happens then.
        embedder: The embedder for seats of models that name none. Empty in a file for the default
            at the time when the arena begins (`integrity.with_embedder`).
        pools: The user's pools that players with a model read, as they were when the arena began,
            by name. Empty in a file that is written by hand.
        pool_digests: The SHA-256, in hexadecimal, of the pool file that each player without a model
            reads, by the player's name, as it was when the arena began. Empty in a file that is
            written by hand, and in an arena that began with an earlier version.
        player_codes: What identifies the code of each player of the user's own (`SeatSpec.code`),
            by the player's name, as it was when the arena began. Empty in a file that is written by
            hand.
    """

    boards: tuple[str, ...] = ("sla7",)
    own: dict[str, Board] = {}
    deals: int = 100
    seed: int = 0
    repeats: int = 1
    keep: bool = True
    on_dead: OnDeadWord = "stop"
    players: dict[str, str] = {}
    schedule: Schedule = Schedule()
    limits: Limits = Limits()
    question: Question = Question()
    validity: Validity = Validity()
    embedder: str = ""
    pools: dict[str, PoolVersion] = {}
    pool_digests: dict[str, str] = {}
    player_codes: dict[str, str] = {}

    @property
    def specs(self) -> dict[str, SeatSpec]:
        """The seat spec of each player, by name."""
        codes = self.player_codes
        return {
            name: parse_player(word, codes.get(name, "")) for name, word in self.players.items()
        }

    @property
    def own_players(self) -> frozenset[str]:
        """The names of the players that the user brings, which may play otherwise each time."""
        return frozenset(name for name, spec in self.specs.items() if spec.is_own)


EXAMPLE = ArenaPlan(players={"hard": "bot:hard", "normal": "bot", "random": "random"})
"""An example of an arena that needs no model."""


def lineups_of(plan: ArenaPlan) -> Iterator[tuple[str, Lineup]]:
    """Yield each cell and its line-up.

    Yields nothing for `mixed` and `series`, which draw seats for each deal.
    """
    schedule, names = plan.schedule, tuple(plan.players)
    match schedule.kind:
        case "pairs":
            for village in names:
                for wolves in names:
                    if village != wolves or schedule.itself:
                        yield f"{village}/{wolves}", {"village": village, "wolves": wolves}
        case "tested":
            for name in names:
                yield name, {"*": schedule.baseline, schedule.tested: name}
        case "alone":
            for name in names:
                yield name, {"*": name}
        case "lineups":
            yield from schedule.lineups.items()
        case "mixed" | "series":
            return


Lineup: TypeAlias = Mapping[str, str]
"""Players by target: a seat, a role, a team, `*`, or `sheriff`, which has priority over a seat."""


SHERIFF = "sheriff"


def seat_lineup(lineup: Lineup, roles: Sequence[RoleName], appointed: int) -> tuple[str, ...]:
    """Return the player of each seat, in seat order.

    The targets have this priority: `sheriff`, a seat, a role, a team, `*`.

    Args:
        lineup: Players by target; every seat has one, as `check_lineup` ensures.
        roles: The role of each seat, in seat order.
        appointed: The seat that is appointed sheriff, 0 for nobody.
    """
    named = _lower(lineup)
    found = [_named(named, seat, role, seat == appointed) for seat, role in enumerate(roles, 1)]
    return tuple([name for name in found if name])


def _named(named: Mapping[str, str], seat: int, role: RoleName, leads: bool) -> str | None:
    # The most particular name wins: the sheriff, a seat, a role, a team, everybody.
    targets = (SHERIFF if leads else "", str(seat), role.lower(), team_of(role), "*")
    return next((named[target] for target in targets if target in named), None)


def lineup_teams(lineup: Lineup, board: Board) -> dict[str, set[Team]]:
    """Return the teams for which each player of a line-up may play, whatever is dealt."""
    named, found = _lower(lineup), dict[str, set[Team]]()
    for seat, role in product(range(1, board.size + 1), dict.fromkeys(board.roles)):
        for leads in (False, True):
            name = _named(named, seat, role, leads=leads)
            if name:
                found.setdefault(name, set()).add(team_of(role))
    return found


def _lower(lineup: Lineup) -> dict[str, str]:
    return {target.lower(): name for target, name in lineup.items()}


def check_lineup(lineup: Lineup, board: Board, players: Collection[str], key: str) -> None:
    """Check that a line-up fits a board, whatever is dealt.

    Args:
        lineup: Players by target.
        board: The board.
        players: The names that may be used.
        key: The key in the file, for messages.

    Raises:
        ConfigError: A target or a player does not exist, a seat has no player, or `sheriff` is a
            target on a board whose sheriff is not known before the game.
    """
    for target, name in lineup.items():
        check_name(name, players, key)
        if target.lower() != SHERIFF:
            try:
                parse_seat(f"{target}=bot", board)
            except ConfigError as error:
                raise ConfigError(error.problem, key=key, hint=error.hint) from error
        elif board.switches.sheriff != "appointed":
            hint = "Take a board whose sheriff is appointed, such as helmsman7+appointed."
            raise ConfigError(
                f"the sheriff of {board.name} is not known before the game",
                key=key,
                hint=hint,
            )
    named = _lower(lineup)
    if len(named) < len(lineup):
        raise ConfigError(
            "a seat, role or team is given twice", key=key, hint="Leave one of them out."
        )
    for seat, role in product(range(1, board.size + 1), dict.fromkeys(board.roles)):
        if not _named(named, seat, role, leads=False):
            raise ConfigError(
                f"no player is given for a {role} on seat {seat}",
                key=key,
                hint="Give a player for `*`.",
            )


def check_name(name: str, players: Collection[str], key: str) -> None:
    """Raise ConfigError unless a player has this name."""
    if name not in players:
        raise ConfigError(f"there is no player `{name}`", key=key, hint=did_you_mean(name, players))
