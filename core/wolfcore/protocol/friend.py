"""A friend at a hosted table: the person, and the line to the program through which they play."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import NamedTuple

import msgspec

from wolfcore.game import Answer, Ask, Entry, View

from .connection import Channel, answer_of, hello_of
from .messages import MESSAGE_LIMIT, Answered, Asked, Facts, Message, Withdrawn, encoded
from .table_messages import Everything, FromFriend, Person, Refused, from_friend

MOST_QUEUED = 200
"""The most messages that wait for a friend who does not read; one more ends the connection."""


SEND_SECONDS = 20.0
"""The most seconds that one message may take."""


MESSAGES_PER_SECOND, BURST = 20.0, 100.0
"""How many messages a friend may send: more than these end the connection."""


CHATS_PER_SECOND, MOST_CHATS = 0.5, 6.0
"""How often a friend may speak to the others; words beyond these are lost."""


AWAY_SECONDS = 60.0
"""Seconds without a connection after which a house bot plays for a friend."""


MISSED_ASKS = 2
"""Answers missed in a row after which a house bot plays for a friend."""


LAST_CALL_SECONDS = 10.0
"""Seconds that a connected friend has for whom a house bot plays, to answer after all."""


COMINGS_PER_SECOND, MOST_COMINGS = 0.1, 6.0
"""How often the others are told that a friend is lost or back."""


class Refusal(Exception):
    """A connection gets no seat; the text says why, as a sentence."""


class Allowance:
    """How many more of something may come now.

    Args:
        per_second: How many more each second brings.
        most: The most that there can be, and how many there are at first.
    """

    def __init__(self, per_second: float, most: float) -> None:
        self._per_second, self._most = per_second, most
        self._left, self._counted = most, monotonic()

    def take(self) -> bool:
        """Take one; returns whether there was one."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._counted) * self._per_second)
        self._counted = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Line:
    """The connection to one friend; a slow one fills its queue and holds nobody up.

    Args:
        channel: The lines to the friend's program.

    Attributes:
        told: How many facts were sent; None before the hello.
        shown: How many entries of the whole log were sent.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_QUEUED)
        self._allowance = Allowance(MESSAGES_PER_SECOND, BURST)
        self.told: int | None = None
        self.shown = 0

    def put(self, message: Message) -> None:
        """Send a message soon; a full queue ends the connection instead."""
        try:
            self._queue.put_nowait(encoded(message))
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """End the connection when the messages before are sent; at once where the queue is full."""
        while self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def write(self) -> None:
        """Send what is put until the end, or until the friend is gone or does not read."""
        while (line := await self._queue.get()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._channel.send(line)

    async def read(self) -> FromFriend:
        """Receive one message.

        Raises:
            ConnectionError: The friend is gone.
            ValueError: It is no message, too long, or one too many.
        """
        line = await self._channel.receive()
        if not self._allowance.take():
            raise ValueError("too many messages")
        if len(line) > MESSAGE_LIMIT:
            raise ValueError("too long a message")
        try:
            return from_friend(line)
        except msgspec.DecodeError as error:
            raise ValueError("no message") from error


class _Open:
    """An ask that waits for its answer."""

    def __init__(self, ask: Ask, until: float | None) -> None:
        self.ask, self.until = ask, until
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    @property
    def message(self) -> Asked:
        left = None if self.until is None else max(0.0, round(self.until - monotonic(), 1))
        return Asked(self.ask, left)


class Friend:
    """A person who plays at a program of their own.

    Args:
        token: The secret by which they are known when they come back.
        name: Their name; empty while they choose it.
        seat: Their seat; 0 before the deal, and for who only watches.

    Attributes:
        chats: How often they may speak to the others.
        comings: How often the others are told that they are lost or back.
        problem: Why the name that they wanted last cannot be taken, as a sentence; or empty.
        ready: Whether they have a name and wait for the deal.
        browser: Whether they play in a browser.
        line: The connection; None while there is none.
        commitment: The commitment to their number; empty before it came.
        number: Their number; empty before they opened it.
        missed: Answers missed in a row.
        faults: How many connections ended because of what they sent.
    """

    def __init__(self, token: str, name: str = "", seat: int = 0) -> None:
        self.token, self.name, self.seat = token, name, seat
        self.ready, self.browser = bool(name), False
        self.line: Line | None = None
        self.commitment = self.number = self.problem = ""
        self.missed = self.faults = 0
        self.chats = Allowance(CHATS_PER_SECOND, MOST_CHATS)
        self.comings = Allowance(COMINGS_PER_SECOND, MOST_COMINGS)
        self._lost = monotonic()
        self._open: _Open | None = None
        self._clock: asyncio.Timeout | None = None  # of the open ask

    @property
    def is_away(self) -> bool:
        """Whether a house bot plays for them: lost for a while, or silent again and again."""
        lost = self.line is None and monotonic() - self._lost > AWAY_SECONDS
        return lost or self.missed >= MISSED_ASKS

    @property
    def _seconds_to_away(self) -> float | None:
        """Seconds until a house bot plays for who is lost; None for who is connected."""
        return None if self.line else max(0.0, self._lost + AWAY_SECONDS - monotonic())

    def person(self, *, you: bool = False) -> Person:
        """Return them as the people at the table see them; `you` for themselves."""
        state = "away" if self.line is None else "ready" if self.ready else "choosing"
        return Person(self.name, state, self.browser, you)

    def put(self, message: Message) -> None:
        """Send a message; nothing happens while there is no connection."""
        if self.line:
            self.line.put(message)

    def turn_away(self, why: str) -> None:
        """Say why there is no seat for them, and end the connection.

        Args:
            why: A sentence.
        """
        if self.line:
            self.line.put(Refused(why))
            self.line.end()

    def connect(self, line: Line) -> None:
        """Take another connection in place of the one before, which ends."""
        self.turn_away("You are at the table in another window now.")
        self.line, self.missed = line, 0
        self._limit_ask(None)

    def leave_seat(self) -> None:
        """Leave the seat of a game that is over; the name stays."""
        self.seat, self.missed, self.ready = 0, 0, False
        if self.line:
            self.line.told, self.line.shown = None, 0

    def lose(self) -> None:
        """Note that the connection is lost."""
        self.line, self._lost = None, monotonic()
        self._limit_ask(asyncio.get_running_loop().time() + AWAY_SECONDS)

    def _limit_ask(self, when: float | None) -> None:
        """Have a house bot answer the open ask at a time; at None the table's own clock decides."""
        if self._clock and not self._clock.expired():
            self._clock.reschedule(when)

    def tell(self, view: View) -> None:
        """Send what the seat's view has gained, and nothing else.

        Args:
            view: The view of their seat.
        """
        line = self.line
        if line is None:
            return
        if line.told is None:
            line.put(hello_of(view))
            line.told = 0
            if view.facts:
                line.put(Facts(tuple(view.facts)))
            if self._open:
                line.put(self._open.message)
        elif new := view.facts[line.told :]:
            line.put(Facts(tuple(new)))
        line.told = len(view.facts)

    def show_all(self, log: Sequence[Entry]) -> None:
        """Send what the whole log of the game has gained; only for who is out.

        Args:
            log: The log.
        """
        line = self.line
        if line and len(log) > line.shown:
            line.put(Everything(line.shown, tuple(log[line.shown :])))
            line.shown = len(log)

    async def ask(
        self,
        view: View,
        ask: Ask,
        seconds: float | None,
        stand_in: Callable[[], asyncio.Future[Answer]],
    ) -> Answer:
        """Put an ask to them, or to a house bot while they are away.

        A table that does not wait any longer cancels this; the answer then counts as missed.

        Args:
            view: The view of their seat.
            ask: The ask.
            seconds: The seconds after which the table cancels; None for no limit.
            stand_in: Has a house bot answer.
        """
        away = self.is_away
        # Everybody knows who is away: a last call at night would tell that they were asked.
        if away and (self.line is None or not ask.public):
            return await stand_in()
        limit = min(LAST_CALL_SECONDS, (seconds or inf) / 2) if away else seconds
        self.tell(view)
        self._open = _Open(ask, None if limit is None else monotonic() + limit)
        self.put(self._open.message)
        try:
            async with asyncio.timeout(limit if away else self._seconds_to_away) as clock:
                self._clock = None if away else clock  # a last call stays short
                answer = await self._open.answer
        except TimeoutError:
            self._open = self._clock = None
            self.put(Withdrawn(ask.id))
            return await stand_in()
        except asyncio.CancelledError:
            self.missed += 1
            self.put(Withdrawn(ask.id))
            raise
        finally:
            self._open = self._clock = None
        self.missed = 0
        return answer

    def hear(self, message: Answered) -> None:
        """Take an answer; one to another ask, or with no legal choice, changes nothing."""
        waiting = self._open
        if waiting is None or message.ask != waiting.ask.id or waiting.answer.done():
            return
        if answer := answer_of(message, waiting.ask):
            waiting.answer.set_result(answer)


class Claimant(NamedTuple):
    """Somebody who says that they are a friend who is away, and waits for the host.

    Attributes:
        friend: The friend.
        agreed: Takes whether the host lets them have the seat.
    """

    friend: Friend
    agreed: asyncio.Future[bool]

    def agree(self, agreed: bool) -> None:
        """Say whether the host lets them have the seat; a late answer changes nothing."""
        if not self.agreed.done():
            self.agreed.set_result(agreed)


def folded(name: str) -> str:
    """Return what names that look alike have in common, whatever their case or width."""
    return unicodedata.normalize("NFKC", name).casefold()
