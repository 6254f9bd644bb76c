"""Arenas in which models sit: within limits and budget, stopped anywhere, and gone on with at the
very answer."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving
from tests.core.models.serving import Request, error
from tests.wolftui.cli.model_games import DEAD, asked, set_model, without_bill
from tests.wolftui.cli.running import ROOT, Program
from tests.wolftui.cli.test_at_once import Slow
from wolfcore.arena.store import read_rows
from wolfcore.models.wrappers.retrying import CircuitBreaker
from wolfcore.records import read_game
from wolftui.settings.paths import config_file

TEXT = """
boards = ["duel6"]
deals = 2
seed = 4
keep = false
[players]
bot = "bot"
model = "vanilla@m"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def table_of(folder: Path) -> list[tuple[object, ...]]:
    """What is the same in every playing of an arena."""
    return [
        (row.game, row.cell, row.winner, row.days, row.digest, row.calls)
        for row in read_rows(folder / "games.sqlite")
    ]


@pytest.mark.slow
def test_games_of_models_have_rows_with_what_they_took(
    wolftui: Program, file: Path, tmp_path: Path
) -> None:
    slow = Slow()
    tables: list[list[tuple[object, ...]]] = []
    for at_once in ("1", "4"):
        folder, slow.most = tmp_path / f"at{at_once}", 0
        with serving(slow) as endpoint:
            set_model(endpoint.url, "concurrency = 3\nprice_in = 1000\nprice_out = 1000")
            ran = wolftui("arena", str(file), "--into", str(folder), "--at-once", at_once)
            requests = len(endpoint.requests)
        assert ran.code == 0
        assert re.match(
            r"wolftui: 4 games may ask `m` about \d+ times .* A budget can be set with "
            r"--max-cost, --max-tokens or --max-minutes\.\nwolftui: Spent: .*\n\Z",
            ran.err,
        )
        rows = read_rows(folder / "games.sqlite")
        assert sum(row.calls for row in rows) == requests
        assert slow.most == (3 if at_once == "4" else min(slow.most, 3))
        for row in rows:
            assert row.tokens_in > row.tokens_out > 0
            assert row.cost and abs(row.cost - (row.tokens_in + row.tokens_out) / 1000) < 1e-9
            assert row.seconds > 0
            saved = read_game(
                folder / row.folder
            )  # games of models are kept, whatever the file says
            assert saved.result is not None
            assert saved.spec.seed == row.seed
        tables.append(table_of(folder))
        total = (
            f"4 games, {requests} calls, "
            f"{sum(row.tokens_in + row.tokens_out for row in rows):,} tokens, cost "
        )
        assert ran.out.splitlines()[-1].startswith(total)
    assert tables[0] == tables[1]


def test_a_dead_endpoint_stops_it_and_it_goes_on_at_the_very_answer(
    wolftui: Program, file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a"

    answered = Counter[str]()

    def dying(request: Request) -> bytes:
        if len(endpoint.requests) > 20:
            return error(401, "bad key")
        answered[json.dumps(request.body["messages"])] += 1
        return good(request)

    with serving(dying) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("arena", str(file), "--into", str(folder), "--at-once", "2")
    assert ran.code == 1
    assert re.search(
        r"wolftui: seat \d: .*bad key.* \d of 4 games are played; the same command plays the "
        r"rest\.\n(wolftui: Spent: .*\n)?\Z",
        ran.err,
    )
    assert len(list((folder / "games").iterdir())) > len(read_rows(folder / "games.sqlite"))
    refused = len(endpoint.requests) - answered.total()
    with serving(good) as endpoint:
        set_model(endpoint.url)  # it lies elsewhere now, and is the same model
        assert wolftui("arena", str(file), "--into", str(folder)).code == 0
        answered += asked(endpoint)
    assert set(answered.values()) == {1}
    # Requests that the dead endpoint refused are counted, and their tokens are 0.
    rows = read_rows(folder / "games.sqlite")
    assert answered.total() + refused == sum(row.calls for row in rows)
    assert 120 * answered.total() == sum(row.tokens_in + row.tokens_out for row in rows)


def test_a_budget_is_for_the_whole_arena(wolftui: Program, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("arena", str(file), "--into", str(folder), "--max-tokens", "2400")
        assert ran.code == 1
        assert "The budget of 2,400 tokens is spent" in ran.err
        before = len(endpoint.requests)
        assert 18 <= before <= 26
        done = len(read_rows(folder / "games.sqlite"))
        again = wolftui("arena", str(file), "--into", str(folder), "--max-tokens", "2400")
        assert again.code == 1
        assert len(endpoint.requests) <= before + 1 + 12 * (done == 0)
        assert wolftui("arena", str(file), "--into", str(folder)).code == 0
        assert set(asked(endpoint).values()) == {1}
    assert len(read_rows(folder / "games.sqlite")) == 4


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_stopped_in_the_middle_of_games_it_asks_nothing_twice(
    wolftui: Program, file: Path, tmp_path: Path, how: int
) -> None:
    folder = tmp_path / "a"
    with serving(Slow(0.05)) as endpoint:
        set_model(endpoint.url, "concurrency = 3")
        words = ["arena", str(file), "--into", str(folder), "--at-once", "3"]
        command = [sys.executable, "-m", "wolftui", *words]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=ROOT, env=dict(os.environ), stdout=pipe, stderr=pipe, text=True
        ) as process:
            try:
                while len(endpoint.requests) < 15:
                    assert process.poll() is None
                    time.sleep(0.01)
                process.send_signal(how)
                _, err = process.communicate(timeout=20)
            finally:
                process.kill()
        assert "Traceback" not in err
        if how == signal.SIGINT:
            assert process.returncode == 130
            assert re.search(
                r"wolftui: Stopped\. \d of 4 games are played; the same command plays the "
                r"rest\.\n(wolftui: Spent: .*\n)?\Z",
                err,
            )
        ran = wolftui(*words)
        assert (ran.code, without_bill(ran.err)) == (0, "")
        # What was on the wire is asked again, and nothing else.
        assert sum(count - 1 for count in asked(endpoint).values()) <= 3
    rows = read_rows(folder / "games.sqlite")
    assert len(rows) == 4
    assert {each.name for each in (folder / "games").iterdir()} == {
        Path(row.folder).name for row in rows
    }
    assert [row.calls for row in rows] == [requests_of(folder / row.folder) for row in rows]


def requests_of(folder: Path) -> int:
    """The requests of a saved game: each call that was replied to, and what else calls took."""
    lines = (folder / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    calls = [line["call"] for line in map(json.loads, lines) if "call" in line]
    return sum(
        call.get("replied", True) + call.get("lost", {}).get("attempts", 0) for call in calls
    )


def test_models_that_vanished_or_became_others(
    wolftui: Program, file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a"
    with serving(good) as endpoint:
        set_model(endpoint.url)
        assert wolftui("arena", str(file), "--into", str(folder), "--games", "1").code == 0
        set_model(endpoint.url, "temperature = 0.5")
        ran = wolftui("arena", str(file), "--into", str(folder))
        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert re.search(r'the model `m` was \{.*\} and is \{.*"temperature":0.5\}', ran.err)
        set_model(endpoint.url, "concurrency = 2\ntimeout = 7")  # no answer depends on these
        assert wolftui("arena", str(file), "--into", str(folder), "--games", "1").code == 0
    config_file().unlink()
    ran = wolftui("arena", str(file), "--into", str(folder))
    assert ran.code == 2
    assert "there is no model `m`" in ran.err
    assert len(read_rows(folder / "games.sqlite")) == 2


def test_a_fallback_answers_where_the_file_says_so(
    wolftui: Program, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CircuitBreaker.__init__, "__kwdefaults__", {"failures": 6, "pause": 0.1})
    text = TEXT.replace("keep = false", 'on_dead = "fallback"').replace("deals = 2", "deals = 1")
    file.write_text(text, encoding="utf-8")
    set_model(DEAD)
    ran = wolftui("arena", str(file), "--into", str(tmp_path / "a"))
    assert ran.code == 0
    rows = read_rows(tmp_path / "a" / "games.sqlite")
    assert len(rows) == 2
    assert all(row.replaced > 0 and row.calls == 0 for row in rows)
    assert re.search(r"2 games, \d+ answers replaced\.", ran.out)


def test_a_terminal_sees_how_far_games_of_models_are(
    wolftui: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with serving(Slow(0.05)) as endpoint:
        set_model(endpoint.url, "concurrency = 3")
        ran = wolftui("arena", str(file), "--at-once", "2")
    assert re.search(r"\r0 of 4 games, 2 under way, \d+ calls, [\d,]+ tokens *\r", ran.err)
    assert (
        re.search(
            r"\r[12] of 4 games, [12] under way, [\d,]+ an hour, \d+ s left, \d+ calls", ran.err
        )
        or "a second" in ran.err
    )
    assert re.fullmatch(r"[^\n]*\rwolftui: Spent: [^\n]*\n", ran.err)


@pytest.mark.slow
def test_people_learn_between_games_of_models_and_a_series_goes_on_where_it_stopped(
    wolftui: Program, tmp_path: Path
) -> None:
    series = tmp_path / "series.toml"
    text = (
        TEXT.replace("keep = false", "repeats = 2")
        .replace("deals = 2", "deals = 1")
        .replace('"bot"', '"person:easy"')
    )
    series.write_text(text + '[schedule]\nkind = "series"\nguests = ["bot"]\n', encoding="utf-8")
    tables: list[list[tuple[object, ...]]] = []
    for name, budget in (("whole", ()), ("stopped", ("--max-tokens", "5000"))):
        folder = tmp_path / name
        with serving(good) as endpoint:
            set_model(endpoint.url)
            first = wolftui("arena", str(series), "--into", str(folder), *budget)
            if budget:
                assert first.code == 1
                assert len(read_rows(folder / "games.sqlite")) < 4
                first = wolftui("arena", str(series), "--into", str(folder))
        assert first.code == 0
        tables.append(table_of(folder))
        abouts = [
            read_game(folder / row.folder).about
            for row in read_rows(folder / "games.sqlite")
            if row.repeat
        ]
        seats = [seat.text for about in abouts if about for seat in about.seats]
        assert sum(word.startswith(f"person:easy:knows={folder / 'known'}") for word in seats) == 2
    assert len(tables[0]) == 4
    assert tables[0] == tables[1]


def test_models_are_asked_in_a_situation_and_in_nothing_else(
    wolftui: Program, tmp_path: Path
) -> None:
    asked_file = tmp_path / "asked.toml"
    text = TEXT.replace("duel6", "sla7").replace('bot = "bot"\n', "")
    folder, calls = tmp_path / "a", 0
    with serving(good) as endpoint:
        set_model(endpoint.url)
        for situation, most in (("first night", 4), ("alone with both", 3), ("two seers", 3)):
            asked_file.write_text(
                text + f'[schedule]\nkind = "alone"\nsituation = "{situation}"\n', encoding="utf-8"
            )
            ran = wolftui("arena", str(asked_file), "--into", str(folder / situation))
            assert ran.code == 0, ran.err
            rows = read_rows(folder / situation / "games.sqlite")
            assert len(rows) == 2
            assert all(0 < row.calls <= most for row in rows)
            assert not any(row.broken for row in rows)
            calls += sum(row.calls for row in rows)
        assert calls == len(endpoint.requests)
