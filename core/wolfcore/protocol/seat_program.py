"""A player of this program at somebody else's table: the guest's end of the seat protocol.

`serve_seat` answers the messages of a host. `ProtocolDice` seats the same player in this process,
with the random numbers that it would get over the protocol, so that both give equal answers.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable

from wolfcore.game import Answer, AnsweredAsk, Ask, View, dice_of
from wolfcore.players import Desk, Player, Progress, SyncPlayer

from .messages import (
    RANDOM_RANGE,
    Answered,
    Asked,
    Facts,
    FromGuest,
    Hello,
    Speaking,
    Withdrawn,
    Working,
    encoded,
    random_of,
    to_guest,
)


class ProtocolDice:
    """A player whose random numbers are those that a player outside this process gets.

    Args:
        player: The player.
    """

    def __init__(self, player: SyncPlayer) -> None:
        self._player = player

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask without awaiting."""
        return self._player.answer_now(view, ask, Desk.of_seed(ask, random_of(desk)))


class _SeatDesk(Desk, eq=False):
    """The desk of an ask that came over the protocol; passes speech and progress to the host."""

    send: Callable[[FromGuest], None] = lambda _: None

    def say(self, partial: str) -> None:
        self.send(Speaking(self._ask.id, partial))

    def progress(self, progress: Progress) -> None:
        self.send(Working(self._ask.id, progress.doing, progress.tokens))


async def serve_seat(
    player: Player, receive: Callable[[], Awaitable[bytes]], write: Callable[[bytes], object]
) -> None:
    """Play one seat for a host until its messages end.

    Args:
        player: The player.
        receive: Returns the next line of the host; empty at the end.
        write: Takes a line for the host, without the line end.

    Raises:
        msgspec.DecodeError: A line is no message of a host.
        WolfError: The player gives no answer.
    """
    view: View | None = None
    work: asyncio.Task[None] | None = None
    asked_id = ""

    def send(message: FromGuest) -> None:
        write(encoded(message))

    async def answer(view: View, asked: Asked) -> None:
        ask, number = asked.ask, asked.random
        dice = dice_of(secrets.randbelow(RANDOM_RANGE) if number is None else number, ask.id)
        known = len(view.facts)
        given = await player.answer(view, ask, _SeatDesk(ask, dice, asked.seconds, send))
        view.answered.append(AnsweredAsk(ask, given))
        view.answered_after.append(known)
        send(Answered(ask.id, given.choice, given.text, given.thought, given.beliefs, given.memo))

    lines = asyncio.ensure_future(receive())
    try:
        while True:
            await asyncio.wait([lines, *([work] if work else [])], return_when="FIRST_COMPLETED")
            if work and work.done():
                work = work.result()  # raises what the player raised
            if not lines.done():
                continue
            if not (line := lines.result()):
                return
            lines = asyncio.ensure_future(receive())
            match to_guest(line):
                case Hello() as hello:
                    view = View(hello.seat, hello.board, hello.names, [])
                    for own in hello.answered:
                        view.answered.append(AnsweredAsk(own.ask, own.answer))
                        view.answered_after.append(own.known)
                case Facts(facts=facts) if view:
                    view.facts.extend(facts)
                case Asked() as asked if view:
                    if work:
                        work.cancel()  # put again after a lost connection
                    asked_id = asked.ask.id
                    work = asyncio.ensure_future(answer(view, asked))
                case Withdrawn(ask=withdrawn) if work and withdrawn == asked_id:
                    work.cancel()
                    await asyncio.wait([work])
                    work = None
                case _:
                    pass
    finally:
        lines.cancel()
        if work:
            work.cancel()
