"""A friend whose connection is lost and comes back at bad moments."""

from __future__ import annotations

import asyncio

import pytest

from wolfcore.game import Answer, Ask, Game, get_board, make_spec
from wolfcore.protocol import Friend
from wolfcore.protocol import friend as friends
from wolfcore.protocol.friend import Line


class NoChannel:
    async def send(self, line: bytes) -> None:
        raise AssertionError(line)

    async def receive(self) -> bytes:
        raise AssertionError


@pytest.mark.parametrize("back", [True, False])
async def test_who_comes_or_goes_just_when_the_minute_ends_is_answered_for(
    monkeypatch: pytest.MonkeyPatch, back: bool
) -> None:
    game = Game(make_spec(get_board("sla7"), 3))
    friend, ask = Friend("1" * 64, "Ada", game.asks[0].seat), game.asks[0]
    friend.connect(Line(NoChannel()))
    stands_in = asyncio.get_running_loop().create_future()
    stands_in.set_result(Answer(ask.options[0], how="stand_in"))
    asked = asyncio.ensure_future(friend.ask(game.view(ask.seat), ask, None, lambda: stands_in))
    await asyncio.sleep(0)
    monkeypatch.setattr(friends, "AWAY_SECONDS", -1.0)
    friend.lose()
    await asyncio.sleep(0)  # the time is over, and the ask has not noticed it
    if back:
        friend.connect(Line(NoChannel()))
    else:
        friend.lose()
    assert (await asked).how == "stand_in"


async def test_a_last_call_stays_short_for_who_is_lost_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friends, "LAST_CALL_SECONDS", 0.05)
    game = Game(make_spec(get_board("sla7"), 3))
    ask = Ask("d1.speak.1", 1, "speak", 1, "discussion", (0,))
    friend = Friend("1" * 64, "Ada", ask.seat)
    friend.connect(Line(NoChannel()))
    friend.missed = friends.MISSED_ASKS
    stands_in = asyncio.get_running_loop().create_future()
    stands_in.set_result(Answer(ask.options[0], how="stand_in"))
    asked = asyncio.ensure_future(friend.ask(game.view(ask.seat), ask, None, lambda: stands_in))
    await asyncio.sleep(0)
    friend.lose()
    async with asyncio.timeout(5):
        assert (await asked).how == "stand_in"
