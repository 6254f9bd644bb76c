"""The asyncio table: puts batches of asks to players, saves answers, handles take-overs.

Each answer is in the journal as soon as it arrives, before it takes effect; an interrupted game
loses no answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from wolfcore.clock import Clock
from wolfcore.errors import OverBudget, SeatError, cause_traceback
from wolfcore.game import Answer, Ask, Game, Result
from wolfcore.players import Player
from wolfcore.records import GameFolder

from .asker import Asker, Replacement, is_person
from .replaced_answers import ReplacedInARow, UnusableModel
from .replay import save_log
from .time_limits import TableClock, TimeLimits, ignore_late_error
from .watchers import Watcher

OnDead: TypeAlias = Literal["pause", "stop", "fallback"] | Replacement
"""What happens when a player gives no output at all.

`pause` waits for a take-over; `stop` stops the game; `fallback` uses the seat's fallback for this
ask; a Replacement takes over the seat.
"""


TakeOver: TypeAlias = Callable[[int, SeatError, bool], Awaitable[Replacement]]
"""Returns the replacement for a seat whose player failed with an error.

Its last argument tells whether a replacement was chosen for another seat since the failure.
"""


_UNLIMITED = TimeLimits()


class TableOptions(Struct, frozen=True, kw_only=True):
    """Options of a table: time limits, and what happens when a player fails.

    Attributes:
        gate: Awaited before each batch in which anybody is asked; a pause or a playback blocks it.
        limits: The time limits of asks.
        on_dead: What happens when a player gives no output at all.
        take_over: For `pause`: awaited for one seat after the other; returns the replacement, which
            may be the former player.
        stand_in: The replacement that answers one ask of a machine that is late, by `limits` or
            because a person skips the wait; the seat keeps its player. None for the seat's
            fallback.
        replaced: Counts the replaced answers of each model in a row; a row that is too long counts
            as no output at all, except where `on_dead` is `fallback`. None counts nothing.
        watchers: The watchers of the table.
        clock: Measures time; the system's if None.

    Raises:
        ValueError: `on_dead` is `pause` and `take_over` is None.
    """

    gate: Callable[[], Awaitable[object]] | None = None
    limits: TimeLimits = _UNLIMITED
    on_dead: OnDead = "stop"
    take_over: TakeOver | None = None
    stand_in: Replacement | None = None
    replaced: ReplacedInARow | None = None
    watchers: Sequence[Watcher] = ()
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.on_dead == "pause" and self.take_over is None:
            raise ValueError("on_dead='pause' needs take_over")


_USUAL = TableOptions()


class Table:
    """Plays a game: puts its asks to the players and submits their answers to the rules.

    Args:
        game: The game, at any point.
        players: The player of each seat.
        folder: The folder that it is saved in, or None; `run` closes it at its end, unless lines
            could not be written.
        journal: Recorded answers by ask id; nobody is asked for them.
        options: Time limits, failures and watchers.
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[int, Player],
        *,
        folder: GameFolder | None = None,
        journal: Mapping[str, Answer] | None = None,
        options: TableOptions = _USUAL,
    ) -> None:
        self.game, self.folder = game, folder
        self._players, self._journal = dict(players), journal or {}
        self._gate, self._on_dead, self._take_over = (
            options.gate,
            options.on_dead,
            options.take_over,
        )
        self._watchers = tuple(options.watchers)
        # With `fallback`, any number of replaced answers is what the caller asked for.
        self._replaced = options.replaced if options.on_dead != "fallback" else None
        self._asking = Asker(
            game,
            self._watchers,
            options.limits,
            options.clock or TableClock(),
            folder,
            options.stand_in,
            self._replaced,
        )
        self._answers: dict[str, Answer] = {}
        self._running: dict[int, asyncio.Task[None]] = {}
        self._pause_lock, self._takeovers = asyncio.Lock(), 0
        self._published = 0
        self._ending = False

    async def run(self) -> Result:
        """Play to the end.

        Returns:
            The result of the game.

        Raises:
            SeatError: A player gave no output at all and `on_dead` is `stop`.
            OverBudget: The game's budget is spent. Answers that machines were making by then have
                been waited for and kept.
            GameStopped: A person stopped the game.
            ConfigError: A scripted player was given an answer that is not legal.
            LogError: The folder cannot be written. The answers are kept: call `run` again to
                continue.
        """
        self._ending = False
        try:
            self._publish()
            while self.game.asks:
                await self._play_batch()
            if self.folder:
                self.folder.seal()
        finally:
            # With unsaved lines the folder stays open, so that `run` can be called again.
            if self.folder and not self.folder.unsaved:
                self.folder.close()
        result = self.game.result
        assert result is not None
        return result

    def stop_waiting(self) -> None:
        """Time out the machines asked now; a stand-in or the fallback answers this one time.

        The return value does not say whether a machine was late: an observer would learn who was
        asked.
        """
        self._asking.stop_waiting()

    async def _play_batch(self) -> None:
        batch = self.game.asks
        known = {ask.id: self._journal[ask.id] for ask in batch if ask.id in self._journal}
        # Own answers last: an earlier `run` that could not write has left some.
        self._answers = known | self._answers
        waiting = [ask for ask in batch if ask.id not in self._answers]
        if waiting:
            if self._gate:
                await self._gate()
            for watcher in self._watchers:
                watcher.asked(waiting)
            await self._ask_all(waiting)
        # No answer takes effect before it is on the disk: this raises the error of any failed
        # write.
        if self.folder:
            self.folder.flush()
        self.game.submit(self._answers)
        self._answers = {}
        self._publish()

    async def _ask_all(self, waiting: Sequence[Ask]) -> None:
        """Put asks to their players together and wait for all; the first error ends the others.

        The asks begin in the order of the seats, so that the order in which people at one screen
        are asked reveals no role.
        """
        tasks = {
            asyncio.ensure_future(self._ask_until_answered(ask)): ask.seat
            for ask in sorted(waiting, key=lambda ask: ask.seat)
        }
        try:
            done, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            errors = (task.exception() for task in done if not task.cancelled())
            if spent := next((error for error in errors if isinstance(error, OverBudget)), None):
                # These answers cost money already, so that they are waited for and kept.
                await self._await_running(
                    {task for task in left if self._is_answering(tasks[task])}
                )
                raise spent
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _await_running(self, paid: set[asyncio.Task[None]]) -> None:
        """Wait for the machine answers in progress, which are paid for.

        Nobody is asked anew, and no seat waits for a take-over.
        """
        self._ending = True
        if paid:
            await asyncio.wait(paid)

    def _is_answering(self, seat: int) -> bool:
        """Return whether a machine is answering an ask of the seat.

        Always False for a person, who is asked again at no cost when the game is resumed.
        """
        work = self._running.get(seat)
        return work is not None and not work.done() and not is_person(self._players[seat])

    async def _ask_until_answered(self, ask: Ask) -> None:
        """Put one ask to the seat's player, and to its replacements, until it has an answer."""
        while ask.id not in self._answers:
            try:
                # A task of its own, so that `_is_answering` can tell a player at work from one that
                # failed and waits for a take-over.
                work = self._running[ask.seat] = asyncio.ensure_future(self._ask_once(ask))
                ignore_late_error(work)
                await work
            except SeatError as error:
                await self._handle_no_output(ask, error)
            finally:
                self._running.pop(ask.seat, None)

    async def _ask_once(self, ask: Ask) -> None:
        record = await self._asking.ask(ask, self._players[ask.seat])
        self._answers[ask.id] = record.answer
        self._asking.save_answer(ask, record)

    async def _handle_no_output(self, ask: Ask, error: SeatError) -> None:
        """Apply `on_dead` to a seat whose player gave no output at all."""
        way = "stop" if self._ending else self._on_dead
        # The replacement failed as well: asking it again would never end.
        if way == "stop" or (
            isinstance(way, Replacement) and self._players[ask.seat] is way.player
        ):
            self._asking.log_error(ask, str(error), "the game was stopped", cause_traceback(error))
            raise error
        if way == "fallback":
            self._asking.log_error(
                ask, str(error), "the seat's fallback was taken", cause_traceback(error)
            )
            record = self._asking.fallback(ask)
            self._answers[ask.id] = record.answer
            self._asking.save_answer(ask, record)
        elif isinstance(way, Replacement):
            self._asking.log_error(
                ask, str(error), f"{way.spec.text} took over", cause_traceback(error)
            )
            self._replace_player(ask.seat, ask, way, error)
        else:
            self._asking.log_error(
                ask, str(error), "the game waited for somebody to take over", cause_traceback(error)
            )
            await self._pause(ask, error)

    async def _pause(self, ask: Ask, error: SeatError) -> None:
        take_over = self._take_over
        assert take_over is not None
        # Read before the lock: while this seat waits, another one may get a replacement.
        decided = self._takeovers
        async with self._pause_lock:
            for watcher in self._watchers:
                watcher.paused(ask, error)
            self._replace_player(
                ask.seat, ask, await take_over(ask.seat, error, self._takeovers > decided), error
            )
            self._takeovers += 1
            for watcher in self._watchers:
                watcher.pause_ended(ask)

    def _replace_player(
        self, seat: int, since: Ask, replacement: Replacement, error: SeatError
    ) -> None:
        """Change the player of a seat, in `about.json` too; the log does not depend on it."""
        self._players[seat] = replacement.player
        # A model that is chosen again gets as many answers again. Where another player was chosen,
        # the next replaced answer of the model's other seats ends their part, too.
        unusable = error.model if isinstance(error, UnusableModel) else ""
        if self._replaced and unusable and replacement.spec.model == unusable:
            self._replaced.end_row(unusable)
        folder = self.folder
        # Nothing is written where the former player continues.
        if folder and folder.about and folder.about.seats_now()[seat - 1] != replacement.spec:
            about = folder.about.with_take_over(seat, since.id, replacement.spec)
            self._asking.write_later(lambda: folder.rewrite_about(about))
        for watcher in self._watchers:
            watcher.seat_taken_over(seat, replacement.spec, error)

    def _publish(self) -> None:
        """Save the new log entries and send them to the watchers."""
        folder = self.folder
        if folder:
            self._asking.write_later(lambda: save_log(folder, self.game))
        new = self.game.log[self._published :]
        self._published += len(new)
        for watcher in self._watchers:
            # Watchers see the entries even where the disk is full; the error is raised after them.
            watcher.entries(new)
        if folder:
            folder.flush()
