"""Ask a model for a task: call, parse, repair up to twice, stream the speech, record the call.

Every step of every agent calls models here. The caller decides what replaces an answer that never
came. A prompt too long for the context loses its least important record lines and is sent again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar, cast

from jiter import from_json
from msgspec import Struct

from wolfcore.errors import ModelError, PromptTooLong
from wolfcore.game import AnswerOrigin
from wolfcore.models import ChatModel, ChatReply, ChatRequest, Delta
from wolfcore.players import SPEECH_LIMIT, CallRecord, Desk, Progress, TraceRecord

from .prompt import ANSWER, Prompt, Task, build_prompt, repair_prompt
from .resources import Resources
from .turn import Turn

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


async def ask_model(
    turn: Turn, tools: Resources, task: Task, read: Callable[[ChatReply], ParsedReply[T]]
) -> TaskResult[T]:
    """Ask a model until it gives something that can be used, three times at most.

    Args:
        turn: The ask and what steps made of it so far.
        tools: The models and the line to the table.
        task: What is wanted.
        read: Understands a reply.

    Raises:
        ModelError: There is no reply. A step before the answer that a context has no room for is
            given up instead.
    """
    call = ModelCall(tools, task)
    prompt = build_prompt(turn, task, tools.settings, persona=tools.persona)
    for tried in range(1 + REPAIRS):
        try:
            reply, prompt = await _reply_that_fits(call, prompt, turn, task, tools)
        except PromptTooLong:
            if not tried and task.step == ANSWER:
                raise
            # There was output, and there is no room to say what was wrong with it; or there is no
            # room for a step, which the
            # answer can do without.
            tools.desk.trace(
                TraceRecord(task.step, "there is no room for this in the model's context")
            )
            break
        got = read(reply)
        how: AnswerOrigin = "repaired" if tried or got.was_repaired else "given"
        call.record_reply(
            prompt, reply, got.summary, got.problem, how if got.value is not None else ""
        )
        if got.value is not None:
            return TaskResult(got.value, how)
        prompt = repair_prompt(prompt, task, reply.text[:_QUOTED_CHARS], got.problem)
    return TaskResult(None, "fallback")


async def _reply_that_fits(
    call: ModelCall, prompt: Prompt, turn: Turn, task: Task, tools: Resources
) -> tuple[ChatReply, Prompt]:
    """A reply and the prompt that it answers, which has lost the least of its record where the model's context is too small."""
    while True:
        try:
            return await call.ask(prompt), prompt
        except PromptTooLong:
            if prompt.record_chars < _MIN_RECORD_CHARS:
                raise
            room = prompt.record_chars // 2
            tools.desk.trace(
                TraceRecord(
                    task.step,
                    f"the record does not fit: {room} of {prompt.record_chars} characters of "
                    "it stay",
                )
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


_RECORDED_CHARS = 20_000
"""Characters of a reply, and of its thinking, that are written down; whatever a model sends, a
saved game stays readable."""


_STREAMED_CHARS = 8_000
"""Characters of a reply that are looked at while it comes: each piece has them all read again, and
no speech begins later."""


_PARSE_EVERY_PIECE_UP_TO, _PARSE_STEP = 2_000, 32
"""Characters up to which each piece of it has all before read again, and beyond which as many come
first as a step has."""


class ModelCall:
    """Calls a model for one task of an ask, as often as it takes.

    Args:
        tools: The models and the line to the table.
        task: What is wanted, and by whom.
    """

    def __init__(self, tools: Resources, task: Task) -> None:
        self._model: ChatModel = getattr(tools.models, task.model_role)
        self._desk, self._task, self._settings = tools.desk, task, tools.settings
        self._tokens, self._made = 0, 0

    async def ask(self, prompt: Prompt) -> ChatReply:
        """Call once.

        Raises:
            ModelError: There is no reply; it is written down.
        """
        hearing = _StreamListener(self._desk, spoken=self._task.spoken, tokens=self._tokens)
        if self._made and self._task.spoken:
            # What was shown of a reply that could not be used is taken back.
            self._desk.say("")
        hearing.start(again=self._made > 0)
        self._made += 1
        settings = self._settings
        request = ChatRequest(
            messages=prompt.messages,
            schema=prompt.schema,
            temperature=self._temperature,
            top_p=settings.top_p,
            max_tokens=settings.max_tokens,
        )
        try:
            reply = await self._model.complete(request, hearing.on_delta)
        except ModelError as error:
            self._record(
                prompt,
                "",
                problem=str(error),
                replied=False,
                unfit=isinstance(error, PromptTooLong),
            )
            raise
        finally:
            self._tokens = hearing.tokens
        return reply

    @property
    def _temperature(self) -> float | None:
        heat = self._settings.heat
        if self._task.step != ANSWER:
            return heat.steps
        return heat.speech if "speech" in self._task.schema["properties"] else heat.choice

    def record_reply(
        self, prompt: Prompt, reply: ChatReply, parsed: str, problem: str, how: str
    ) -> None:
        """Write a call down, with what was understood of its reply, and how that came."""
        usage = reply.usage
        self._record(
            prompt,
            reply.text[:_RECORDED_CHARS],
            parsed=parsed,
            retries=reply.retries,
            seconds=round(reply.seconds, 3),
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            cost=reply.cost,
            problem=problem,
            how=how if self._task.step != ANSWER else "",
            tokens_cached=usage.tokens_cached,
            thinking=reply.thinking[:_RECORDED_CHARS],
            tokens_thought=usage.tokens_thought,
        )

    def _record(self, prompt: Prompt, reply: str, **more: Any) -> None:
        task = self._task
        step = "" if task.step == ANSWER else task.step
        self._desk.record(
            CallRecord(
                self._model.name,
                _pairs(prompt),
                reply,
                **more,
                step=step,
                about=task.about,
                beside=task.is_parallel,
            )
        )


class _StreamListener:
    """Listens to a reply and passes on what the table may see of it: how far it is, and the words that are for the table."""

    def __init__(self, desk: Desk, *, spoken: bool, tokens: int) -> None:
        self._desk, self._spoken, self.tokens = desk, spoken, tokens
        self._text, self._shown, self._read = "", "", 0

    def start(self, *, again: bool) -> None:
        self._desk.progress(Progress("retrying" if again else "thinking", self.tokens))

    def on_delta(self, delta: Delta) -> None:
        if delta.restart:
            self._text, self._read = "", 0
            self._say("")
            self._desk.progress(Progress("retrying", self.tokens))
            return
        if delta.turn:
            self._desk.progress(
                Progress("queued" if delta.turn == "awaited" else "thinking", self.tokens)
            )
            return
        # Endpoints send about one token at a time; the exact count comes with the whole reply.
        self.tokens += 1
        if delta.text and self._spoken and len(self._text) < _STREAMED_CHARS:
            self._text = (self._text + delta.text)[:_STREAMED_CHARS]
            if (
                len(self._text) <= _PARSE_EVERY_PIECE_UP_TO
                or len(self._text) - self._read >= _PARSE_STEP
            ):
                self._read = len(self._text)
                self._say(partial_speech(self._text)[: SPEECH_LIMIT + 1])
        self._desk.progress(Progress("speaking" if self._shown else "thinking", self.tokens))

    def _say(self, words: str) -> None:
        if words != self._shown:
            self._shown = words
            self._desk.say(words)


def partial_speech(text: str) -> str:
    """The field `speech` of a JSON object that is still being written; empty where it has not begun."""
    start = text.find("{")
    if start < 0:
        return ""
    try:
        value: object = from_json(
            text[start:].encode(errors="replace"), partial_mode="trailing-strings"
        )
    except ValueError:
        return ""
    speech = cast("dict[str, Any]", value).get("speech") if isinstance(value, dict) else None
    return speech if isinstance(speech, str) else ""


def _pairs(prompt: Prompt) -> tuple[tuple[str, str], ...]:
    return tuple((message.role, message.text) for message in prompt.messages)
