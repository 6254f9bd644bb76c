"""An arena's folder as a report takes it: its plan, and the rows of its games, whether the games themselves are kept or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Row
from wolfcore.arena.checking import read_arena
from wolfcore.arena.deciding import as_finished_game
from wolfcore.arena.folder import ARENA_FILE, ROWS_FILE
from wolfcore.arena.store import read_rows
from wolfcore.rating import FinishedGame

from .games import GameRow


class ArenaResults(Struct, frozen=True):
    """An arena.

    Attributes:
        plan: What was asked for.
        rows: Its games, by number.
    """

    plan: ArenaPlan
    rows: Sequence[Row]

    @property
    def finished(self) -> list[FinishedGame]:
        """The games that came to their end, as ratings read them."""
        return [as_finished_game(row) for row in self.rows if not row.broken]


def open_arena(text: str) -> ArenaResults | None:
    """The arena whose folder a word of the command line is; None where it is none.

    Raises:
        ConfigError: It is one, and cannot be read.
    """
    folder = _folder(text)
    return None if folder is None else ArenaResults(read_arena(folder / ARENA_FILE), read_rows(folder / ROWS_FILE))


def _folder(text: str) -> Path | None:
    try:
        folder = Path(text).expanduser()
        return folder if (folder / ARENA_FILE).is_file() and (folder / ROWS_FILE).is_file() else None
    except (OSError, RuntimeError):
        return None


def with_arena_rows(games: Sequence[GameRow], league: ArenaResults) -> list[GameRow]:
    """Rows of games with what their arena says of them, and a row for each game of it that is not kept.

    Args:
        games: The games that were found.
        league: The arena.
    """
    kept: Mapping[str, Row] = {Path(row.folder).name: row for row in league.rows if row.folder}
    found = [_with_schedule(game, kept[game.game]) if game.game in kept else game for game in games]
    return found + [_row_without_game(row) for row in league.rows if not row.folder]


def _with_schedule(game: GameRow, row: Row) -> GameRow:
    """A kept game with its place in the schedule; its players go by the arena's names."""
    return replace(game, cell=row.cell, deal=row.deal, repeat=row.repeat, players=row.players if game.players else ())


def _row_without_game(row: Row) -> GameRow:
    """A game of which the arena kept a row alone."""
    return GameRow(
        game=f"game {row.game}", state="broken" if row.broken else "told", board=row.board, seed=row.seed, log=row.digest,
        cell=row.cell, deal=row.deal, repeat=row.repeat, players=row.players, roles=row.roles, days=row.days,
        ended="" if row.broken else row.winner or "nobody", replaced=row.replaced, calls=row.calls, tokens_in=row.tokens_in,
        tokens_out=row.tokens_out, cost=row.cost, seconds=row.seconds, doubt=row.broken,
    )  # fmt: skip
