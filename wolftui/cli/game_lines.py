"""What `run` prints: a line a game on standard output, and beside it how far it is and why it stopped."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from wolfcore.arena import BrokenGame, PlayedGame
from wolfcore.game import RoleName, Team
from wolfcore.game.facts import EndKind
from wolfcore.table import Spent
from wolftui.games.arranging import Arrangement
from wolftui.games.headless import UnfinishedGame
from wolftui.games.inputs import unasked_answers_note
from wolftui.text.outcome import ending_title
from wolftui.text.spending import usage_line

from .playing import print_unfinished
from .spendings import UsageTotals
from .taken_over import Takeovers, takeovers_text
from .under_way import show_count


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


class GamePrinter:
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
        self._progress = games > 1 and not arrangement.has_slow_players and not sys.stdout.isatty() and sys.stderr.isatty()
        self._unasked = frozenset(arrangement.script.answers)
        self._wins, self._changes, self._spendings = Counter[str](), Takeovers(), UsageTotals()
        self._encoder = msgspec.json.Encoder()
        self.done = 0

    def add(self, game: PlayedGame) -> None:
        """Print a game."""
        print(self._encoder.encode(self._object(game)).decode() if self._as_json else _game_sentence(game))
        self.done += 1
        self._wins[game.result.winner or "nobody"] += 1
        self._changes.add(game.took_over)
        self._spendings.add(game.spent)
        if self._unasked:
            self._unasked -= game.scripted_used
        if self._progress:
            show_count(self.done, self._games)

    def print_summary(self) -> None:
        """Say what there is to say of all games, now that they are over."""
        self._changes.print()
        self._spendings.print_warnings()
        if self._unasked:
            sys.stderr.write(f"wolftui: {unasked_answers_note(self._unasked)}\n")
        if not self._as_json and self._games > 1:
            print(f"{self._games} games: " + ", ".join(f"{side} won {count}" for side, count in self._wins.most_common()) + ".")
            self._spendings.print_lines()

    def print_stop(
        self, why: str, broken: Sequence[BrokenGame] = (), left: Sequence[UnfinishedGame] = (), not_begun: Sequence[int] = ()
    ) -> None:
        """Say who took over until now, why no more games are played, what is saved of those that have no line, and what is left.

        Args:
            why: Why, as a sentence.
            broken: The games that stopped before their end.
            left: Saved games that others left behind.
            not_begun: The seeds of the games that nobody began, in a row.
        """
        for each in broken:
            self._changes.add(each.took_over)
        self._changes.print()
        self._spendings.print_warnings()
        print_unfinished(why, [*(UnfinishedGame(each.folder) for each in broken), *left], not_begun)

    def _object(self, game: PlayedGame) -> GameLine:
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


def _game_sentence(game: PlayedGame) -> str:
    folder = f"  {game.folder.name}" if game.folder else ""
    title = ending_title(game.result.ended)
    changed = takeovers_text(game.took_over)
    took = f" {'; '.join(map(usage_line, game.spent))}." if game.spent else ""
    ended = f"{title[:1].lower()}{title[1:]} on day {game.result.days}"
    return f"seed {game.seed}: {ended}{'; ' if changed else ''}{changed}.{took}{folder}"
