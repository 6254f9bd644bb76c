"""Models: a reply as an async iterator of its pieces."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from .contract import ChatModel, ChatReply, ChatRequest, Delta


async def stream(model: ChatModel, request: ChatRequest) -> AsyncGenerator[Delta | ChatReply]:
    """The pieces of a reply as they come, and the whole reply last.

    Leaving early (`aclose`, or `contextlib.aclosing` around the loop) drops the call.

    Raises:
        ModelError: As `ChatModel.complete`.
    """
    pieces: asyncio.Queue[Delta | None] = asyncio.Queue()
    call = asyncio.ensure_future(model.complete(request, pieces.put_nowait))
    call.add_done_callback(lambda _: pieces.put_nowait(None))
    try:
        while piece := await pieces.get():
            yield piece
        yield call.result()
    finally:
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
