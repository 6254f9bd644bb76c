"""The games of an arena in order, each computed from the arena file and its number alone.

Order: deals, then boards, then line-ups, then repeats. So an interrupted arena has whole deals, and
an arena that gets more deals keeps the numbers of its games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from msgspec import Struct

from wolfcore.game import (
    MAX_SEED,
    Answer,
    Board,
    Entry,
    GameSpec,
    RoleName,
    Team,
    deal_roles,
    dice_of,
    get_board,
    make_spec,
    names_for_seed,
    team_of,
)
from wolfcore.records import SeatSpec
from wolfcore.seating import KNOWLEDGE_OPTION, SCRIPTED_PERSON

from .definition import ArenaPlan, lineups_of, seat_lineup
from .references import board_of
from .situations import SITUATIONS

MIXED = "mixed"
"""The cell of all games with drawn seats."""


if TYPE_CHECKING:
    from collections.abc import Iterator


class PlannedGame(Struct, frozen=True, kw_only=True):
    """A game that an arena wants; the attributes of `Row` that are known before it is played, and some more.

    Attributes:
        deal_seed: The seed of its deal: its own seed but for repeats.
        appointed: Who is appointed sheriff; 0 on boards where nobody is.
        situation: The situation in which its players are asked; empty where they play a whole game.
        own: The board, where it is none that ships.
    """

    game: int
    cell: str
    board: str
    deal: int
    repeat: int
    seed: int
    deal_seed: int
    players: tuple[str, ...]
    roles: tuple[RoleName, ...]
    appointed: int = 0
    situation: str = ""
    own: Board | None = None

    @property
    def given_answers(self) -> dict[str, Answer]:
        """The answers that are given, by ask id."""
        return SITUATIONS[self.situation].given(self.deal) if self.situation else {}

    def is_answered(self, entries: Iterable[Entry]) -> bool:
        """Whether the game is to be left, since all that is asked in it is answered."""
        return bool(self.situation) and SITUATIONS[self.situation].is_answered(entries)

    @property
    def spec(self) -> GameSpec:
        """What is played. In a repeat nothing is drawn anew that is settled before anybody plays, but all that comes later is."""
        board = self.own or get_board(self.board)
        if self.situation:
            return make_spec(board, self.seed, deal=dict(enumerate(self.roles, 1)))
        if self.seed == self.deal_seed:
            return make_spec(board, self.seed)
        deal = dict(enumerate(self.roles, 1))
        chance = {"appointed": (self.appointed,)} if self.appointed else {}
        return make_spec(
            board, self.seed, names=names_for_seed(self.deal_seed, board), deal=deal, chance=chance
        )


class ScheduledGames(Sequence[PlannedGame]):
    """All games of an arena, by number; none is kept in memory.

    Args:
        plan: The arena.
    """

    def __init__(self, plan: ArenaPlan) -> None:
        self.plan = plan
        self._names = tuple(plan.players)
        self._lineups = tuple(lineups_of(plan))
        self._sittings = (
            tuple(series_lineups(plan.schedule.guests, self._names))
            if plan.schedule.kind == "series"
            else ()
        )
        self._many = len(self._lineups) or len(self._sittings) or len(self._names)
        """Line-ups a deal and board."""

    def __len__(self) -> int:
        plan = self.plan
        return plan.deals * len(plan.boards) * self._many * plan.repeats

    @overload
    def __getitem__(self, index: int) -> PlannedGame: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[PlannedGame]: ...

    def __getitem__(self, index: int | slice) -> PlannedGame | Sequence[PlannedGame]:
        if isinstance(index, slice):
            return [self._planned(game) for game in range(len(self))[index]]
        return self._planned(range(len(self))[index])

    def __iter__(self) -> Iterator[PlannedGame]:
        return map(self._planned, range(len(self)))

    def sitting(self, game: int) -> SeriesLineup:
        """Who sits in the row of games of a series that a game belongs to."""
        return self._sittings[game // self.plan.repeats % self._many]

    def _planned(self, game: int) -> PlannedGame:
        plan = self.plan
        rest, repeat = divmod(game, plan.repeats)
        rest, number = divmod(rest, self._many)
        deal, place = divmod(rest, len(plan.boards))
        name, dealt = plan.boards[place], plan.seed + deal
        # the games of a row are of deals that follow each other, and no repeats of one
        dealt, again = (
            (dealt + deal * (plan.repeats - 1) + repeat, 0) if self._sittings else (dealt, repeat)
        )
        asked = plan.schedule.situation
        roles, appointed = (
            (SITUATIONS[asked].roles(deal), 0) if asked else _dealt(board_of(name, plan.own), dealt)
        )
        if self._sittings:
            sitting = self._sittings[number]
            cell, players = sitting.cell, sitting.seats(roles, dealt)
        elif self._lineups:
            cell, lineup = self._lineups[number]
            players = seat_lineup(lineup, roles, appointed)
        else:
            cell, players = MIXED, draw_mixed_seats(self._names, dealt, name, len(roles), number)
        return PlannedGame(
            game=game,
            cell=cell,
            board=name,
            deal=deal,
            repeat=repeat,
            seed=repeat_seed(dealt, again),
            deal_seed=dealt,
            players=players,
            roles=roles,
            appointed=appointed,
            situation=asked,
            own=plan.own.get(name),
        )


@lru_cache(maxsize=4096)
def _dealt(board: Board, seed: int) -> tuple[tuple[RoleName, ...], int]:
    """The roles of a deal in seat order, and who is appointed sheriff, 0 for nobody."""
    return deal_roles(make_spec(board, seed)), appointed_by(board, seed)


def appointed_by(board: Board, seed: int) -> int:
    """Whom the moderator will appoint sheriff in the game of a seed where all may lead; 0 where the board appoints nobody."""
    if board.switches.sheriff != "appointed":
        return 0
    return dice_of(seed).shuffle("appointed", range(1, board.size + 1))[0]


def repeat_seed(dealt: int, repeat: int) -> int:
    """The seed of a playing of a deal: the deal's for the first, and one that hardly any other game has for each repeat."""
    return dice_of(dealt, "repeat").draw(str(repeat), MAX_SEED + 1) if repeat else dealt


def draw_mixed_seats(
    names: Sequence[str], dealt: int, board: str, size: int, turn: int
) -> tuple[str, ...]:
    """Who sits where in a turn of a deal with mixed seats.

    The players, as evenly as seats allow, are shuffled over the seats; each turn everybody is
    followed by the next one. So in as many turns as there are players each sits on each seat once a
    deal, and has each role as often as the others.

    Args:
        names: The players.
        dealt: The seed of the deal.
        board: The board.
        size: How many seats it has.
        turn: The turn, 0..players - 1.
    """
    dice, many = dice_of(dealt, "seats"), len(names)
    first = dice.shuffle(f"{board}.players", range(many))
    places = dice.shuffle(f"{board}.places", [first[seat % many] for seat in range(size)])
    return tuple([names[(place + turn) % many] for place in places])


MEMORY_FOLDER = "known"
"""Where an arena keeps what people bring to its games."""


_TEAMS: tuple[Team, ...] = ("village", "wolves")


class SeriesLineup(NamedTuple):
    """Who sits in a row of games.

    Attributes:
        guest: Who is the guest.
        agent: Who sits on all other seats.
        team: The guest's team.
    """

    guest: str
    agent: str
    team: Team

    @property
    def cell(self) -> str:
        """What it is called in the schedule."""
        return f"{self.guest}/{self.agent}/{self.team}"

    def seats(self, roles: Sequence[RoleName], dealt: int) -> tuple[str, ...]:
        """Who sits on each seat of a deal, in seat order; the guest's is drawn among those of its team."""
        own = dice_of(dealt, "guest").pick(
            self.team, [seat for seat, role in enumerate(roles, 1) if team_of(role) == self.team]
        )
        return tuple(
            [self.guest if seat == own else self.agent for seat in range(1, len(roles) + 1)]
        )


def series_lineups(guests: Sequence[str], players: Sequence[str]) -> Iterator[SeriesLineup]:
    """All that a series has: every guest among every player who is no guest, as either team."""
    for agent in (name for name in players if name not in guests):
        for guest in guests:
            for team in _TEAMS:
                yield SeriesLineup(guest, agent, team)


def seats_with_memory(
    specs: Mapping[str, SeatSpec], names: Sequence[str], game: int, known: Path | None
) -> tuple[SeatSpec, ...]:
    """Who sits on each seat of a game, in seat order.

    Args:
        specs: The players of the arena, by name.
        names: Who sits there, by name, in seat order.
        game: The number of the game.
        known: The folder of what people bring to games; None where they bring nothing.
    """
    return tuple([with_memory(specs[name], game, known) for name in names])


def with_memory(spec: SeatSpec, game: int, known: Path | None) -> SeatSpec:
    """A player with what it brings to a game, where it is a person."""
    if known is None or spec.player != SCRIPTED_PERSON:
        return spec
    return SeatSpec(spec.player, (*spec.options, f"{KNOWLEDGE_OPTION}{memory_file(known, game)}"))


def memory_file(known: Path, game: int) -> Path:
    """The file of what people bring to a game."""
    return known / f"{game}.json"
