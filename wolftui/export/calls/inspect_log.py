"""Model calls as a log of Inspect (`.eval`, a zip of JSON files), which `inspect view` opens.

A sample is a seat: scores such as won or lost belong to a seat, and its asks follow each other. The
file is written member by member, so that memory does not grow with the number of calls.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from typing import IO, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .game_calls import CallingSeat, GameCalls, TimedCall, json_text

_LOG_VERSION = 2


_STOP_REASONS = {"stop": "stop", "length": "max_tokens", "filter": "content_filter"}


_CORRECT, _INCORRECT = "C", "I"


_Usage = dict[str, dict[str, int]]
"""Token counts by model and by name of the count."""


def write_inspect_log(calls: GameCalls, out: BinaryIO) -> None:
    """Write the calls of a game as an Inspect log.

    Args:
        calls: The calls; they are read once per seat, and once to find these seats.
        out: The file, open for writing.
    """
    models: dict[int, dict[str, None]] = {}
    times: dict[int, tuple[float, float]] = {}
    for each in calls:
        models.setdefault(each.seat, {})[each.call.model] = None
        begun, ended = times.get(each.seat, (each.started, each.ended))
        times[each.seat] = min(begun, each.started), max(ended, each.ended)
    seats = sorted(models)
    head = _head(calls, seats, list(dict.fromkeys(name for seat in seats for name in models[seat])))
    with ZipFile(out, "w", ZIP_DEFLATED) as log:
        _write_member(log, "_journal/start.json", head)
        summaries = list[dict[str, Any]]()
        for seat in seats:
            summaries.append(_write_sample(log, calls, calls.seats[seat - 1], times[seat]))
        _write_member(log, "summaries.json", summaries)
        usage: _Usage = {}
        for summary in summaries:
            for model, counts in summary["model_usage"].items():
                _add(usage, model, counts)
        _write_member(
            log,
            "header.json",
            {
                **head,
                "status": "success" if calls.ended else "cancelled",
                "results": {
                    "total_samples": len(seats),
                    "completed_samples": len(seats) if calls.ended else 0,
                    "scores": _accuracies(summaries),
                },
                "stats": {
                    "started_at": _date(min(begun for begun, _ in times.values())),
                    "completed_at": _date(max(ended for _, ended in times.values())),
                    "model_usage": usage,
                },
            },
        )


def _head(calls: GameCalls, seats: list[int], models: list[str]) -> dict[str, Any]:
    return {
        "version": _LOG_VERSION,
        "eval": {
            "eval_id": _identifier(calls, "eval"),
            "run_id": _identifier(calls, "run"),
            "task_id": _identifier(calls, "task"),
            "created": _date(calls.created),
            "task": f"werewolf_{calls.board}",
            "dataset": {"name": calls.game, "samples": len(seats), "sample_ids": seats},
            "model": ", ".join(models),
            "config": {"epochs": 1},
            "packages": {"wolftui": calls.version} if calls.version else {},
            "metadata": {"game": calls.game, "board": calls.board, "ended": calls.ended},
        },
        "plan": {"name": "wolftui", "steps": []},
    }


def _write_sample(
    log: ZipFile, calls: GameCalls, seat: CallingSeat, times: tuple[float, float]
) -> dict[str, Any]:
    """Write the sample of a seat; returns its summary."""
    usage: _Usage = {}
    latest: TimedCall | None = None
    with _member(log, f"samples/{seat.seat}_epoch_1.json") as file:
        file.write(b'{"events":[')
        for place, (each, event) in enumerate(_events(calls, seat, times[0])):
            file.write((b"," if place else b"") + json_text(event).encode())
            if each:
                latest = each if each.call.replied or latest is None else latest
                if each.tokens_in is not None and each.tokens_out is not None:
                    _add(usage, each.call.model, _usage(each))
        assert latest, "the seat has calls"
        summary = {
            "id": seat.seat,
            "epoch": 1,
            "input": f"{seat.seat} {seat.name}" + (f", {seat.role}" if seat.role else ""),
            "target": seat.team,
            "metadata": {"name": seat.name, "player": seat.player, "role": seat.role},
            "scores": _scores(seat),
            "model_usage": usage,
            "started_at": _date(times[0]),
            "completed_at": _date(times[1]),
            "total_time": times[1] - times[0],
            "uuid": _identifier(calls, seat.seat),
        }
        # The prompt of a call holds the whole record of its seat, so the latest call tells most.
        rest = {
            **summary,
            "messages": [*_messages(latest), *([_said(latest)] if latest.call.replied else [])],
            "output": _output(latest),
        }
        file.write(b"]," + json_text(rest).encode()[1:])
    return {**summary, "completed": True}


def _events(
    calls: GameCalls, seat: CallingSeat, begun: float
) -> Iterator[tuple[TimedCall | None, dict[str, Any]]]:
    """Yield the events of a seat: the calls, each with its event, between the bounds of asks."""
    ask, number, reached = "", 0, begun
    for each in calls:
        if each.seat != seat.seat:
            continue
        if each.ask != ask:
            if ask:
                yield None, _bound("span_end", f"{number} {ask}", reached, begun)
            number, ask = number + 1, each.ask
            named = {"name": ask, "type": "agent"}
            yield None, {**_bound("span_begin", f"{number} {ask}", each.started, begun), **named}
        reached = each.ended
        yield each, _model_event(calls, each, f"{number} {ask}", begun)
    yield None, _bound("span_end", f"{number} {ask}", reached, begun)


def _bound(kind: str, span: str, time: float, begun: float) -> dict[str, Any]:
    return {
        "event": kind,
        "id": span,
        "span_id": span,
        "timestamp": _date(time),
        "working_start": max(time - begun, 0.0),
    }


def _model_event(calls: GameCalls, each: TimedCall, span: str, begun: float) -> dict[str, Any]:
    call = each.call
    return {
        "event": "model",
        "uuid": _identifier(calls, "call", each.number),
        "span_id": span,
        "timestamp": _date(each.started),
        "completed": _date(each.ended),
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
        "error": None if call.replied else call.problem or "no reply",
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
        return {"model": call.model, "choices": [], "error": call.problem or "no reply"}
    counted = each.tokens_in is not None and each.tokens_out is not None
    reason = _STOP_REASONS.get(call.finish, "unknown")
    return {
        "model": call.model,
        "choices": [{"message": _said(each), "stop_reason": reason}],
        "completion": call.reply,
        "usage": _usage(each) if counted else None,
        "time": each.ended - each.started,
    }


def _usage(each: TimedCall) -> dict[str, int]:
    """Return the token counts of a call, whose tokens sent and received are known."""
    sent, received = each.tokens_in or 0, each.tokens_out or 0
    counts = {"input_tokens": sent, "output_tokens": received, "total_tokens": sent + received}
    if each.tokens_cached is not None:
        counts["input_tokens_cache_read"] = each.tokens_cached
    if each.tokens_thought is not None:
        counts["reasoning_tokens"] = each.tokens_thought
    return counts


def _add(usage: _Usage, model: str, counts: Mapping[str, int]) -> None:
    total = usage.setdefault(model, {})
    for name, number in counts.items():
        total[name] = total.get(name, 0) + number


def _scores(seat: CallingSeat) -> dict[str, Any]:
    """Return the scores of a seat that are known: `won` and `survived`."""
    known = {"won": seat.won, "survived": seat.alive}
    return {
        name: {"value": _CORRECT if value else _INCORRECT}
        for name, value in known.items()
        if value is not None
    }


def _accuracies(summaries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the share of seats for each score that any seat has."""
    scores: list[dict[str, Any]] = []
    for name in ("won", "survived"):
        values = [each["scores"][name]["value"] for each in summaries if name in each["scores"]]
        if values:
            share = values.count(_CORRECT) / len(values)
            metrics = {"accuracy": {"name": "accuracy", "value": share}}
            scores.append({
                "name": name, "scorer": name, "scored_samples": len(values),
                "unscored_samples": len(summaries) - len(values), "metrics": metrics,
            })  # fmt: skip
    return scores


def _write_member(log: ZipFile, name: str, value: object) -> None:
    with _member(log, name) as file:
        file.write(json_text(value).encode())


@contextmanager
def _member(log: ZipFile, name: str) -> Generator[IO[bytes]]:
    """Open a member of the zip for writing; its date is fixed, so equal games give equal bytes."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    with log.open(info, "w", force_zip64=True) as file:
        yield file


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _identifier(calls: GameCalls, *of: object) -> str:
    """Return an id of 22 characters, the same at every export."""
    return sha256("\0".join(map(str, (calls.game, *of))).encode()).hexdigest()[:22]
