"""Games of models from the command line, against endpoints on real sockets: dead ones, budgets, and
what is asked again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.core.agents.tables import good, question_of, seat_of, serving
from tests.core.models.serving import Endpoint, Request, Served, error
from tests.core.table.notes import errors_of
from tests.wolftui.cli.model_games import (
    DEAD,
    GAME,
    asked,
    assert_all_asked_once,
    set_model,
    stopped,
    the_game,
    without_bill,
)
from tests.wolftui.cli.running import ROOT, Program
from wolfcore.records import LOG_FILE, SavedGame, read_game
from wolftui.settings.paths import config_file, games_folder

# -- a dead endpoint


def test_a_dead_endpoint_stops_the_game_which_can_be_resumed(wolftui: Program) -> None:
    set_model(DEAD)
    why = (
        r"seat \d: m: http://127\.0\.0\.1:1 cannot be reached \(Connection refused\)\. Start "
        r"the server there, or correct .*\."
    )
    stopped(wolftui("run", *GAME), why)
    stopped(wolftui("resume", "latest"), why)
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("resume", the_game().id)
        assert ran.code == 0
        assert ran.out.startswith(f"{the_game().id}: The wolves win")
        assert_all_asked_once(endpoint)
    assert {each.done for each in errors_of(the_game().path)} == {"the game was stopped"}


def test_with_on_dead_bot_the_game_is_finished_and_each_seat_counted(wolftui: Program) -> None:
    set_model(DEAD)
    ran = wolftui("run", *GAME, "--on-dead", "bot", "--json")
    assert ran.code == 0
    assert re.fullmatch(
        r"wolftui: bot:normal took over seats 1, 2, .*: m: \S+ cannot be reached \(.*\)\. .*\.\n",
        ran.err,
    )
    told, saved = json.loads(ran.out), the_game()
    assert {seat["player"] for seat in told["seats"]} == {"bot:normal"}
    errors = errors_of(saved.path)
    assert {each.done for each in errors} == {"bot:normal took over"}
    assert sorted(each.seat for each in errors) == sorted(
        {record.seat for record in saved.journal.values()}
    )
    assert wolftui("verify", "latest").code == 0


def test_with_on_dead_fallback_every_ask_has_its_fallback(wolftui: Program) -> None:
    with serving(error(401, "bad key")) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME, "--on-dead", "fallback")
    assert ran.code == 0
    assert re.fullmatch(
        r"wolftui: (\d+) of \1 answers of vanilla@m were replaced by fallbacks or house "
        r"bots, .*\.\nwolftui: Spent: 0 tokens in \1 calls\.\n",
        ran.err,
    )
    answers, errors = the_game().journal, errors_of(the_game().path)
    assert len(errors) == len(endpoint.requests) > 10
    assert {answers[each.ask].answer.how for each in errors} == {"fallback"}
    assert {each.done for each in errors} == {"the seat's fallback was taken"}
    assert all("the endpoint wants a key (401: bad key)" in each.problem for each in errors)


# -- budgets


@pytest.mark.parametrize(
    ("budget", "why", "calls"),
    [
        (
            ("--max-tokens", "1200"),
            r"The budget of 1,200 tokens is spent \(([\d,]+) in (\d+) calls(, and .*)?\)\.",
            9,
        ),
        (
            ("--max-cost", "1"),
            r"The budget of 1 is spent \((0\.\d+) in (\d+) calls, and .*\)\.",
            9,
        ),
        (
            ("--max-minutes", "0.000001"),
            r"The budget of 1e-06 min is spent \(in (0) (calls)\)\.",
            0,
        ),
    ],
)
def test_a_budget_stops_the_game_and_a_resumed_one_asks_only_what_is_missing(
    wolftui: Program, budget: tuple[str, str], why: str, calls: int
) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url, "price_in = 700\nprice_out = 1500")
        stopped(wolftui("run", *GAME, *budget), why)
        # Calls are expected to take what earlier ones took, so that none passes the budget.
        assert calls - 1 <= len(endpoint.requests) <= calls + 1
        assert len([record for record in the_game().journal.values() if record.calls]) == len(
            endpoint.requests
        )
        assert wolftui("resume", "latest").code == 0
        assert the_game().result
        assert_all_asked_once(endpoint)
    assert not (the_game().path / "errors.jsonl").exists()


def test_a_spent_budget_lets_nobody_be_asked_bots_neither(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui(
            "run",
            "--board",
            "duel6",
            "--seed",
            "4",
            "--seat",
            "6=vanilla@m",
            "--max-minutes",
            "0.000001",
        )
    assert ran.code == 1
    assert "is spent (in 0 calls)" in ran.err
    assert the_game().journal == {}


def test_a_budget_is_for_all_games_of_a_command(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME, "--games", "9", "--max-tokens", "3000")
        assert ran.code == 1
        assert 23 <= len(endpoint.requests) <= 25
    assert (
        len(ran.out.splitlines())
        == sum(1 for path in games_folder().iterdir() if read_game(path).result)
        == 1
    )


# -- wrong use


@pytest.mark.parametrize(
    ("more", "argv", "words"),
    [
        (
            "",
            ("--seat", "3=vanilla@nobody"),
            "there is no model `nobody`. There are: smollm, m. `wolftui models add` adds one.",
        ),
        (
            'api_key_env = "NO_SUCH_KEY"',
            (),
            "models.m: the environment has no NO_SUCH_KEY, which holds its key. Set it with",
        ),
        (
            "",
            ("--max-cost", "1"),
            "models.m: has no price, so a budget of money cannot be kept. Give it `price_in` and",
        ),
        (
            "price_in = 1\n",
            (),
            "models.m.price_out: is missing, but the other price is set. Write 0 for a free model.",
        ),
        ("", ("--max-cost", "0"), "--max-cost: 0 is not a valid budget. It is a number above 0."),
        ("", ("--max-tokens", "-5"), "--max-tokens: -5 is not a valid budget"),
        ("", ("--max-cost", "inf"), "--max-cost: inf is not a valid budget"),
        (
            "",
            ("--seat", "3=vanilla"),
            "`vanilla` has no model. Write `vanilla@NAME`; `wolftui models list` names the models.",
        ),
        ("", ("--seat", "3=vanilla:loud@m"), "`loud` is not an option of a language model's seat"),
    ],
)
def test_what_cannot_be_seated_is_one_sentence_and_leaves_no_folder(
    wolftui: Program, more: str, argv: tuple[str, ...], words: str
) -> None:
    set_model("https://models.example/v1", more)
    ran = wolftui("run", *GAME, *argv)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert not games_folder().exists() or not list(games_folder().iterdir())


NO_PRICE = "No model of this game has a price, so that --max-cost limits nothing"


@pytest.mark.parametrize(
    ("more", "options", "said"),
    [
        ("", ("--max-cost", "5"), True),
        ("", ("--max-tokens", "500000"), False),
        ("price_in = 0.001\nprice_out = 0.001", ("--max-cost", "5"), False),
        # OpenRouter tells with each reply what it cost.
        ('server = "openrouter"', ("--max-cost", "5"), False),
        ("", ("--seat", "*=random", "--max-cost", "5"), False),
    ],
)
@pytest.mark.parametrize("command", [("run",), ("play", "--plain", "--speed", "16")])
def test_a_budget_of_money_that_limits_nothing_is_told(
    wolftui: Program, command: tuple[str, ...], more: str, options: tuple[str, ...], said: bool
) -> None:
    set_model(DEAD, more)
    assert (NO_PRICE in wolftui(*command, *GAME, *options).err) == said


def test_a_game_whose_model_is_gone_is_not_resumed_and_keeps_its_lock_free(
    wolftui: Program,
) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    config_file().unlink()
    for _ in range(2):
        ran = wolftui("resume", "latest")
        assert (ran.code, ran.out) == (2, "")
        assert "there is no model `m`. There are: smollm." in ran.err
        resume = f"wolftui resume {the_game().id} --seat '*=bot'"
        assert ran.err.endswith(f"Or have others play: `{resume}`.\n")
    ran = wolftui("resume", "latest", "--seat", "1=vanilla@none")
    assert "there is no model" in ran.err
    assert "have others play" not in ran.err
    assert wolftui("resume", "latest", "--seat", "*=bot").code == 0


# -- again, without a network


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Nothing connects to anything."""

    def refuse(*_: object) -> None:
        raise AssertionError("a socket was connected")

    with monkeypatch.context() as patch:
        patch.setattr("socket.socket.connect", refuse)
        yield


@pytest.fixture
def finished(wolftui: Program) -> SavedGame:
    """A game of models that has ended, and their endpoint with it."""
    with serving(good) as endpoint:
        set_model(endpoint.url)
        assert wolftui("run", *GAME).code == 0
    return the_game()


def test_a_re_run_without_a_network_gives_the_same_bytes(
    wolftui: Program, finished: SavedGame, no_network: None
) -> None:
    assert wolftui("verify", finished.id).code == 0
    answers = finished.path / "answers.jsonl"
    ran = wolftui("run", *GAME, "--answers", str(answers), "--json")
    assert (ran.code, ran.err) == (0, "")
    again = Path(json.loads(ran.out)["path"])
    assert again != finished.path
    assert (
        (again / LOG_FILE).read_bytes() == (finished.path / LOG_FILE).read_bytes() == finished.log
    )


# -- kill -9 in the middle of a batch


class Held:
    """An endpoint's answers: in the first vote some come at once, and the others not before they
    are let go."""

    def __init__(self, at_once: int) -> None:
        self.at_once, self.let_go = at_once, threading.Event()
        self.held: list[Request] = []
        self._lock = threading.Lock()

    def __call__(self, request: Request) -> bytes:
        if "Vote: who shall be exiled?" in question_of(request):
            with self._lock:
                self.at_once -= 1
                wait = self.at_once < 0
            if wait and not self.let_go.is_set():
                self.held.append(request)
                self.let_go.wait()
        return good(request)


@contextmanager
def holding(at_once: int) -> Generator[tuple[Endpoint, Held]]:
    held = Held(at_once)
    served: Served = held
    with serving(served) as endpoint:
        try:
            yield endpoint, held
        finally:
            held.let_go.set()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_kill_9_in_the_middle_of_a_batch_and_only_what_is_missing_is_asked_again(
    wolftui: Program,
) -> None:
    with holding(at_once=2) as (endpoint, held):
        set_model(endpoint.url, "concurrency = 6")
        command = [sys.executable, "-m", "wolftui", "run", *GAME]
        with subprocess.Popen(
            command, cwd=ROOT, env=dict(os.environ), stdout=subprocess.DEVNULL
        ) as process:
            try:
                while (
                    len(held.held) < 3
                    or sum(ask.startswith("d1.vote") for ask in the_game().journal) < 2
                ):
                    assert process.poll() is None
                    time.sleep(0.01)
            finally:
                process.kill()
        before, seen = the_game().journal, asked(endpoint)
        assert set(seen.values()) == {1}
        assert len([ask for ask in before if ask.startswith("d1.vote")]) == 2
        held.let_go.set()
        ran = wolftui("resume", "latest")
        assert (ran.code, without_bill(ran.err)) == (0, "")
        again = {prompt: count for prompt, count in asked(endpoint).items() if count > 1}
        assert again == {json.dumps(request.body["messages"]): 2 for request in held.held}
        answered = {int(ask.rpartition(".")[2]) for ask in before if ask.startswith("d1.vote")}
        assert {seat_of(request) for request in held.held}.isdisjoint(answered)
    saved = the_game()
    assert saved.result
    assert wolftui("verify", saved.id).code == 0
    assert all(saved.journal[ask] == record for ask, record in before.items())


# -- what is remembered from one game to the next


def test_the_second_game_asks_no_question_anew(wolftui: Program) -> None:
    refused = error(
        400, "gpt-5 models don't support temperature=0.3. Only temperature=1 is supported."
    )

    def served(request: Request) -> bytes:
        return refused if "temperature" in request.body else good(request)

    with serving(served) as endpoint:
        set_model(endpoint.url, "temperature = 0.3\nconcurrency = 1")
        assert wolftui("run", *GAME).code == 0
        first = [request.body for request in endpoint.requests if "temperature" in request.body]
        assert len(first) == 1
        assert wolftui("run", *GAME).code == 0
        assert [
            request.body for request in endpoint.requests if "temperature" in request.body
        ] == first
