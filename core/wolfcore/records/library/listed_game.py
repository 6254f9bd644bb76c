"""`ListedGame`: the index's data of a saved game, read from its folder, and change detection.

Of a game that is not over it holds nothing that its log keeps secret. Of a game that is over it
holds the result of its only person (`OwnResult`: their own role, and who was fooled) and a digest
of its deal; the role of every other seat, the seed and what was said in secret stay in the log.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import path_exists, read_bytes
from wolfcore.game import ALL
from wolfcore.game import facts as f
from wolfcore.game.facts import EndKind
from wolfcore.game.roles import Team
from wolfcore.records import ABOUT_FILE, LOG_FILE, GameSummary
from wolfcore.records.entries import decode_entry
from wolfcore.records.layout import LOG_LIMIT
from wolfcore.records.own_result import OwnResult, read_own_result

from .filter import sqlite_text

MAX_SPOKEN_CHARACTERS = 1 << 20
"""The most characters of a game's speeches in the index; later speeches cannot be found.

Twenty long days have a fifth of that.
"""


_SPOKEN = re.compile(rb'"is":"Said"|"line":')
"""Marks a speech or a ballot with words; no text can contain it: its quotation marks are escaped.
"""


_AROUND = 48
"""The characters of a speech shown before the words that were searched."""


class ListedGame(Struct, frozen=True, omit_defaults=True):
    """The data of a saved game in the library's list.

    Attributes:
        id: Its id, which is the name of its folder.
        created: When it was created (ISO 8601, UTC), or an empty string.
        board: The name of its board.
        names: The names, in seat order.
        people: The seats that are or ever were people's.
        looked: The seats of people who took over when everything could be seen.
        players: The player of each seat as far as public; empty while the players are secret.
        ended: How the game ended, or None.
        winner: The team that won, or None.
        days: The last day that began; 0 before the first night.
        night: Whether an unfinished game is in the night that begins that day.
        tags: The tags that the person gave it.
        source: The source of an imported game; empty for one played here.
        fork: The id of the parent of a fork; empty for none.
        problem: Why the game cannot be read, or an empty string.
        own: How a game that is over went for its only person; None for any other game.
        deal: A digest of board, seed and forced draws of a game that is over and had people, equal
            for games of one deal; empty for any other game.
    """

    id: str
    created: str = ""
    board: str = ""
    names: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    looked: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    ended: EndKind | None = None
    winner: Team | None = None
    days: int = 0
    night: bool = False
    tags: tuple[str, ...] = ()
    source: str = ""
    fork: str = ""
    problem: str = ""
    own: OwnResult | None = None
    deal: str = ""

    @property
    def unfinished(self) -> bool:
        """Whether the game can be read and has not ended."""
        return not self.ended and not self.problem

    @property
    def resumable(self) -> bool:
        """Whether the game can be resumed: unfinished and not imported."""
        return self.unfinished and not self.source

    @property
    def forkable(self) -> bool:
        """Whether the game can be forked: before its end only if no person plays in it."""
        return not (self.problem or self.source) and (bool(self.ended) or not self.people)

    @property
    def date_text(self) -> str:
        """The time of creation or, where unknown, the date in the id."""
        return self.created or f"{self.id[:4]}-{self.id[4:6]}-{self.id[6:8]}"


class SpokenLines(Struct, frozen=True):
    """The public speeches and lines with ballots, one line each, and each speaker, in order."""

    lines: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()


class Quote(Struct, frozen=True):
    """A search hit: the speaker's seat, and the speech from shortly before the words on."""

    seat: int
    text: str


def listed_game_from(game: GameSummary) -> ListedGame:
    """Convert a summary to list data."""
    about = game.about
    open_seats = about if about and (game.ended or not about.by_role) else None
    seats = (
        ()
        if open_seats is None
        else open_seats.seats_now()
        if game.ended
        else open_seats.public_seats_now()
    )
    # A person may have taken over at a secret ask, which is no one's business before the end.
    people = {*game.people, *(about.human_seats_ever if about and game.ended else ())}
    return ListedGame(
        id=game.id,
        created=game.created,
        board=game.board,
        names=game.names,
        people=tuple(sorted(people)),
        looked=about.seats_that_looked if about else (),
        players=tuple(seat.text for seat in seats),
        ended=game.ended,
        winner=game.winner,
        days=game.days,
        night=game.night,
        tags=about.tags if about else (),
        source=(game.header.source or "") if game.header else "",
        fork=about.fork.game if about and about.fork else "",
        problem=game.problem,
        own=read_own_result(game),
        deal=_deal_digest(game) if game.ended and people else "",
    )


def _deal_digest(game: GameSummary) -> str:
    spec = game.header.spec if game.header else None
    if spec is None:
        return ""
    text = msgspec.json.encode((spec.board, spec.seed, spec.deal, spec.chance))
    return blake2b(text, digest_size=12).hexdigest()


def read_spoken_lines(folder: Path, size: int) -> SpokenLines:
    """Return what was said aloud in a game with `size` seats, as far as its log can be read."""
    try:
        log = read_bytes(folder / LOG_FILE, LOG_LIMIT)
    except OSError:
        return SpokenLines()
    lines: list[str] = []
    seats: list[int] = []
    room = MAX_SPOKEN_CHARACTERS
    for line in log.split(b"\n"):
        if not _SPOKEN.search(line):
            continue
        try:
            entry = decode_entry(line)
        except msgspec.DecodeError:
            # What follows a damaged line is not read by anybody else either.
            break
        speaker, text = f.public_words(entry.fact)
        if entry.to == ALL and text and 1 <= speaker <= size:
            room -= len(text)
            if room < 0:
                break
            lines.append(" ".join(text.split()))
            seats.append(speaker)
    return SpokenLines(tuple(lines), tuple(seats))


def find_quote(said: SpokenLines, words: Sequence[str]) -> Quote | None:
    """Return the first speech that contains the most of `words`; None where none contains any.

    A quote begins shortly before the first of the words.
    """
    keys = [word.casefold() for word in words]
    best, most = -1, 0
    for number, line in enumerate(said.lines):
        folded = line.casefold()
        found = sum(key in folded for key in keys)
        if found > most:
            best, most = number, found
    if best < 0:
        return None
    line = said.lines[best]
    folded = line.casefold()
    # Folding may change the length of a text, so that the place is near and not exact.
    place = min((folded.find(key) for key in keys if key in folded), default=0)
    start = line.find(" ", place - _AROUND) + 1 if place > _AROUND else 0
    return Quote(said.seats[best], ("…" if start else "") + line[start:])


def fingerprints_in(root: Path) -> dict[str, str]:
    """Return the fingerprint of each game folder below `root`, which changes when its files change.

    Raises:
        ConfigError: `root` cannot be read.
    """
    marks: dict[str, str] = {}
    try:
        with os.scandir(root) as below:
            for folder in below:
                name = folder.name
                if (
                    not name.startswith(".")
                    # SQLite cannot store a name with a lone surrogate, so that such a folder is
                    # never listed.
                    and sqlite_text(name) == name
                    and (mark := _fingerprint(folder.path))
                ):
                    marks[name] = mark
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(root)) from error
    return marks


def _fingerprint(folder: str) -> str:
    """Return times of change and sizes of a game's files as text; empty where there is no game."""
    try:
        log = _stat(f"{folder}/{LOG_FILE}")
    except OSError:
        # It is there but cannot be looked at: listed as a game that cannot be read.
        return "?" if path_exists(Path(folder, LOG_FILE)) else ""
    try:
        about = _stat(f"{folder}/{ABOUT_FILE}")
    except OSError:
        return f"{log.st_mtime_ns} {log.st_size}"
    return f"{log.st_mtime_ns} {log.st_size} {about.st_mtime_ns} {about.st_size} {about.st_ino}"


def _stat(file: str) -> os.stat_result:
    """Return the file status, following links.

    Takes a string: some twenty thousand files are checked at once, and a `Path` for each would
    double the time.
    """
    found = os.lstat(file)
    return Path(file).stat() if stat.S_ISLNK(found.st_mode) else found
