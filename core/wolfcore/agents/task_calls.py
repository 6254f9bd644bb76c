"""Ask a model for a task: call, parse, repair up to twice, stream the speech, record the call.

Every step of every agent calls models here. The caller decides what replaces a missing result. A
prompt too long for the context loses its least important record lines and is sent again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar, cast

from jiter import from_json
from msgspec import Struct

from wolfcore.errors import ModelError, OverBudget, PromptTooLong
from wolfcore.game import AnswerOrigin
from wolfcore.models import ChatModel, ChatReply, ChatRequest, Delta, Usage
from wolfcore.models.attempts import (
    Attempt,
    SentRequest,
    collected_attempts,
    collected_requests,
)
from wolfcore.players import (
    SPEECH_LIMIT,
    CallRecord,
    Desk,
    LostAttempts,
    Progress,
    ReplyFault,
    RequestRecord,
    TraceRecord,
)
from wolfcore.players.request_bodies import packed_body
from wolfcore.visible import without_secrets

from .prompt import ANSWER, Prompt, Task, build_prompt, repair_prompt
from .resources import Resources
from .speech_filter import is_refusal
from .turn import Turn

REPAIRS = 2
"""How often the model is asked again after an unusable reply."""


_MIN_RECORD_CHARS = 500
"""Record characters below which the record of a prompt is not shortened further."""


_QUOTED_CHARS = 1500
"""Maximum characters of an unusable reply that are quoted in the repair prompt."""


T = TypeVar("T")


class ParsedReply(Struct, Generic[T], frozen=True):
    """The result of parsing a reply.

    Attributes:
        value: The parsed value, or None if the reply is unusable.
        summary: The value in a few words, for the inspector.
        problem: What is wrong with the reply, as a clause that a model can follow; empty if
            nothing.
        was_repaired: Whether a part of the reply had to be repaired.
        faults: The faults of its speech.
        reserve: A value for an unusable reply that is taken if the next reply is unusable, too.
    """

    value: T | None
    summary: str = ""
    problem: str = ""
    was_repaired: bool = False
    faults: tuple[ReplyFault, ...] = ()
    reserve: T | None = None


class TaskResult(Struct, Generic[T], frozen=True):
    """The result of a task: a value that was given or repaired, or None and `fallback`."""

    value: T | None
    how: AnswerOrigin


async def ask_model(
    turn: Turn, tools: Resources, task: Task, read: Callable[[ChatReply], ParsedReply[T]]
) -> TaskResult[T]:
    """Call a model until its reply is usable, three times at most.

    After a reply with a reserve it is called once more; then the reserve of the last reply that has
    one is taken, also if that call fails.

    If the prompt of a step before the answer, or a repair prompt, does not fit into the context,
    the result is `fallback`.

    Args:
        turn: The turn with the results of earlier steps.
        tools: The models and the connection to the table.
        task: The task.
        read: Parses a reply.

    Raises:
        ModelError: The model gave no reply and there is no reserve, or the prompt of the answer
            does not fit.
    """
    call, reserve = ModelCall(tools, task), cast("T | None", None)
    prompt = build_prompt(turn, task, tools.settings, persona=tools.persona)
    for tried in range(1 + REPAIRS):
        try:
            reply, prompt = await _reply_that_fits(call, prompt, turn, task, tools)
        except PromptTooLong:
            if not tried and task.step == ANSWER:
                raise
            # Either the repair prompt does not fit, or a step does that the answer can do without.
            tools.desk.trace(
                TraceRecord(task.step, "there is no room for this in the model's context")
            )
            break
        except ModelError as error:
            if reserve is None:
                raise
            tools.desk.trace(TraceRecord(task.step, f"asked again in vain: {error.problem}"))
            break
        got = read(reply)
        how: AnswerOrigin = "repaired" if tried or got.was_repaired else "given"
        spare = reserve if got.reserve is None else got.reserve
        is_used = got.value is not None or (reserve is not None and got.reserve is not None)
        call.record_reply(
            prompt, reply, got.summary, got.problem, how if is_used else "", _faults(reply, got)
        )
        if got.value is not None:
            return TaskResult(got.value, how)
        if reserve is not None:
            return TaskResult(spare, "repaired")
        reserve = spare
        # The repair prompt begins with the first one, so that a cache still has most of it.
        prompt = repair_prompt(
            prompt, task, reply.text[:_QUOTED_CHARS], got.problem, tools.settings
        )
    return TaskResult(None, "fallback") if reserve is None else TaskResult(reserve, "repaired")


def _faults(reply: ChatReply, got: ParsedReply[T]) -> tuple[ReplyFault, ...]:
    """Return the faults of a reply: those of its speech, a refusal, the limit of tokens."""
    declined = got.value is None and (reply.finish == "filter" or is_refusal(reply.text))
    refused: tuple[ReplyFault, ...] = (
        ("refused",) if declined and "refused" not in got.faults else ()
    )
    cut: tuple[ReplyFault, ...] = ("cut",) if reply.finish == "length" else ()
    return (*got.faults, *refused, *cut)


async def _reply_that_fits(
    call: ModelCall, prompt: Prompt, turn: Turn, task: Task, tools: Resources
) -> tuple[ChatReply, Prompt]:
    """Return a reply and its prompt; halve the record of the prompt until it fits into the context.

    Lines of the lowest rank are dropped first.
    """
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
    """Await independent tasks concurrently and return their results; an error cancels all."""
    tasks = [asyncio.ensure_future(each) for each in waiting]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        # After an error the other calls would cost money for nothing.
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


_RECORDED_CHARS = 20_000
"""Maximum characters of a reply, and of its thinking, that are recorded, so that a saved game stays
readable whatever a model sends."""


_STREAMED_CHARS = 8_000
"""Maximum characters of a reply that are parsed while it is streamed: every parse reads them all,
and no speech begins later."""


_PARSE_EVERY_PIECE_UP_TO, _PARSE_STEP = 2_000, 32
"""Up to so many characters every streamed piece is parsed; beyond that, a parse follows only after
so many new characters."""


_CANCELLED = "the call was cancelled, since the game stopped or the answer came too late"


def lost_attempts(
    attempts: Sequence[Attempt], reply: ChatReply | None = None
) -> LostAttempts | None:
    """Return what the attempts of a call took beside its reply; None for nothing.

    Args:
        attempts: All attempts of the call; empty for a model that counts none.
        reply: Its reply, whose usage is recorded apart; None where there is none.
    """
    sent, received = (
        sum(each.tokens_in for each in attempts),
        sum(each.tokens_out for each in attempts),
    )
    usage = reply.usage if reply else Usage()
    estimated_in, estimated_out = estimated_counts(attempts, reply)
    own_in = (estimated_in or 0) if usage.tokens_in is None else usage.tokens_in
    own_out = (estimated_out or 0) if usage.tokens_out is None else usage.tokens_out
    costs = [each.cost for each in attempts if each.cost is not None]
    cost = sum(costs) - ((reply.cost if reply else None) or 0.0)
    lost = LostAttempts(
        sum(each.requests for each in attempts) - bool(reply),
        max(0, sent - own_in),
        max(0, received - own_out),
        sum(each.estimated for each in attempts),
        max(0.0, cost) if costs else None,
    )
    return lost if lost.attempts > 0 or lost.estimated else None


def request_records(requests: Sequence[SentRequest], prompt: Prompt) -> tuple[RequestRecord, ...]:
    """Return the records of the requests of a call; none if a body cannot be packed.

    Args:
        requests: The requests, in order.
        prompt: The prompt of the call.
    """
    texts = [message.text for message in prompt.messages]
    records: list[RequestRecord] = []
    body: dict[str, Any] = {}
    for sent in requests:
        before = body
        try:
            body = packed_body(sent.body, texts)
        except ValueError:
            return ()
        url, problem = without_secrets(sent.url), sent.problem
        records.append(RequestRecord(url, sent.headers, body if body != before else {}, problem))
    return tuple(records)


def estimated_counts(
    attempts: Sequence[Attempt], reply: ChatReply | None
) -> tuple[int | None, int | None]:
    """Return the tokens sent and received for a reply, as the budget estimated them.

    Each is None where the endpoint reported it, and for a model that counts no attempts.
    """
    answered = [each for each in attempts if each.replied]
    if reply is None or not answered:
        return None, None
    usage = reply.usage
    return (
        sum(each.tokens_in for each in answered) if usage.tokens_in is None else None,
        sum(each.tokens_out for each in answered) if usage.tokens_out is None else None,
    )


class ModelCall:
    """Calls a model for one task of an ask, once or more, and records each call.

    Args:
        tools: The models and the connection to the table.
        task: The task, which names the model to call.
    """

    def __init__(self, tools: Resources, task: Task) -> None:
        self._model: ChatModel = getattr(tools.models, task.model_role)
        self._desk, self._task, self._settings = tools.desk, task, tools.settings
        self._tokens, self._made = 0, 0
        self._attempts: list[Attempt] = []
        self._requests: list[SentRequest] = []

    async def ask(self, prompt: Prompt) -> ChatReply:
        """Call the model once.

        Raises:
            ModelError: The model gave no reply; the failed call is recorded.
        """
        hearing = _StreamListener(self._desk, spoken=self._task.spoken, tokens=self._tokens)
        if self._made and self._task.spoken:
            # Withdraw the streamed speech of the unusable reply.
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
        with collected_attempts() as self._attempts, collected_requests() as self._requests:
            try:
                reply = await self._model.complete(request, hearing.on_delta)
            except ModelError as error:
                self._record(
                    prompt,
                    "",
                    problem=str(error),
                    replied=False,
                    unfit=isinstance(error, PromptTooLong),
                    lost=lost_attempts(self._attempts),
                )
                raise
            except (asyncio.CancelledError, OverBudget) as error:
                # Recorded where something was sent, which is paid for.
                if self._attempts:
                    problem = "the budget is spent" if isinstance(error, OverBudget) else _CANCELLED
                    lost = lost_attempts(self._attempts)
                    self._record(prompt, "", problem=problem, replied=False, lost=lost)
                raise
            finally:
                self._tokens = hearing.tokens
        return reply

    @property
    def _temperature(self) -> float | None:
        heat = self._settings.heat
        # Steps before the answer have a temperature of their own in the papers.
        if self._task.step != ANSWER:
            return heat.steps
        # A ballot with a line is a choice.
        return heat.speech if self._task.spoken else heat.choice

    def record_reply(
        self,
        prompt: Prompt,
        reply: ChatReply,
        parsed: str,
        problem: str,
        how: str,
        faults: tuple[ReplyFault, ...],
    ) -> None:
        """Record a call with its reply, the parsed value in words, problem, origin and faults."""
        usage, estimated = reply.usage, estimated_counts(self._attempts, reply)
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
            estimated_in=estimated[0],
            estimated_out=estimated[1],
            faults=faults,
            served_by=reply.served_by,
            finish=reply.finish,
            lost=lost_attempts(self._attempts, reply),
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
                requests=request_records(self._requests, prompt),
                step=step,
                about=task.about,
                beside=task.is_parallel,
                provider=next((each.provider for each in self._attempts if each.provider), ""),
            )
        )


class _StreamListener:
    """Listens to a streamed reply and passes progress and partial speech on to the table."""

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
        # Endpoints send about one token at a time; the exact count comes with the complete reply.
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
    """Return the `speech` field of an incomplete JSON object; empty if the field has not begun."""
    start = text.find("{")
    if start < 0:
        return ""
    # A lone surrogate has no bytes without `replace`.
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
