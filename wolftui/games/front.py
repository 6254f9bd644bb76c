"""The screen as a `Front`, one question at a time, and night rounds for people who share it.

Leaving never answers for a person. At night every living person here gets a turn, so that a hand-
over reveals no role.
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
    """What the front needs of a screen."""

    def hand_over(self, seat: int) -> Awaitable[None]:
        """Wait until the person of `seat` sits here, with their eyes."""
        ...

    def give_turn(self, seat: int, role: str) -> Awaitable[None]:
        """Wait until the person of `seat`, who has nothing to do now, has had the screen."""
        ...

    def show_question(self, question: Question) -> None:
        """Show a question."""
        ...

    def hide_question(self, question: Question) -> None:
        """A question needs no answer any more."""
        ...


class ScreenFront:
    """Puts asks on a stage, one after the other.

    Args:
        stage: Where they are shown.
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
        """Put one ask to the person of its seat.

        Raises:
            GameStopped: The person left.
            OutOfTime: Their time was up.
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
        """The person's answer; False where the question waits no more."""
        if self._waiting is None or self._waiting[0] is not question or self._waiting[1].done():
            return False
        self._waiting[1].set_result(Answer(choice, clean_speech(text), beliefs=beliefs))
        return True

    def out_of_time(self, question: Question) -> None:
        """The time for this question is up; whoever waits for its answer is told so."""
        if self._waiting and self._waiting[0] is question and not self._waiting[1].done():
            self._waiting[1].set_exception(OutOfTime(question.ask.id))

    def stop(self) -> None:
        """The person leaves: whatever waits, and whatever is asked from now on, ends with GameStopped."""
        self._stopped = True
        if self._waiting and not self._waiting[1].done():
            self._waiting[1].set_exception(GameStopped("the game was stopped"))

    def _raise_if_stopped(self) -> None:
        if self._stopped:
            raise GameStopped("the game was stopped")


@runtime_checkable
class SharedFront(Protocol):
    """A front before which several people sit in turn."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Hand over and put one ask."""
        ...

    async def give_turn(self, view: View) -> None:
        """Hand over to the person of this view, who has nothing to do now and hands on."""
        ...


class NightRounds:
    """Stands before a shared front and lets the screen go round at night. The table asks in the order of the seats.

    Args:
        front: Where the people sit.
        game: What they play.
        people: Their seats.
    """

    def __init__(self, front: SharedFront, game: Game, people: Sequence[int]) -> None:
        self._front, self._game, self._people = front, game, tuple(people)
        self._batch: tuple[Ask, ...] = ()
        self._left: list[int] = []
        self._night, self._handed = 0, False
        self._awake: list[int] = []
        self._turn = asyncio.Lock()

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Put one ask; at night whoever sits before that seat and is not asked gets the screen first."""
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
            finally:  # they had the screen, whether or not they answered in time
                self._left = [seat for seat in self._left if seat != ask.seat]

    async def before_batch(self) -> None:
        """Let a round come to its end, and a night in which nobody here was asked have its round.

        To be awaited before each batch, and before anything that happened since is told.
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
        """A gate that lets the screen go round to the end before anything more is read."""

        async def opened() -> None:
            await self.before_batch()
            await gate()

        return opened

    def _begin(self) -> None:
        """Begin a round, once a batch."""
        asks = self._game.asks
        if asks is not self._batch:
            self._batch, self._handed, self._left = asks, True, self._living()

    def _living(self) -> list[int]:
        return [seat for seat in self._people if seat in self._game.state.living]

    async def _give_turns(self, seats: Sequence[int]) -> None:
        for seat in tuple(seats):
            await self._front.give_turn(self._game.view(seat))
            self._left.remove(seat)
