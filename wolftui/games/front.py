"""The screen as a `Front`, one question at a time, and night rounds for people who share it.

Leaving never answers for a person. At night every living person at this screen gets a turn, so that
a handover reveals no role.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, runtime_checkable

from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, Belief, Game, View
from wolfcore.players import OutOfTime, clean_speech
from wolftui.words.questions import Question, make_question


class QuestionScreen(Protocol):
    """The screen interface that `ScreenFront` uses."""

    def hand_over(self, seat: int) -> Awaitable[None]:
        """Wait until the person of `seat` is at the screen, and switch to their eyes."""
        ...

    def give_turn(self, seat: int, role: str) -> Awaitable[None]:
        """Wait until the person of `seat`, who has nothing to do now, has had the screen."""
        ...

    def show_question(self, question: Question) -> None:
        """Show a question."""
        ...

    def hide_question(self, question: Question) -> None:
        """Remove a question that needs no answer any more."""
        ...


class ScreenFront:
    """Shows asks on a screen, one after the other, and waits for each answer.

    Args:
        stage: The screen that shows them.
    """

    def __init__(self, stage: QuestionScreen) -> None:
        self._stage = stage
        self._turn = asyncio.Lock()
        self._waiting: tuple[Question, asyncio.Future[Answer]] | None = None
        self._stopped = False

    @property
    def waiting(self) -> Question | None:
        """The question that waits for its answer, or None."""
        return self._waiting[0] if self._waiting else None

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Show one ask to the person of its seat and wait for the answer.

        Raises:
            GameStopped: The person left.
            OutOfTime: The time for the answer was up.
        """
        async with self._turn:
            self._raise_if_stopped()
            await self._stage.hand_over(ask.seat)
            self._raise_if_stopped()
            asked = make_question(ask, view)
            answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._waiting = (asked, answer)
            self._stage.show_question(asked)
            try:
                return await answer
            finally:
                self._waiting = None
                self._stage.hide_question(asked)

    async def give_turn(self, view: View) -> None:
        """Give the screen to a person who has nothing to do now.

        Raises:
            GameStopped: The person left.
        """
        async with self._turn:
            self._raise_if_stopped()
            await self._stage.give_turn(view.seat, view.role or "")
            self._raise_if_stopped()

    def answer(
        self, question: Question, choice: int, text: str = "", beliefs: tuple[Belief, ...] = ()
    ) -> bool:
        """Submit the person's answer; returns False if the question no longer waits."""
        if self._waiting is None or self._waiting[0] is not question or self._waiting[1].done():
            return False
        self._waiting[1].set_result(Answer(choice, clean_speech(text), beliefs=beliefs))
        return True

    def out_of_time(self, question: Question) -> None:
        """End the wait for this question with OutOfTime."""
        if self._waiting and self._waiting[0] is question and not self._waiting[1].done():
            self._waiting[1].set_exception(OutOfTime(question.ask.id))

    def stop(self) -> None:
        """End the pending ask and all later asks with GameStopped, because the person leaves."""
        self._stopped = True
        if self._waiting and not self._waiting[1].done():
            self._waiting[1].set_exception(GameStopped("the game was stopped"))

    def _raise_if_stopped(self) -> None:
        if self._stopped:
            raise GameStopped("the game was stopped")


@runtime_checkable
class SharedFront(Protocol):
    """A front that several people share, taking turns at the screen."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Hand over the screen and put one ask."""
        ...

    async def give_turn(self, view: View) -> None:
        """Hand the screen to the person of this view, who has nothing to do and hands it on."""
        ...


class NightRounds:
    """Wraps a shared front so that at night every living person gets the screen once.

    The table must ask in the order of the seats.

    Args:
        front: The shared front.
        game: The game.
        people: The seats of the people.
    """

    def __init__(self, front: SharedFront, game: Game, people: Sequence[int]) -> None:
        self._front, self._game, self._people = front, game, tuple(people)
        self._batch: tuple[Ask, ...] = ()
        self._left: list[int] = []
        self._night, self._handed = 0, False
        self._awake: list[int] = []
        self._turn = asyncio.Lock()

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Put one ask; at night first give a turn to each earlier seat that is not asked."""
        if ask.phase != "night":
            return await self._front.ask(ask, view)
        async with self._turn:
            self._begin()
            asked = {each.seat for each in self._batch}
            await self._give_turns(
                [seat for seat in self._left if seat < ask.seat and seat not in asked]
            )
            try:
                return await self._front.ask(ask, view)
            finally:  # the turn counts even without an answer in time
                self._left = [seat for seat in self._left if seat != ask.seat]

    async def before_batch(self) -> None:
        """Finish the current round, and run one for a night in which nobody here was asked.

        The caller awaits it before each batch, and before anything that happened since is shown.
        """
        await self._give_turns(self._left)
        ask = self._game.asks[0]
        if ask.phase == "night":
            if ask.day != self._night:
                self._night, self._awake, self._handed = ask.day, self._living(), False
        elif self._night and not self._handed:
            self._handed, self._left = True, self._awake
            await self._give_turns(self._left)

    def wrap_gate(self, gate: Callable[[], Awaitable[object]]) -> Callable[[], Awaitable[object]]:
        """Return a gate that finishes the round before anything new is shown."""

        async def opened() -> None:
            await self.before_batch()
            await gate()

        return opened

    def _begin(self) -> None:
        """Begin a round when a new batch is out."""
        asks = self._game.asks
        if asks is not self._batch:
            self._batch, self._handed, self._left = asks, True, self._living()

    def _living(self) -> list[int]:
        return [seat for seat in self._people if seat in self._game.state.living]

    async def _give_turns(self, seats: Sequence[int]) -> None:
        for seat in tuple(seats):
            await self._front.give_turn(self._game.view(seat))
            self._left.remove(seat)
