"""Ctrl-C at the right moment, and a command of models that is told to end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

import pytest

from tests.core.agents.tables import good, serving
from tests.core.models.serving import HANG, Endpoint
from tests.wolftui.cli.model_games import GAME, asked, set_model
from tests.wolftui.cli.running import ROOT, Program
from wolfcore.records import read_game
from wolftui.cli.entry import run
from wolftui.cli.interrupts import CtrlCHandler, held_back
from wolftui.settings.paths import games_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_waits_for_the_end_of_the_block() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), held_back():
        press()
        done.append("all of it")
    assert done == ["all of it"]


def test_a_second_ctrl_c_goes_through() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), held_back():
        press()
        press()
        done.append("never")
    assert done == []


def test_without_ctrl_c_nothing_happens_and_the_handler_is_the_old_one() -> None:
    before = signal.getsignal(signal.SIGINT)
    with held_back():
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_stops_at_once_what_does_not_hold_it_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), CtrlCHandler():
        press()
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_that_was_held_back_is_known_and_comes_when_it_is_let_go() -> None:
    with CtrlCHandler() as keys:
        keys.defer()
        assert not keys.pressed
        press()
        assert keys.pressed
        with pytest.raises(KeyboardInterrupt):
            keys.release()


ANSWERED = 5
"""The calls that get an answer; those after them get none, so that they are under way at the end."""

PLAY = ("play", *GAME, "--plain", "--speed", "16")


def told_to_end(
    endpoint: Endpoint, argv: Sequence[str], signs: Sequence[signal.Signals], apart: float = 0.0
) -> tuple[int, str]:
    """Send signals, so many seconds apart, to a command whose calls all wait for an answer.

    Returns its exit code, and what it wrote to stderr.
    """
    set_model(endpoint.url, "concurrency = 3")
    pipe = subprocess.PIPE
    # Shells without job control start a command in the background so that it ignores SIGINT.
    ignoring = "" if signal.SIGINT in signs else "trap '' INT; "
    with subprocess.Popen(
        ["sh", "-c", f'{ignoring}exec "$@"', "sh", sys.executable, "-m", "wolftui", *argv],
        cwd=ROOT, env=dict(os.environ), stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        try:
            seen = 0
            while not ANSWERED < len(endpoint.requests) == seen:
                assert process.poll() is None
                seen = len(endpoint.requests)
                time.sleep(0.1)
            for sign in signs:
                process.send_signal(sign)
                time.sleep(apart)
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert "Traceback" not in err
    return process.returncode, err


def bills(err: str) -> list[int]:
    """The calls of each bill that a command printed."""
    found = re.findall(r"^wolftui: Spent: [\d,]+ tokens in (\d+) calls?( \(.*\))?\.$", err, re.M)
    return [int(calls) for calls, _ in found]


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "argv",
    [("run", *GAME), ("run", *GAME, "--games", "9", "--at-once", "3"), PLAY],
    ids=["run", "at once", "play"],
)
def test_a_command_told_to_end_saves_its_games_and_says_what_it_spent(
    wolftui: Program, argv: tuple[str, ...], sign: signal.Signals
) -> None:
    with serving(*[good] * ANSWERED, HANG) as endpoint:
        code, err = told_to_end(endpoint, argv, [sign])
        assert code == (130 if sign == signal.SIGINT else -sign)
        assert bills(err) == [len(endpoint.requests)]
        assert "saved; continue with " in err
        first = asked(endpoint)
    with serving(good) as endpoint:
        set_model(endpoint.url)
        for path in games_folder().iterdir():
            assert f"`wolftui resume {path.name}`" in err
            assert wolftui("resume", path.name).code == 0
        again = first & asked(endpoint)
    assert again.total() <= first.total() - ANSWERED, "what was answered is not asked again"


@pytest.mark.slow
@pytest.mark.parametrize("signs", [[signal.SIGINT] * 2, [signal.SIGTERM] * 2])
@pytest.mark.parametrize("apart", [0.0, 0.05])
@pytest.mark.parametrize("games", [(), ("--games", "9", "--at-once", "3")], ids=["one", "several"])
def test_told_twice_it_loses_no_answer_and_prints_its_bill(
    wolftui: Program, signs: Sequence[signal.Signals], apart: float, games: tuple[str, ...]
) -> None:
    with serving(*[good] * ANSWERED, HANG) as endpoint:
        code, err = told_to_end(endpoint, ("run", *GAME, *games), signs, apart)
        assert code in (130, -signal.SIGINT, -signal.SIGTERM)
        assert bills(err)[:1] == [len(endpoint.requests)]
    saved = [read_game(path) for path in games_folder().iterdir()]
    assert sum(len([each for each in game.journal.values() if each.calls]) for game in saved) == (
        ANSWERED
    )
    for game in saved:
        assert wolftui("verify", game.id).code == 0


def test_a_handler_of_sigterm_is_left_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def command(argv: object) -> int:
        del argv
        found.append(signal.getsignal(signal.SIGTERM))
        return 0

    found: list[object] = []
    monkeypatch.setattr("wolftui.cli.entry._run_command", command)
    before = signal.getsignal(signal.SIGTERM)
    for handler in (signal.SIG_IGN, signal.default_int_handler):
        signal.signal(signal.SIGTERM, handler)
        try:
            assert run([]) == 0
            assert signal.getsignal(signal.SIGTERM) is handler
        finally:
            signal.signal(signal.SIGTERM, before)
    assert found == [signal.SIG_IGN, signal.default_int_handler]
    assert run([]) == 0
    assert callable(found[-1])
    assert signal.getsignal(signal.SIGTERM) is before is signal.SIG_DFL
