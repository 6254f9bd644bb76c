"""Model calls as OpenTelemetry spans with the GenAI semantic conventions (version 1.41).

The form is that of the OTLP file exporter: each line is a `TracesData` message as JSON. A game is
one trace: a workflow span, below it an agent span per ask, below that a client span per call.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from .game_calls import GameCalls, TimedCall, json_text, stable_id

_SCHEMA = "https://opentelemetry.io/schemas/1.41.0"


_INTERNAL, _CLIENT = 1, 3
"""Kinds of spans."""


_ERROR = 2
"""The status code of a span that failed."""


_TRACE, _SPAN = 32, 16
"""The hexadecimal digits of the ids of traces and spans."""


_FINISH = {"stop": "stop", "length": "length", "filter": "content_filter"}


class _AskSpan(NamedTuple):
    """The values of an ask that its calls tell, for its span: with the bounds of their times."""

    seat: int
    player: str
    provider: str
    begun: float
    ended: float


def otel_lines(calls: GameCalls, *, ascii_only: bool = False) -> Iterator[str]:
    """Yield a line per span: first the calls, then the asks that they served, then the game."""
    trace = stable_id(_TRACE, calls.game, calls.created)
    root = stable_id(_SPAN, calls.game)
    asks: dict[str, _AskSpan] = {}
    resource = {
        "attributes": _attributes({"service.name": "wolftui", "service.version": calls.version})
    }

    def line(span: dict[str, Any]) -> str:
        scope = {"scope": {"name": "wolftui"}, "spans": [span], "schemaUrl": _SCHEMA}
        found = {"resource": resource, "scopeSpans": [scope], "schemaUrl": _SCHEMA}
        return json_text({"resourceSpans": [found]}, ascii_only=ascii_only)

    first, last = 0.0, calls.created
    for each in calls:
        of = asks.get(each.ask) or _AskSpan(each.seat, each.player, "", each.started, each.ended)
        asks[each.ask] = of._replace(
            provider=of.provider or each.call.provider,
            begun=min(of.begun, each.started),
            ended=max(of.ended, each.ended),
        )
        yield line(_call_span(calls, each, trace))
    for ask, (seat, player, provider, begun, ended) in asks.items():
        put, answered = calls.ask_times(ask) or (begun, ended)
        times = min(put, begun), max(answered, ended)
        first, last = min(first or times[0], times[0]), max(last, times[1])
        name = calls.seats[seat - 1].name
        yield line(
            _span(
                (trace, stable_id(_SPAN, calls.game, ask), root),
                f"invoke_agent {name}",
                _INTERNAL,
                times,
                {
                    "gen_ai.operation.name": "invoke_agent",
                    "gen_ai.provider.name": provider,
                    "gen_ai.agent.id": str(seat),
                    "gen_ai.agent.name": name,
                    "gen_ai.conversation.id": calls.game,
                    "wolftui.ask": ask,
                    "wolftui.player": player,
                    "wolftui.role": calls.seats[seat - 1].role,
                    "wolftui.answer": calls.ask_outcome(ask),
                },
            )
        )
    yield line(
        _span(
            (trace, root, ""),
            f"invoke_workflow werewolf {calls.board}",
            _INTERNAL,
            (min(calls.created or first, first), last),
            {
                "gen_ai.operation.name": "invoke_workflow",
                "gen_ai.workflow.name": f"werewolf {calls.board}",
                "gen_ai.conversation.id": calls.game,
                "wolftui.ended": calls.ended,
            },
        )
    )


def _call_span(calls: GameCalls, each: TimedCall, trace: str) -> dict[str, Any]:
    call = each.call
    reason = _FINISH.get(call.finish, "unknown")
    parts = [{"type": "reasoning", "content": call.thinking}] if call.thinking else []
    said = [
        {
            "role": "assistant",
            "parts": [*parts, {"type": "text", "content": call.reply}],
            "finish_reason": reason,
        }
    ]
    return _span(
        (
            trace,
            stable_id(_SPAN, calls.game, each.ask, each.number),
            stable_id(_SPAN, calls.game, each.ask),
        ),
        f"chat {call.model}",
        _CLIENT,
        (each.started, each.ended),
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": call.provider,
            "gen_ai.conversation.id": calls.game,
            "gen_ai.request.model": call.model,
            "gen_ai.response.model": call.served_by,
            "gen_ai.input.messages": json_text(
                [
                    {"role": role, "parts": [{"type": "text", "content": text}]}
                    for role, text in each.messages
                ]
            ),
            "gen_ai.output.messages": json_text(said) if call.replied else None,
            "gen_ai.response.finish_reasons": (reason,) if call.replied and call.finish else None,
            "gen_ai.usage.input_tokens": each.tokens_in,
            "gen_ai.usage.cache_read.input_tokens": each.tokens_cached,
            "gen_ai.usage.output_tokens": each.tokens_out,
            "gen_ai.usage.reasoning.output_tokens": each.tokens_thought,
            "error.type": _error_type(each),
            "wolftui.step": call.step,
            "wolftui.about": call.about,
            "wolftui.parsed": call.parsed,
            "wolftui.problem": call.problem,
            "wolftui.retries": call.retries or None,
            "wolftui.cost": call.cost,
            "wolftui.times_computed": None if each.timed else True,
        },
        error=call.problem,
    )


def _error_type(each: TimedCall) -> str | None:
    """Return the `error.type` of a call: a short fixed word, as the conventions ask for."""
    if not each.call.problem:
        return None
    if each.call.unfit:
        return "prompt_too_long"
    return "unusable_reply" if each.call.replied else "no_reply"


def _span(
    ids: tuple[str, str, str],
    name: str,
    kind: int,
    times: tuple[float, float],
    attributes: dict[str, object],
    *,
    error: str = "",
) -> dict[str, Any]:
    """Build a span as OTLP JSON.

    Args:
        ids: The ids of trace, span and parent span, in hexadecimal; no parent if empty.
        name: Its name.
        kind: Its kind.
        times: When it began and ended, in seconds since 1970.
        attributes: Its attributes; those that are None or empty are left out.
        error: What failed; empty if nothing did.
    """
    trace, span, parent = ids
    begun, ended = (str(round(seconds * 1_000_000) * 1000) for seconds in times)
    return {
        "traceId": trace,
        "spanId": span,
        **({"parentSpanId": parent} if parent else {}),
        "name": name,
        "kind": kind,
        "startTimeUnixNano": begun,
        "endTimeUnixNano": ended,
        "attributes": _attributes(attributes),
        "status": {"code": _ERROR, "message": error} if error else {},
    }


def _attributes(values: dict[str, object]) -> list[dict[str, Any]]:
    return [
        {"key": key, "value": _value(value)}
        for key, value in values.items()
        if value is not None and value != ""
    ]


def _value(value: object) -> dict[str, Any]:
    """Build an `AnyValue`; a whole number is a string there, as in all JSON of protobuf."""
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case tuple():
            parts = cast("tuple[object, ...]", value)
            return {"arrayValue": {"values": [_value(part) for part in parts]}}
        case _:
            return {"stringValue": str(value)}
