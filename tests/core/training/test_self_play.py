"""Games that a training plays: who learns, who sits beside them, and what each choice is paid."""

from __future__ import annotations

import math
from pathlib import Path

from tests.core.metrics.written import near
from wolfcore.agents.policy_files import checkpoint_file
from wolfcore.game import Game, get_board, make_spec
from wolfcore.players import RandomPlayer
from wolfcore.training.episodes import CRITIC_FEATURES
from wolfcore.training.evaluation import evaluate
from wolfcore.training.hyperparameters import Measured, Plan, Population
from wolfcore.training.self_play import (
    GameTask,
    LeaningPolicy,
    SelfPlayer,
    learning_seats,
    make_task_player,
    population_players,
    seat_population,
)


def test_what_a_seat_earns_counts_for_its_latest_choice() -> None:
    plan = Plan(learner="sla:bots=hard", population=Population(learners=7), rewards="win")
    games = SelfPlayer(plan).play(GameTask(tuple(range(4, 8)), None, (), 0))
    assert len(games) == 4
    for episode in (episode for game in games for episode in game):
        *before, last = episode.rewards
        assert not any(before)
        assert last == (100 if episode.won else -100)
    assert {episode.won for game in games for episode in game if episode.team == "wolves"} == {
        True,
        False,
    }


def test_rewards_come_between_choices_too() -> None:
    games = SelfPlayer(Plan(learner="sla:bots=hard")).play(
        GameTask(tuple(range(4, 8)), None, (), 0)
    )
    early = [reward for game in games for episode in game for reward in episode.rewards[:-1]]
    assert sum(reward != 0 for reward in early) > len(early) / 3
    assert max(map(abs, early)) < 60


def test_a_share_of_the_seats_learns() -> None:
    for name, many in (("sla7", 4), ("duel6", 3), ("plus12", 7)):
        board = get_board(name)
        drawn = [learning_seats(Population(), Game(make_spec(board, seed))) for seed in range(40)]
        assert {len(each) for each in drawn} == {many}
        assert set().union(*drawn) == set(range(1, board.size + 1))


def test_against_a_rival_a_whole_team_learns() -> None:
    board, population = get_board("sla7"), Population(rival="bot:easy")
    teams = set[str]()
    for seed in range(20):
        game = Game(make_spec(board, seed))
        found = {game.view(seat).team for seat in learning_seats(population, game)}
        rest = {
            game.view(seat).team
            for seat in range(1, 8)
            if seat not in learning_seats(population, game)
        }
        assert len(found) == len(rest) == 1
        assert found != rest
        teams |= {f"{team}" for team in found}
    assert teams == {"village", "wolves"}


def test_a_rival_sits_alone_on_the_other_side() -> None:
    """Neither styles nor earlier selves, whose files are not even opened."""
    (rival,) = population_players(Population(rival="random"))
    assert isinstance(rival, RandomPlayer)
    player = SelfPlayer(Plan(learner="sla:bots=hard", population=Population(rival="random")))
    (episodes,) = player.play(GameTask((3,), None, (Path("nobody"),), 1))
    assert len({episode.team for episode in episodes}) == 1


def test_each_choice_is_recorded_with_its_probability_and_what_the_critic_may_see() -> None:
    plan = Plan(learner="sla:bots=hard")
    leaning = LeaningPolicy(plan.ppo.begin)
    with make_task_player(plan, workers=1) as play:
        ((episodes,),) = play([GameTask((5,), None, (), 0)])
    steps = [step for episode in episodes for step in episode.steps]
    assert {step.place for step in steps} > {0}, "the dice decide"
    for step in steps:
        shares = leaning.probabilities(step.seen)
        assert float(shares.sum()) == near(1, 1e-6)
        assert step.logp == near(math.log(shares[step.place]), 1e-6)
        assert step.critic_features.shape == (CRITIC_FEATURES,)
        assert 0 <= step.critic_features.min() <= step.critic_features.max() <= 1
    assert [len(episode.rewards) for episode in episodes] == [len(e.steps) for e in episodes]


def test_every_seat_that_does_not_learn_has_a_draw_of_its_own() -> None:
    learner, *others = (RandomPlayer() for _ in range(4))
    together, most = set[int](), 0
    for seed in range(20):
        game = Game(make_spec(get_board("sla7"), seed))
        players = seat_population(game, learner, {2, 5}, others)
        assert list(players) == list(range(1, 8))
        assert all((players[seat] is learner) == (seat in {2, 5}) for seat in players)
        drawn = {id(players[seat]) for seat in players if seat not in {2, 5}}
        together, most = together | drawn, max(most, len(drawn))
    assert most > 1
    assert together == set(map(id, others))


def test_a_checkpoint_plays_the_deals_of_the_fixed_player_as_either_team() -> None:
    plan = Plan(board="sla7", learner="sla:bots=easy", measured=Measured(against="random", deals=2))
    measure = evaluate(plan, checkpoint_file("sla-acts"))
    assert (measure.against, measure.deals) == ("random", 2)
    assert [side.team for side in measure.sides] == ["village", "wolves"]
    assert all(side.won in (0, 0.5, 1) for side in measure.sides)
