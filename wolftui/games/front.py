"""The screen as a front: asks come in, wait for the person of their seat, and answers go out. One ask at a time.

Leaving never answers for the person: whoever waits is told that the game was stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Protocol

from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, Belief, View
from wolfcore.players import OutOfTime, clean_speech
from wolftui.questions import Question, make_question


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

    def answer(self, question: Question, choice: int, text: str = "", beliefs: tuple[Belief, ...] = ()) -> bool:
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
