"""What `run` prints: a line a game on standard output, and beside it how far it is and why it stopped."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from wolfcore.arena import Broken, Played
from wolfcore.game import RoleName, Team
from wolfcore.game.facts import EndKind
from wolfcore.table import Spent
from wolftui.games.arranging import Arrangement
from wolftui.games.headless import Left
from wolftui.games.inputs import unasked_note
from wolftui.text.outcome import title_of
from wolftui.text.spending import spent_words

from .playing import say_left
from .spendings import Spendings
from .taken_over import Changes, took_over_words
from .under_way import say_done


class SeatLine(Struct):
    """A seat as `--json` has it."""

    seat: int
    name: str
    role: RoleName
    player: str
    alive: bool


class GameLine(Struct, omit_defaults=True):
    """A game as `--json` has it, in this order; `spent` only where models played."""

    game: str | None
    board: str
    seed: int
    winner: Team | None
    ended: EndKind
    days: int
    events: int
    bytes: int
    seats: list[SeatLine]
    path: str | None
    spent: tuple[Spent, ...] = ()


class GameLines:
    """Prints games and keeps count of them.

    Args:
        arrangement: What was asked for.
        games: How many are to be played.
        as_json: Whether each is one JSON object.

    Attributes:
        done: How many were printed.
    """

    def __init__(self, arrangement: Arrangement, games: int, *, as_json: bool) -> None:
        self._board, self._games, self._as_json = arrangement.board.name, games, as_json
        # Of games that take their time more is shown, by whoever plays them.
        self._progress = games > 1 and not arrangement.takes_time and not sys.stdout.isatty() and sys.stderr.isatty()
        self._unasked = frozenset(arrangement.script.answers)
        self._wins, self._changes, self._spendings = Counter[str](), Changes(), Spendings()
        self._encoder = msgspec.json.Encoder()
        self.done = 0

    def add(self, game: Played) -> None:
        """Print a game."""
        print(self._encoder.encode(self._object(game)).decode() if self._as_json else _sentence(game))
        self.done += 1
        self._wins[game.result.winner or "nobody"] += 1
        self._changes.add(game.took_over)
        self._spendings.add(game.spent)
        if self._unasked:
            self._unasked -= game.asked
        if self._progress:
            say_done(self.done, self._games)

    def end(self) -> None:
        """Say what there is to say of all games, now that they are over."""
        self._changes.say()
        self._spendings.warn()
        if self._unasked:
            sys.stderr.write(f"wolftui: {unasked_note(self._unasked)}\n")
        if not self._as_json and self._games > 1:
            print(f"{self._games} games: " + ", ".join(f"{side} won {count}" for side, count in self._wins.most_common()) + ".")
            self._spendings.tell()

    def stop(self, why: str, broken: Sequence[Broken] = (), left: Sequence[Left] = (), not_begun: Sequence[int] = ()) -> None:
        """Say who took over until now, why no more games are played, what is saved of those that have no line, and what is left.

        Args:
            why: Why, as a sentence.
            broken: The games that stopped before their end.
            left: Saved games that others left behind.
            not_begun: The seeds of the games that nobody began, in a row.
        """
        for each in broken:
            self._changes.add(each.took_over)
        self._changes.say()
        self._spendings.warn()
        say_left(why, [*(Left(each.folder) for each in broken), *left], not_begun)

    def _object(self, game: Played) -> GameLine:
        living, result, folder = game.living, game.result, game.folder
        seats = [
            SeatLine(seat, name, role, player, seat in living)
            for seat, (name, role, player) in enumerate(zip(game.names, game.roles, game.players, strict=True), 1)
        ]
        return GameLine(
            folder.name if folder else None, self._board, game.seed, result.winner, result.ended, result.days,
            game.events, game.bytes, seats, os.fspath(folder).encode(errors="replace").decode() if folder else None,
            game.spent,
        )  # fmt: skip


def _sentence(game: Played) -> str:
    folder = f"  {game.folder.name}" if game.folder else ""
    title = title_of(game.result.ended)
    changed = took_over_words(game.took_over)
    took = f" {'; '.join(map(spent_words, game.spent))}." if game.spent else ""
    ended = f"{title[:1].lower()}{title[1:]} on day {game.result.days}"
    return f"seed {game.seed}: {ended}{'; ' if changed else ''}{changed}.{took}{folder}"
