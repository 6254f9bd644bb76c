"""What a terminal sees of a game of models while it is played."""

from __future__ import annotations

import re

import pytest

from tests.core.agents.tables import good, serving
from tests.wolftui.cli.model_games import GAME, set_model
from tests.wolftui.cli.running import Program


def test_a_terminal_sees_how_far_a_game_of_models_is(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with serving(good) as endpoint:
        set_model(endpoint.url, "price_in = 700\nprice_out = 1500")
        ran = wolftui("run", *GAME)
    shown = ran.err.split("\r")
    assert ran.code == 0
    assert re.search(
        r"^night 1, 6 alive: [1-9]\d* calls, \d[\d,]* tokens, cost 0\.\d+",
        "\n".join(shown),
        re.MULTILINE,
    )
    assert any(line.startswith("day 1, ") for line in shown)
    told = re.findall(
        r"^(night|day) 1, (\d) alive: (\d+) calls, ([\d,]+) tokens", "\n".join(shown), re.MULTILINE
    )
    assert {(part, alive) for part, alive, _, _ in told} == {
        ("night", "6"),
        ("day", "5"),
        ("day", "4"),
    }
    assert all(int(tokens.replace(",", "")) == 120 * int(calls) for _, _, calls, tokens in told)
    seen = ""
    *shown, last = shown
    for line in shown[1:]:
        seen = line + seen[len(line) :]
        assert seen.rstrip() == line.rstrip(), "nothing of a longer line stays"
    assert shown[-1] == " " * len(shown[-2].rstrip()), "the line is gone at the end"
    assert last.startswith("wolftui: Spent: ")


def test_a_terminal_sees_nothing_of_a_game_that_takes_no_time(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    ran = wolftui("run", "--board", "duel6", "--seed", "4", "--on-dead", "bot")
    assert (ran.code, ran.err) == (0, "")
