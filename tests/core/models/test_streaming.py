"""A reply as an async iterator."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from core.errors import ModelUnreachable
from core.models import ChatReply, ChatRequest, Delta, Listener, ScriptedModel, stream
from tests.core.models.asking import WORDS


async def test_pieces_come_first_and_the_whole_reply_last() -> None:
    *pieces, reply = [piece async for piece in stream(ScriptedModel(["It is Bram."]), WORDS)]
    assert pieces == [Delta("It"), Delta(" is"), Delta(" Bram.")]
    assert isinstance(reply, ChatReply)
    assert reply.text == "It is Bram."


async def test_an_error_comes_where_the_reply_would() -> None:
    with pytest.raises(ModelUnreachable):
        async for _ in stream(ScriptedModel([ModelUnreachable("m", "gone")]), WORDS):
            pass


class Endless:
    """Says one word and then never ends."""

    name = "endless"
    cancelled = False

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        del request
        assert hear
        hear(Delta("so"))
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        raise AssertionError


async def test_leaving_early_drops_the_call() -> None:
    model = Endless()
    async with aclosing(stream(model, WORDS)) as pieces:
        async for piece in pieces:
            assert piece == Delta("so")
            break
    assert model.cancelled
