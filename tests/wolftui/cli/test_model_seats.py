"""Games of models from the command line, against endpoints on real sockets: dead ones, budgets, and what is asked again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.records import LOG_FILE, SavedGame, read_game
from tests.core.agents.tables import good, question_of, seat_of, serving
from tests.core.models.serving import Endpoint, Request, Served, error
from tests.core.table.notes import errors_of
from tests.wolftui.cli.running import ROOT, Program, Ran
from wolftui.paths import config_file, games_folder

DEAL = "1=Werewolf,2=Werewolf,3=Seer,4=Witch"
GAME = ("--board", "duel6", "--seed", "4", "--deal", DEAL, "--seat", "*=vanilla@m")
DEAD = "http://127.0.0.1:1"
"""Nobody listens at port 1."""


def set_model(url: str, more: str = "") -> None:
    """Have `m` and nothing else in the settings."""
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text(f'[models.m]\nbase_url = "{url}"\nmodel = "m"\ntries = 1\n{more}\n', encoding="utf-8")


def the_game() -> SavedGame:
    (path,) = games_folder().iterdir()
    return read_game(path)


def stopped(ran: Ran, why: str) -> None:
    """It stopped, and the last thing it says is how to go on."""
    assert (ran.code, ran.out) == (1, "")
    saved = f"The game is saved; go on with `wolftui resume {the_game().id}`."
    assert re.search(rf"\nwolftui: {why} {re.escape(saved)}\n\Z", ran.err), ran.err
    assert the_game().result is None


def asked(endpoint: Endpoint) -> Counter[str]:
    """How often each ask came: a prompt holds all that its seat knows, so no two asks have the same."""
    return Counter(json.dumps(request.body["messages"]) for request in endpoint.requests)


def assert_all_asked_once(*endpoints: Endpoint) -> None:
    counts = sum((asked(endpoint) for endpoint in endpoints), Counter[str]())
    called = [record for record in the_game().journal.values() if record.calls]
    assert set(counts.values()) == {1}
    assert len(counts) == len(called) > 10


# -- a dead endpoint


def test_a_dead_endpoint_stops_the_game_which_can_be_resumed(wolftui: Program) -> None:
    set_model(DEAD)
    why = r"seat \d: m: http://127\.0\.0\.1:1 cannot be reached \(Connection refused\)\. Start the server there, or correct .*\."
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
    assert re.fullmatch(r"wolftui: bot:normal took over seats 1, 2, .*: m: \S+ cannot be reached \(.*\)\. .*\.\n", ran.err)
    told, saved = json.loads(ran.out), the_game()
    assert {seat["player"] for seat in told["seats"]} == {"bot:normal"}
    errors = errors_of(saved.path)
    assert {each.done for each in errors} == {"bot:normal took over"}
    assert sorted(each.seat for each in errors) == sorted({record.seat for record in saved.journal.values()})
    assert wolftui("verify", "latest").code == 0


def test_with_on_dead_fallback_every_ask_has_its_fallback(wolftui: Program) -> None:
    with serving(error(401, "bad key")) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME, "--on-dead", "fallback")
    assert (ran.code, ran.err) == (0, "")
    answers, errors = the_game().journal, errors_of(the_game().path)
    assert len(errors) == len(endpoint.requests) > 10
    assert {answers[each.ask].answer.how for each in errors} == {"fallback"}
    assert {each.done for each in errors} == {"the seat's fallback was taken"}
    assert all("the endpoint wants a key (401: bad key)" in each.problem for each in errors)


# -- budgets


@pytest.mark.parametrize(
    ("budget", "why", "calls"),
    [
        (("--max-tokens", "600"), r"The budget of 600 tokens is spent \((\d+) in (\d+) calls\)\.", 5),
        (("--max-cost", "0.5"), r"The budget of 0\.5 is spent \((0\.\d+) in (\d+) calls\)\.", 5),
        (("--max-minutes", "0.000001"), r"The budget of 1e-06 min is spent \(in (0) (calls)\)\.", 0),
    ],
)
def test_a_budget_stops_the_game_and_a_resumed_one_asks_only_what_is_missing(
    wolftui: Program, budget: tuple[str, str], why: str, calls: int
) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url, "price_in = 700\nprice_out = 1500")
        stopped(wolftui("run", *GAME, *budget), why)
        # A call that was under way when the last was spent has come to its end.
        assert calls <= len(endpoint.requests) <= calls + 1
        assert len([record for record in the_game().journal.values() if record.calls]) == len(endpoint.requests)
        assert wolftui("resume", "latest").code == 0
        assert the_game().result
        assert_all_asked_once(endpoint)
    assert not (the_game().path / "errors.jsonl").exists()


def test_a_spent_budget_lets_nobody_be_asked_bots_neither(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", "--board", "duel6", "--seed", "4", "--seat", "6=vanilla@m", "--max-minutes", "0.000001")
    assert ran.code == 1
    assert "is spent (in 0 calls)" in ran.err
    assert the_game().journal == {}


def test_a_budget_is_for_all_games_of_a_command(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME, "--games", "9", "--max-tokens", "3000")
        assert ran.code == 1
        assert 25 <= len(endpoint.requests) <= 27
    assert len(ran.out.splitlines()) == sum(1 for path in games_folder().iterdir() if read_game(path).result) == 1


# -- wrong use


@pytest.mark.parametrize(
    ("more", "argv", "words"),
    [
        ("", ("--seat", "3=vanilla@nobody"), "there is no model `nobody`. There are: smollm, m. `wolftui models add` adds one."),
        ('api_key_env = "NO_SUCH_KEY"', (), "models.m: the environment has no NO_SUCH_KEY, which holds its key. Set it with"),
        ("", ("--max-cost", "1"), "models.m: has no price, so a budget of money cannot hold it. Give it `price_in` and"),
        ("price_in = 1\n", (), "models.m.price_out: is missing beside the other price. What is free has the price 0."),
        ("", ("--max-cost", "0"), "--max-cost: 0 is no budget. It is a number above 0."),
        ("", ("--max-tokens", "-5"), "--max-tokens: -5 is no budget"),
        ("", ("--max-cost", "inf"), "--max-cost: inf is no budget"),
        ("", ("--seat", "3=vanilla"), "`vanilla` has no model. Write `vanilla@NAME`; `wolftui models list` names the models."),
        ("", ("--seat", "3=vanilla:loud@m"), "`loud` is no option of a vanilla"),
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


def test_a_game_whose_model_is_gone_is_not_resumed_and_keeps_its_lock_free(wolftui: Program) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    config_file().unlink()
    for _ in range(2):
        ran = wolftui("resume", "latest")
        assert (ran.code, ran.out) == (2, "")
        assert "there is no model `m`. There are: smollm." in ran.err


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


def test_a_re_run_without_a_network_gives_the_same_bytes(wolftui: Program, finished: SavedGame, no_network: None) -> None:
    assert wolftui("verify", finished.id).code == 0
    answers = finished.path / "answers.jsonl"
    ran = wolftui("run", *GAME, "--answers", str(answers), "--json")
    assert (ran.code, ran.err) == (0, "")
    again = Path(json.loads(ran.out)["path"])
    assert again != finished.path
    assert (again / LOG_FILE).read_bytes() == (finished.path / LOG_FILE).read_bytes() == finished.log


# -- kill -9 in the middle of a batch


class Held:
    """An endpoint's answers: in the first vote some come at once, and the others not before they are let go."""

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
def test_kill_9_in_the_middle_of_a_batch_and_only_what_is_missing_is_asked_again(wolftui: Program) -> None:
    with holding(at_once=2) as (endpoint, held):
        set_model(endpoint.url)
        command = [sys.executable, "-m", "wolftui", "run", *GAME]
        with subprocess.Popen(command, cwd=ROOT, env=dict(os.environ), stdout=subprocess.DEVNULL) as process:
            try:
                while len(held.held) < 3 or sum(ask.startswith("d1.vote") for ask in the_game().journal) < 2:
                    assert process.poll() is None
                    time.sleep(0.01)
            finally:
                process.kill()
        before, seen = the_game().journal, asked(endpoint)
        assert set(seen.values()) == {1}
        assert len([ask for ask in before if ask.startswith("d1.vote")]) == 2
        held.let_go.set()
        ran = wolftui("resume", "latest")
        assert (ran.code, ran.err) == (0, "")
        again = {prompt: count for prompt, count in asked(endpoint).items() if count > 1}
        assert again == {json.dumps(request.body["messages"]): 2 for request in held.held}
        answered = {int(ask.rpartition(".")[2]) for ask in before if ask.startswith("d1.vote")}
        assert {seat_of(request) for request in held.held}.isdisjoint(answered)
    saved = the_game()
    assert saved.result
    assert wolftui("verify", saved.id).code == 0
    assert all(saved.journal[ask] == record for ask, record in before.items())


# -- another player from now on


def test_a_game_whose_model_is_gone_goes_on_with_another_player(wolftui: Program) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    config_file().unlink()
    ran = wolftui("resume", "latest", "--seat", "*=bot:easy")
    assert (ran.code, ran.err) == (0, "")
    game = the_game()
    assert game.result
    assert game.about
    assert {seat.text for seat in game.about.seats} == {"vanilla@m"}
    assert {seat.text for seat in game.about.seats_now()} == {"bot:easy"}
    since = {seat: "n1.check.3" if seat == 3 else "n1.whisper.1" for seat in range(1, 7)}
    assert {change.seat: change.ask for change in game.about.changes} == since, "the own ask, or the first that was out"


@pytest.mark.parametrize(("seat", "by_role"), [("seer=bot", True), ("wolves=bot", True), ("3=bot", False), ("*=bot", False)])
def test_players_who_are_given_by_role_later_hide_who_plays_what_from_then_on(wolftui: Program, seat: str, by_role: bool) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    wolftui("resume", "latest", "--seat", seat)
    about = the_game().about
    assert about
    assert about.by_role is by_role


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("9=bot", "there is no seat 9"),
        ("3=nobody", "there is no player `nobody`"),
        ("3=vanilla@nobody", "there is no model `nobody`"),
        ("3=bot:hrad", "`hrad`"),
    ],
)
def test_a_wrong_player_changes_nothing(wolftui: Program, seat: str, words: str) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    before = (the_game().path / "about.json").read_bytes()
    ran = wolftui("resume", "latest", "--seat", seat)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert (the_game().path / "about.json").read_bytes() == before


def test_nobody_sits_down_beside_a_person_to_see_what_another_seat_knows(wolftui: Program) -> None:
    assert wolftui("play", "--plain", "--seed", "1", "--seat", "4=human", "--speed", "16").code == 1
    ran = wolftui("resume", "latest", "--plain", "--seat", "5=human")
    assert (ran.code, ran.out) == (2, "")
    assert "a person plays in this game already" in ran.err


def test_nobody_sits_down_beside_a_person_who_came_later(wolftui: Program) -> None:
    set_model(DEAD)
    wolftui("run", *GAME)
    assert wolftui("resume", "latest", "--plain", "--seat", "4=human").code == 1
    ran = wolftui("resume", "latest", "--plain", "--seat", "5=human")
    assert (ran.code, ran.out) == (2, "")
    assert "a person plays in this game already" in ran.err


# -- how far it is


def test_a_terminal_sees_how_far_a_game_of_models_is(wolftui: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with serving(good) as endpoint:
        set_model(endpoint.url, "price_in = 700\nprice_out = 1500")
        ran = wolftui("run", *GAME)
    shown = ran.err.split("\r")
    assert ran.code == 0
    assert re.search(r"^night 1, 6 alive: [1-9]\d* calls, \d[\d,]* tokens, cost 0\.\d+", "\n".join(shown), re.MULTILINE)
    assert any(line.startswith("day 1, ") for line in shown)
    told = re.findall(r"^(night|day) 1, (\d) alive: (\d+) calls, ([\d,]+) tokens", "\n".join(shown), re.MULTILINE)
    assert {(part, alive) for part, alive, _, _ in told} == {("night", "6"), ("day", "5"), ("day", "4")}
    assert all(int(tokens.replace(",", "")) == 120 * int(calls) for _, _, calls, tokens in told)
    seen = ""
    for line in shown[1:]:
        seen = line + seen[len(line) :]
        assert seen.rstrip() == line.rstrip(), "nothing of a longer line stays"
    assert shown[-2:] == [" " * len(shown[-3].rstrip()), ""], "the line is gone at the end"


def test_a_terminal_sees_nothing_of_a_game_that_takes_no_time(wolftui: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    ran = wolftui("run", "--board", "duel6", "--seed", "4", "--on-dead", "bot")
    assert (ran.code, ran.err) == (0, "")
