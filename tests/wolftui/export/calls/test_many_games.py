"""The model calls of many games: an arena in each form, in order, one game in memory at a time."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from zipfile import ZipFile

import pytest

from tests.wolftui.export.calls.model_games import CALLERS, an_arena
from tests.wolftui.export.calls.test_calls import spans_of, values
from wolfcore.arena.integrity import ROWS_FILE
from wolfcore.arena.store import RowStore, read_rows
from wolfcore.errors import ConfigError
from wolfcore.experiments.runner import EXPERIMENT_FILE
from wolfcore.records import read_game
from wolfcore.table import CallStream
from wolftui.export.calls.call_formats import call_lines, write_calls
from wolftui.export.calls.game_calls import GameCalls
from wolftui.export.formats import CallFormat
from wolftui.measures.measurement import resolve_games

GAMES = 12


@pytest.fixture
async def arena(tmp_path: Path) -> Path:
    return await an_arena(tmp_path / "small", GAMES)


def games_of(arena: Path) -> Iterator[GameCalls]:
    return (GameCalls(read_game(path)) for path in resolve_games(str(arena)))


def member(file: Path, name: str) -> Any:
    with ZipFile(file) as opened:
        return json.loads(opened.read(name))


def test_an_arena_is_spans_with_a_trace_a_game(arena: Path) -> None:
    rows = read_rows(arena / ROWS_FILE)
    spans = spans_of(list(call_lines(games_of(arena), "otel")))
    assert len({span.span_id for span in spans}) == len(spans)
    chats = [values(span) for span in spans if span.name.startswith("chat ")]
    assert len(chats) == sum(row.calls for row in rows)
    games = Counter(chat["gen_ai.conversation.id"] for chat in chats)
    assert list(games.items()) == [(Path(row.folder).name, row.calls) for row in rows]
    assert len({span.trace_id for span in spans}) == GAMES


def test_an_arena_is_chats_in_the_order_of_its_schedule(arena: Path) -> None:
    rows = read_rows(arena / ROWS_FILE)
    lines = [json.loads(line) for line in call_lines(games_of(arena), "jsonl")]
    games = list(dict.fromkeys(line["metadata"]["game"] for line in lines))
    assert games == [Path(row.folder).name for row in rows]
    assert len({tuple(line["metadata"]) for line in lines}) == 1
    unanswered = sum(
        not noted.call.replied
        for row in rows
        for noted in CallStream(arena / row.folder)
        if noted.call
    )
    assert len(lines) == sum(row.calls for row in rows) - unanswered


def test_an_arena_is_one_inspect_log_with_a_sample_a_seat_of_a_game(
    arena: Path, tmp_path: Path
) -> None:
    file = tmp_path / "small.eval"
    write_calls(file, games_of(arena), "inspect", name="small")
    rows = read_rows(arena / ROWS_FILE)
    ids = [f"{Path(row.folder).name}-{seat}" for row in rows for seat in CALLERS]
    header, summaries = member(file, "header.json"), member(file, "summaries.json")
    assert header["eval"]["dataset"] == {"name": "small", "samples": len(ids), "sample_ids": ids}
    assert header["eval"] == member(file, "_journal/start.json")["eval"]
    assert header["eval"]["task"] == "werewolf_sla7"
    assert header["eval"]["model"] == "big, small"
    assert header["eval"]["metadata"] == {"games": GAMES, "boards": ["sla7"]}
    assert [each["id"] for each in summaries] == ids
    assert header["results"]["total_samples"] == header["results"]["completed_samples"] == len(ids)
    samples = [member(file, f"samples/{each}_epoch_1.json") for each in ids]
    events = [event for each in samples for event in each["events"] if event["event"] == "model"]
    assert len(events) == sum(row.calls for row in rows)
    assert len({each["uuid"] for each in samples}) == len(ids)
    assert {each["metadata"]["game"] for each in samples} == {Path(row.folder).name for row in rows}
    for name in ("input_tokens", "output_tokens"):
        assert header["stats"]["model_usage"]["big"][name] == sum(
            each["model_usage"]["big"][name] for each in samples
        )
    (won, survived) = header["results"]["scores"]
    right = [each["scores"]["won"]["value"] == "C" for each in samples]
    assert won["metrics"]["accuracy"]["value"] == sum(right) / len(right)
    assert (won["name"], survived["name"], won["scored_samples"]) == ("won", "survived", len(ids))


def test_a_game_that_is_there_twice_is_two_epochs(arena: Path, tmp_path: Path) -> None:
    file = tmp_path / "twice.eval"
    once = resolve_games(str(arena))[0]
    write_calls(file, (GameCalls(read_game(path)) for path in (once, once)), "inspect", name="x")
    header = member(file, "header.json")
    assert header["eval"]["config"] == {"epochs": 2}
    assert header["eval"]["dataset"]["samples"] == len(CALLERS)
    assert header["results"]["total_samples"] == 2 * len(CALLERS)
    names = ZipFile(file).namelist()
    assert len(names) == len(set(names))
    assert f"samples/{once.name}-1_epoch_2.json" in names


@pytest.mark.parametrize("form", get_args(CallFormat))
def test_equal_arenas_give_equal_bytes(arena: Path, tmp_path: Path, form: CallFormat) -> None:
    files = (tmp_path / "a", tmp_path / "b")
    for file in files:
        write_calls(file, games_of(arena), form, name="small")
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("form", get_args(CallFormat))
@pytest.mark.parametrize("end", [KeyboardInterrupt(), ConfigError("it broke")])
def test_an_export_that_stops_leaves_no_file(
    arena: Path, tmp_path: Path, form: CallFormat, end: BaseException
) -> None:
    def stopping() -> Iterator[GameCalls]:
        yield next(games_of(arena))
        raise end

    folder = tmp_path / "out"
    folder.mkdir()
    with pytest.raises(type(end)):
        write_calls(folder / "x", stopping(), form, name="small")
    assert list(folder.iterdir()) == []


def test_the_games_of_an_experiment_are_those_of_its_parts(arena: Path, tmp_path: Path) -> None:
    experiment = tmp_path / "paper"
    experiment.mkdir()
    (experiment / EXPERIMENT_FILE).touch()
    for part in ("second", "first"):
        shutil.copytree(arena, experiment / part)
    empty = RowStore(experiment / "second" / ROWS_FILE)
    empty.close()
    found = resolve_games(str(experiment), parts=True)
    names = [path.name for path in resolve_games(str(arena))]
    assert [(path.parent.parent.name, path.name) for path in found] == [
        (part, name) for part in ("first", "second") for name in names
    ]
    with pytest.raises(ConfigError, match="is the folder of an experiment"):
        resolve_games(str(experiment))
    for part in ("first", "second"):
        (experiment / part / ROWS_FILE).unlink()
        RowStore(experiment / part / ROWS_FILE).close()
    with pytest.raises(ConfigError, match="has none of its games saved"):
        resolve_games(str(experiment), parts=True)
