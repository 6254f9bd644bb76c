"""Scripted people as guests of a series: what they learned, written to a file for the next game.

Series with such guests run on one machine, because seats name that file by its path.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wolfcore.bots.people import Person, kind_of, write_known
from wolfcore.errors import ConfigError
from wolfcore.records import read_game
from wolfcore.seating import SCRIPTED_PERSON

from .definition import ArenaPlan
from .game_rows import Row
from .schedule import MEMORY_FOLDER, PlannedGame, ScheduledGames, SeriesLineup, memory_file


def memory_folder_of(folder: Path, plan: ArenaPlan) -> Path | None:
    """Return the folder of the guests' memory files; None where no guest is a scripted person."""
    if plan.schedule.kind != "series" or not any(
        plan.specs[name].player == SCRIPTED_PERSON for name in plan.schedule.guests
    ):
        return None
    return folder.absolute() / MEMORY_FOLDER


class GuestMemory:
    """The scripted people of an arena's series, with what each learned so far.

    Args:
        games: All games of the arena.
        folder: The arena's folder.
        known: The folder of the memory files.
    """

    def __init__(self, games: ScheduledGames, folder: Path, known: Path) -> None:
        self._games, self._folder, self._known = games, folder, known
        self._people: dict[int, tuple[Person, int]] = {}
        """The people of unfinished series, each with the number of games it learned from, by the
        number of the series' first game."""

    def write_for(self, planned: PlannedGame, rows: Mapping[int, Row]) -> None:
        """Write the memory file of a game's guest; all earlier games of its series are over.

        Args:
            planned: The game.
            rows: The rows of the games played, by number.

        Raises:
            LogError: An earlier game cannot be read.
            OSError: The file cannot be written.
        """
        sitting = self._games.sitting(planned.game)
        guest = self._games.plan.specs[sitting.guest]
        if guest.player != SCRIPTED_PERSON:
            return
        # The numbers of a series follow each other.
        first = planned.game - planned.repeat
        person, learned = self._people.pop(first, (Person(kind_of(guest.options), sitting.team), 0))
        for number in range(first + learned, planned.game):
            self._learn(person, sitting, rows[number])
        write_known(memory_file(self._known, planned.game), person.knowledge_before(planned.seed))
        # After its last game nobody needs this person any more.
        if planned.repeat < self._games.plan.repeats - 1:
            self._people[first] = person, planned.repeat

    def _learn(self, person: Person, sitting: SeriesLineup, row: Row) -> None:
        """Let a person learn from a finished game; nothing is learned from a broken one."""
        if row.broken:
            return
        saved = read_game(self._folder / row.folder)
        seat, won = row.players.index(sitting.guest) + 1, row.winner == sitting.team
        person.learn(row.seed, saved.entries, saved.spec.names, row.roles, seat, won)


def check_memory_folder(known: Path, scheduler: str) -> None:
    """Check that a seat can name the memory folder, and that the players can read it.

    Raises:
        ConfigError: The path holds `:` or `@`, or games are played on a cluster.
    """
    if scheduler:
        hint = "Leave out `--scheduler`: the memory of scripted people is on this machine."
        raise ConfigError(
            "a series of scripted people cannot be played on a cluster", key="scheduler", hint=hint
        )
    if set(":@") & set(str(known)):
        hint = "Choose another folder with `--into`."
        raise ConfigError(
            "the memory of scripted people cannot be in a path with `:` or `@`",
            file=str(known.parent),
            hint=hint,
        )
