"""A table of friends, with channels that hold what each friend sends."""

from __future__ import annotations

import asyncio

from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.protocol import Claim, Friend, Hub, Joining, Refused, encoded, to_friend
from wolfcore.protocol.messages import PROTOCOL_VERSION, Message


class Lines:
    """What a friend sends, after which they wait, and what they are sent."""

    def __init__(self, *messages: Message) -> None:
        self._left, self.heard = list(messages), list[bytes]()

    async def receive(self) -> bytes:
        if not self._left:
            await asyncio.Event().wait()
        return encoded(self._left.pop(0))

    async def send(self, line: bytes) -> None:
        self.heard.append(line)


async def nobody(view: View, ask: Ask) -> Answer:
    raise AssertionError


async def test_who_claims_a_seat_of_a_game_that_is_left_gets_none() -> None:
    board = get_board("classic9")
    hub = Hub("Hana", board, str, "1")
    hub.friends = [Friend("1" * 64, "Ada", 2)]
    hub.begin(Game(make_spec(board, 1)), 1, nobody)
    lines = Lines(Joining(PROTOCOL_VERSION, "1", "2" * 64), Claim("Ada"))
    claimed = asyncio.Event()
    with hub.listening(lambda _: claimed.set()):
        serving = asyncio.ensure_future(hub.serve(lines))
        await claimed.wait()
    async with asyncio.timeout(5):
        (claimant,) = hub.claimants
        hub.gather_again()
        claimant.agree(True)
        await serving
    assert isinstance(to_friend(lines.heard[-1]), Refused)
    assert not hub.friends
