"""Parse `SEAT=PLAYER[:OPTION...][@MODEL]`, and resolve it to a player for every seat of a deal.

Roles depend on board, seed and forced deal alone, so a seat can be given by role before the game.
A seat number beats a role, a role beats a team, a team beats `*`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import Board, GameSpec, RoleName, check_seat, deal_roles, make_spec, team_of
from wolfcore.records import SeatSpec

DEFAULT_SEAT = SeatSpec("bot", ("normal",))
"""Who sits where nobody was asked for."""


_WITHOUT_MODEL = {
    "human": "a person at this terminal",
    "bot": "a house bot",
    "random": "takes any legal option and says nothing",
}


SCRIPTED_PERSON = "person"
"""A scripted person (`wolfcore.bots.people`), who stands in for people where experiments have them
play in a row; never offered."""


KNOWLEDGE_OPTION = "knows="
"""The option of its seat that names the file of what it brings to the game."""


@cache
def player_meanings() -> dict[str, str]:
    """Every player that can be asked for, and what it is. Agents are loaded for it, so nobody asks who needs none."""
    from wolfcore.agents import PRESETS

    return {**_WITHOUT_MODEL, **{name: preset.meaning for name, preset in PRESETS.items()}}


def is_agent(player: str) -> bool:
    """Whether language models play for it, one of which stands behind an `@`."""
    return player not in _WITHOUT_MODEL and player in player_meanings()


BOTS_OPTION = "bots"
"""The option of an agent's seat for which a house bot thinks, and no model; `bots=hard` for one of
another level."""


def is_played_by_bot(options: Sequence[str]) -> bool:
    """Whether a house bot thinks for the seat of an agent with these options."""
    return any(option.partition("=")[0] == BOTS_OPTION for option in options)


def takes_time(spec: SeatSpec) -> bool:
    """Whether a player is waited for: a person, or one who asks a model."""
    return bool(spec.model) or spec.player == "human"


TEAMS = ("wolves", "village")


Rank: TypeAlias = Literal["seat", "role", "team", "all"]


RANKS: tuple[Rank, ...] = ("seat", "role", "team", "all")
"""What beats what: a seat number a role, a role a team, a team `*`."""


class Assignment(NamedTuple):
    """One `SEAT=PLAYER`.

    Attributes:
        rank: What `target` is.
        target: A seat number as text, a role, a team, or `*`.
        spec: Who sits there.
    """

    rank: Rank
    target: str
    spec: SeatSpec


def parse_player(text: str) -> SeatSpec:
    """Read `PLAYER[:OPTION...][@MODEL]`.

    Raises:
        ConfigError: There is no such player, or it has no model and needs one, or one too many.
    """
    head, at, model = text.partition("@")
    player, *options = head.split(":")
    agent = is_agent(player)
    if not agent and player not in (*_WITHOUT_MODEL, SCRIPTED_PERSON):
        raise ConfigError(
            f"there is no player `{player}`",
            key="seat",
            hint=did_you_mean(player, player_meanings()),
        )
    if any(not option for option in options):
        raise ConfigError(
            f"`{text}` has an empty option", key="seat", hint="Write for example `bot:hard`."
        )
    if at and not agent:
        raise ConfigError(
            f"a {player} plays without a model", key="seat", hint=f"Leave out `@{model}`."
        )
    if agent and is_played_by_bot(options):
        if at:
            raise ConfigError(
                f"`{text}` has two that think for it",
                key="seat",
                hint=f"Leave out `{BOTS_OPTION}` or `@{model}`.",
            )
        return SeatSpec(player, tuple(options))
    if not model and agent:
        hint = (
            f"Write `{head}@NAME`; `wolftui models list` names the models. "
            f"`{player}:{BOTS_OPTION}` needs none."
        )
        raise ConfigError(f"`{text}` has no model", key="seat", hint=hint)
    return SeatSpec(
        player, tuple(options) or (DEFAULT_SEAT.options if player == "bot" else ()), model
    )


def parse_seat(text: str, board: Board) -> Assignment:
    """Read one `SEAT=PLAYER[:OPTION...][@MODEL]` for a board.

    Raises:
        ConfigError: The seat, role or player does not exist on this board; names the nearest one.
    """
    target, equals, player = (part.strip() for part in text.partition("="))
    if not (target and equals and player):
        raise ConfigError(
            f"`{text}` is no seat",
            key="seat",
            hint="Write for example `4=human` or `wolves=bot:hard`.",
        )
    rank, target = _rank(target, board)
    return Assignment(rank, target, parse_player(player))


def parse_seats(texts: Sequence[str], board: Board) -> tuple[Assignment, ...]:
    """Read all `SEAT=PLAYER` of a command; one text may hold several between commas.

    Raises:
        ConfigError: One of them cannot be read, or the same seat, role or team is given twice.
    """
    found: list[Assignment] = []
    for text in (part for whole in texts for part in whole.split(",")):
        assignment = parse_seat(text, board)
        if any(other.target == assignment.target for other in found):
            raise ConfigError(
                f"`{assignment.target}` is given twice", key="seat", hint="Leave one of them out."
            )
        found.append(assignment)
    return tuple(found)


def _rank(word: str, board: Board) -> tuple[Rank, str]:
    if word == "*":
        return "all", word
    if word.isdecimal():
        check_seat(board, int(word))
        return "seat", str(int(word))
    lower = word.lower()
    if lower in TEAMS:
        return "team", lower
    roles = {role.lower(): role for role in board.roles}
    if lower in roles:
        return "role", roles[lower]
    hint = did_you_mean(lower, (*roles, *TEAMS)) + f" {board.name} has seats 1 to {board.size}."
    raise ConfigError(f"`{word}` is no seat, role or team of {board.name}", key="seat", hint=hint)


class Seating(NamedTuple):
    """Who sits where.

    Attributes:
        seats: Who sits on each seat, in seat order.
        people: The seats of people, ascending.
        by_role: Whether any seat was given by role or team.
    """

    seats: tuple[SeatSpec, ...]
    people: tuple[int, ...]
    by_role: bool


def seat_players(
    texts: Sequence[str], board: Board, seed: int, deal: Mapping[int, RoleName] | None = None
) -> Seating:
    """Seat the players of a command. Seats that nobody is asked for get a house bot.

    Args:
        texts: What was written, each `SEAT=PLAYER[:OPTION...][@MODEL]`.
        board: The board.
        seed: The seed of the game.
        deal: Forced roles by seat.

    Raises:
        ConfigError: A seat, role or player does not exist or is given twice, or the deal does not
            fit the board.
    """
    return SeatPlan(texts, board).seating(make_spec(board, seed, deal=deal))


class SeatPlan:
    """The seats of a command on a board, read once for any number of deals.

    Args:
        texts: As in `seat_players`.
        board: The board.

    Attributes:
        by_role: Whether any seat was given by role or team.
        requested: Everybody who was asked for.

    Raises:
        ConfigError: As `seat_players`.
    """

    def __init__(self, texts: Sequence[str], board: Board) -> None:
        assignments = parse_seats(texts, board)
        given: dict[tuple[Rank, str], SeatSpec] = {
            (each.rank, each.target): each.spec for each in assignments
        }
        self.by_role = any(each.rank in ("role", "team") for each in assignments)
        self.requested = tuple(each.spec for each in assignments)
        self._spec_by_role = [
            {role: _spec_of(seat, role, given) for role in dict.fromkeys(board.roles)}
            for seat in range(1, board.size + 1)
        ]
        self._fixed_seats = tuple([chair[board.roles[0]] for chair in self._spec_by_role])
        """Who sits where whatever is dealt, unless seats were given by role."""

    def seats(self, spec: GameSpec) -> tuple[SeatSpec, ...]:
        """Who sits on each seat of a game on this board, in seat order."""
        if not self.by_role:
            return self._fixed_seats
        return tuple(
            [chair[role] for chair, role in zip(self._spec_by_role, deal_roles(spec), strict=True)]
        )

    def seating(self, spec: GameSpec) -> Seating:
        """Who sits where in a game on this board."""
        seats = self.seats(spec)
        return Seating(
            seats,
            tuple([seat for seat, each in enumerate(seats, 1) if each.player == "human"]),
            self.by_role,
        )


def _spec_of(seat: int, role: RoleName, given: Mapping[tuple[Rank, str], SeatSpec]) -> SeatSpec:
    targets: dict[Rank, str] = {"seat": str(seat), "role": role, "team": team_of(role), "all": "*"}
    found = (given.get((rank, targets[rank])) for rank in RANKS)
    return next((spec for spec in found if spec), DEFAULT_SEAT)
