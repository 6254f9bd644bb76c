"""What a game will ask of models that cost money, said before it begins."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import fmean

import pytest

from core.agents import is_settled
from core.game import Game, get_board, make_spec
from core.models import ModelSpec
from core.players import Desk, QuickPlayer
from core.seating import DEFAULT_SEAT, make_player
from wolftui.arranging import Arrangement, PlayOptions
from wolftui.endpoints import ModelSettings
from wolftui.estimating import GAMES, Sample, estimate
from wolftui.sitting import Sitting

PRICED = ModelSpec(model="x", base_url="http://127.0.0.1:9/v1", price_in=1.0, price_cached=0.1, price_out=4.0)
BOARD = get_board("duel6")


def calls(seats: set[int]) -> float:
    """How often these seats are asked something that is open, in the games that are played to find out."""
    bot = make_player(DEFAULT_SEAT)
    assert isinstance(bot, QuickPlayer)
    counts: list[int] = []
    for seed in range(GAMES):
        game, count = Game(make_spec(BOARD, seed)), 0
        while game.asks:
            count += sum(ask.seat in seats and not is_settled(ask) for ask in game.asks)
            game.submit({ask.id: bot.answer_now(game.view(ask.seat), ask, Desk(ask, seed)) for ask in game.asks})
        counts.append(count)
    return fmean(counts)


def amounts(words: str) -> tuple[float, float, float]:
    found = re.search(r"`gpt` about ([\d.]+) times .* that is ([\d.]+) to ([\d.]+),", words)
    assert found, words
    return float(found[1]), float(found[2]), float(found[3])


def sample(*seats: str) -> Sample:
    """Games on the board with these seats."""
    return Arrangement(PlayOptions(board="duel6", seats=seats)).sample


def test_calls_are_those_of_whole_games_of_house_bots():
    words = estimate(sample("*=vanilla@gpt"), {"gpt": PRICED})
    many, least, most = amounts(words)
    assert abs(many - calls(set(range(1, 7)))) <= 0.5
    assert 0 < least < most
    assert words.startswith("This game may ask `gpt` about ")


def test_seats_with_other_players_are_not_counted():
    words = estimate(sample("1=vanilla@gpt", "2=human", "3=vanilla:brief@free"), {"gpt": PRICED, "free": ModelSpec(model="y")})
    assert abs(amounts(words)[0] - calls({1})) <= 0.5
    assert "free" not in words


def test_several_games_cost_as_often():
    one, ten = (amounts(estimate(sample("*=vanilla@gpt"), {"gpt": PRICED}, games)) for games in (1, 10))
    assert abs(ten[0] - 10 * one[0]) <= 5
    assert abs(ten[2] / one[2] - 10) <= 1


@pytest.mark.parametrize(("seat", "said"), [("*=vanilla@gpt", True), ("*=vanilla@free", False), ("*=bot", False)])
def test_only_new_games_with_priced_models_have_an_estimate(seat: str, said: bool, tmp_path: Path):
    models = ModelSettings({"gpt": PRICED, "free": ModelSpec(model="y", base_url="http://127.0.0.1:9/v1")})
    options = PlayOptions(board="duel6", seats=(seat,), seed=1, root=tmp_path, models=models)
    sitting = Sitting.start(options)
    sitting.close()
    assert bool(sitting.estimate()) is said
    again = Sitting.resume(sitting.path or tmp_path, models=models)
    again.close()
    assert again.estimate() == ""


def test_the_estimate_of_seats_given_by_role_tells_nothing_of_the_deal(tmp_path: Path):
    models = ModelSettings({"gpt": PRICED})
    told: set[str] = set()
    for seed in range(6):
        options = PlayOptions(board="duel6", seats=("seer=vanilla@gpt", "4=human"), seed=seed, save=False, models=models)
        told.add(Sitting.start(options).estimate())
    assert len(told) == 1
    assert "`gpt` about" in told.pop()
