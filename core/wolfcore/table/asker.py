"""Puts one ask to one player: time limit, fallback or stand-in, usage, journal record.

A write error does not fail an ask: the lines wait in the game folder, and the table raises the
error after the batch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.clock import Clock
from wolfcore.errors import LogError, SeatError, WolfError
from wolfcore.game import Answer, Ask, Game
from wolfcore.players import (
    CallRecord,
    Desk,
    HumanPlayer,
    Player,
    Progress,
    ScriptedPlayer,
    TraceRecord,
    fallback_answer,
)
from wolfcore.records import AnswerRecord, ErrorRecord, GameFolder, SeatSpec

from .acceptance import accept_answer
from .desk import LISTENERS_BY_DESK, CallTotals, Listener, LiveDesk, PartialSpeech
from .replaced_answers import ReplacedInARow
from .time_limits import TimeLimits, Timer, TimeUp
from .watchers import Noted, Watcher

_CANCELLING = 2.0
"""The most seconds to wait for the calls of a player that is cancelled; they end at once, but a
player may do anything."""


class Replacement(NamedTuple):
    """A player that takes over a seat: its spec and the player object."""

    spec: SeatSpec
    player: Player


class Asker:
    """Handles single asks for the table.

    No method fails because a file cannot be written: the lines wait in the folder, and the table
    raises the error at the end of the batch, when it can lose no answer.

    Args:
        game: The game.
        watchers: The watchers to notify.
        limits: The time limits of asks.
        clock: Measures time.
        folder: The folder that the game is saved in, or None.
        stand_in: The player that answers an ask of a late machine; None for the seat's fallback.
        replaced: Counts replaced answers of a model in a row; None to let any number pass.
    """

    def __init__(
        self,
        game: Game,
        watchers: Sequence[Watcher],
        limits: TimeLimits,
        clock: Clock,
        folder: GameFolder | None,
        stand_in: Replacement | None = None,
        replaced: ReplacedInARow | None = None,
    ) -> None:
        self._game, self._watchers, self._limits = game, watchers, limits
        self._clock, self._folder, self._stand_in = clock, folder, stand_in
        self._replaced = replaced
        self._timers: dict[str, Timer] = {}

    async def ask(self, ask: Ask, player: Player) -> AnswerRecord:
        """Ask a player; return its accepted answer, or the fallback or stand-in answer.

        Raises:
            SeatError: The player gave no output at all, or raised an unexpected error, or too many
                answers of its model in a row were replaced.
            WolfError: Another error that ends the game.
        """
        started, date = self._clock.now(), self._clock.unix_time()
        person = is_person(player)
        limit = self._limits.person if person else self._limits.machine
        timer = Timer(limit, self._clock)
        # Only machines are registered, so that `stop_waiting` ends no person's ask.
        if not person:
            self._timers[ask.id] = timer
        spending, words = CallTotals(), PartialSpeech(ask, self._watchers)
        desk = self._desk(ask, limit, words, spending)
        work = asyncio.ensure_future(player.answer(self._game.view(ask.seat), ask, desk))
        # The entry must go with the work: the id of a desk may be used again for a later object.
        work.add_done_callback(lambda _: LISTENERS_BY_DESK.pop(id(desk), None))
        try:
            given: object = await timer.result(work)
            answer = self._accept(ask, given, desk, spending.problem)
        except TimeUp:
            words.end()
            # A stand-in never speaks for a person, who gets the fallback.
            answer = await self._late_answer(ask, None if person else self._stand_in, started)
        except asyncio.CancelledError as error:
            # A cancelled task of ours passes on; else the player itself raised the error.
            here = asyncio.current_task()
            if here and here.cancelling():
                # The timer cancelled its work: what calls took until now is recorded before the
                # folder is closed.
                await asyncio.wait({work}, timeout=_CANCELLING)
                raise
            raise SeatError(ask.seat, "its player cancelled the answer") from error
        except WolfError:
            raise
        except Exception as error:
            # An error behind a person's seat is one of the program, not of a player that could be
            # replaced.
            if person:
                raise
            raise SeatError(
                ask.seat, f"its player failed ({type(error).__name__}: {error})"
            ) from error
        finally:
            # The partial text goes whatever happened: only the fact stays.
            words.end()
            self._timers.pop(ask.id, None)
        if self._replaced:
            self._replaced.check(ask.seat, answer.how, spending)
        return self._record(ask, answer, date, round(self._clock.now() - started, 3), spending)

    def stop_waiting(self) -> None:
        """Time out all machines still answering; a stand-in or the fallback answers their asks."""
        for timer in self._timers.values():
            timer.expire()

    async def _late_answer(self, ask: Ask, stand_in: Replacement | None, started: float) -> Answer:
        """Return the stand-in's answer or the fallback for an ask whose player is late."""
        problem = f"no answer within {self._clock.now() - started:.3g} seconds"
        if stand_in is None:
            self.log_error(ask, problem, "the seat's fallback was taken")
            return fallback_answer(ask, self._game.dice(ask.id), "timeout")
        self.log_error(ask, problem, f"{stand_in.spec.text} answered in its place")
        desk = Desk(ask, self._game.dice(ask.id))
        given = await stand_in.player.answer(self._game.view(ask.seat), ask, desk)
        return replace(self._accept(ask, given, desk, ""), how="stand_in")

    def fallback(self, ask: Ask) -> AnswerRecord:
        """Return the seat's fallback for an ask whose player gave no output."""
        answer = fallback_answer(ask, self._game.dice(ask.id))
        return self._record(ask, answer, self._clock.unix_time(), 0.0, CallTotals())

    def save_answer(self, ask: Ask, record: AnswerRecord) -> None:
        """Append an answer to the journal and notify the watchers."""
        folder = self._folder
        if folder:
            self.write_later(lambda: folder.add_answers(record))
        for watcher in self._watchers:
            watcher.answered(ask, record.answer)

    def log_error(self, ask: Ask, problem: str, done: str, detail: str = "") -> None:
        """Append an error to the errors file."""
        self._add_errors([ErrorRecord(problem, done, ask.id, ask.seat, self._date(), detail)])

    def write_later(self, write: Callable[[], None]) -> None:
        """Run a write; if it fails, its lines wait in the folder and no error is raised."""
        with suppress(LogError):
            write()

    def _desk(
        self, ask: Ask, seconds: float | None, words: PartialSpeech, spending: CallTotals
    ) -> LiveDesk:
        desk = LiveDesk(ask, self._game.dice(ask.id), seconds)
        LISTENERS_BY_DESK[id(desk)] = Listener(
            words.show,
            partial(self._on_progress, ask),
            partial(self._on_call, ask, spending=spending),
            partial(self._on_step, ask),
        )
        return desk

    def _accept(self, ask: Ask, given: object, desk: Desk, problem: str) -> Answer:
        answer, errors = accept_answer(
            ask,
            given,
            desk,
            self._game.spec.board.size,
            date=self._clock.unix_time(),
            problem=problem,
        )
        self._add_errors(errors)
        return answer

    def _record(
        self, ask: Ask, answer: Answer, date: float, seconds: float, spending: CallTotals
    ) -> AnswerRecord:
        player = self._folder.players.get(ask.seat, "") if self._folder else ""
        return AnswerRecord(
            ask.id,
            answer,
            ask.seat,
            player,
            round(date, 3),
            seconds,
            tokens_in=spending.tokens_in,
            tokens_out=spending.tokens_out,
            tokens_cached=spending.tokens_cached,
            cost=spending.cost,
            calls=spending.calls,
            faults=spending.faults,
        )

    def _on_call(self, ask: Ask, call: CallRecord, spending: CallTotals) -> None:
        spending.add(call)
        self._add_note(Noted(ask.id, ask.seat, call=call, time=self._date()))

    def _on_step(self, ask: Ask, step: TraceRecord) -> None:
        self._add_note(Noted(ask.id, ask.seat, step=step, time=self._date()))

    def _date(self) -> float:
        return round(self._clock.unix_time(), 3)

    def _on_progress(self, ask: Ask, progress: Progress) -> None:
        timer = self._timers.get(ask.id)
        if timer:
            (timer.pause if progress.doing in ("loading", "queued") else timer.resume)()
        for watcher in self._watchers:
            watcher.progress(ask, progress)

    def _add_note(self, noted: Noted) -> None:
        for watcher in self._watchers:
            watcher.call_noted(noted)
        folder = self._folder
        if folder:
            self.write_later(lambda: folder.add_call(noted))

    def _add_errors(self, records: Sequence[ErrorRecord]) -> None:
        folder = self._folder
        if folder and records:
            self.write_later(lambda: folder.add_error(*records))


def is_person(player: Player) -> bool:
    """Return whether the player is a person, also behind a list of scripted answers."""
    while isinstance(player, ScriptedPlayer):
        player = player.default_player
    return isinstance(player, HumanPlayer)
