"""The options of a house bot, and what they are worth."""

from __future__ import annotations

import pytest

from wolfcore.bots import LEVELS, HouseBot
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Game, get_board, make_spec
from wolfcore.players import Desk
from wolfcore.players.conformance import check_player


def test_no_option_is_the_normal_level() -> None:
    game = Game(make_spec(get_board("sla7"), 4))
    for ask in game.asks:
        view = game.view(ask.seat)
        assert HouseBot().answer_now(view, ask, Desk.of_seed(ask, 4)) == HouseBot(
            ("normal",)
        ).answer_now(view, ask, Desk.of_seed(ask, 4))


@pytest.mark.parametrize("word", LEVELS)
def test_every_level_plays_a_game_to_its_end(word: str) -> None:
    game = Game(make_spec(get_board("xu7"), 8))
    bot = HouseBot((word,))
    while game.asks:
        game.submit(
            {
                ask.id: bot.answer_now(game.view(ask.seat), ask, Desk.of_seed(ask, 8))
                for ask in game.asks
            }
        )
    assert game.over


@pytest.mark.parametrize("word", LEVELS)
def test_a_fresh_bot_before_every_ask_plays_the_same_game(word: str) -> None:
    check_player(lambda: HouseBot((word,)), boards=("duel6", "helmsman7"), seeds=(1,))


def test_an_unknown_option_is_refused_with_the_nearest_word() -> None:
    with pytest.raises(ConfigError, match="Did you mean `normal`"):
        HouseBot(("nromal",))
    with pytest.raises(ConfigError, match="easy, normal, hard"):
        HouseBot(("loud",))


def test_two_levels_are_refused() -> None:
    with pytest.raises(ConfigError, match="one level"):
        HouseBot(("easy", "hard"))


def test_a_village_of_bots_beats_wolves_that_move_at_random_more_often_than_a_random_village_does() -> (
    None
):
    def village_wins(village_plays: bool) -> int:
        wins = 0
        for seed in range(60):
            game, bot = Game(make_spec(get_board("sla7"), seed)), HouseBot()
            while game.asks:
                answers: dict[str, Answer] = {}
                for ask in game.asks:
                    team = game.view(ask.seat).team
                    desk = Desk.of_seed(ask, seed)
                    chosen = Answer(desk.dice.pick("any", ask.options))
                    answers[ask.id] = (
                        bot.answer_now(game.view(ask.seat), ask, desk)
                        if village_plays and team == "village"
                        else chosen
                    )
                game.submit(answers)
            wins += bool(game.result and game.result.winner == "village")
        return wins

    assert village_wins(True) > village_wins(False) + 8
