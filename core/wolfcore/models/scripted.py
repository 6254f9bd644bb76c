"""`ScriptedModel`: a chat model that replies from a list or a function, for tests and examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec.structs import replace

from wolfcore.clock import Clock
from wolfcore.errors import ModelError

from .chat import ChatReply, ChatRequest, Delta, DeltaListener, Usage

ScriptedReply: TypeAlias = str | ChatReply | ModelError
"""One scripted reply: a text, a whole `ChatReply`, or an error that `complete` raises."""


class ScriptedModel:
    """A chat model that answers from a script: a list in order, or a function of the request.

    Each request is appended to `requests`. A text becomes a reply with estimated token counts: a
    quarter of the characters.

    Args:
        script: The replies in order, or a function that returns the reply to a request.
        name: The name of the model.
        seconds: How long each reply takes on `clock`.
        clock: Waits for that time; needed only if `seconds` is not 0.
    """

    def __init__(
        self,
        script: Iterable[ScriptedReply] | Callable[[ChatRequest], ScriptedReply],
        *,
        name: str = "scripted",
        seconds: float = 0.0,
        clock: Clock | None = None,
    ) -> None:
        self._next = script if callable(script) else _from_list(script, name)
        self._name, self._seconds, self._clock = name, seconds, clock
        self.requests: list[ChatRequest] = []

    @property
    def name(self) -> str:
        """The name of the model, which errors and logs show."""
        return self._name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Return the next reply of the script. A listener gets the text word by word.

        Raises:
            ModelError: The script raises it here, or has no more replies.
        """
        self.requests.append(request)
        line = self._next(request)
        if self._clock and self._seconds:
            await self._clock.sleep_until(self._clock.now() + self._seconds)
        if isinstance(line, ModelError):
            raise line
        text = line if isinstance(line, str) else line.text
        for _ in (
            re.findall(r"\S+", line.thinking) if on_delta and isinstance(line, ChatReply) else ()
        ):
            assert on_delta
            on_delta(Delta("", thinking=True))
        for piece in re.findall(r"\s*\S+|\s+$", text) if on_delta else ():
            assert on_delta
            on_delta(Delta(piece))
        reply = (
            line
            if isinstance(line, ChatReply)
            else ChatReply(text=line, usage=_usage(request, line))
        )
        from .rescue import parse_reply  # noqa: PLC0415  most games of bots have no scripted model

        return parse_reply(request, replace(reply, seconds=self._seconds or reply.seconds))


def _from_list(
    script: Iterable[ScriptedReply], name: str
) -> Callable[[ChatRequest], ScriptedReply]:
    lines = iter(script)
    end = ModelError(name, "the script is at its end", again=False)
    return lambda _: next(lines, end)


def _usage(request: ChatRequest, text: str) -> Usage:
    return Usage(sum(len(message.text) for message in request.messages) // 4, None, len(text) // 4)
