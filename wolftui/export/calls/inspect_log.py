"""Model calls as a log of Inspect (`.eval`, a zip of JSON files), which `inspect view` opens.

A sample is a seat of a game: scores such as won or lost belong to a seat, and its asks follow each
other. The file is written member by member, so that memory does not grow with the number of calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from math import inf
from typing import IO, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .game_calls import CallingSeat, GameCalls, TimedCall, json_text, stable_id

_LOG_VERSION = 2


_STOP_REASONS = {"stop": "stop", "length": "max_tokens", "filter": "content_filter"}


_CORRECT, _INCORRECT = "C", "I"


_SCORES = ("won", "survived")


_ID = 22
"""The characters of an id."""


_Usage = dict[str, dict[str, int]]
"""Token counts by model and by name of the count."""


def write_inspect_log(games: Iterable[GameCalls], out: BinaryIO, name: str = "") -> None:
    """Write the calls of games as one Inspect log.

    Args:
        games: The calls of each game, at least one. They are read once to find the seats that
            called, and once for each of these.
        out: The file, open for writing.
        name: The name of the games together, with which samples are named after game and seat;
            empty for one game, whose samples are named after the seat.
    """
    with ZipFile(out, "w", ZIP_DEFLATED) as log:
        writer = _LogWriter(log, name)
        for calls in games:
            writer.add_game(calls)
        writer.finish()


class _LogWriter:
    """Writes the samples of one game after another, and then what all of them have in common.

    Args:
        log: The log, open for writing.
        name: As in `write_inspect_log`.
    """

    def __init__(self, log: ZipFile, name: str) -> None:
        self._log, self._name = log, name
        self._games: list[str] = []
        # Dictionaries without values keep the order of first use.
        self._boards, self._versions, self._models = (
            dict[str, None](),
            dict[str, None](),
            dict[str, None](),
        )
        self._epochs: Counter[int | str] = Counter()
        self._completed = 0
        self._created, self._begun, self._ended = 0.0, inf, 0.0
        self._usage: _Usage = {}
        self._scores: dict[str, Counter[str]] = {score: Counter() for score in _SCORES}
        self._summaries = bytearray()
        """The summaries of all samples as JSON, which takes a fraction of the memory of objects."""

    def add_game(self, calls: GameCalls) -> None:
        """Write a sample for each seat of a game that called a model."""
        times: dict[int, tuple[float, float]] = {}
        for each in calls:
            self._models[each.call.model] = None
            begun, ended = times.get(each.seat, (each.started, each.ended))
            times[each.seat] = min(begun, each.started), max(ended, each.ended)
        self._games.append(calls.game)
        self._boards[calls.board] = self._versions[calls.version] = None
        # A time of 0 is unknown.
        self._created = min(self._created or calls.created, calls.created or self._created)
        for seat in sorted(times):
            self._add_sample(calls, calls.seats[seat - 1], times[seat])

    def _add_sample(self, calls: GameCalls, seat: CallingSeat, times: tuple[float, float]) -> None:
        sample = f"{calls.game}-{seat.seat}" if self._name else seat.seat
        # Copies of a game have equal ids, and no two samples may have the same id and epoch.
        self._epochs[sample] += 1
        summary = _write_sample(self._log, calls, seat, times, (sample, self._epochs[sample]))
        self._summaries += (b"," if self._summaries else b"[") + json_text(summary).encode()
        self._completed += bool(calls.ended)
        self._begun, self._ended = min(self._begun, times[0]), max(self._ended, times[1])
        for model, counts in summary["model_usage"].items():
            _add(self._usage, model, counts)
        for score, value in summary["scores"].items():
            self._scores[score][value["value"]] += 1

    def finish(self) -> None:
        """Write the members of the log that describe all samples."""
        head, samples = self._head(), self._epochs.total()
        _write_member(self._log, "_journal/start.json", head)
        with _member(self._log, "summaries.json") as file:
            file.write(self._summaries + b"]")
        _write_member(
            self._log,
            "header.json",
            {
                **head,
                "status": "success" if self._completed else "cancelled",
                "results": {
                    "total_samples": samples,
                    "completed_samples": self._completed,
                    "scores": _accuracies(self._scores, samples),
                },
                "stats": {
                    "started_at": _date(self._begun),
                    "completed_at": _date(self._ended),
                    "model_usage": self._usage,
                },
            },
        )

    def _head(self) -> dict[str, Any]:
        names, versions = list(self._epochs), ", ".join(filter(None, self._versions))
        return {
            "version": _LOG_VERSION,
            "eval": {
                "eval_id": stable_id(_ID, *self._games, "eval"),
                "run_id": stable_id(_ID, *self._games, "run"),
                "task_id": stable_id(_ID, *self._games, "task"),
                "created": _date(self._created),
                "task": "_".join(("werewolf", *self._boards)),
                "dataset": {
                    "name": self._name or self._games[0],
                    "samples": len(names),
                    "sample_ids": names,
                },
                "model": ", ".join(self._models),
                "config": {"epochs": max(self._epochs.values())},
                "packages": {"wolftui": versions} if versions else {},
                "metadata": {"games": len(self._games), "boards": list(self._boards)},
            },
            "plan": {"name": "wolftui", "steps": []},
        }


def _write_sample(
    log: ZipFile,
    calls: GameCalls,
    seat: CallingSeat,
    times: tuple[float, float],
    key: tuple[int | str, int],
) -> dict[str, Any]:
    """Write the sample of a seat with its id and epoch; returns its summary."""
    sample, epoch = key
    usage: _Usage = {}
    latest: TimedCall | None = None
    with _member(log, f"samples/{sample}_epoch_{epoch}.json") as file:
        file.write(b'{"events":[')
        for place, (each, event) in enumerate(_events(calls, seat, times[0])):
            file.write((b"," if place else b"") + json_text(event).encode())
            if each:
                latest = each if each.call.replied or latest is None else latest
                if counts := _usage(each):
                    _add(usage, each.call.model, counts)
        assert latest, "the seat has calls"
        summary = {
            "id": sample,
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
            "model_usage": usage,
            "started_at": _date(times[0]),
            "completed_at": _date(times[1]),
            "total_time": times[1] - times[0],
            "uuid": stable_id(_ID, calls.game, seat.seat, *([epoch] if epoch > 1 else [])),
        }
        # The prompt of a call holds the whole record of its seat, so the latest call tells most.
        rest = {
            **summary,
            "messages": [*_messages(latest), *([_said(latest)] if latest.call.replied else [])],
            "output": _output(latest),
        }
        file.write(b"]," + json_text(rest).encode()[1:])
    return {**summary, "completed": bool(calls.ended)}


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
        "uuid": stable_id(_ID, calls.game, "call", each.number),
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


def _accuracies(scores: Mapping[str, Counter[str]], samples: int) -> list[dict[str, Any]]:
    """Return the share of samples for each score that any sample has."""
    found: list[dict[str, Any]] = []
    for name, values in scores.items():
        if scored := values.total():
            metrics = {"accuracy": {"name": "accuracy", "value": values[_CORRECT] / scored}}
            found.append({
                "name": name, "scorer": name, "scored_samples": scored,
                "unscored_samples": samples - scored, "metrics": metrics,
            })  # fmt: skip
    return found


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
