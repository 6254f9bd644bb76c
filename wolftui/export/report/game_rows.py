"""One row of plain values per game in a report, from a saved game or from an arena's rows.

The fields of `GameRow` are the columns of NAME.games.csv. The row of an unfinished game has only
public facts.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Row, ScheduledGames
from wolfcore.arena.contest import as_finished_game
from wolfcore.arena.integrity import ARENA_FILE, ROWS_FILE
from wolfcore.arena.rating import Comparison, FinishedGame, compare
from wolfcore.arena.store import read_rows
from wolfcore.arena.validation import read_arena
from wolfcore.arena.validity import excess_of, is_void
from wolfcore.files import is_file
from wolfcore.game import Board
from wolfcore.metrics import participants_of
from wolfcore.records import AnswerRecord, SavedGame
from wolfcore.records.about import About
from wolfcore.records.header import encode_header
from wolfcore.seating import is_of_house_bots
from wolfcore.table import ModelAnswers, answers_by_model

GameState = Literal["measured", "told", "void", "not over", "unreadable", "broken"]
"""The state of a game in a report.

`measured` games were measured; `told` games are known from an arena's table alone. Games in the
other states count nowhere.
"""


_DIGITS = 12
"""Hexadecimal digits kept of a digest, enough for people to compare."""


class GameRow(Struct, frozen=True, kw_only=True):
    """One game of a report.

    Attributes:
        game: Its id.
        state: Its state in the report.
        board: The name of its board.
        rules: The version of the rules; 0 if an imported source has its own.
        board_digest: The beginning of the SHA-256 of the board with all switches, for boards of one
            name may differ.
        seed: Its seed; None for an imported game.
        spec: The SHA-256 of its header; equal headers mean the same deal with the same names.
        log: The SHA-256 of its log.
        created: When it was created (ISO 8601, UTC); may be empty.
        version: The version of the program that created it; may be empty.
        reader: The version of the speech reader that its bots used; 0 if not recorded.
        bots: The versions of the house bots that played it, such as `1;2`; empty where none did.
        source: Where an imported game comes from; empty for other games.
        people: The number of seats played by people at the start.
        ended: How it ended; may be empty.
        days: The last day that began.
        players: The players in seat order, as on the command line; empty if unknown.
        roles: The roles in seat order; empty for an unfinished game.
        answers: The number of answers.
        given: The number of answers taken as given.
        repaired: The number of answers that were repaired.
        replaced: The number of answers replaced after bad output.
        timed_out: The number of answers replaced after a time-out.
        calls: The number of model calls.
        tokens_in: Tokens sent.
        tokens_out: Tokens received.
        cost: The cost of the calls; None if no price is known.
        seconds: Seconds from ask to answer, summed.
        doubt: Why the log may differ from the game that was played, as a clause; empty without
            doubt.
        cell: The part of an arena's schedule that it belongs to; may be empty.
        deal: The number of its deal in an arena, or None.
        repeat: The number of this repetition of the deal, or None.
        models: The answers of each model; no column of the games table, but the rows of
            NAME.models.csv.
        served_by: What the endpoints say has answered, by model, in an arena's row; may be empty.
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
    bots: str = ""
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
    models: tuple[ModelAnswers, ...] = ()
    served_by: str = ""

    @property
    def counts(self) -> bool:
        """Whether the report includes the game in its counts."""
        return self.state in ("measured", "told")


def game_row(saved: SavedGame, state: GameState, doubt: str = "") -> GameRow:
    """Make the row of a saved game; an unfinished game gives only public values."""
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
        bots=_bot_versions(about),
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


def _bot_versions(about: About | None) -> str:
    """Return the versions of the house bots that played a saved game; empty where none did."""
    if about is None or not any(map(is_of_house_bots, (*about.seats, *about.seats_now()))):
        return ""
    return ";".join(map(str, about.bot_versions))


def digest_of_board(board: Board) -> str:
    """Return the beginning of the SHA-256 of a board with all its switches."""
    return hashlib.sha256(msgspec.json.encode(board)).hexdigest()[:_DIGITS]


def _answer_totals(journal: Iterable[AnswerRecord]) -> dict[str, Any]:
    """Sum the answers of a game by how they came about, and the usage of its calls."""
    records = list(journal)
    ways = Counter(record.answer.how for record in records)
    costs = [record.cost for record in records if record.cost is not None]
    return {
        "answers": len(records),
        "given": ways["given"],
        "repaired": ways["repaired"],
        "models": answers_by_model(records),
        "replaced": ways["fallback"],
        "timed_out": ways["timeout"] + ways["stand_in"],
        "calls": sum(record.calls or 0 for record in records),
        "tokens_in": sum(record.tokens_in or 0 for record in records),
        "tokens_out": sum(record.tokens_out or 0 for record in records),
        "cost": sum(costs) if costs else None,
        "seconds": sum(record.seconds for record in records),
    }


def games_digest(rows: Sequence[GameRow]) -> str:
    """Return a SHA-256 over the headers and logs of all measured games, independent of their order.

    Reports with equal digests are about the same games.
    """
    lines = sorted(f"{row.spec} {row.log}\n" for row in rows if row.counts)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


class ArenaResults(Struct, frozen=True):
    """An arena and its results.

    Attributes:
        plan: The plan that was run.
        rows: Its games, by number.
    """

    plan: ArenaPlan
    rows: Sequence[Row]

    @property
    def finished(self) -> list[FinishedGame]:
        """The finished games, in the form that ratings read."""
        return [as_finished_game(row) for row in self.rows if not self.left_out(row)]

    def left_out(self, row: Row) -> str:
        """Return why a game counts in no rating and no table: `broken` or `void`; else empty."""
        return "broken" if row.broken else "void" if is_void(row, self.plan.validity) else ""


def compare_in_arena(arena: ArenaResults, a: str, b: str) -> Comparison:
    """Compare two players on the deals before the first that is not finished.

    The test is that of the arena's question if it is about these players, else of a gain of 5
    points.

    Raises:
        ConfigError: As `rating.compare`.
    """
    question = arena.plan.question
    played = {row.game for row in arena.rows}
    return compare(
        arena.finished,
        a,
        b,
        question.test if (question.a, question.b) == (a, b) else None,
        broken=[as_finished_game(row) for row in arena.rows if arena.left_out(row)],
        waiting=(game.deal for game in ScheduledGames(arena.plan) if game.game not in played),
    )


def open_arena(text: str) -> ArenaResults | None:
    """Open the arena whose folder is named on the command line; None if it is no arena.

    Raises:
        ConfigError: It is an arena and cannot be read.
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
        return folder if is_file(folder / ARENA_FILE) and is_file(folder / ROWS_FILE) else None
    except (OSError, RuntimeError):
        return None


def with_arena_rows(games: Sequence[GameRow], league: ArenaResults) -> list[GameRow]:
    """Add the arena's data to the rows of its games, and a row for each game without a folder.

    Args:
        games: The games that were found.
        league: The arena.
    """
    kept: Mapping[str, Row] = {Path(row.folder).name: row for row in league.rows if row.folder}
    found = [
        _with_schedule(game, kept[game.game], league) if game.game in kept else game
        for game in games
    ]
    named = {game.game for game in games}
    # Void games are not read, and those that were not kept cannot be.
    return found + [
        _row_without_game(row, league)
        for row in league.rows
        if not row.folder or (league.left_out(row) == "void" and Path(row.folder).name not in named)
    ]


def _with_schedule(game: GameRow, row: Row, league: ArenaResults) -> GameRow:
    """Add the place in the schedule to a game's row; take the players' names of the arena."""
    excess = excess_of(row, league.plan.validity)
    return replace(
        game,
        doubt=game.doubt or (excess.text if excess else ""),
        cell=row.cell,
        deal=row.deal,
        repeat=row.repeat,
        served_by="; ".join(row.served_by or ()),
        players=row.players if game.players else (),
    )


def _row_without_game(row: Row, league: ArenaResults) -> GameRow:
    """Make the row of a game of which the arena kept only its own row."""
    excess = excess_of(row, league.plan.validity)
    state: GameState = "broken" if row.broken else "void" if league.left_out(row) else "told"
    return GameRow(
        game=f"game {row.game}",
        state=state,
        board=row.board,
        seed=row.seed,
        log=row.digest,
        cell=row.cell,
        deal=row.deal,
        repeat=row.repeat,
        served_by="; ".join(row.served_by or ()),
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
        doubt=row.broken or (excess.text if excess else ""),
        bots=str(row.bots or 1)
        if any(is_of_house_bots(league.plan.specs[name]) for name in row.players)
        else "",
        models=row.models or (),
    )
