"""A person as a player: whatever is asked goes to the front before which the person sits."""

from __future__ import annotations

import asyncio

from wolfcore.errors import IllegalAnswer
from wolfcore.game import Answer, Ask, View

from .contracts import Desk, FrontEnd
from .fallback import fallback_answer


class OutOfTime(Exception):
    """A front raises it for a person who has not answered in the time that they have."""


class HumanPlayer:
    """A person, or several people in turn before one front.

    One ask is put at a time: where one player sits on several seats, their asks wait for each other.

    Args:
        front: The screen or plain lines.
        suspicions: Whether the person wants to be asked for suspicions; if not, they are answered empty at once.
    """

    __slots__ = ("_front", "_one_at_a_time", "_suspicions")

    def __init__(self, front: FrontEnd, *, suspicions: bool = False) -> None:
        self._front, self._suspicions = front, suspicions
        self._one_at_a_time = asyncio.Lock()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """The person's answer, or the seat's fallback where their time is up.

        Raises:
            GameStopped: The person left, or the input ended.
            IllegalAnswer: The front let through what it must not; a person's move is never replaced by chance.
        """
        if ask.kind == "suspect" and not self._suspicions:
            return Answer()
        async with self._one_at_a_time:
            try:
                answer = await self._front.ask(ask, view)
            except OutOfTime:
                return fallback_answer(ask, desk.dice, "timeout")
        if answer.choice not in ask.options:
            raise IllegalAnswer(ask.id, f"{answer.choice} is not among {list(ask.options)}")
        return answer
