"""One row of plain values per game in a report, from a saved game or from an arena's rows.

The fields of `GameRow` are the columns of NAME.games.csv. Of an unfinished game only public facts
are told.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Row
from wolfcore.arena.contest import as_finished_game
from wolfcore.arena.integrity import ARENA_FILE, ROWS_FILE
from wolfcore.arena.rating import FinishedGame
from wolfcore.arena.store import read_rows
from wolfcore.arena.validation import read_arena
from wolfcore.game import Board
from wolfcore.metrics import participants_of
from wolfcore.records import AnswerRecord, SavedGame
from wolfcore.records.header import encode_header

GameState = Literal["measured", "told", "void", "not over", "unreadable", "broken"]
"""What became of a game in a report: it was measured, or the table of an arena tells of it alone;
the others count nowhere."""


_DIGITS = 12
"""Hexadecimal digits of a digest, as people compare them."""


class GameRow(Struct, frozen=True, kw_only=True):
    """A game.

    Attributes:
        game: Its id.
        state: What became of it in the report.
        board: The name of its board.
        rules: The version of the rules; 0 where a source has its own.
        board_digest: The beginning of the SHA-256 of the board with all switches: boards of one
            name may differ.
        seed: Its seed, or None for an imported game.
        spec: The SHA-256 of its header; equal ones were the same deal with the same names.
        log: The SHA-256 of its log.
        created: When it was created (ISO 8601, UTC), or an empty string.
        version: The version of the program that created it, or an empty string.
        reader: The version of the reader of speeches that its bots heard with; 0 where that was not
            written down.
        source: Where an imported game comes from, or an empty string.
        people: How many seats were people at the start.
        ended: How it ended, or an empty string.
        days: The last day that began.
        players: Who played, in seat order, as on the command line; empty where nothing says.
        roles: The roles, in seat order; of a game that is not over nothing is told.
        answers: How many answers were given.
        given: Those of them that were taken as given.
        repaired: Those that had to be repaired.
        replaced: Those that were replaced after bad output.
        timed_out: Those that were replaced after a time-out.
        calls: How many model calls it took.
        tokens_in: Tokens sent.
        tokens_out: Tokens received.
        cost: What the calls cost, or None where no price is known.
        seconds: Seconds from ask to answer, all together.
        doubt: Why it may not be what was played, as a clause; empty where nothing says so.
        cell: What of an arena's schedule it belongs to, or an empty string.
        deal: The number of its deal in an arena, or None.
        repeat: Which playing of the deal it is, or None.
    """

    game: str
    state: GameState = "measured"
    board: str = ""
    rules: int = 0
    board_digest: str = ""
    seed: int | None = None
    spec: str = ""
    log: str = ""
    created: str = ""
    version: str = ""
    reader: int = 0
    source: str = ""
    people: int = 0
    ended: str = ""
    days: int = 0
    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    answers: int = 0
    given: int = 0
    repaired: int = 0
    replaced: int = 0
    timed_out: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    seconds: float = 0.0
    doubt: str = ""
    cell: str = ""
    deal: int | None = None
    repeat: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it is one of the games that the report is about."""
        return self.state in ("measured", "told")


def game_row(saved: SavedGame, state: GameState, doubt: str = "") -> GameRow:
    """The row of a saved game; of one that is not over, only what everybody may know."""
    header, about, result = saved.header, saved.about, saved.result
    known = GameRow(
        game=saved.id,
        state=state,
        board=header.board.name,
        rules=header.rules,
        board_digest=digest_of_board(header.board),
        created=about.created if about else "",
        version=about.version if about else "",
        reader=about.reader if about else 0,
        source=header.source or "",
        people=len(header.people),
    )
    if result is None:
        return known
    sat = participants_of(saved.entries, header.board.size, about.seats_now() if about else ())
    return msgspec.structs.replace(
        known,
        seed=header.spec.seed if header.spec else None,
        spec=hashlib.sha256(encode_header(header)).hexdigest(),
        log=hashlib.sha256(saved.log).hexdigest(),
        ended=result.ended,
        days=result.days,
        players=tuple([sitter.player for sitter in sat]),
        roles=tuple([sitter.role for sitter in sat]),
        doubt=doubt,
        **_answer_totals(saved.journal.values()),
    )


def digest_of_board(board: Board) -> str:
    """The beginning of the SHA-256 of a board with all its switches."""
    return hashlib.sha256(msgspec.json.encode(board)).hexdigest()[:_DIGITS]


def _answer_totals(journal: Iterable[AnswerRecord]) -> dict[str, float | None]:
    """What the answers of a game took, and how they came."""
    records = list(journal)
    ways = Counter(record.answer.how for record in records)
    costs = [record.cost for record in records if record.cost is not None]
    return {
        "answers": len(records),
        "given": ways["given"],
        "repaired": ways["repaired"],
        "replaced": ways["fallback"],
        "timed_out": ways["timeout"] + ways["stand_in"],
        "calls": sum(record.calls or 0 for record in records),
        "tokens_in": sum(record.tokens_in or 0 for record in records),
        "tokens_out": sum(record.tokens_out or 0 for record in records),
        "cost": sum(costs) if costs else None,
        "seconds": sum(record.seconds for record in records),
    }


def games_digest(rows: Sequence[GameRow]) -> str:
    """The SHA-256 of the headers and logs of all measured games, in whatever order: equal ones are reports of the same games."""
    lines = sorted(f"{row.spec} {row.log}\n" for row in rows if row.counts)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


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
    return (
        None
        if folder is None
        else ArenaResults(read_arena(folder / ARENA_FILE), read_rows(folder / ROWS_FILE))
    )


def _folder(text: str) -> Path | None:
    try:
        folder = Path(text).expanduser()
        return (
            folder if (folder / ARENA_FILE).is_file() and (folder / ROWS_FILE).is_file() else None
        )
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
    return replace(
        game,
        cell=row.cell,
        deal=row.deal,
        repeat=row.repeat,
        players=row.players if game.players else (),
    )


def _row_without_game(row: Row) -> GameRow:
    """A game of which the arena kept a row alone."""
    return GameRow(
        game=f"game {row.game}",
        state="broken" if row.broken else "told",
        board=row.board,
        seed=row.seed,
        log=row.digest,
        cell=row.cell,
        deal=row.deal,
        repeat=row.repeat,
        players=row.players,
        roles=row.roles,
        days=row.days,
        ended="" if row.broken else row.winner or "nobody",
        replaced=row.replaced,
        calls=row.calls,
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        cost=row.cost,
        seconds=row.seconds,
        doubt=row.broken,
    )
