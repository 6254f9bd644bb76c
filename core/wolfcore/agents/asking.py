"""Agents: a task put to a model until it gives something of use: called, asked again with the error in words, given up.

Every step of every agent asks here. What to do instead of an answer that never came is the step's own business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from wolfcore.errors import PromptTooLong
from wolfcore.game import AnswerOrigin
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord

from .calling import ModelCall
from .prompting import ANSWER, Prompt, Task, build_prompt, repair_prompt
from .turn import Resources, Turn

REPAIRS = 2
"""How often an unusable reply is asked for again."""
_MIN_RECORD_CHARS = 500
"""Characters of a record below which leaving more of it out is of no use."""
_QUOTED_CHARS = 1500
"""Characters of an unusable reply that are shown to the model again."""

T = TypeVar("T")


class ParsedReply(Struct, Generic[T], frozen=True):
    """A reply understood.

    Attributes:
        value: What it says, or None where it says nothing that can be used.
        summary: The same in a few words, for the inspector.
        problem: What is wrong with it, as a clause that a model can follow; empty where nothing is.
        was_repaired: Whether something in it had to be mended.
    """

    value: T | None
    summary: str = ""
    problem: str = ""
    was_repaired: bool = False


class TaskResult(Struct, Generic[T], frozen=True):
    """What came of a task: a value, given or repaired, or None where a fallback has to do."""

    value: T | None
    how: AnswerOrigin


async def ask_model(turn: Turn, tools: Resources, task: Task, read: Callable[[ChatReply], ParsedReply[T]]) -> TaskResult[T]:
    """Ask a model until it gives something that can be used, three times at most.

    Args:
        turn: The ask and what steps made of it so far.
        tools: The models and the line to the table.
        task: What is wanted.
        read: Understands a reply.

    Raises:
        ModelError: There is no reply. A step before the answer that a context has no room for is given up instead.
    """
    call = ModelCall(tools, task)
    prompt = build_prompt(turn, task, tools.settings, persona=tools.persona)
    for tried in range(1 + REPAIRS):
        try:
            reply, prompt = await _reply_that_fits(call, prompt, turn, task, tools)
        except PromptTooLong:
            if not tried and task.step == ANSWER:
                raise
            # There was output, and there is no room to say what was wrong with it; or there is no room for a step, which the
            # answer can do without.
            tools.desk.trace(TraceRecord(task.step, "there is no room for this in the model's context"))
            break
        got = read(reply)
        how: AnswerOrigin = "repaired" if tried or got.was_repaired else "given"
        call.record_reply(prompt, reply, got.summary, got.problem, how if got.value is not None else "")
        if got.value is not None:
            return TaskResult(got.value, how)
        prompt = repair_prompt(prompt, task, reply.text[:_QUOTED_CHARS], got.problem)
    return TaskResult(None, "fallback")


async def _reply_that_fits(call: ModelCall, prompt: Prompt, turn: Turn, task: Task, tools: Resources) -> tuple[ChatReply, Prompt]:
    """A reply and the prompt that it answers, which has lost the least of its record where the model's context is too small."""
    while True:
        try:
            return await call.ask(prompt), prompt
        except PromptTooLong:
            if prompt.record_chars < _MIN_RECORD_CHARS:
                raise
            room = prompt.record_chars // 2
            tools.desk.trace(
                TraceRecord(task.step, f"the record does not fit: {room} of {prompt.record_chars} characters of it stay")
            )
            prompt = build_prompt(turn, task, tools.settings, room, tools.persona)


async def gather_all(waiting: Sequence[Awaitable[T]]) -> list[T]:
    """What several tasks give that learn nothing from each other, in one wait; the first error ends them all."""
    tasks = [asyncio.ensure_future(each) for each in waiting]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
