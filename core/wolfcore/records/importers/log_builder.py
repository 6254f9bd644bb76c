"""`LogBuilder` collects the facts of an imported game; `finished_game` makes a SavedGame."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec

from wolfcore.decoders import JsonReader
from wolfcore.errors import LogError
from wolfcore.files import read_bytes
from wolfcore.game import ALL, ROLES, Audience, Entry, Fact, Phase, Result, RoleName, Team
from wolfcore.game import facts as f
from wolfcore.game.boards import FEWEST_SEATS, MOST_SEATS
from wolfcore.records.about import About, SeatSpec
from wolfcore.records.entries import CONTROL_CHARACTERS, MOST_DAYS, encode_entries, encode_result
from wolfcore.records.header import FIRST_FORMAT, Header, ImportedBoard, ImportedSpec, encode_header
from wolfcore.records.saved_game import SavedGame

T = TypeVar("T")


IMPORT_LIMIT = 1 << 24
"""The most bytes of a file of another program."""


_LONGEST, _LONGEST_NAME = 20_000, 80
"""The most characters of a text and of a name that are imported."""


class LogBuilder:
    """A growing log of an imported game that tracks the living seats.

    Args:
        file: The source, for messages.
        roles: Role by seat, in seat order.
    """

    def __init__(self, file: Path, roles: Sequence[RoleName]) -> None:
        self.file, self.roles = file, tuple(roles)
        self.entries: list[Entry] = []
        self.living = tuple(range(1, len(roles) + 1))
        self.day = 0
        self.tell(f.Began(0, "setup"))
        for seat, role in enumerate(roles, 1):
            self.tell(f.Dealt(seat, role), self.living_wolves if role == "Werewolf" else (seat,))

    @property
    def living_wolves(self) -> tuple[int, ...]:
        """The living seats of the wolf team, ascending."""
        return tuple(seat for seat in self.living if ROLES[self.roles[seat - 1]].team == "wolves")

    def living_with(self, role: str) -> int:
        """Return the first living seat with a role, or 0."""
        return next((seat for seat in self.living if self.roles[seat - 1] == role), 0)

    def tell(self, fact: Fact, to: Audience = ALL) -> None:
        """Append a fact for the audience `to`."""
        self.entries.append(Entry(to, fact))

    def begin(self, phase: Phase, day: int = 0) -> None:
        """Begin a phase, and a new day where `day` is not 0."""
        self.day = day or self.day
        self.tell(f.Began(self.day, phase))

    def bury(self, seats: Iterable[int], causes: Mapping[int, f.DeathCause], to: Audience) -> None:
        """Append the deaths of seats; a seat missing from `causes` gets no cause.

        Raises:
            LogError: A seat is dead already.
        """
        for seat in sorted(seats):
            if seat not in self.living:
                self.fail(f"seat {seat} dies twice")
            self.tell(f.Died(seat))
            if seat in causes:
                self.tell(f.Cause(seat, causes[seat]), to)
            self.living = tuple(other for other in self.living if other != seat)

    def vote(self, ballots: Mapping[int, int], kind: f.Ballot, to: Audience) -> None:
        """Append a round of ballots, by voter.

        Raises:
            LogError: A dead seat votes.
        """
        for voter, target in sorted(ballots.items()):
            if voter not in self.living:
                self.fail(f"the dead seat {voter} votes on day {self.day}")
            self.tell(f.Voted(voter, target, kind), to)

    def exile(self, seat: int) -> None:
        """Append the result of the vote and the death of the exiled seat; 0 for nobody."""
        self.begin("exile")
        self.tell(f.Exiled(seat))
        if seat:
            self.bury((seat,), {seat: "exiled"}, ALL)

    def fail(self, problem: str) -> NoReturn:
        """Reject the source as contradictory. Raises LogError."""
        raise LogError(
            problem,
            file=str(self.file),
            hint="The file contradicts itself and cannot be imported.",
        )


def clean_text(text: str) -> str:
    """Replace control characters by spaces and cut the text to the length that a log may hold."""
    return CONTROL_CHARACTERS.sub(" ", text[:_LONGEST])


def finished_game(
    builder: LogBuilder,
    winner: Team,
    *,
    source: str,
    board: ImportedBoard,
    names: Sequence[str],
    players: Sequence[SeatSpec],
    untold: Sequence[str],
    path: Path,
) -> SavedGame:
    """Return the imported game as a SavedGame, as if it had been read from a folder.

    Args:
        builder: Its log up to the end.
        winner: The team that won.
        source: The name of the source.
        board: Its board as far as the source records it.
        names: Name by seat, in seat order.
        players: The player of each seat, in seat order.
        untold: The names of the facts that the source does not record.
        path: The file or folder that it was read from.
    """
    if not FEWEST_SEATS <= len(names) <= MOST_SEATS or builder.day > MOST_DAYS:
        builder.fail(f"has {len(names)} players and {builder.day} days")
    builder.tell(f.Ended(builder.day, winner, winner))
    people = tuple(seat for seat, player in enumerate(players, 1) if player.player == "human")
    spec = ImportedSpec(
        board,
        tuple(clean_text(name)[:_LONGEST_NAME] for name in names),
        people,
        untold=tuple(untold),
    )
    header = Header(FIRST_FORMAT, 0, source=source, imported=spec)
    result = Result(winner, winner, builder.day)
    log = encode_header(header) + encode_entries(builder.entries) + encode_result(result)
    about = About(path.stem, "", "", tuple(players))
    return SavedGame(path, header, tuple(builder.entries), result, {}, {}, about, log)


def read_json_file(file: Path, kind: type[T]) -> T:
    """Read a JSON file, with or without a byte order mark. Raises LogError if it is invalid."""
    try:
        return JsonReader(kind).decode(read_bytes(file, IMPORT_LIMIT).removeprefix(BOM_UTF8))
    except OSError as error:
        raise LogError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except msgspec.DecodeError as error:
        raise LogError(
            f"is not a game that wolftui can import ({error})", file=str(file)
        ) from error
