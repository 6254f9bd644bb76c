"""Agents: a task put to a model until it gives something of use: called, asked again with the error in words, given up.

Every step of every agent asks here. What to do instead of an answer that never came is the step's own business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from wolfcore.errors import PromptTooLong
from wolfcore.game import How
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord

from .calling import Call
from .prompting import ANSWER, AskPrompt, Task, again, composed
from .turn import Tools, Turn

REPAIRS = 2
"""How often an unusable reply is asked for again."""
_SHORTEST = 500
"""Characters of a record below which leaving more of it out is of no use."""
_QUOTED = 1500
"""Characters of an unusable reply that are shown to the model again."""

T = TypeVar("T")


class Read(Struct, Generic[T], frozen=True):
    """A reply understood.

    Attributes:
        value: What it says, or None where it says nothing that can be used.
        words: The same in a few words, for the inspector.
        problem: What is wrong with it, as a clause that a model can follow; empty where nothing is.
        mended: Whether something in it had to be mended.
    """

    value: T | None
    words: str = ""
    problem: str = ""
    mended: bool = False


class Given(Struct, Generic[T], frozen=True):
    """What came of a task: a value, given or repaired, or None where a fallback has to do."""

    value: T | None
    how: How


async def asked(turn: Turn, tools: Tools, task: Task, read: Callable[[ChatReply], Read[T]]) -> Given[T]:
    """Ask a model until it gives something that can be used, three times at most.

    Args:
        turn: The ask and what steps made of it so far.
        tools: The models and the line to the table.
        task: What is wanted.
        read: Understands a reply.

    Raises:
        ModelError: There is no reply. A step before the answer that a context has no room for is given up instead.
    """
    call = Call(tools, task)
    prompt = composed(turn, task, tools.settings, persona=tools.persona)
    for tried in range(1 + REPAIRS):
        try:
            reply, prompt = await _replied(call, prompt, turn, task, tools)
        except PromptTooLong:
            if not tried and task.step == ANSWER:
                raise
            # There was output, and there is no room to say what was wrong with it; or there is no room for a step, which the
            # answer can do without.
            tools.desk.trace(TraceRecord(task.step, "there is no room for this in the model's context"))
            break
        got = read(reply)
        how: How = "repaired" if tried or got.mended else "given"
        call.note(prompt, reply, got.words, got.problem, how if got.value is not None else "")
        if got.value is not None:
            return Given(got.value, how)
        prompt = again(prompt, task, reply.text[:_QUOTED], got.problem)
    return Given(None, "fallback")


async def _replied(call: Call, prompt: AskPrompt, turn: Turn, task: Task, tools: Tools) -> tuple[ChatReply, AskPrompt]:
    """A reply and the prompt that it answers, which has lost the least of its record where the model's context is too small."""
    while True:
        try:
            return await call.ask(prompt), prompt
        except PromptTooLong:
            if prompt.record < _SHORTEST:
                raise
            room = prompt.record // 2
            tools.desk.trace(TraceRecord(task.step, f"the record does not fit: {room} of {prompt.record} characters of it stay"))
            prompt = composed(turn, task, tools.settings, room, tools.persona)


async def side_by_side(waiting: Sequence[Awaitable[T]]) -> list[T]:
    """What several tasks give that learn nothing from each other, in one wait; the first error ends them all."""
    tasks = [asyncio.ensure_future(each) for each in waiting]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
