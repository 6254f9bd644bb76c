"""The sample of a seat in a log of Inspect: its model calls as events, between those of its asks.

Field names and values are those of `inspect_ai.log.EvalSample`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Self
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .game_calls import CallingSeat, GameCalls, TimedCall, json_text, stable_id

_STOP_REASONS = {"stop": "stop", "length": "max_tokens", "filter": "content_filter"}


CORRECT, _INCORRECT = "C", "I"


SCORES = ("won", "survived")


ID_LENGTH = 22
"""The characters of an id."""


_EVENTS_IN_MEMORY = 1 << 18
"""The bytes of a seat's events up to which they are kept in memory instead of a file."""


Usage = dict[str, dict[str, int]]
"""Token counts by model and by name of the count."""


class Sample:
    """The sample of a seat, a context manager; its events stay in a temporary file until the end.

    So the calls of a game are decoded once for all its seats, and none is held.

    Args:
        calls: The calls of the game.
        seat: The seat.
        times: When its first call began, and when its last one ended.

    Attributes:
        seat: The number of the seat.
        times: As given.
    """

    def __init__(self, calls: GameCalls, seat: CallingSeat, times: tuple[float, float]) -> None:
        self._calls, self._seat, self.seat, self.times = calls, seat, seat.seat, times
        self._events = SpooledTemporaryFile[bytes](_EVENTS_IN_MEMORY)
        self._usage: Usage = {}
        self._latest: TimedCall | None = None
        self._ask, self._asks, self._reached = "", 0, times[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._events.close()

    def add(self, each: TimedCall) -> None:
        """Add the next call of the seat, between the bounds of its ask."""
        begun = self.times[0]
        if each.ask != self._ask:
            if self._ask:
                self._add_event(_bound("span_end", self._span, self._reached, begun))
            self._asks, self._ask = self._asks + 1, each.ask
            named = {"name": each.ask, "type": "agent"}
            self._add_event({**_bound("span_begin", self._span, each.started, begun), **named})
        self._reached = each.ended
        self._add_event(_model_event(self._calls, each, self._span, begun))
        if each.call.replied or self._latest is None:
            self._latest = each
        if counts := _usage(each):
            add_usage(self._usage, each.call.model, counts)

    @property
    def _span(self) -> str:
        return f"{self._asks} {self._ask}"

    def _add_event(self, event: dict[str, Any]) -> None:
        self._events.write((b"," if self._events.tell() else b"") + json_text(event).encode())

    def write(self, log: ZipFile, name: int | str, epoch: int) -> dict[str, Any]:
        """Write the sample with its id and epoch, once all calls are added; return its summary."""
        self._add_event(_bound("span_end", self._span, self._reached, self.times[0]))
        calls, seat, latest, (begun, ended) = self._calls, self._seat, self._latest, self.times
        assert latest, "the seat has calls"
        summary = {
            "id": name,
            "epoch": epoch,
            "input": f"{seat.seat} {seat.name}" + (f", {seat.role}" if seat.role else ""),
            "target": seat.team,
            "metadata": {
                "game": calls.game,
                "board": calls.board,
                "ended": calls.ended,
                "seat": seat.seat,
                "name": seat.name,
                "player": seat.player,
                "role": seat.role,
            },
            "scores": _scores(seat),
            "model_usage": self._usage,
            "started_at": date_text(begun),
            "completed_at": date_text(ended),
            "total_time": ended - begun,
            "uuid": stable_id(ID_LENGTH, calls.game, seat.seat, *([epoch] if epoch > 1 else [])),
        }
        # The prompt of a call holds the whole record of its seat, so the latest call tells most.
        rest = {
            **summary,
            "messages": [*_messages(latest), *([_said(latest)] if latest.call.replied else [])],
            "output": _output(latest),
        }
        with zip_member(log, f"samples/{name}_epoch_{epoch}.json") as file:
            file.write(b'{"events":[')
            self._events.seek(0)
            copyfileobj(self._events, file)
            file.write(b"]," + json_text(rest).encode()[1:])
        return {**summary, "completed": bool(calls.ended)}


def _bound(kind: str, span: str, time: float, begun: float) -> dict[str, Any]:
    return {
        "event": kind,
        "id": span,
        "span_id": span,
        "timestamp": date_text(time),
        "working_start": max(time - begun, 0.0),
    }


def _model_event(calls: GameCalls, each: TimedCall, span: str, begun: float) -> dict[str, Any]:
    call = each.call
    return {
        "event": "model",
        "uuid": stable_id(ID_LENGTH, calls.game, "call", each.number),
        "span_id": span,
        "timestamp": date_text(each.started),
        "completed": date_text(each.ended),
        "working_start": max(each.started - begun, 0.0),
        "working_time": each.ended - each.started,
        "model": call.model,
        "role": call.step or None,
        "input": _messages(each),
        "tools": [],
        "tool_choice": "none",
        "config": {},
        "output": _output(each),
        "retries": call.retries or None,
        "error": each.no_reply or None,
        "metadata": {
            "ask": each.ask,
            "player": each.player,
            "about": call.about,
            "parsed": call.parsed,
            "problem": call.problem,
            "answer": calls.ask_outcome(each.ask),
            "times_computed": not each.timed,
        },
    }


def _messages(each: TimedCall) -> list[dict[str, Any]]:
    return [{"role": role, "content": text} for role, text in each.messages]


def _said(each: TimedCall) -> dict[str, Any]:
    call = each.call
    said: list[dict[str, Any]] = [{"type": "text", "text": call.reply}]
    thought: list[dict[str, Any]] = [{"type": "reasoning", "reasoning": call.thinking}]
    return {
        "role": "assistant",
        "content": thought + said if call.thinking else call.reply,
        "source": "generate",
        "model": call.model,
    }


def _output(each: TimedCall) -> dict[str, Any]:
    call = each.call
    if not call.replied:
        return {"model": call.model, "choices": [], "error": each.no_reply}
    reason = _STOP_REASONS.get(call.finish, "unknown")
    return {
        "model": call.model,
        "choices": [{"message": _said(each), "stop_reason": reason}],
        "completion": call.reply,
        "usage": _usage(each),
        "time": each.ended - each.started,
    }


def _usage(each: TimedCall) -> dict[str, int] | None:
    """Return the token counts of a call; None where those sent or received are unknown."""
    sent, received = each.tokens_in, each.tokens_out
    if sent is None or received is None:
        return None
    counts = {"input_tokens": sent, "output_tokens": received, "total_tokens": sent + received}
    if each.tokens_cached is not None:
        counts["input_tokens_cache_read"] = each.tokens_cached
    if each.tokens_thought is not None:
        counts["reasoning_tokens"] = each.tokens_thought
    return counts


def add_usage(usage: Usage, model: str, counts: Mapping[str, int]) -> None:
    """Add the token counts of a model to those in `usage`."""
    total = usage.setdefault(model, {})
    for name, number in counts.items():
        total[name] = total.get(name, 0) + number


def _scores(seat: CallingSeat) -> dict[str, Any]:
    """Return the scores of a seat that are known: `won` and `survived`."""
    known = {"won": seat.won, "survived": seat.alive}
    return {
        name: {"value": CORRECT if value else _INCORRECT}
        for name, value in known.items()
        if value is not None
    }


@contextmanager
def zip_member(log: ZipFile, name: str) -> Generator[IO[bytes]]:
    """Open a member of the zip for writing; its date is fixed, so equal games give equal bytes."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    with log.open(info, "w", force_zip64=True) as file:
        yield file


def date_text(seconds: float) -> str:
    """Return a time, in seconds since 1970, as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
