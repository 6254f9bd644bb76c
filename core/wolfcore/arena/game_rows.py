"""One game of an arena, played from its number, and the result row that is stored for it.

A pure call on plain data: any process on any machine gives the same row, except `seconds` and
`folder`. The fields of `Row` are the columns of `games.sqlite`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import SeatError
from wolfcore.game import Answer, Entry, Game, Result, RoleName, Team
from wolfcore.game.facts import Badge, Fallback
from wolfcore.players import Player
from wolfcore.records import AnswerRecord, GameFolder, NewGame, SeatSpec, encode_log
from wolfcore.seating import (
    DEFAULT_SEAT,
    SCRIPTED_PERSON,
    make_player,
    make_players,
    quick_players,
)
from wolfcore.seating.own_players import allow_own_player
from wolfcore.table import (
    ModelAnswers,
    Noted,
    OnDead,
    Replacement,
    Spent,
    Table,
    TableOptions,
    answers_by_model,
    play_now,
    play_until,
    token_counts,
)
from wolfcore.table.usage import REPLACED

from .definition import GAMES, ArenaPlan
from .schedule import PlannedGame, ScheduledGames, seats_with_memory

_LETTERS = 12
"""The random characters of a game id.

Games are played in separate folders and collected, a hundred thousand of them or more.
"""


_MOST_SERVED = 100
"""The most values of `served_by`; an endpoint may name another version with each reply."""


class ArenaSetup(Struct, frozen=True, kw_only=True):
    """The data that all games of an arena have in common.

    Attributes:
        plan: The arena.
        root: The folder in which games are saved; None to save none.
        version: The version of the program, for saved games.
        reader: The version of the speech reader, for saved games.
        memory_folder: The folder of what scripted people learned in earlier games (`guests.py`);
            None where no player has such a memory.
        roles: The digests of the dealt roles beyond the first seven, by name (`role_digests`).
        bots: The version of the house bots.
    """

    plan: ArenaPlan
    root: Path | None = None
    version: str = ""
    reader: int = 0
    memory_folder: Path | None = None
    roles: dict[str, str] = {}
    bots: int = BOTS_VERSION


class ArenaPlayer:
    """Plays games of an arena whose players are all synchronous.

    Args:
        setup: The data that the games have in common.

    Raises:
        ConfigError: A player cannot be made.
    """

    def __init__(self, setup: ArenaSetup) -> None:
        self._setup, self._games, self._specs = setup, ScheduledGames(setup.plan), setup.plan.specs
        self._players: dict[SeatSpec, Player] = {}
        # Made before the first game, so that a wrong player is found at once.
        make_players(
            [spec for spec in self._specs.values() if not spec.model], reusable=self._players
        )

    def play(self, number: int, root: Path | None = None) -> Row:
        """Play the game of a number to its end; a game that breaks gives a row, too.

        Args:
            number: The number of the game.
            root: The folder in which it is saved; that of the setup if None.

        Raises:
            ConfigError, LogError: It cannot be saved.
        """
        planned, began = self._games[number], time.perf_counter()
        spec, seats = (
            planned.spec,
            seats_with_memory(self._specs, planned.players, number, self._setup.memory_folder),
        )
        game, folder = Game(spec), self._folder(root or self._setup.root, planned, seats)
        saved = folder.path.name if folder else ""
        try:
            self._play(planned, game, self._seated(seats, planned.given_answers), folder)
        except SeatError as error:
            # A broken game has no digest: nothing could be compared with it.
            return row_of(
                planned, broken=str(error), folder=saved, seconds=time.perf_counter() - began
            )
        finally:
            if folder:
                folder.close()
        result = game.result
        row = row_of(planned, game.log, result, encode_log(spec, game.log, result), folder=saved)
        return replace(row, seconds=round(time.perf_counter() - began, 4))

    def _seated(self, seats: Sequence[SeatSpec], given: Mapping[str, Answer]) -> dict[int, Player]:
        """Return the player of each seat.

        A scripted person of a series is made anew for each game, because its memory differs.
        """
        if self._setup.memory_folder is None:
            return make_players(seats, reusable=self._players, answers=given)
        players = make_players(seats, reusable=dict(self._players))
        self._players.update(
            {
                spec: players[seat]
                for seat, spec in enumerate(seats, 1)
                if spec.player != SCRIPTED_PERSON
            }
        )
        return players

    def _folder(
        self, root: Path | None, planned: PlannedGame, seats: Sequence[SeatSpec]
    ) -> GameFolder | None:
        if root is None:
            return None
        setup = self._setup
        # Where seats are mixed, no player is seated by role.
        by_role = setup.plan.schedule.kind != "mixed"
        return GameFolder.create(
            root,
            NewGame(
                planned.spec,
                tuple(seats),
                version=setup.version,
                reader=setup.reader,
                bots=(setup.bots,),
                by_role=by_role,
                id_letters=_LETTERS,
            ),
        )

    def _play(
        self,
        planned: PlannedGame,
        game: Game,
        players: dict[int, Player],
        folder: GameFolder | None,
    ) -> None:
        quick, word = quick_players(players), self._setup.plan.on_dead
        if planned.situation and quick:
            play_until(game, quick, lambda: planned.is_answered(game.log), folder)
            return
        if quick and word == "stop":
            play_now(game, quick, folder)
            return
        way: OnDead = (
            Replacement(DEFAULT_SEAT, make_player(DEFAULT_SEAT)) if word == "bot" else word
        )

        async def gate() -> None:
            if planned.is_answered(game.log):
                raise _Answered

        options = TableOptions(on_dead=way, gate=gate)
        with suppress(_Answered):
            asyncio.run(Table(game, players, folder=folder, options=options).run())


class _Answered(Exception):
    """All asks of a situation are answered."""


def make_arena_player(setup: ArenaSetup) -> Callable[[int], Row]:
    """Return the call of a `ProcessPool` that plays the game of a number."""
    return arena_player_of_worker(setup).play


def arena_player_of_worker(setup: ArenaSetup) -> ArenaPlayer:
    """Return the player of arena games in a worker.

    It may use what is its user's own in the arena, which opened only because its user named them.
    """
    for spec in setup.plan.specs.values():
        allow_own_player(spec)
    return ArenaPlayer(setup)


def row_of(
    planned: PlannedGame,
    entries: Iterable[Entry] = (),
    result: Result | None = None,
    log: bytes = b"",
    notes: Iterable[Noted] = (),
    journal: Iterable[AnswerRecord] = (),
    *,
    broken: str = "",
    folder: str = "",
    seconds: float = 0.0,
    bots: int | None = BOTS_VERSION,
) -> Row:
    """Make the result row of a game.

    Args:
        planned: The game in the schedule.
        entries: The entries of its log.
        result: Its result; None for a game that broke or was left unfinished.
        log: The bytes of its log; empty for one that broke.
        notes: The lines of its calls file.
        journal: Its answers; none where no model played.
        broken: Why it stopped before its end; empty if it did not.
        folder: The name of its folder; empty where it is not saved.
        seconds: How long it took.
        bots: The version of the house bots; None for that of a game without a number.
    """
    facts = [entry.fact for entry in entries]
    calls = [noted.call for noted in notes if noted.call]
    tokens = [token_counts(call) for call in calls]
    served = [f"{call.model}: {call.served_by}" for call in calls if call.served_by]
    spent = Spent("")
    for call in calls:
        spent.add_call(call)
    return Row(
        game=planned.game,
        cell=planned.cell,
        board=planned.board,
        deal=planned.deal,
        repeat=planned.repeat,
        seed=planned.seed,
        players=planned.players,
        roles=planned.roles,
        sheriff=next(
            (fact.seat for fact in facts if isinstance(fact, Badge) and fact.seat),
            planned.appointed,
        ),
        winner=result.winner if result else None,
        days=result.days if result else 0,
        broken=broken,
        calls=spent.calls,
        tokens_in=sum(sent for sent, _ in tokens),
        tokens_out=sum(received for _, received in tokens),
        cost=spent.cost,
        seconds=round(seconds, 4),
        replaced=sum(isinstance(fact, Fallback) and fact.how in REPLACED for fact in facts),
        models=answers_by_model(journal),
        folder=f"{GAMES}/{folder}" if folder else "",
        digest=sha256(log).hexdigest() if log else "",
        served_by=tuple(list(dict.fromkeys(served))[:_MOST_SERVED]) or None,
        bots=bots,
    )


class Row(Struct, frozen=True, kw_only=True):
    """The result of one game of an arena.

    Attributes:
        game: Its number in the schedule, from 0.
        cell: Its cell in the schedule: `hard/normal` where hard is the village and normal the
            wolves; other kinds of schedule have names.
        board: The board.
        deal: The number of its deal, from 0. Equal deals of a board have the same roles on the same
            seats, whoever plays.
        repeat: The number of this repeat of the deal by the same line-up, from 0.
        seed: Its seed.
        players: The player of each seat, by name in the arena's file, in seat order.
        roles: The role of each seat, in seat order.
        sheriff: The seat of the first sheriff; 0 without.
        winner: The team that won; None where nobody did.
        days: The number of days.
        broken: Why it stopped before its end, as a sentence; empty for a game that ended.
        calls: Requests to models, failed ones included.
        tokens_in: Tokens sent, estimated where an endpoint does not report them.
        tokens_out: Tokens received, thinking included, estimated likewise.
        cost: The cost of the calls; None where no price is known.
        seconds: How long it took.
        replaced: Answers that were not the player's own.
        folder: Its folder, relative to the arena's folder; empty where games are not kept.
        digest: The SHA-256 of its log in hexadecimal, which shows whether a replayed game is the
            same; empty for a broken one.
        models: The answers of each model; None in rows of earlier versions.
        bots: The version of the house bots; None in rows of earlier versions, whose bots were of
            version 1.
        served_by: Each model of the settings with what its endpoint says has answered, such as
            `gpt: gpt-5-mini-2025-08-07, fp_1`, in order of first use; several for a model that
            changed during the game. None where nothing is known.
    """

    game: int
    cell: str
    board: str
    deal: int
    repeat: int
    seed: int
    players: tuple[str, ...]
    roles: tuple[RoleName, ...]
    sheriff: int = 0
    winner: Team | None = None
    days: int = 0
    broken: str = ""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    seconds: float = 0.0
    replaced: int = 0
    folder: str = ""
    digest: str = ""
    models: tuple[ModelAnswers, ...] | None = None
    served_by: tuple[str, ...] | None = None
    bots: int | None = None
