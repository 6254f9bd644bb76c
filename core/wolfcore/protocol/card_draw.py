"""`CardDraw`: commitments and numbers, collected from the programs of friends."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

from .drawn_deal import commitment_of
from .friend import Friend
from .table_messages import Commitments, Committed, Drawing, Opened

DRAW_SECONDS = 5.0
"""Seconds that each friend's program has for each step of the drawing."""


BACK_SECONDS = 2.0
"""Seconds in which who is lost meanwhile can come back, when all others are done."""


MOST_WITHHELD = 2
"""The most drawings in which a friend does not take part."""


class CardDraw:
    """Draws with friends; who takes no part in time is left out.

    Attributes:
        goes_on: Whether a drawing has begun and not ended.
    """

    def __init__(self) -> None:
        self.goes_on = False
        self._step: Drawing | Commitments | None = None
        self._missing: Sequence[Friend] = ()
        self._moved = asyncio.Event()
        self._withheld = Counter[str]()

    def refuses(self, token: str) -> bool:
        """Return whether a friend has stopped drawings and may not take part again."""
        return self._withheld[token] >= MOST_WITHHELD

    def hear(self, friend: Friend, message: Committed | Opened) -> None:
        """Take a commitment or a number; one that is late for its step changes nothing."""
        if not self.goes_on:
            return
        match message:
            case Committed(commitment=commitment):
                friend.commitment = friend.commitment or commitment
            case Opened(number=number):
                if commitment_of(number) == friend.commitment:
                    friend.number = number
        self._moved.set()

    def lose(self) -> None:
        """Note that the connection to a friend is lost."""
        self._moved.set()

    def go_on(self, friend: Friend) -> None:
        """Put the step that waits for a friend to them again: they were lost and are back."""
        if self._step and friend in self._missing:
            friend.put(self._step)
            self._moved.set()

    async def run(self, seated: Sequence[Friend], own: str, terms: str) -> Sequence[Friend]:
        """Collect the commitments and then the numbers.

        Args:
            seated: Those who take part.
            own: The number of the host.
            terms: The digest of what is drawn for.

        Returns:
            Those who were left out: with any of them, the others have to draw again.
        """
        for friend in seated:
            friend.commitment = friend.number = ""
        host = commitment_of(own)
        left_out = await self._ask(Drawing(host), seated, lambda friend: friend.commitment)
        if not left_out:
            commitments = Commitments((host, *(friend.commitment for friend in seated)), terms)
            left_out = await self._ask(commitments, seated, lambda friend: friend.number)
        for friend in left_out:
            friend.ready = False
            self._withheld[friend.token] += 1
            friend.turn_away("Your program did not take part in drawing the cards.")
        return left_out

    async def _ask(
        self,
        step: Drawing | Commitments,
        seated: Sequence[Friend],
        given: Callable[[Friend], str],
    ) -> Sequence[Friend]:
        """Put a step to all; return who has not given something in time."""
        self._step = step
        for friend in seated:
            friend.put(step)
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAW_SECONDS):
                while missing := [friend for friend in seated if not given(friend)]:
                    self._missing = missing
                    self._moved.clear()
                    here = any(friend.line for friend in missing)
                    async with asyncio.timeout(None if here else BACK_SECONDS):
                        await self._moved.wait()
        self._step = None
        return [friend for friend in seated if not given(friend)]
