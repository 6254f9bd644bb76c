"""The connection of a guest to a table of friends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from wolfcore.protocol import (
    CHAT_LIMIT,
    PROTOCOL_VERSION,
    Away,
    Chat,
    Claim,
    Commitments,
    Committed,
    Drawing,
    Hello,
    Joining,
    Named,
    Notice,
    Opened,
    People,
    Pledge,
    Refused,
    ToFriend,
    commitment_of,
    encoded,
    new_number,
    to_friend,
)
from wolfcore.protocol.messages import Message
from wolfcore.protocol.sockets import SocketChannel
from wolftui import __version__

from .kept_places import KeptPlace
from .links import Link
from .sockets import JoinError, open_channel

RETRY_SECONDS = (1.0, 1.0, 2.0, 3.0, 5.0)
"""The pauses between tries to connect again; the last one for ever."""


class Guest:
    """The connection of a guest to a table, which takes part in drawing the cards by itself.

    Args:
        link: The link to the table.
        name: The name that the guest wants; empty to choose it at the table; kept as `name`.
        browser: Whether the guest is shown in a browser; kept as `in_browser`.
        watch: Whether the guest wants no seat; kept as `watches`.

    Attributes:
        link: As given.
        place: What is kept of this table.
        channel: The connection; None before the first.
    """

    def __init__(
        self, link: Link, name: str = "", *, browser: bool = False, watch: bool = False
    ) -> None:
        self.link, self.place = link, KeptPlace(link.code)
        self.name, self.in_browser, self.watches = name, browser, watch
        self.channel: SocketChannel | None = None
        self._number = self._host = ""  # of the drawing that goes on
        self._opened: Commitments | None = None  # what the number was opened for

    async def connect(self, *, returning: bool = False) -> None:
        """Connect to the table, again if need be.

        Args:
            returning: Whether a game has begun with which the guest goes on.

        Raises:
            JoinError: It is not possible.
        """
        self.channel = await open_channel(self.link)
        name = self.place.name or self.name
        joining = Joining(
            PROTOCOL_VERSION,
            __version__,
            self.place.token,
            name,
            browser=self.in_browser,
            watch=self.watches,
            returning=returning,
        )
        await self.send(joining)

    async def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            JoinError: The connection is lost.
        """
        try:
            assert self.channel
            await self.channel.send(encoded(message))
        except ConnectionError as error:
            raise _lost() from error

    async def choose_name(self, name: str) -> None:
        """Ask for a name at the table; the next `People` says whether it is taken."""
        await self.send(Named(name))

    async def chat(self, text: str) -> None:
        """Say something to the other people, outside of the game."""
        await self.send(Chat(text[:CHAT_LIMIT]))

    async def receive(self) -> ToFriend:
        """Receive the next message that is for the guest.

        Raises:
            JoinError: The connection is lost, the table refuses the guest, or what it sends cannot
                be read.
        """
        assert self.channel
        while True:
            try:
                message = to_friend(await self.channel.receive())
            except ConnectionError as error:
                raise _lost() from error
            except msgspec.DecodeError as error:
                raise JoinError("What the table sends cannot be read.") from error
            match message:
                case Refused(why=why):
                    raise JoinError(why)
                case Drawing(commitment=commitment):
                    self._number, self._host, self._opened = new_number(), commitment, None
                    await self.send(Committed(commitment_of(self._number)))
                case Commitments() if message == self._opened and self.place.pledge:
                    # The number was lost with the connection, and is not another one now.
                    await self.send(Opened(self.place.pledge.number))
                case Commitments(commitments=commitments, terms=terms) if self._number:
                    own = commitment_of(self._number)
                    if commitments[:1] != (self._host,) or own not in commitments[1:]:
                        raise JoinError("The table left your number out of the deal.")
                    pledge = Pledge(self._number, commitments, terms, self.place.drawings + 1)
                    self.place.keep(pledge=pledge)
                    self._number, self._opened = "", message
                    await self.send(Opened(pledge.number))
                case Commitments():
                    pass  # for a number that was opened, or of the program before: none is opened
                case Hello():
                    self._number, self._opened = "", None
                    return message
                case People(own=own):
                    name = own.name if own else ""
                    if name != self.place.name and not self.watches:
                        self.place.keep(name=name)
                    return message
                case _:
                    return message

    async def wait(
        self,
        told: Callable[[People], object],
        heard: Callable[[Notice], object],
        claim: Callable[[Sequence[str]], Awaitable[str]],
    ) -> Hello:
        """Wait for the game; a connection that is lost meanwhile is made again.

        Args:
            told: Called with who is at the table, at each change.
            heard: Called with each notice, and with words of the people.
            claim: Called with the names of those who are away from a game that has begun; returns
                which of them the guest is, or an empty text.

        Raises:
            JoinError: It is not possible.
            ConfigError: What is kept of the table cannot be written.
        """
        tries, seated = 0, False
        while True:
            try:
                if self.channel is None:
                    await self.connect()
                while not isinstance(message := await self.receive(), Hello):
                    match message:
                        case People():
                            tries, seated = 0, True
                            told(message)
                        case Notice():
                            heard(message)
                        case Away(names=names):
                            await self.send(Claim(await claim(names)))
                            heard(Notice("The host is asked whether it is you."))
                        case _:
                            pass  # late, from a game before
                return message
            except JoinError as error:
                if error.lasting or not seated:
                    raise
            self.channel = None
            heard(Notice("The connection to the table is lost, and is tried again."))
            await asyncio.sleep(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
            tries += 1

    async def close(self) -> None:
        """Leave the table; the place is kept. Repeated calls do nothing."""
        self.place.close()  # first: who joins again at once has the same place
        if self.channel:
            await self.channel.close()


def _lost() -> JoinError:
    return JoinError("The connection to the table is lost.", lasting=False)
