"""Several people at one screen: at night every living one of them gets it in turn, so that a hand-over tells nobody's role.

Without this only those whose role wakes them would be handed the screen, and in the order of the roles. What it cannot hide is
that somebody here was woken once more in the same night, as a witch is for her second potion.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, runtime_checkable

from wolfcore.game import Answer, Ask, Game, View


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
            await self._give_turns([seat for seat in self._left if seat < ask.seat and seat not in asked])
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
