"""`PlainGame`: plays one game on the console, with takeovers, wait line and final summary."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from msgspec.structs import replace

from wolfcore.errors import ConfigError, GameStopped, LogError, OverBudget, SeatError
from wolfcore.game import Result
from wolfcore.table import Replacement
from wolftui.games.inputs import illegal_answers_note, unasked_answers_note
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.player_kinds import QUESTION
from wolftui.games.session.timers import WaitTimer
from wolftui.games.sources import local_shown_game
from wolftui.games.takeover import LEAVE_WORDS, TakeoverMenu, TakeoverOffer
from wolftui.words.questions import Option, match_option
from wolftui.words.spans import Span
from wolftui.words.spending import estimated_note, spent_sentence
from wolftui.words.wrapping import truncate

from .announcements import (
    afterword_lines,
    deception_lines,
    opening_lines,
    outcome_lines,
    saved_lines,
    secret_lines,
    spent_lines,
)
from .console import Console
from .front import PlainFront
from .line_layout import LineLook, text_lines
from .printer import PacedPrinter, Printer

_HELP = ("?", "/?", "help", "/help")


_PLAYER_GONE = "A player gave no answer any more"


class PlainGame:
    """Plays one game on a console.

    Args:
        running: The game.
        console: Where lines go and come from.
        look: Width, colours and signs of the lines.
        paced: Whether to write at reading speed, the session's speed.
        hears: As in `PlainFront`.
        motion: Whether a line may change by itself while the table waits.
        clock: Seconds for each answer of a person; 0 for no limit.

    Attributes:
        front: The prompts of its people.
    """

    def __init__(
        self,
        running: RunningGame,
        console: Console,
        look: LineLook,
        *,
        paced: bool = False,
        hears: bool = True,
        motion: bool = True,
        clock: float = 0.0,
    ) -> None:
        self._running, self._console, self._look = running, console, look
        running.session.draw_with(look.glyphs)
        self._menu = TakeoverMenu(running)
        self._printer = Printer(running.session, look, console.write)
        self._pace = PacedPrinter(running.session, self._printer, paced=paced)
        self._offered = False
        self.front = PlainFront(
            running.session, console, look, self._printer, hears=hears, clock=clock
        )
        self._waiting = WaitPrompt(
            running.session, self.front, console, running.stop_waiting, motion=motion
        )

    async def play(self) -> Result:
        """Play to the end, write the outcome and return the result.

        Raises:
            OverBudget: The cost limit is reached; what happened until then has been written.
            GameStopped: A person left, or the input ended.
            LogError: The game cannot be saved, and no person is there to make room.
        """
        remembering = self._running.models.settings.memory_store
        for note in (
            *self._running.notes,
            *remembering.take_notes(),
            *filter(None, (self._running.estimate(local=self._console.terminal),)),
        ):
            self.front.say(note)
        self.front.write(
            opening_lines(self._running.spec.board, self._look, people=bool(self._running.people))
        )
        waiting = asyncio.ensure_future(self._waiting.run())
        try:
            result = await self._played()
        finally:
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting
            self._console.status("")
        await self._pace.catch_up()
        await self._ask_kinds()
        self._print_end()
        await self._offer_tabs()
        return result

    async def _played(self) -> Result:
        while True:
            try:
                return await self._running.play(
                    self.front, gate=self._gate, take_over=self._take_over
                )
            except OverBudget:
                await self._pace.catch_up()
                raise
            except LogError as error:
                async with self.front.turn:
                    await self._make_room(error)

    async def _gate(self) -> None:
        await self._pace.catch_up()
        if words := estimated_note(self._running.models.budget_meter.newly_estimated()):
            self.front.say(words)
        session = self._running.session
        if not self._offered and session.may_unlock:
            self._offered = True
            async with self.front.turn:
                await self.front.offer_all_eyes()
            self._printer.catch_up()

    async def _take_over(self, seat: int, error: SeatError, decided: bool) -> Replacement:
        """Choose the replacement of a failed player: another player, the person here, or nobody.

        A question being asked is answered first. All seats of a failed model are asked about once.
        """
        before = self._menu.repeated_choice(seat, decided=decided)
        refused = ""
        if before:
            try:
                return self._menu.seat_player(seat, before, self.front)
            except ConfigError as wrong:
                refused = str(wrong)
        async with self.front.turn:
            await self._pace.catch_up()
            meter = self._running.models.budget_meter
            self.front.say(f"{self._menu.reason_text(error)} {spent_sentence((meter,))}".rstrip())
            if refused:
                self.front.say(refused, "danger")
            return await self._chosen(seat, self._menu.offers(seat))

    async def _chosen(self, seat: int, offers: Sequence[TakeoverOffer]) -> Replacement:
        options = [
            Option(number, offer.label, offer.effect, words=offer.words)
            for number, offer in enumerate(offers, 1)
        ]
        leave = Option(
            len(offers) + 1, "Leave the game", "It is saved and can be resumed.", words=LEAVE_WORDS
        )
        options.append(
            leave
            if self._running.id
            else replace(leave, consequence="It is not saved and is lost.")
        )
        self._list(options)
        while True:
            typed = await self.front.read(
                "Number or name (? for the choices): ", f"{_PLAYER_GONE}, and the input has ended"
            )
            if typed.strip().casefold() in _HELP:
                self._list(options)
                continue
            found = match_option(options, typed)
            if isinstance(found, str):
                self.front.say(found)
            elif found.value == leave.value:
                raise GameStopped(_PLAYER_GONE)
            else:
                try:
                    return self._menu.seat_player(seat, offers[found.value - 1], self.front)
                except ConfigError as wrong:
                    self.front.say(str(wrong), "danger")

    def _list(self, options: Sequence[Option]) -> None:
        for option in options:
            self.front.say(f"{option.value:>3}  {option.label}. {option.consequence}")

    async def _make_room(self, error: LogError) -> None:
        folder = self._running.folder
        if not (folder and folder.unsaved and self._console.terminal):
            raise error
        self.front.say(f"{error} The answers so far stay in memory until then.", "danger")
        self._console.prompt("Press Enter to try again, or write stop: ")
        typed = await self._console.read()
        if typed is None or typed.strip().casefold() == "stop":
            raise error

    async def _ask_kinds(self) -> None:
        """Ask a person at a terminal who was a model and who a bot, where that was hidden."""
        if not self._console.terminal:
            return
        question = local_shown_game(self._running, self._look.glyphs).kind_question
        if question is None:
            return
        self.front.say(f"{QUESTION} {question.words}")
        while True:
            self._console.prompt("Your guess, or Enter to skip: ")
            typed = await self._console.read()
            if not typed or not typed.strip():
                return
            try:
                question.check(typed)
            except ConfigError as error:
                self.front.say(str(error), "danger")
                continue
            title, lines = question.verdict(typed)
            for line in (f"{title}:", *lines):
                self._console.write(line)
            return

    async def _offer_tabs(self) -> None:
        """Offer the tabs of the result screen to a person at a terminal; never ask on a pipe."""
        if not (self._console.terminal and self._running.people):
            return
        # Metrics are loaded when a game is over.
        from .result_tabs import PlainTabs, result_book  # noqa: PLC0415  at the end alone

        glyphs = self._look.glyphs
        if book := result_book(local_shown_game(self._running, glyphs), glyphs):
            await PlainTabs(book, self._console, self._look).ask()

    def _print_end(self) -> None:
        running, look = self._running, self._look
        lines = outcome_lines(running.outcome, look)
        lines += afterword_lines(
            [entry.fact for entry in running.game.log], running.spec.board, running.outcome, look
        )
        if running.session.people:
            lines += deception_lines(local_shown_game(running, look.glyphs), look)
            lines += secret_lines(running.session, look)
        lines += spent_lines(running.spent, look)
        lines += ["", *text_lines(f"The seed was {running.spec.seed}.", look, "quiet")]
        if running.path:
            lines += [*saved_lines(running.path, look), *_shared_lines(running, look)]
        for line in lines:
            self._console.write(line)
        for note in filter(
            None,
            (
                unasked_answers_note(running.unasked_answers),
                illegal_answers_note(running.illegal_answers),
            ),
        ):
            self.front.say(note)


def _shared_lines(running: RunningGame, look: LineLook) -> list[str]:
    """Write the result that a person can send, or why there is none; nothing for bots alone."""
    if not (running.people and running.path):
        return []
    from wolftui.games.shared_result import shared_result  # noqa: PLC0415  at the end alone

    try:
        result = shared_result(running.path)
    except ConfigError as error:
        return text_lines(f"{error}", look, "quiet")
    return ["", *text_lines("To send to a friend, who can play the same deal:", look), *result]


STOP_WAITING_WORDS = ("w", "wait no more")
"""The words that a person types to stop the waiting."""


_POLL_SECONDS = 0.25
"""Seconds between two checks of the time and of typed input."""


_ANNOUNCE_AT = (10, 30, *range(60, 3600, 60))
"""The seconds after which a waiting message is written if the status line cannot be used."""


class WaitPrompt:
    """Reports on a console how long the table waits, on a status line or by a line now and then.

    Args:
        session: The game.
        front: The prompts of the people in the game.
        console: Where lines go and come from.
        stop: Called to stop the waiting.
        motion: Whether anything may move by itself.
    """

    def __init__(
        self,
        session: GameSession,
        front: PlainFront,
        console: Console,
        stop: Callable[[], None],
        *,
        motion: bool = True,
    ) -> None:
        self._front, self._console, self._stop, self._motion = front, console, stop, motion
        self._waited = WaitTimer(session, front.turn.locked)
        self._announced = 0

    async def run(self) -> None:
        """Advance the timer by real time until this task is cancelled."""
        last = monotonic()
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            now = monotonic()
            self.advance(now - last)
            last = now

    def advance(self, seconds: float) -> None:
        """Advance the timer by `seconds`, update the wait message, and obey a typed stop word.

        The stop word calls `stop`, so that a house bot answers once for whoever is late.
        """
        before = int(self._waited.seconds)
        self._waited.advance(seconds)
        if not self._waited.is_long:
            self._announced = 0
            self._console.status("")
            return
        if self._console.terminal and self._console.take_typed(
            lambda line: line.strip().casefold() in STOP_WAITING_WORDS
        ):
            self._waited.restart()
            self._front.say(
                "A house bot answers this once for the late player; the game notes it.", "quiet"
            )
            self._stop()
        elif self._console.terminal and self._motion:
            if int(self._waited.seconds) != before:
                self._console.status(self._status())
        elif (announced := bisect_right(_ANNOUNCE_AT, self._waited.seconds)) > self._announced:
            self._announced = announced
            self._front.say(self._sentence(), "quiet")

    def _status(self) -> str:
        look = self._front.look
        sign = look.glyphs.turning[int(self._waited.seconds) % len(look.glyphs.turning)]
        return "".join(
            span.text
            for span in truncate(
                (Span(f"{sign} {self._sentence()}"),), look.width - 1, look.glyphs.more
            )
        )

    def _sentence(self) -> str:
        how = (
            f" {STOP_WAITING_WORDS[0]} and Enter: a house bot answers for who is late."
            if self._console.terminal
            else ""
        )
        return f"T{self._waited.text[1:]}.{how}"
