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
"""The cell of all games of a `mixed` schedule."""


if TYPE_CHECKING:
    from collections.abc import Iterator


class PlannedGame(Struct, frozen=True, kw_only=True):
    """A game of the schedule: the attributes of `Row` known before it is played, and some more.

    Attributes:
        deal_seed: The seed of its deal; differs from its own seed only in repeats.
        appointed: The seat appointed sheriff; 0 on boards without an appointed sheriff.
        people: The seats that the rules treat as persons'.
        situation: The situation in which its players are asked; empty for a whole game.
        own: The board, if it does not ship; else None.
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
    people: tuple[int, ...] = ()
    situation: str = ""
    own: Board | None = None

    @property
    def given_answers(self) -> dict[str, Answer]:
        """The scripted answers of the situation, by ask id; empty without a situation."""
        return SITUATIONS[self.situation].given(self.deal) if self.situation else {}

    def is_answered(self, entries: Iterable[Entry]) -> bool:
        """Return whether all asks of the situation are answered, so that play stops."""
        return bool(self.situation) and SITUATIONS[self.situation].is_answered(entries)

    @property
    def spec(self) -> GameSpec:
        """The GameSpec of the game.

        A repeat keeps the roles, names and appointed sheriff of its deal and draws all later chance
        anew.
        """
        board, people = self.own or get_board(self.board), dict.fromkeys(self.people)
        deal = dict(enumerate(self.roles, 1))
        if self.situation:
            # A situation deals its own roles.
            return make_spec(board, self.seed, deal=deal)
        chance = {"appointed": (self.appointed,)} if self.appointed else {}
        if self.seed == self.deal_seed:
            # A sheriff of a given role may be another one than the seed appoints.
            drawn = self.appointed in (0, appointed_by(board, self.seed))
            return make_spec(board, self.seed, people=people, chance={} if drawn else chance)
        return make_spec(
            board,
            self.seed,
            people=people,
            names=names_for_seed(self.deal_seed, board),
            deal=deal,
            chance=chance,
        )


class ScheduledGames(Sequence[PlannedGame]):
    """All games of an arena, by number, computed on access and not kept in memory.

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
        lineups = len(self._lineups) // plan.schedule.turns
        self._many = lineups or len(self._sittings) or len(self._names)
        """The number of line-ups of a deal and board."""

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
        """Return the line-up of the series row that a game belongs to."""
        return self._sittings[game // self.plan.repeats % self._many]

    def _planned(self, game: int) -> PlannedGame:
        plan = self.plan
        rest, repeat = divmod(game, plan.repeats)
        rest, number = divmod(rest, self._many)
        # Numbers count deals first, so that a longer arena keeps the numbers of its games.
        deal, place = divmod(rest, len(plan.boards))
        name, dealt = plan.boards[place], plan.seed + deal
        # The games of a series row have consecutive deals; they are no repeats of one deal.
        dealt, again = (
            (dealt + deal * (plan.repeats - 1) + repeat, 0) if self._sittings else (dealt, repeat)
        )
        asked = plan.schedule.situation
        roles, appointed = (
            (SITUATIONS[asked].roles(deal), 0)
            if asked
            else _dealt(board_of(name, plan.own), dealt, plan.schedule.sheriff)
        )
        if self._sittings:
            sitting = self._sittings[number]
            cell, players = sitting.cell, sitting.seats(roles, dealt)
        elif self._lineups:
            turn = deal % plan.schedule.turns
            cell, lineup = self._lineups[turn * self._many + number]
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
            people=plan.schedule.people,
            situation=asked,
            own=plan.own.get(name),
        )


@lru_cache(maxsize=4096)
def _dealt(board: Board, seed: int, sheriff: str) -> tuple[tuple[RoleName, ...], int]:
    """Return the roles of a deal in seat order, and the appointed sheriff, 0 for nobody.

    Args:
        board: The board.
        seed: The seed of the deal.
        sheriff: The role that the sheriff must have; empty for any role.
    """
    roles = deal_roles(make_spec(board, seed))
    order = _appointment_order(board, seed)
    return roles, next((seat for seat in order if sheriff in ("", roles[seat - 1])), 0)


def appointed_by(board: Board, seed: int) -> int:
    """Return the seat that a seed's game appoints sheriff where all may lead; 0 for nobody."""
    return next(iter(_appointment_order(board, seed)), 0)


def _appointment_order(board: Board, seed: int) -> Sequence[int]:
    """Return the seats in the order in which the moderator would appoint them sheriff."""
    if board.switches.sheriff != "appointed":
        return ()
    # As the moderator draws it: same dice, same purpose, same seats.
    return dice_of(seed).shuffle("appointed", range(1, board.size + 1))


def repeat_seed(dealt: int, repeat: int) -> int:
    """Return the seed of a repeat: the deal's own for 0, else one drawn from deal and `repeat`."""
    return dice_of(dealt, "repeat").draw(str(repeat), MAX_SEED + 1) if repeat else dealt


def draw_mixed_seats(
    names: Sequence[str], dealt: int, board: str, size: int, turn: int
) -> tuple[str, ...]:
    """Return the player of each seat in a turn of a deal with mixed seats.

    The players, as evenly as seats allow, are shuffled over the seats; in each turn every player is
    replaced by the next one. So in as many turns as there are players each sits on each seat once a
    deal, and has each role as often as the others.

    Args:
        names: The players.
        dealt: The seed of the deal.
        board: The board.
        size: The number of its seats.
        turn: The turn, 0..players - 1.
    """
    dice, many = dice_of(dealt, "seats"), len(names)
    first = dice.shuffle(f"{board}.players", range(many))
    places = dice.shuffle(f"{board}.places", [first[seat % many] for seat in range(size)])
    return tuple([names[(place + turn) % many] for place in places])


MEMORY_FOLDER = "known"
"""The subfolder of an arena with the memory files of scripted people."""


_TEAMS: tuple[Team, ...] = ("village", "wolves")


class SeriesLineup(NamedTuple):
    """The line-up of a row of games of a series.

    Attributes:
        guest: The guest.
        agent: The player of all other seats.
        team: The guest's team.
    """

    guest: str
    agent: str
    team: Team

    @property
    def cell(self) -> str:
        """The name of its cell in the schedule, `GUEST/AGENT/TEAM`."""
        return f"{self.guest}/{self.agent}/{self.team}"

    def seats(self, roles: Sequence[RoleName], dealt: int) -> tuple[str, ...]:
        """Return the player of each seat of a deal; the guest's seat is drawn from its team's."""
        own = dice_of(dealt, "guest").pick(
            self.team, [seat for seat, role in enumerate(roles, 1) if team_of(role) == self.team]
        )
        return tuple(
            [self.guest if seat == own else self.agent for seat in range(1, len(roles) + 1)]
        )


def series_lineups(guests: Sequence[str], players: Sequence[str]) -> Iterator[SeriesLineup]:
    """Yield all line-ups of a series: every guest among every other player, for either team."""
    for agent in (name for name in players if name not in guests):
        for guest in guests:
            for team in _TEAMS:
                yield SeriesLineup(guest, agent, team)


def seats_with_memory(
    specs: Mapping[str, SeatSpec], names: Sequence[str], game: int, known: Path | None
) -> tuple[SeatSpec, ...]:
    """Return the seat spec of each seat of a game, with the memory files of scripted people.

    Args:
        specs: The players of the arena, by name.
        names: The name of each seat's player, in seat order.
        game: The number of the game.
        known: The folder of memory files; None where no player has a memory.
    """
    return tuple([with_memory(specs[name], game, known) for name in names])


def with_memory(spec: SeatSpec, game: int, known: Path | None) -> SeatSpec:
    """Add the memory file of a game to a scripted person's spec; return other specs unchanged."""
    if known is None or spec.player != SCRIPTED_PERSON:
        return spec
    return SeatSpec(spec.player, (*spec.options, f"{KNOWLEDGE_OPTION}{memory_file(known, game)}"))


def memory_file(known: Path, game: int) -> Path:
    """Return the path of the memory file for a game."""
    return known / f"{game}.json"
