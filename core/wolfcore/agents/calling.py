"""Agents: one call of a model for one task, watched from the table while it comes and written down when it is over."""

from __future__ import annotations

from typing import Any, cast

from jiter import from_json

from wolfcore.errors import ModelError, PromptTooLong
from wolfcore.models import ChatModel, ChatReply, ChatRequest, Delta
from wolfcore.players import SPEECH_LIMIT, CallRecord, Desk, Progress

from .prompting import ANSWER, Prompt, Task
from .turn import Resources

_RECORDED_CHARS = 20_000
"""Characters of a reply, and of its thinking, that are written down; whatever a model sends, a saved game stays readable."""
_STREAMED_CHARS = 8_000
"""Characters of a reply that are looked at while it comes: each piece has them all read again, and no speech begins later."""

_PARSE_EVERY_PIECE_UP_TO, _PARSE_STEP = 2_000, 32
"""Characters up to which each piece of it has all before read again, and beyond which as many come first as a step has."""


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
            self._record(prompt, "", problem=str(error), replied=False, unfit=isinstance(error, PromptTooLong))
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

    def record_reply(self, prompt: Prompt, reply: ChatReply, parsed: str, problem: str, how: str) -> None:
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
            CallRecord(self._model.name, _pairs(prompt), reply, **more, step=step, about=task.about, beside=task.is_parallel)
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
            self._desk.progress(Progress("queued" if delta.turn == "awaited" else "thinking", self.tokens))
            return
        # Endpoints send about one token at a time; the exact count comes with the whole reply.
        self.tokens += 1
        if delta.text and self._spoken and len(self._text) < _STREAMED_CHARS:
            self._text = (self._text + delta.text)[:_STREAMED_CHARS]
            if len(self._text) <= _PARSE_EVERY_PIECE_UP_TO or len(self._text) - self._read >= _PARSE_STEP:
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
        value: object = from_json(text[start:].encode(errors="replace"), partial_mode="trailing-strings")
    except ValueError:
        return ""
    speech = cast("dict[str, Any]", value).get("speech") if isinstance(value, dict) else None
    return speech if isinstance(speech, str) else ""


def _pairs(prompt: Prompt) -> tuple[tuple[str, str], ...]:
    return tuple((message.role, message.text) for message in prompt.messages)
