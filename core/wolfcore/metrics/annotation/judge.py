"""A language model as annotator: prompts, reading of its replies, and the cost forecast.

The model labels the same sample as people do: first blind, then with roles shown. Text of players
is passed to the templates as data and never read as a template.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from msgspec import Struct

from wolfcore.errors import PromptTooLong
from wolfcore.models import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Message,
    Prices,
    Usage,
    run_concurrently,
)

from .labels import SIGHTS, Sight, labels_of
from .sample import SpeechInContext
from .sheet import Mark, Place, SheetFile

REPAIRS = 2
"""How often an unusable reply is asked for again."""


AT_ONCE = 8
"""Speeches that are out at the same time; a model has limits of its own below that."""


_SHORTEST = 500
"""Characters of a record below which leaving more of it out is of no use."""


_QUOTED = 1500
"""Characters of an unusable reply that are shown to the model again."""


_REASON_KEPT = 500


_CHARACTERS_A_TOKEN = 4


_ANSWER = 130
"""Tokens of a usual answer."""


class JudgingCost(Struct):
    """What judging took.

    Attributes:
        calls: Replies.
        repaired: Answers that were asked for again and then could be used.
        unreadable: Speeches of which no answer could be used.
        tokens: Tokens sent and received, as far as the endpoint tells.
        cost: Money, where there is a price.
    """

    calls: int = 0
    repaired: int = 0
    unreadable: int = 0
    tokens: int = 0
    cost: float = 0.0


class Judge:
    """A model and its sheet.

    Args:
        model: The model.
        sheet: Takes what it says.
        show: What it is shown of a speech.

    Attributes:
        cost: What it took so far.
    """

    def __init__(
        self, model: ChatModel, sheet: SheetFile, show: Callable[[Place], SpeechInContext]
    ) -> None:
        self._model, self._sheet, self._show = model, sheet, show
        self.cost = JudgingCost()

    @property
    def remaining(self) -> list[Place]:
        """What is still to be judged, blind first."""
        numbers = range(1, len(self._sheet.head.items) + 1)
        return [
            (number, sight)
            for sight in SIGHTS
            for number in numbers
            if not self._sheet.end_of((number, sight))
        ]

    async def run(self, on_progress: Callable[[int, int], object] = lambda done, of: None) -> None:
        """Judge all that is left; what was judged when an error stops it is on the sheet.

        Args:
            on_progress: Called after each speech with how many of this run are done, and of how
                many.

        Raises:
            ModelError: The model gave no reply.
            OverBudget: What this may cost is spent.
            LogError: The sheet cannot be written.
        """
        left, done = self.remaining, 0

        async def one(place: Place) -> None:
            nonlocal done
            await self._judge(place)
            done += 1
            on_progress(done, len(left))

        await run_concurrently(left, one, AT_ONCE)

    async def _judge(self, place: Place) -> None:
        number, sight = place
        shown = self._show(place)
        request, length = request_for(shown, sight), shown.length
        tried = 0
        while tried <= REPAIRS:
            try:
                reply = await self._model.complete(request)
            except PromptTooLong:
                length //= 2
                if tried or length < _SHORTEST:
                    break
                request = request_for(shown, sight, length)
                continue
            self._count(reply)
            given, problem = read_labels(reply, {label.name for label in labels_of(sight)})
            if given is not None:
                self.cost.repaired += bool(tried)
                for name in sorted(given):
                    self._sheet.append(Mark(number, sight, name))
                self._sheet.append(Mark(number, sight, end="done", why=_reason(reply)))
                return
            tried += 1
            request = repair_request(request, reply.text[:_QUOTED], problem, sight)
        self.cost.unreadable += 1
        self._sheet.append(Mark(number, sight, end="unreadable"))

    def _count(self, reply: ChatReply) -> None:
        self.cost.calls += 1
        self.cost.tokens += (reply.usage.tokens_in or 0) + (reply.usage.tokens_out or 0)
        self.cost.cost += reply.cost or 0.0


def read_labels(reply: ChatReply, asked: set[str]) -> tuple[set[str] | None, str]:
    """The labels to which a reply says yes, or None and what is wrong with it, as a clause for the model."""
    said = cast("dict[str, object]", reply.parsed) if isinstance(reply.parsed, dict) else None
    if said is None:
        return None, reply.problem or "it is no JSON object"
    values = {name: said.get(name) for name in sorted(asked)}
    wrong = next((name for name, value in values.items() if not isinstance(value, bool)), "")
    if wrong:
        cut = " (it was cut at the limit of tokens: be brief)" if reply.finish == "length" else ""
        return (
            None,
            f"`{wrong}` is {'missing' if values[wrong] is None else 'neither true nor false'}{cut}",
        )
    return {name for name, value in values.items() if value}, ""


def _reason(reply: ChatReply) -> str:
    why = cast("dict[str, object]", reply.parsed).get("why")
    return why[:_REASON_KEPT] if isinstance(why, str) else ""


class CostForecast(Struct, frozen=True):
    """What judging will take: calls, tokens sent and received, and the price, None where there is none."""

    calls: int
    sent: int
    received: int
    cost: float | None


def forecast_cost(
    judge: Judge, show: Callable[[Place], SpeechInContext], prices: Prices | None, thinking: int = 0
) -> CostForecast:
    """What is left to be judged, by the prompts that will go out.

    Args:
        judge: Who judges.
        show: What it is shown of a speech.
        prices: Its prices.
        thinking: Tokens that it may think before an answer.
    """
    requests: list[ChatRequest] = [request_for(show(place), place[1]) for place in judge.remaining]
    sent = (
        sum(len(message.text) for request in requests for message in request.messages)
        // _CHARACTERS_A_TOKEN
    )
    received = (_ANSWER + thinking) * len(requests)
    return CostForecast(
        len(requests),
        sent,
        received,
        prices.cost_of(Usage(sent, None, received)) if prices else None,
    )


_LONGEST_REPLY = 600
"""Tokens of an answer, which has a reason of three hundred characters and a dozen words; thinking
comes on top."""


_REASON_ASKED = 300


@cache
def _template(name: str) -> Template:
    # Plain text for a model: escaping for HTML would spoil it.
    environment = Environment(
        loader=PackageLoader("wolfcore.metrics.annotation", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    return environment.get_template(f"{name}.j2")


def request_for(shown: SpeechInContext, sight: Sight, room: int | None = None) -> ChatRequest:
    """The request for the labels of a speech.

    Args:
        shown: The speech.
        sight: What is shown with it.
        room: Characters that its record may take, counted from its end; None for all.
    """
    asked = labels_of(sight)
    record = _last_lines(shown.record, room)
    task = _template("task").render(rules=shown.rules, labels=asked)
    cut = len(record) < len(shown.record)
    speech = _template("speech").render(
        record=record,
        cut=cut,
        speaker=shown.speaker,
        speech=shown.speech,
        truth=shown.truth,
        labels=asked,
    )
    messages = (Message("system", task, shared_prefix=len(task)), Message("user", speech))
    return ChatRequest(
        messages=messages, schema=schema_for(sight), temperature=0, max_tokens=_LONGEST_REPLY
    )


def repair_request(request: ChatRequest, said: str, problem: str, sight: Sight) -> ChatRequest:
    """The same once more, after an answer that could not be used."""
    words = _template("again").render(problem=problem, labels=labels_of(sight))
    messages = (*request.messages[:2], Message("assistant", said), Message("user", words))
    return ChatRequest(
        messages=messages, schema=request.schema, temperature=0, max_tokens=_LONGEST_REPLY
    )


def schema_for(sight: Sight) -> dict[str, Any]:
    """What an answer looks like."""
    names = [label.name for label in labels_of(sight)]
    return {
        "type": "object",
        "properties": {
            "why": {"type": "string", "maxLength": _REASON_ASKED},
            **{name: {"type": "boolean"} for name in names},
        },
        "required": ["why", *names],
        "additionalProperties": False,
    }


def _last_lines(lines: Sequence[str], room: int | None) -> tuple[str, ...]:
    """The last lines that fit into so many characters."""
    kept: list[str] = []
    left = room
    for line in reversed(lines):
        if left is not None:
            left -= len(line)
            if left < 0:
                break
        kept.append(line)
    return tuple(reversed(kept))
