"""The host's end of the seat protocol for one seat, over any channel of lines."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Protocol

import msgspec

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Fact, View
from wolfcore.game.rulebook import rulebook
from wolfcore.players import Desk, Progress, TraceRecord, fallback_answer
from wolfcore.visible import in_one_line

from .messages import (
    PROTOCOL_VERSION,
    Answered,
    Asked,
    Facts,
    FromGuest,
    Hello,
    OwnAnswer,
    Speaking,
    ToGuest,
    Withdrawn,
    Working,
    encoded,
    from_guest,
    random_of,
)

MOST_MESSAGES = 20_000
"""The most messages of a guest for one ask, the answer included."""


_QUOTE = 80
"""The most characters of a line that an error message quotes."""


_WITHDRAWING = 0.5
"""The most seconds for telling a guest that its answer is not awaited any more."""


class Channel(Protocol):
    """Lines between a host and a guest."""

    async def send(self, line: bytes) -> None:
        """Send one line; waits while the other side does not read.

        Raises:
            ConnectionError: The other side is gone.
        """
        ...

    async def receive(self) -> bytes:
        """Receive one line.

        Raises:
            ConnectionError: The other side is gone.
            ValueError: The line is longer than `MESSAGE_LIMIT`.
        """
        ...


class GuestConnection:
    """Puts the asks of one seat to a guest, with all facts that the seat's view has gained.

    Args:
        channel: The lines to the guest.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._told: list[Fact] | None = None

    async def ask(self, view: View, ask: Ask, desk: Desk, until: float = inf) -> Answer:
        """Put one ask to the guest.

        An answer that is none, or to no legal choice, is replaced by the seat's fallback.

        Args:
            view: The view of the seat.
            ask: The ask.
            desk: The desk of the ask.
            until: When the guest is not waited for any longer, by `time.monotonic`.

        Raises:
            SeatError: The guest is gone, or sends without end.
        """
        try:
            await self._tell(view)
            left = None if until == inf else max(0.0, round(until - monotonic(), 1))
            await self._send(Asked(ask, left, random_of(desk)))
            return await self._answer(ask, desk)
        except (ConnectionError, ValueError) as error:
            raise SeatError(ask.seat, f"its player is gone ({error})") from None
        except asyncio.CancelledError:
            # Nobody waits for the answer any more; a guest that does not read need not know.
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(_WITHDRAWING):
                    await self._send(Withdrawn(ask.id))
            raise

    async def _tell(self, view: View) -> None:
        """Send what the guest does not know yet; a game other than before begins with a hello."""
        facts = view.facts
        told = self._told
        # Noted before each message: an ask that is withdrawn meanwhile does not take it back.
        if told is None or facts[: len(told)] != told:
            self._told = told = []
            await self._send(hello_of(view))
        if new := facts[len(told) :]:
            self._told = list(facts)
            await self._send(Facts(tuple(new)))

    async def _answer(self, ask: Ask, desk: Desk) -> Answer:
        for _ in range(MOST_MESSAGES):
            # A line that has come already is read without waiting: a flood would stop the table.
            await asyncio.sleep(0)
            line = await self._channel.receive()
            try:
                message: FromGuest = from_guest(line)
            except msgspec.DecodeError as error:
                return _replaced(ask, desk, f"{_quoted(line)} is no message of a guest ({error})")
            if message.ask != ask.id:
                continue  # late words for an ask that was withdrawn
            match message:
                case Speaking(text=text):
                    desk.say(text)
                case Working(doing=doing, tokens=tokens):
                    desk.progress(Progress(doing, tokens))
                case Answered():
                    return _accepted(message, ask, desk)
        raise ConnectionError(f"it sent {MOST_MESSAGES} messages without an answer")

    async def _send(self, message: ToGuest) -> None:
        await self._channel.send(encoded(message))


def end_of(desk: Desk, seconds: float) -> float:
    """Return when an answer is not waited for any longer, by `time.monotonic`.

    Args:
        desk: The desk of the ask, which knows the limit of the table.
        seconds: The most seconds of the player.
    """
    return monotonic() + min(seconds, inf if desk.seconds is None else desk.seconds)


def answer_of(message: Answered, ask: Ask) -> Answer | None:
    """Return the answer that a message gives to an ask; None where it chooses no option."""
    choice = message.choice
    if choice is None and len(ask.options) == 1:
        choice = ask.options[0]
    if choice is None or choice not in ask.options:
        return None
    return Answer(choice, message.text, message.thought, tuple(message.beliefs), memo=message.memo)


def hello_of(view: View) -> Hello:
    """Return the message that begins a game, for the seat of a view."""
    answered = tuple(
        OwnAnswer(each.ask, each.answer, known)
        for each, known in zip(view.answered, view.answered_after, strict=True)
    )
    return Hello(PROTOCOL_VERSION, view.board, rules_text(view), view.seat, view.names, answered)


def _accepted(message: Answered, ask: Ask, desk: Desk) -> Answer:
    answer = answer_of(message, ask)
    if answer is None:
        problem = f"the choice {message.choice} is not among {list(ask.options)}"
        return _replaced(ask, desk, problem)
    return answer


def _replaced(ask: Ask, desk: Desk, problem: str) -> Answer:
    """Return the fallback of a seat, and tell the inspector why."""
    desk.trace(TraceRecord("protocol", problem, "replaced"))
    return fallback_answer(ask, desk.dice)


def _quoted(line: bytes) -> str:
    return in_one_line(line[: 8 * _QUOTE].decode(errors="replace"), _QUOTE)


def rules_text(view: View) -> str:
    """Return the rules of a view's board as plain text, with a heading for each section."""
    return "\n\n".join(
        f"{section.title}\n" + "\n".join(section.lines) for section in rulebook(view.board)
    )
