"""The engine beside a table: a game that goes on, all that may stop it, and leaving with nothing lost."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Literal

from textual import on
from textual.worker import Worker, WorkerState

from core.errors import ConfigError, GameStopped, OverBudget, SeatError, WolfError
from core.table import Replacement
from wolftui.games.front import ScreenFront
from wolftui.games.sources import Source
from wolftui.games.take_over import Offer
from wolftui.questions import Question
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Line, Span

from .over import ChoiceOver
from .table import TableScreen


class EngineTable(TableScreen):
    """A table whose game goes on. It is the stage of its front; `LiveTable` says how.

    Args:
        shown: The game.
        source: What brings its entries.
        glyphs: The signs to draw.
        heartbeat: As for every table.

    Attributes:
        source: As given.
        front: Where the persons here are asked.
        exit_code: What the program exits with if the person leaves now.
    """

    def __init__(self, shown: ShownGame, source: Source, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(shown, glyphs, heartbeat=heartbeat)
        self.source, self.exit_code = source, 0
        self.front = ScreenFront(self)
        self._engine: Worker[None] | None = None

    def on_mount(self) -> None:
        """Let the game go on; where it may cost something, once the person has read how much."""
        super().on_mount()
        if self.shown.estimate:
            choices: list[tuple[Line, bool]] = [((Span("Begin"),), True), ((Span("Leave"),), False)]
            self.app.push_screen(ChoiceOver("Before the game begins", self.shown.estimate, choices), self._begin_if)
        else:
            self.start()

    def _begin_if(self, meant: bool | None) -> None:
        if meant:
            self.start()
        else:
            self.leave(0)

    # -- the engine

    def start(self) -> None:
        """Let the game go on, from its start or after an error."""
        self._engine = self.run_worker(
            self.source.run(self.front, self._take_over), name="engine", group="engine", exclusive=True, exit_on_error=False
        )

    @on(Worker.StateChanged)
    def _engine_changed(self, message: Worker.StateChanged) -> None:
        message.stop()
        engine = self._engine
        if engine is not None and engine.error is not None and message.state is WorkerState.ERROR:
            self._trouble(engine.error)
        self._dirty = True

    def _trouble(self, error: BaseException) -> None:
        self.session.asked(())  # the game has stopped, and nobody thinks about anything
        if isinstance(error, OverBudget):
            self._spent(error)
            return
        if isinstance(error, GameStopped):
            return
        if not isinstance(error, WolfError):
            self.fail(error)
            return
        words = f"{error} What was answered so far is kept."
        choices: list[tuple[Line, Literal["again", "leave"]]] = [
            ((Span("Try again"),), "again"),
            ((Span("Leave the game"),), "leave"),
        ]
        self.app.push_screen(ChoiceOver("The game cannot go on", words, choices), self._after_trouble)

    def _spent(self, error: OverBudget) -> None:
        """The budget is spent: whether now or after a look around, there is nothing to do but to leave."""
        self.exit_code = 1
        saved = f"The game is saved to the last answer. Go on with it later:\nwolftui resume {self.shown.game}"
        words = f"{str(error).rstrip('.')}. {saved if self.shown.game else 'The game is not saved.'}"
        choices: list[tuple[Line, bool]] = [((Span("Leave the game"),), True), ((Span("Look around first"),), False)]
        self.app.push_screen(ChoiceOver("The budget is spent", words, choices), self._leave_if)

    def _leave_if(self, meant: bool | None) -> None:
        if meant:
            self.leave(self.exit_code)

    def _after_trouble(self, chosen: Literal["again", "leave"] | None) -> None:
        if chosen == "leave":
            self.leave(1)
        else:
            self.start()

    def fail(self, error: BaseException) -> None:
        """Something that should not happen: leave, and let the caller say so."""
        self.app.fail(error)

    async def _take_over(self, seat: int, error: SeatError) -> Replacement:
        """A player gave no output at all: somebody takes over, or the person leaves. Esc decides nothing."""
        take_over = self.source.take_over
        if take_over is None:
            raise error
        why = take_over.why
        while True:
            offer = await self._offer(take_over.offers(seat), why)
            if offer is None:
                self.leave(0)
                raise GameStopped("the game was stopped")
            try:
                replacement = take_over.seat(seat, offer, self.front)
            except ConfigError as wrong:
                why = str(wrong)
                continue
            await self.seated(seat, offer.spec.text)
            return replacement

    async def _offer(self, offers: Sequence[Offer], why: str) -> Offer | None:
        """Have the person choose who takes over; None to leave the game."""
        choices: list[tuple[Line, Offer | None]] = [((Span(offer.label),), offer) for offer in offers]
        choices.append(((Span("Leave the game"),), None))
        leaving = "it can be resumed later" if self.shown.path else "it is lost, for it is not saved"
        words = f"{why} If you leave the game, {leaving}."
        return await self.app.push_screen_wait(ChoiceOver("The game waits", words, choices, must=True))

    async def seated(self, seat: int, player: str) -> None:
        """Somebody took over a seat."""
        self.shown.seated(seat, player)

    # -- the stage of the front

    @abstractmethod
    async def hand_over(self, seat: int) -> None:
        """Wait until the person of `seat` sits here, with their eyes."""

    @abstractmethod
    async def pass_by(self, seat: int, role: str) -> None:
        """Wait until the person of `seat` has taken the screen and found that there is nothing to do."""

    @abstractmethod
    def put(self, question: Question) -> None:
        """Show a question."""

    @abstractmethod
    def clear(self, question: Question) -> None:
        """A question needs no answer any more."""

    # -- leaving

    @property
    def running(self) -> bool:
        """Whether leaving now would interrupt a game."""
        return self.shown.mode != "watch" and not self.session.over

    def stop(self) -> None:
        """Stop the engine and let go of the files; what was answered is kept."""
        self.front.stop()
        if self._engine:
            self._engine.cancel()
        self.source.close()

    def leave(self, code: int) -> None:
        """Stop and end the program."""
        self.stop()
        self.app.exit(code)
