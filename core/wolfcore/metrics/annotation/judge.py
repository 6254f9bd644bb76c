"""A language model as annotator: prompts, reading of its replies, and the cost forecast.

The model labels the same sample as people do: first blind, then with roles shown. Speeches are
passed to the templates as data and never evaluated as templates.
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
"""How many times a model is asked again after an unusable reply."""


AT_ONCE = 8
"""The number of speeches judged concurrently; the model's client may limit calls further."""


_SHORTEST = 500
"""The record is not shortened below this many characters when a prompt is too long."""


_QUOTED = 1500
"""Characters of an unusable reply that the model is shown in the repair prompt."""


_REASON_KEPT = 500


_CHARACTERS_A_TOKEN = 4


_ANSWER = 130
"""Estimated tokens of an answer, for the forecast."""


class JudgingCost(Struct):
    """The cost of judging so far.

    Attributes:
        calls: Replies received.
        repaired: Answers that were usable only after a repair prompt.
        unreadable: Speeches without a usable answer.
        tokens: Tokens sent and received, as far as the endpoint reports them.
        cost: Money spent, as far as prices are known.
    """

    calls: int = 0
    repaired: int = 0
    unreadable: int = 0
    tokens: int = 0
    cost: float = 0.0


class Judge:
    """A model that annotates the speeches of a sheet.

    Args:
        model: The model.
        sheet: The sheet that the labels are written to.
        show: Returns a speech with its context.

    Attributes:
        cost: The cost so far.
    """

    def __init__(
        self, model: ChatModel, sheet: SheetFile, show: Callable[[Place], SpeechInContext]
    ) -> None:
        self._model, self._sheet, self._show = model, sheet, show
        self.cost = JudgingCost()

    @property
    def remaining(self) -> list[Place]:
        """The speeches still to be judged, all blind ones first."""
        numbers = range(1, len(self._sheet.head.items) + 1)
        return [
            (number, sight)
            for sight in SIGHTS
            for number in numbers
            if not self._sheet.end_of((number, sight))
        ]

    async def run(self, on_progress: Callable[[int, int], object] = lambda done, of: None) -> None:
        """Judge all remaining speeches; after an error, the sheet keeps what was judged before.

        Args:
            on_progress: Called after each speech with the number done in this run and the number to
                do.

        Raises:
            ModelError: The model gave no reply.
            OverBudget: The budget is spent.
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
                # A repair prompt is not shortened: it would lose the reply that it asks about.
                if tried or length < _SHORTEST:
                    break
                request = request_for(shown, sight, length)
                continue
            self._count(reply)
            given, problem = read_labels(reply, {label.name for label in labels_of(sight)})
            if given is not None:
                self.cost.repaired += bool(tried)
                self._end(place, given, Mark(number, sight, end="done", why=_reason(reply)))
                return
            tried += 1
            request = repair_request(request, reply.text[:_QUOTED], problem, sight)
        self.cost.unreadable += 1
        self._end(place, set(), Mark(number, sight, end="unreadable"))

    def _end(self, place: Place, labels: set[str], end: Mark) -> None:
        """Set the labels of a speech, and end it.

        The end comes last: without it the speech is judged again after an interruption, which may
        have left labels of the first judgement.
        """
        before = self._sheet.labels_given(place)
        for name in sorted(labels ^ before):
            self._sheet.append(Mark(*place, name, yes=name in labels))
        self._sheet.append(end)

    def _count(self, reply: ChatReply) -> None:
        self.cost.calls += 1
        self.cost.tokens += (reply.usage.tokens_in or 0) + (reply.usage.tokens_out or 0)
        self.cost.cost += reply.cost or 0.0


def read_labels(reply: ChatReply, asked: set[str]) -> tuple[set[str] | None, str]:
    """Return the labels answered yes in a reply, or None and the problem as a clause.

    The clause is shown to the model in the repair prompt.

    Args:
        reply: The reply.
        asked: The names of all labels asked for.
    """
    said = cast("dict[str, object]", reply.parsed) if isinstance(reply.parsed, dict) else None
    if said is None:
        return None, reply.problem or "it is no JSON object"
    # Sorted, so that the repair prompt names the same label each time.
    values = {name: said.get(name) for name in sorted(asked)}
    wrong = next((name for name, value in values.items() if not isinstance(value, bool)), "")
    if wrong:
        # A cut reply is the likely cause of a missing label, and brevity the remedy.
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
    """The expected cost of judging: calls, tokens sent and received; money, None if unknown."""

    calls: int
    sent: int
    received: int
    cost: float | None


def forecast_cost(
    judge: Judge, show: Callable[[Place], SpeechInContext], prices: Prices | None, thinking: int = 0
) -> CostForecast:
    """Estimate the cost of the remaining speeches from the prompts that will be sent.

    Args:
        judge: The judge.
        show: Returns a speech with its context.
        prices: The prices of the model, or None if unknown.
        thinking: Tokens that the model may think before an answer.
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
"""Token limit of an answer: a reason of three hundred characters and a dozen words; the tokens of
thinking are additional."""


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
    """Build the request for the labels of a speech.

    Args:
        shown: The speech with its context.
        sight: Whether the speech is shown blind or with roles known.
        room: The number of characters of the record to keep, counted from its end; None for all.
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
    # The task is the same for all speeches, so that endpoints can cache it.
    messages = (Message("system", task, shared_prefix=len(task)), Message("user", speech))
    return ChatRequest(
        messages=messages, schema=schema_for(sight), temperature=0, max_tokens=_LONGEST_REPLY
    )


def repair_request(request: ChatRequest, said: str, problem: str, sight: Sight) -> ChatRequest:
    """Build the request that asks again after an unusable answer, with the problem."""
    words = _template("again").render(problem=problem, labels=labels_of(sight))
    messages = (*request.messages[:2], Message("assistant", said), Message("user", words))
    return ChatRequest(
        messages=messages, schema=request.schema, temperature=0, max_tokens=_LONGEST_REPLY
    )


def schema_for(sight: Sight) -> dict[str, Any]:
    """Build the JSON schema of an answer: a reason, and true or false for each label."""
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
    """Return the last lines that fit into `room` characters; all lines if `room` is None."""
    kept: list[str] = []
    left = room
    for line in reversed(lines):
        if left is not None:
            left -= len(line)
            if left < 0:
                break
        kept.append(line)
    return tuple(reversed(kept))
