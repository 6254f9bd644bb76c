"""Several games of models at once: within their endpoint's limit, in order, stopped cleanly, and
gone on with."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from tests.core.agents.tables import good, serving
from tests.core.models.serving import Request, error
from tests.wolftui.cli.model_games import GAME, asked, set_model, without_bill
from tests.wolftui.cli.running import ROOT, Program, rest
from wolfcore.records import read_game
from wolftui.settings.paths import games_folder

SLOTS = 4


class Slow:
    """Good answers after a while, and how many were being made at the same time at most."""

    def __init__(self, seconds: float = 0.02) -> None:
        self._seconds, self._lock, self._now = seconds, threading.Lock(), 0
        self.most = 0

    def __call__(self, request: Request) -> bytes:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(self._seconds)
        with self._lock:
            self._now -= 1
        return good(request)


@pytest.mark.slow
def test_games_at_once_are_the_same_in_the_same_order_within_the_limit_of_the_endpoint(
    wolftui: Program,
) -> None:
    slow, lines = Slow(), dict[str, list[str]]()
    for at_once in ("1", "5"):
        slow.most = 0
        with serving(slow) as endpoint:
            set_model(endpoint.url, f"concurrency = {SLOTS}")
            ran = wolftui("run", *GAME, "--games", "6", "--at-once", at_once, "--json", "--no-save")
        assert (ran.code, without_bill(ran.err)) == (0, "")
        lines[at_once] = ran.out.splitlines()
    assert lines["1"] == lines["5"]
    assert [json.loads(line)["seed"] for line in lines["5"]] == [4, 5, 6, 7, 8, 9]
    assert slow.most == SLOTS


def test_a_dead_endpoint_ends_the_games_under_way_and_no_other_is_begun(wolftui: Program) -> None:
    with serving(error(401, "bad key")) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME, "--games", "6", "--at-once", "2")
    ids = sorted(path.name for path in games_folder().iterdir())
    assert (ran.code, ran.out, len(ids)) == (1, "", 2)
    assert sorted(re.findall(r"`wolftui resume (\S+)`", ran.err)) == ids


def test_a_budget_is_for_all_games_at_once_and_each_goes_on(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url, "concurrency = 3")
        ran = wolftui("run", *GAME, "--games", "3", "--at-once", "3", "--max-tokens", "2400")
        assert ran.code == 1
        assert 18 <= len(endpoint.requests) <= 20
        ids = re.findall(r"`wolftui resume (\S+)`", ran.err)
        assert len(ids) == 3
        assert all(wolftui("resume", game).code == 0 for game in ids)
        assert set(asked(endpoint).values()) == {1}


def test_one_line_tells_how_far_all_of_them_are(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME, "--games", "3", "--at-once", "2")
    assert re.search(r"\r0 of 3 games, 2 under way: \d+ calls, [\d,]+ tokens *\r", ran.err)
    assert re.search(r"\r2 of 3 games, 1 under way: \d+ calls, [\d,]+ tokens *\r", ran.err)
    assert "alive" not in ran.err
    gone = re.search(r"\r +\rwolftui: Spent: [^\n]*\n\Z", ran.err)
    assert gone, "the line is gone at the end"
    assert ran.err.count("\n") == 2, "the estimate and the bill"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_stops_all_of_them_and_each_goes_on(wolftui: Program) -> None:
    with serving(Slow(0.1)) as endpoint:
        set_model(endpoint.url, "concurrency = 3")
        command = [sys.executable, "-m", "wolftui", "run", *GAME, "--games", "9", "--at-once", "3"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=ROOT, env=dict(os.environ), stdout=pipe, stderr=pipe, text=True
        ) as process:
            try:
                while len(endpoint.requests) < 12:
                    assert process.poll() is None
                    time.sleep(0.01)
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=10)
            finally:
                process.kill()
        assert (process.returncode, out) == (130, "")
        assert "Stopped after 0 of 9 games. The games are saved; continue with " in err
        assert "Traceback" not in err
        ids = re.findall(r"`wolftui resume (\S+)`", err)
        assert sorted(ids) == sorted(path.name for path in games_folder().iterdir())
        assert len(ids) == 3
        assert without_bill(err).endswith(f" {rest(7, 6)}\n"), (
            "what nobody began is played by its seeds"
        )
        answered = {ask for path in games_folder().iterdir() for ask in read_game(path).journal}
        assert answered
        for game in ids:
            assert wolftui("resume", game).code == 0
            assert wolftui("verify", game).code == 0
        # What was on the wire at Ctrl-C is asked again, and nothing else.
        assert sum(count - 1 for count in asked(endpoint).values()) <= 3


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (
            (*GAME, "--at-once", "0"),
            "--at-once: 0 games cannot be played at once. It goes from 1 to 64.",
        ),
        ((*GAME, "--at-once", "65"), "--at-once: 65 games cannot be played at once"),
        (
            ("--at-once", "2"),
            "--at-once: only games of models can be played at once. `--jobs` spreads games of "
            "house bots.",
        ),
    ],
)
def test_what_cannot_be_played_at_once_is_one_sentence(
    wolftui: Program, argv: tuple[str, ...], words: str
) -> None:
    set_model("https://models.example/v1")
    ran = wolftui("run", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


@pytest.mark.slow
def test_a_series_that_stopped_is_played_whole_by_what_it_says_and_each_game_once(
    wolftui: Program,
) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url, "concurrency = 3")
        ran = wolftui(
            "run", *GAME, "--games", "4", "--at-once", "2", "--max-tokens", "3000", "--json"
        )
        assert ran.code == 1
        lines = ran.out.splitlines()
        for game in re.findall(r"`wolftui resume (\S+)`", ran.err):
            assert wolftui("resume", game).code == 0
        more = re.search(r"--seed (\d+) --games (\d+)", ran.err)
        assert more
        again = wolftui("run", *GAME[:2], *GAME[4:], "--seed", more[1], "--games", more[2])
        assert again.code == 0
        assert len(lines) < 4
    games = [read_game(path) for path in games_folder().iterdir()]
    assert sorted(game.spec.seed for game in games if game.spec) == [4, 5, 6, 7]
    assert all(game.result for game in games)
    assert set(asked(endpoint).values()) == {1}
