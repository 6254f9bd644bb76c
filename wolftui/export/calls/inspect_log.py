"""Model calls as a log of Inspect (`.eval`, a zip of JSON files), which `inspect view` opens.

A sample is a seat of a game: scores such as won or lost belong to a seat, and its asks follow each
other. The file is written member by member, so that memory does not grow with the number of calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from math import inf
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from .game_calls import GameCalls, encodable, json_text, stable_id
from .inspect_sample import (
    CORRECT,
    ID_LENGTH,
    SCORES,
    Sample,
    Usage,
    add_usage,
    date_text,
    zip_member,
)

_LOG_VERSION = 2


def write_inspect_log(games: Iterable[GameCalls], out: BinaryIO, name: str = "") -> None:
    """Write the calls of games as one Inspect log.

    Args:
        games: The calls of each game, at least one. They are read twice: for the times and models,
            and for the events.
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
        self._log, self._name = log, encodable(name)
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
        self._usage: Usage = {}
        self._scores: dict[str, Counter[str]] = {score: Counter() for score in SCORES}
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
        with ExitStack() as opened:
            samples = {
                seat: opened.enter_context(Sample(calls, calls.seats[seat - 1], times[seat]))
                for seat in sorted(times)
            }
            for each in calls:
                # A game that is being played may have got another call meanwhile.
                if sample := samples.get(each.seat):
                    sample.add(each)
            for sample in samples.values():
                self._add_sample(calls, sample)

    def _add_sample(self, calls: GameCalls, sample: Sample) -> None:
        name = f"{calls.game}-{sample.seat}" if self._name else sample.seat
        # Copies of a game have equal ids, and no two samples may have the same id and epoch.
        self._epochs[name] += 1
        summary = sample.write(self._log, name, self._epochs[name])
        self._summaries += (b"," if self._summaries else b"[") + json_text(summary).encode()
        self._completed += bool(calls.ended)
        begun, ended = sample.times
        self._begun, self._ended = min(self._begun, begun), max(self._ended, ended)
        for model, counts in summary["model_usage"].items():
            add_usage(self._usage, model, counts)
        for score, value in summary["scores"].items():
            self._scores[score][value["value"]] += 1

    def finish(self) -> None:
        """Write the members of the log that describe all samples."""
        head, samples = self._head(), self._epochs.total()
        _write_member(self._log, "_journal/start.json", head)
        with zip_member(self._log, "summaries.json") as file:
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
                    "started_at": date_text(self._begun),
                    "completed_at": date_text(self._ended),
                    "model_usage": self._usage,
                },
            },
        )

    def _head(self) -> dict[str, Any]:
        names, versions = list(self._epochs), ", ".join(filter(None, self._versions))
        return {
            "version": _LOG_VERSION,
            "eval": {
                "eval_id": stable_id(ID_LENGTH, *self._games, "eval"),
                "run_id": stable_id(ID_LENGTH, *self._games, "run"),
                "task_id": stable_id(ID_LENGTH, *self._games, "task"),
                "created": date_text(self._created),
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


def _accuracies(scores: Mapping[str, Counter[str]], samples: int) -> list[dict[str, Any]]:
    """Return the share of samples for each score that any sample has."""
    found: list[dict[str, Any]] = []
    for name, values in scores.items():
        if scored := values.total():
            metrics = {"accuracy": {"name": "accuracy", "value": values[CORRECT] / scored}}
            found.append({
                "name": name, "scorer": name, "scored_samples": scored,
                "unscored_samples": samples - scored, "metrics": metrics,
            })  # fmt: skip
    return found


def _write_member(log: ZipFile, name: str, value: object) -> None:
    with zip_member(log, name) as file:
        file.write(json_text(value).encode())
