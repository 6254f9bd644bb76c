"""`about.json`: the players of each seat, take-overs, tags and notes of a saved game.

The file may change while a game runs; the log never depends on it. A missing or damaged file is
ignored with a note and never prevents reading the game.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.decoders import JsonReader
from wolfcore.files import read_bytes
from wolfcore.game import PUBLIC_KINDS, kind_of
from wolfcore.game.asks import is_ask_id
from wolfcore.game.boards import MOST_SEATS
from wolfcore.visible import in_one_line, shortened

from .layout import ABOUT_FILE, ABOUT_LIMIT

_LONGEST = 200
"""The most characters of one string in `about.json`: an id, a player, a tag."""


PROGRAM = "exec"
"""The player name of a program of the user's own; its command is the only option."""


SERVERS = ("ws", "wss")
"""The player names of a server of the user's own; the rest of its address is the only option."""


PROMPTS_OPTION = "prompts="
"""The prefix of a language player's option that names a folder of the user's own prompts."""


class SeatChange(Struct, frozen=True):
    """A take-over: from the ask `ask` on, `seat` is played by `player`.

    Attributes:
        seat: The seat.
        ask: The id of the first ask that the new player answers.
        player: The new player.
    """

    seat: int
    ask: str
    player: SeatSpec


class ForkParent(Struct, frozen=True):
    """The parent of a fork.

    Attributes:
        game: The id of the parent game.
        ask: The id of the ask at whose batch the fork leaves it.
    """

    game: str
    ask: str


class Recollection(Struct, frozen=True):
    """What a bot may recall of the last game of a person.

    Attributes:
        seat: The seat of the person in this game.
        kind: What became of the person: a key of `wolfcore.bots.talk.replies.RECOLLECTIONS`.
    """

    seat: int
    kind: str


class PoolRead(Struct, frozen=True):
    """An experience pool that the seats of a game read: its name, revision and embedder.

    Attributes:
        pool: The pool.
        revision: The revision of the pool that the game read.
        embedder: The embedder that compared the pool's texts.
    """

    pool: str
    revision: int
    embedder: str


class About(Struct, frozen=True, omit_defaults=True):
    """The contents of `about.json`.

    Attributes:
        id: `YYYYMMDD-board-xxxxxx`.
        created: When the game was created: ISO 8601, UTC, to the microsecond, so that the games of
            a series keep their order.
        version: The version of the program that created the game.
        reader: The version of the speech reader that its bots and metrics use; 0 where it was not
            recorded.
        bots: The versions of the house bots that played it, in the order in which they did; see
            `bot_versions`.
        pools: The experience pools that its seats read.
        learn: The pool that learns from the game when it ends; empty for none.
        embedder: The embedder for seats that name none, kept so that a resumed game uses the one it
            began with. Empty in games from before this field existed: all-MiniLM-L6-v2.
        told: Fingerprints of the sentences that the game's people heard from bots in their last
            games; the bots of this game avoid these sentences.
        leanings: The key of the leanings of its house bots, which a person's games of `play` hand
            on; empty where they follow from the names at the table.
        recollection: What a bot may recall of the last game of its person, or None.
        deal_number: The number from which the seed and the names of the game were made; None where
            the seed was stated.
        seats: The player of each seat at the start, in seat order.
        changes: Take-overs in order.
        by_role: Whether any seat was assigned by role or team; if so, a seat's view shows no player
            of any seat until the end.
        wished: The seat assignments as written, each `SEAT=PLAYER`, where any was by role or team.
            Another game with the same settings deals them anew. Empty where `seats` says
            everything.
        fork: The parent of a fork, or None.
        eyes_after_death: What a dead person sees: `own` for the own view still, `all` for
            everything.
        tags: Tags that the person gave the game.
        notes: The person's notes, as one text.
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
    leanings: str = ""
    recollection: Recollection | None = None
    pools: tuple[PoolRead, ...] = ()
    learn: str = ""
    embedder: str = ""
    wished: tuple[str, ...] = ()
    bots: tuple[int, ...] = ()
    deal_number: int | None = None

    @property
    def bot_versions(self) -> tuple[int, ...]:
        """The versions of the house bots; version 1 for a game from before they had a number."""
        return self.bots or (1,)

    def with_bots(self, version: int) -> About:
        """Return a copy that says that house bots of `version` play on."""
        versions = self.bot_versions
        return self if version == versions[-1] else replace(self, bots=(*versions, version))

    def seats_now(self) -> tuple[SeatSpec, ...]:
        """Return the player of each seat after all take-overs."""
        return self._seats(self.changes)

    def public_seats_now(self) -> tuple[SeatSpec, ...]:
        """Return the player of each seat as far as it is public before the end of the game.

        Only take-overs at public asks count: a take-over at a secret ask would reveal a role.
        """
        return self._seats(
            tuple(change for change in self.changes if kind_of(change.ask) in PUBLIC_KINDS)
        )

    def seats_after(self, put: Container[str]) -> tuple[SeatSpec, ...]:
        """Return the player of each seat after the take-overs at the asks in `put`."""
        return self._seats(tuple(change for change in self.changes if change.ask in put))

    def players_ever(self, without: Container[int] = ()) -> tuple[SeatSpec, ...]:
        """Return all players that seats have had, except those of the seats `without`."""
        at_start = tuple(enumerate(self.seats, 1))
        changed = tuple((change.seat, change.player) for change in self.changes)
        return tuple(spec for seat, spec in (*at_start, *changed) if seat not in without)

    def with_take_over(self, seat: int, ask: str, player: SeatSpec) -> About:
        """Return a copy with one more take-over.

        A person who takes over after the start may have seen everything, and is marked as such.
        """
        return replace(
            self, changes=(*self.changes, SeatChange(seat, ask, player.marked_as_looked()))
        )

    @property
    def guest_seats(self) -> frozenset[int]:
        """The seats of friends, who play at terminals of their own."""
        return frozenset(seat for seat, spec in enumerate(self.seats, 1) if spec == GUEST)

    @property
    def seats_that_looked(self) -> tuple[int, ...]:
        """The seats of people who took over when everything could be seen, ascending."""
        return tuple(seat for seat, spec in enumerate(self.seats_now(), 1) if spec.looked)

    @property
    def human_seats_ever(self) -> frozenset[int]:
        """All seats that a person plays or has played since the start of this folder."""
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
    """The player requested for a seat: `PLAYER[:OPTION...][@MODEL]`.

    Attributes:
        player: human, guest, bot, random, scripted, the preset of an agent, `exec`, `ws`, `wss`,
            or where the code of a user's own player is, such as `./agent.py:Mine`.
        options: The options after the colons, in order; the command of `exec`; the address.
        model: The model's name in the settings, or an empty string.
        code: What identifies the code or the prompts of a user's own: a digest, or a package with
            its version; empty for the players of this program.
    """

    player: str
    options: tuple[str, ...] = ()
    model: str = ""
    code: str = ""

    @property
    def looked(self) -> bool:
        """Whether this is a person who took the seat when everything in the game could be seen."""
        return self.player == "human" and LOOKED_OPTION in self.options

    @property
    def counts(self) -> bool:
        """Whether the seat counts for a person: no assistant plays it, and nobody who looked."""
        return self.player == "human" and not {LOOKED_OPTION, ASSISTANT_OPTION} & {*self.options}

    @property
    def is_own(self) -> bool:
        """Whether this is a player that its user brought: code, a program or a server."""
        return self.player in (PROGRAM, *SERVERS) or ":" in self.player

    @property
    def needs_consent(self) -> bool:
        """Whether it uses code or prompts of somebody's own, so that a user has to name it."""
        own = any(option.startswith(PROMPTS_OPTION) for option in self.options)
        return own or self.is_own or bool(self.code)

    def marked_as_looked(self) -> SeatSpec:
        """Return a person's spec with the `looked` option; return a machine's spec unchanged."""
        if self.player != "human" or self.looked:
            return self
        return replace(self, options=(*self.options, LOOKED_OPTION))

    @property
    def text(self) -> str:
        """The spec as it is written on the command line."""
        return ":".join((self.player, *self.options)) + (f"@{self.model}" if self.model else "")


GUEST = SeatSpec("guest")
"""A friend at a terminal of their own, whom a hosted table seats; no command can name one."""


_ABOUT = JsonReader(About)


def read_about(folder: Path, size: int | None = None) -> tuple[About | None, str]:
    """Read and check `about.json` in `folder`.

    Args:
        folder: The game's folder.
        size: The number of seats of the game, or None where it is unknown.

    Returns:
        The contents, or None where they cannot be used; and the problem as a sentence, empty for
        none. A missing file is no problem.
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
    """Read `about.json` without checking its values, for callers that report problems themselves.

    Returns None where the file cannot be read or decoded.
    """
    try:
        return _read(folder)
    except (OSError, msgspec.DecodeError):
        return None


def _read(folder: Path) -> About:
    return _ABOUT.decode(read_bytes(folder / ABOUT_FILE, ABOUT_LIMIT))


_MOST_VERSION = 1 << 31
"""A version number of house bots is below this; tables of games keep it as an integer."""


def _problem_in(about: About, size: int | None) -> str:
    """Return the first impossible value of `about` as a clause; empty where there is none."""
    seats = len(about.seats) if size is None else size
    if len(about.seats) != seats or not 0 < seats <= MOST_SEATS:
        return f"it seats {len(about.seats)} players" + (
            "" if size is None else f" at a table of {size}"
        )
    if not all(0 < version < _MOST_VERSION for version in about.bots):
        return "it names a version of the house bots that there cannot be"
    for change in about.changes:
        if not 1 <= change.seat <= seats:
            return f"there is no seat {change.seat}"
        if not is_ask_id(change.ask):
            return f"`{shortened(change.ask, 40)}` is not an ask"
    if about.recollection and not 1 <= about.recollection.seat <= seats:
        return f"there is no seat {about.recollection.seat}"
    parent = (about.fork.game, about.fork.ask) if about.fork else ()
    words = (
        about.id,
        about.created,
        about.version,
        about.eyes_after_death,
        about.leanings,
        about.recollection.kind if about.recollection else "",
        *about.tags,
        *about.told,
        *about.wished,
        *(spec.code for spec in about.players_ever()),
        *parent,
    )
    words += (
        about.learn,
        about.embedder,
        *(word for read in about.pools for word in (read.pool, read.embedder)),
    )
    words += (
        *(spec.text for spec in about.players_ever()),
        *(change.ask for change in about.changes),
    )
    too_long = f"a value has more than {_LONGEST} characters"
    return next((too_long for word in words if len(word) > _LONGEST), "")


LOOKED_OPTION = "looked"
"""The option of a person who took a seat when all secrets of the game, or its parent, were open."""


ASSISTANT_OPTION = "assistant"
"""The option of a person's seat that an assistant plays, by `wolftui mcp`."""


ASSISTANT = SeatSpec("human", (ASSISTANT_OPTION,))
"""An assistant at this user's machine, which plays like a person and is none."""
