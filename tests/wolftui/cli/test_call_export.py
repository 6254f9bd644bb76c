"""`export` of the model calls of many games: an arena becomes one file, or none."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import get_args
from zipfile import ZipFile

import pytest

from tests.core.agents.tables import good, serving
from tests.wolftui.cli.model_games import set_model
from tests.wolftui.cli.running import Program
from tests.wolftui.export.calls.model_games import an_arena
from tests.wolftui.export.calls.test_calls import spans_of, values
from wolfcore.arena.integrity import ROWS_FILE
from wolfcore.arena.store import read_rows
from wolfcore.records import CALLS_FILE
from wolftui.export.calls.game_calls import GameCalls
from wolftui.export.formats import CallFormat
from wolftui.measures.measurement import resolve_games
from wolftui.settings.paths import games_folder

GAMES = 12


@pytest.fixture
async def arena(tmp_path: Path) -> Path:
    return await an_arena(tmp_path / "small", GAMES)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("form", "suffix", "words"),
    [
        ("otel", "otel.jsonl", "OpenTelemetry spans, one a line"),
        ("inspect", "eval", "an Inspect log, one sample a seat"),
        ("jsonl", "jsonl", "chats, one a line"),
    ],
)
def test_the_command_exports_the_calls_of_an_arena(
    wolftui: Program, arena: Path, here: Path, form: str, suffix: str, words: str
) -> None:
    file = here / f"x.{suffix}"
    ran = wolftui("export", str(arena), "--to", form, "--out", str(file))
    said = f"{file}, with the model calls of {GAMES} games as {words}\n"
    assert (ran.code, ran.out, ran.err) == (0, said, "")
    printed = wolftui("export", str(arena), "--to", form)
    if form == "inspect":
        own = here / "small.eval"
        assert printed.out == said.replace(str(file), str(own))
        assert own.read_bytes() == file.read_bytes()
    else:
        assert printed.out == file.read_text(encoding="utf-8")


def test_damaged_games_are_told_and_left_out(wolftui: Program, arena: Path, here: Path) -> None:
    games = {path.name: path for path in resolve_games(str(arena))}
    (games["g01"] / "game.jsonl").write_text("{", encoding="utf-8")
    (games["g02"] / CALLS_FILE).unlink()
    (games["g03"] / CALLS_FILE).unlink()
    (games["g03"] / CALLS_FILE).mkdir()
    (games["g04"] / CALLS_FILE).write_text("{\n{\n", encoding="utf-8")
    with (games["g05"] / CALLS_FILE).open("a", encoding="utf-8") as file:
        file.write("{\n")
    shutil.rmtree(games["g06"])
    ran = wolftui("export", str(arena), "--to", "jsonl", "--out", "x.jsonl")
    assert ran.code == 1
    assert ran.out == (
        f"{here / 'x.jsonl'}, with the model calls of {GAMES - 5} of {GAMES} games as chats, one "
        "a line\n"
    )
    lines = ran.err.splitlines()
    told = [next((name for name in sorted(games) if name in line), line) for line in lines]
    assert told == ["g06", "g05", "g04", "g03", "g01"]
    assert "Line" in lines[1]
    assert "g02" not in ran.err, "a game without calls is no damage"
    found = {
        json.loads(line)["metadata"]["game"]
        for line in (here / "x.jsonl").read_text(encoding="utf-8").splitlines()
    }
    assert found == set(games) - {"g01", "g02", "g03", "g04", "g06"}


def test_names_of_folders_that_are_no_text_are_written_with_question_marks(
    wolftui: Program, arena: Path, here: Path
) -> None:
    folder = here / os.fsdecode(b"odd\xff")
    folder.mkdir()
    shutil.copytree(arena / "games" / "g01", folder / os.fsdecode(b"g\xff\x1b[31m"))
    shutil.copytree(arena / "games" / "g01", folder / "g\\1")
    for form in get_args(CallFormat):
        ran = wolftui("export", str(folder), "--to", form, "--out", f"x.{form}")
        assert (ran.code, ran.err) == (0, "")
    lines = (here / "x.jsonl").read_text(encoding="utf-8").splitlines()
    games = [json.loads(line)["metadata"]["game"] for line in lines]
    assert list(dict.fromkeys(games)) == ["g\\1", "g?\x1b[31m"]
    with ZipFile(here / "x.inspect") as log:
        assert json.loads(log.read("header.json"))["eval"]["dataset"]["name"] == "odd?"


def test_a_game_that_a_person_still_plays_is_left_out_and_no_damage(
    wolftui: Program, here: Path, tmp_path: Path
) -> None:
    wolftui("play", "--plain", "--board", "sla7", "--seat", "1=human", "--seat", "*=random")
    games = games_folder()
    (open_game,) = games.iterdir()
    call = {"model": "m", "messages": [["user", "Speak."]], "reply": "Hm."}
    line = json.dumps({"ask": "n1.kill.1", "seat": 2, "call": call}) + "\n"
    (open_game / CALLS_FILE).write_text(line, encoding="utf-8")
    wolftui("run", "--board", "sla7", "--seat", "*=random")
    (ended,) = set(games.iterdir()) - {open_game}
    (ended / CALLS_FILE).write_text(line, encoding="utf-8")
    ran = wolftui("export", str(games), "--to", "jsonl", "--out", "x.jsonl")
    assert ran.code == 0
    assert "with the model calls of 1 of 2 games" in ran.out
    assert ran.err == (
        f"wolftui: {open_game.name}: this game has not ended, and a person plays in it. Its model "
        "calls can be exported when it is over.\n"
    )
    assert open_game.name not in (here / "x.jsonl").read_text(encoding="utf-8")


def test_games_without_calls_are_a_sentence(wolftui: Program, arena: Path, here: Path) -> None:
    for path in resolve_games(str(arena)):
        (path / CALLS_FILE).unlink()
    for form in get_args(CallFormat):
        ran = wolftui("export", str(arena), "--to", form, "--out", f"x.{form}")
        assert (ran.code, ran.out) == (2, "")
        assert f"no model call of these {GAMES} games can be exported" in ran.err
    assert list(here.iterdir()) == []


def test_other_forms_are_of_one_game(wolftui: Program, arena: Path, here: Path) -> None:
    ran = wolftui("export", str(arena), "--to", "html")
    assert (ran.code, ran.out) == (2, "")
    assert f"html is a file of one game, and there are {GAMES}" in ran.err
    assert "otel, inspect and jsonl" in ran.err
    assert list(here.iterdir()) == []


def test_ctrl_c_leaves_no_file_and_says_how_far_it_came(
    wolftui: Program, arena: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = 0
    has_calls = GameCalls.has_calls

    def pressed(calls: GameCalls) -> bool:
        nonlocal opened
        opened += 1
        if opened == 3:
            raise KeyboardInterrupt
        return has_calls(calls)

    monkeypatch.setattr(GameCalls, "has_calls", pressed)
    ran = wolftui("export", str(arena), "--to", "inspect")
    assert (ran.code, ran.out) == (130, "")
    assert ran.err.endswith(f"wolftui: Stopped after 2 of {GAMES} games; no file is written.\n")
    assert list(here.iterdir()) == []


TEXT = """
boards = ["duel6"]
deals = 6
seed = 4
[players]
bot = "bot"
model = "vanilla@m"
"""


@pytest.mark.slow
@pytest.mark.extra("inspect")
def test_a_played_arena_opens_in_the_library_of_each_form(
    wolftui: Program, tmp_path: Path, here: Path
) -> None:
    from inspect_ai.log import (
        bundle_log_dir,
        list_eval_logs,
        read_eval_log,
        read_eval_log_sample,
        read_eval_log_sample_summaries,
    )

    plan, arena = tmp_path / "played.toml", tmp_path / "played"
    plan.write_text(TEXT, encoding="utf-8")
    with serving(good) as endpoint:
        set_model(endpoint.url, 'server = "vllm"')
        assert wolftui("arena", str(plan), "--into", str(arena)).code == 0
    rows = read_rows(arena / ROWS_FILE)
    assert len(rows) == GAMES
    sent = sum(row.calls for row in rows)
    assert sent > 10 * GAMES
    for form in get_args(CallFormat):
        assert wolftui("export", str(arena), "--to", form, "--out", f"x.{form}").code == 0

    spans = spans_of((here / "x.otel").read_text(encoding="utf-8").splitlines())
    chats = [values(span) for span in spans if span.name.startswith("chat ")]
    assert len(chats) == sent
    assert {chat["gen_ai.provider.name"] for chat in chats} == {"vllm"}

    lines = (here / "x.jsonl").read_bytes().splitlines()
    assert len([json.loads(line) for line in lines]) == sent

    logs = tmp_path / "logs"
    logs.mkdir()
    (here / "x.inspect").rename(logs / "x.eval")
    log = read_eval_log(str(logs / "x.eval"))
    assert log.status == "success"
    assert log.samples
    events = [event for sample in log.samples for event in sample.events if event.event == "model"]
    assert len(events) == sent
    assert read_eval_log(str(logs / "x.eval"), header_only=True).results == log.results
    assert log.eval.dataset.sample_ids
    # The library sorts samples by their ids.
    assert sorted(map(str, log.eval.dataset.sample_ids)) == [sample.id for sample in log.samples]
    summaries = read_eval_log_sample_summaries(str(logs / "x.eval"))
    assert [each.id for each in summaries] == log.eval.dataset.sample_ids
    last = log.samples[-1]
    assert read_eval_log_sample(str(logs / "x.eval"), last.id).uuid == last.uuid
    # What the viewer calls: its list, its overview, its log, and its bundle for a web server.
    assert [Path(each.name).name for each in list_eval_logs(str(logs))] == ["x.eval"]
    bundle_log_dir(str(logs), str(tmp_path / "bundle"))
    listing = json.loads((tmp_path / "bundle" / "logs" / "listing.json").read_bytes())
    assert list(listing) == ["x.eval"]
    assert listing["x.eval"]["status"] == "success"
