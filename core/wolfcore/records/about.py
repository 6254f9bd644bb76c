"""`about.json`: the players of each seat, take-overs, tags and notes of a saved game.

It may change while a game runs; the log never depends on it. A missing or damaged file is left
out with a note, and never keeps a game from being read.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.files import JsonReader, read_bytes
from wolfcore.game import PUBLIC_KINDS, kind_of
from wolfcore.game.asks import is_ask_id
from wolfcore.game.boards import MOST_SEATS
from wolfcore.visible import in_one_line, shortened

from .layout import ABOUT_FILE, ABOUT_LIMIT

_LONGEST = 200
"""Characters of a word of `about.json`: an id, a player, a tag."""


class SeatChange(Struct, frozen=True):
    """A take-over: from the ask `ask` on, `seat` is played by `player`."""

    seat: int
    ask: str
    player: SeatSpec


class ForkParent(Struct, frozen=True):
    """The game from which this one was forked, and the ask at whose batch it leaves it."""

    game: str
    ask: str


class PoolRead(Struct, frozen=True):
    """A pool of experience that the seats of a game read, as it stood at a revision, and what compared its texts."""

    pool: str
    revision: int
    embedder: str


class About(Struct, frozen=True, omit_defaults=True):
    """The contents of `about.json`.

    Attributes:
        id: `YYYYMMDD-board-xxxxxx`.
        created: When the game was created: ISO 8601, UTC, to the microsecond, so that the games of
            a series keep their order.
        version: The version of the program that created it.
        reader: The version of the reader of speeches that its bots and metrics hear with; 0 where
            that was not written down.
        pools: The pools of experience that its seats read.
        learn: The pool that learns from it when it ends; empty for none.
        embedder: What compares texts for seats that name nothing for that, when it goes on as when
            it began. Empty in games that began before this was written down: all-MiniLM-L6-v2.
        told: The signs of the sentences that its people had heard from bots in their last games,
            which the bots of this one avoid.
        seats: Who sat on each seat at the start, in seat order.
        changes: Take-overs in order.
        by_role: Whether any seat was given by role or team; if so, seat eyes learn of no seat who
            plays it until the end.
        wished: What was written for seats, each `SEAT=PLAYER`, where any was given by role or team:
            another game like this one deals them anew. Empty where `seats` says all of it.
        fork: The parent of a fork, or None.
        eyes_after_death: What a dead person sees: the own eyes still, or all.
        tags: Words of the person's choice.
        notes: A text of the person's.
    """

    id: str
    created: str
    version: str
    seats: tuple[SeatSpec, ...]
    changes: tuple[SeatChange, ...] = ()
    by_role: bool = False
    fork: ForkParent | None = None
    eyes_after_death: str = "own"
    tags: tuple[str, ...] = ()
    notes: str = ""
    reader: int = 0
    told: tuple[str, ...] = ()
    pools: tuple[PoolRead, ...] = ()
    learn: str = ""
    embedder: str = ""
    wished: tuple[str, ...] = ()

    def seats_now(self) -> tuple[SeatSpec, ...]:
        """Who sits on each seat after all take-overs."""
        return self._seats(self.changes)

    def public_seats_now(self) -> tuple[SeatSpec, ...]:
        """Who sits on each seat as far as everybody may know before the end: a take-over at a secret ask would tell a role."""
        return self._seats(
            tuple(change for change in self.changes if kind_of(change.ask) in PUBLIC_KINDS)
        )

    def seats_after(self, put: Container[str]) -> tuple[SeatSpec, ...]:
        """Who sat on each seat after the take-overs that came with the asks in `put`."""
        return self._seats(tuple(change for change in self.changes if change.ask in put))

    def with_take_over(self, seat: int, ask: str, player: SeatSpec) -> About:
        """With one take-over more. A person who sits down after the start may have seen everything, and is marked so."""
        return replace(
            self, changes=(*self.changes, SeatChange(seat, ask, player.marked_as_looked()))
        )

    @property
    def seats_that_looked(self) -> tuple[int, ...]:
        """The seats of the people who sat down when everything could be seen, ascending."""
        return tuple(seat for seat, spec in enumerate(self.seats_now(), 1) if spec.looked)

    @property
    def human_seats_ever(self) -> frozenset[int]:
        """The seats of all who are or ever were people since the start of this folder."""
        seats = {seat for seat, spec in enumerate(self.seats, 1) if spec.player == "human"}
        return frozenset(
            seats | {change.seat for change in self.changes if change.player.player == "human"}
        )

    def _seats(self, changes: tuple[SeatChange, ...]) -> tuple[SeatSpec, ...]:
        seats = list(self.seats)
        for change in changes:
            seats[change.seat - 1] = change.player
        return tuple(seats)


class SeatSpec(Struct, frozen=True, omit_defaults=True):
    """What was asked for on a seat: `PLAYER[:OPTION...][@MODEL]`.

    Attributes:
        player: human, bot, random, scripted, or the preset of an agent.
        options: What follows the colons, in order.
        model: The model's name in the settings, or an empty string.
    """

    player: str
    options: tuple[str, ...] = ()
    model: str = ""

    @property
    def looked(self) -> bool:
        """Whether this is a person who sat down when everything in the game could be seen."""
        return self.player == "human" and LOOKED_OPTION in self.options

    def marked_as_looked(self) -> SeatSpec:
        """A person as one who may have seen everything before; a machine as it is."""
        if self.player != "human" or self.looked:
            return self
        return replace(self, options=(*self.options, LOOKED_OPTION))

    @property
    def text(self) -> str:
        """As it is written on the command line."""
        return ":".join((self.player, *self.options)) + (f"@{self.model}" if self.model else "")


_ABOUT = JsonReader(About)


def read_about(folder: Path, size: int | None = None) -> tuple[About | None, str]:
    """What `about.json` in `folder` says.

    Args:
        folder: The game's folder.
        size: How many seats the game has, where that is known.

    Returns:
        What it says, or None; and what is wrong with it, as a sentence. A missing one is nothing
        wrong.
    """
    try:
        about = _read(folder)
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return None, f"{ABOUT_FILE} cannot be read and is left out ({error.strerror or error})."
    except msgspec.DecodeError as error:
        return None, f"{ABOUT_FILE} is damaged and left out ({in_one_line(str(error), _LONGEST)})."
    wrong = _problem_in(about, size)
    return (None, f"{ABOUT_FILE} is damaged and left out ({wrong}).") if wrong else (about, "")


def read_unchecked_about(folder: Path) -> About | None:
    """What `about.json` says, though it may say what cannot be, for whoever names what is wrong with it; None if nothing."""
    try:
        return _read(folder)
    except (OSError, msgspec.DecodeError):
        return None


def _read(folder: Path) -> About:
    return _ABOUT.decode(read_bytes(folder / ABOUT_FILE, ABOUT_LIMIT))


def _problem_in(about: About, size: int | None) -> str:
    """What cannot be in `about`, as a clause; empty where nothing is."""
    seats = len(about.seats) if size is None else size
    if len(about.seats) != seats or not 0 < seats <= MOST_SEATS:
        return f"it seats {len(about.seats)} players" + (
            "" if size is None else f" at a table of {size}"
        )
    for change in about.changes:
        if not 1 <= change.seat <= seats:
            return f"there is no seat {change.seat}"
        if not is_ask_id(change.ask):
            return f"`{shortened(change.ask, 40)}` is no ask"
    parent = (about.fork.game, about.fork.ask) if about.fork else ()
    words = (
        about.id,
        about.created,
        about.version,
        about.eyes_after_death,
        *about.tags,
        *about.told,
        *about.wished,
        *parent,
    )
    words += (
        about.learn,
        about.embedder,
        *(word for read in about.pools for word in (read.pool, read.embedder)),
    )
    specs = (*about.seats, *(change.player for change in about.changes))
    words += (*(spec.text for spec in specs), *(change.ask for change in about.changes))
    return next(("one of its words is endless" for word in words if len(word) > _LONGEST), "")


LOOKED_OPTION = "looked"
"""The option of a person who sat down in a game that had been open to all eyes, or whose parent
had."""
