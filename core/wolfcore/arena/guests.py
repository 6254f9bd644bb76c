"""Series: a guest sits for one team through several games in a row among copies of the same other player.

What a scripted person brings to a game (`wolfcore.people`) is a file of the arena, named by the number of the game, so that the
words of a seat follow from the arena and that number like everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from wolfcore.game import RoleName, Team, dice_of, team_of
from wolfcore.records import SeatSpec
from wolfcore.seating import KNOWLEDGE_OPTION, SCRIPTED_PERSON

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
        own = dice_of(dealt, "guest").pick(self.team, [seat for seat, role in enumerate(roles, 1) if team_of(role) == self.team])
        return tuple([self.guest if seat == own else self.agent for seat in range(1, len(roles) + 1)])


def series_lineups(guests: Sequence[str], players: Sequence[str]) -> Iterator[SeriesLineup]:
    """All that a series has: every guest among every player who is no guest, as either team."""
    for agent in (name for name in players if name not in guests):
        for guest in guests:
            for team in _TEAMS:
                yield SeriesLineup(guest, agent, team)


def seats_with_memory(specs: Mapping[str, SeatSpec], names: Sequence[str], game: int, known: Path | None) -> tuple[SeatSpec, ...]:
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
