"""The quiz of an experiment on the command line: told before, within the budget, stopped anywhere,
and nothing asked twice."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from math import isclose
from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving
from tests.core.experiments.small import SMALLEST, written
from tests.core.models.serving import Request
from tests.wolftui.cli.model_games import asked, set_model, without_bill
from tests.wolftui.cli.running import ROOT, Program
from wolfcore.experiments import rows_of_part
from wolfcore.quiz.exam.scores import read_answers

QUESTIONS = 24
TEXT = SMALLEST.replace(
    "[mechanism]",
    '[[rows]]\nname = "accuracy"\nplayer = "a"\nscore = "accuracy"\nprinted = [0.5, '
    '""]\n\n[mechanism]',
).replace("[counted]", f'[quiz]\nboards = ["sla7"]\nsmall = {QUESTIONS}\nfull = 50\n\n[counted]')


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(written(tmp_path, TEXT))


def words(file: str, folder: Path, *more: str) -> tuple[str, ...]:
    return ("experiment", "run", file, "--small", "--into", str(folder), "--model", "m", *more)


def answers(folder: Path) -> int:
    file = folder / "quiz" / "a.jsonl"
    return len(read_answers(file)[1]) if file.exists() else 0


@pytest.mark.slow
def test_its_calls_are_told_before_the_games_and_are_as_many_as_were_told(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url, "price_in = 1000\nprice_out = 1000")
        ran = wolftui(*words(file, tmp_path / "played"))
        again = wolftui(*words(file, tmp_path / "played"))
        of_games = sum(row.calls for row in rows_of_part(tmp_path / "played", "all"))
        quiz = [request.body["messages"] for request in endpoint.requests[of_games:]]
    assert (ran.code, again.code) == (0, 0)
    found = re.match(
        r"wolftui: The quiz may ask `m` about (\d+) times with about ([\d,]+) tokens; in the "
        r"currency of the prices that is ([\d.e+]+) to"
        r" ([\d.e+]+), by what the endpoint keeps in its cache\.\n",
        ran.err,
    )
    assert found, ran.err
    assert int(found[1]) == QUESTIONS == len(quiz)
    sent = sum(len(message["content"]) for messages in quiz for message in messages) / 4
    assert sent < float(found[2].replace(",", "")) < 1.3 * sent, "the answers come on top"
    assert isclose(float(found[3]), float(found[4])), "nothing is cheaper from the cache here"
    assert "The quiz" not in again.err


@pytest.mark.slow
def test_a_budget_that_ends_in_it_is_one_for_all_and_what_was_answered_is_kept(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    whole, folder = tmp_path / "whole", tmp_path / "played"
    with serving(good) as endpoint:
        set_model(endpoint.url)
        assert wolftui(*words(file, whole)).code == 0
        requests = len(endpoint.requests)
    of_games = sum(row.tokens_in + row.tokens_out for row in rows_of_part(whole, "all"))
    of_quiz = sum(row.tokens for row in read_answers(whole / "quiz" / "a.jsonl")[1])
    assert of_quiz > 0
    budget = ("--max-tokens", str(of_games + of_quiz // 2))
    with serving(good) as endpoint:
        set_model(endpoint.url, "concurrency = 2")
        short = wolftui(*words(file, folder, *budget))
        kept, asked_by_then = answers(folder), len(endpoint.requests)
        assert short.code == 1
        assert re.search(
            r"wolftui: The budget of [\d,]+ tokens is spent \(.*\)\. All games are played, and"
            rf" {QUESTIONS - kept} questions of the quiz are not answered; the same command "
            r"continues\.\nwolftui: Spent: .*\n\Z",
            short.err,
        ), short.err
        assert 0 < kept < QUESTIONS
        assert wolftui(*words(file, folder, *budget)).code == 1
        assert len(endpoint.requests) == asked_by_then, (
            "what was answered before is paid from it, too"
        )
        enough = wolftui(*words(file, folder, "--max-tokens", str(of_games + of_quiz)))
        assert (enough.code, answers(folder)) == (0, QUESTIONS), enough.err
        assert len(endpoint.requests) == requests, "nothing that was paid for is asked again"
        assert set(asked(endpoint).values()) == {1}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_stopped_in_the_middle_of_it_it_goes_on_there(
    wolftui: Program, file: str, tmp_path: Path, how: int
) -> None:
    folder = tmp_path / "played"
    with serving(good) as endpoint:
        set_model(endpoint.url)
        assert wolftui(*words(file, tmp_path / "whole")).code == 0
        of_games = sum(row.calls for row in rows_of_part(tmp_path / "whole", "all"))

    released = threading.Event()

    def slow_at_last(request: Request) -> bytes:
        if len(endpoint.requests) > of_games + 9:
            released.wait(60)
        return good(request)

    with serving(slow_at_last) as endpoint:
        set_model(endpoint.url, "concurrency = 2")
        command = [sys.executable, "-m", "wolftui", *words(file, folder)]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=ROOT, env=dict(os.environ), stdout=pipe, stderr=pipe, text=True
        ) as process:
            try:
                while answers(folder) < 8 or len(endpoint.requests) < of_games + 10:
                    assert process.poll() is None
                    time.sleep(0.02)
                process.send_signal(how)
                _, err = process.communicate(timeout=10)
            finally:
                process.kill()
                released.set()
    assert "Traceback" not in err
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert err.startswith("wolftui: Stopped.\n")
    kept = answers(folder)
    assert 8 <= kept <= 9
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui(*words(file, folder))
        assert (ran.code, without_bill(ran.err)) == (0, "")
        assert len(endpoint.requests) == QUESTIONS - kept
    assert answers(folder) == QUESTIONS


@pytest.mark.slow
def test_answers_to_another_question_are_one_line(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = tmp_path / "played"
    with serving(good) as endpoint:
        set_model(endpoint.url)
        assert wolftui(*words(file, folder)).code == 0
        results = folder / "quiz" / "a.jsonl"
        text = results.read_text()
        results.write_text(re.sub(r'"answer":"(Yes|No)"', '"answer":"Perhaps"', text, count=1))
        ran = wolftui(*words(file, folder))
        results.write_text(text[:-40] + '"\n')
        damaged = wolftui(*words(file, folder))
    assert (ran.code, damaged.code) == (2, 2)
    assert "a answered a question that is no longer asked" in ran.err
    assert "is not a result of a quiz" in damaged.err
    assert ran.err.count("\n") == damaged.err.count("\n") == 1
