"""PettingZoo's own tests, on boards that together hold every kind of ask."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import pytest
from pettingzoo.test import api_test, seed_test  # pyright: ignore[reportUnknownVariableType]  it leaves a parameter without a type
from pettingzoo.test.render_test import render_test  # pyright: ignore[reportUnknownVariableType]  it leaves a parameter without a type

from wolfcore.bots import HouseBot
from wolfcore.env import BotProposer, WerewolfEnv, field_words
from wolfcore.players.conformance import BOARDS

pytestmark = [
    # Observations are several arrays by name, as they are of any environment that has a mask of
    # actions.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("board", BOARDS)
def test_api(board: str) -> None:
    api_test(WerewolfEnv(board), num_cycles=200)


def test_api_with_candidates_words_and_other_players() -> None:
    bot = HouseBot()
    env = WerewolfEnv(
        "sla7", proposer=BotProposer(), words=field_words, players={1: bot, 5: bot}, rewards="win"
    )
    api_test(env, num_cycles=100)


@pytest.mark.parametrize("board", BOARDS)
def test_seed(board: str) -> None:
    seed_test(lambda: WerewolfEnv(board), num_cycles=60)


def test_seed_with_candidates() -> None:
    seed_test(lambda: WerewolfEnv("sla7", proposer=BotProposer()), num_cycles=60)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(cast("Any", partial(WerewolfEnv, "sla7")))
    assert "Began: day 1, phase 'night'" in capsys.readouterr().out
