"""The environment: whose turn it is, what may be answered, when it counts, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.env.playing import acting, finished
from tests.core.game.random_play import BOARDS, SEEDS
from tests.core.game.table_talk import board_of, seats
from wolfcore.bots import HouseBot
from wolfcore.env import BotProposer, RewardLedger, WerewolfEnv, field_words
from wolfcore.env.environment import Observation
from wolfcore.errors import ConfigError, IllegalAnswer
from wolfcore.game import (
    SPEECH_KINDS,
    Answer,
    Ask,
    Belief,
    Game,
    View,
    dice_of,
    get_board,
    make_spec,
)
from wolfcore.game import facts as f
from wolfcore.game.roles import RoleName
from wolfcore.players import Desk, RandomPlayer
from wolfcore.table import play_now

FIRST = ("Werewolf", "Villager", "Seer", "Doctor", "Guard", "Witch", "Hunter")


class Fixed:
    """Proposes the same words at every ask."""

    def __init__(self, most: int, words: Sequence[str], choice: int = 0) -> None:
        self.most = most
        self._answers = [Answer(choice, text) for text in words]

    def propose(self, view: View, ask: Ask, desk: Desk) -> Sequence[Answer]:
        return self._answers


def dealt(letters: str, **switches: Any) -> WerewolfEnv:
    """An environment with these seats (`table_talk`), after its reset."""
    env = WerewolfEnv(board_of(letters, **switches))
    env.reset(1, {"deal": dict(enumerate(seats(letters), 1))})
    return env


def act(env: WerewolfEnv, **actions: int) -> WerewolfEnv:
    """Answer the batch that is out by seat (`s1=3`); the others do as little as they may."""
    for ask in env.game.asks:
        assert env.ask == ask
        env.step(actions.get(f"s{ask.seat}", 0 if 0 in ask.options else ask.options[0]))
    return env


def same(one: Observation, two: Observation) -> bool:
    arrays = one["observation"], two["observation"]
    return bool(np.array_equal(one["action_mask"], two["action_mask"])) and all(
        np.array_equal(arrays[0][name], arrays[1][name]) for name in arrays[0] | arrays[1]
    )


# -- whole games


@pytest.mark.slow
@given(BOARDS, SEEDS, st.booleans())
@settings(max_examples=60, deadline=None)
def test_whole_games_by_chance_on_every_board(board: str, seed: int, win: bool) -> None:
    env = WerewolfEnv(board, rewards="win" if win else "paper")
    totals = dict.fromkeys(env.possible_agents, 0.0)
    done: list[str] = []
    for agent, seen, reward in acting(env, seed):
        assert env.observation_space(agent).contains(seen)
        assert agent not in done
        ask, totals[agent] = env.ask, totals[agent] + reward
        if ask:
            assert f"seat_{ask.seat}" == agent
            assert tuple(np.flatnonzero(seen["action_mask"])) == tuple(sorted(ask.options))
            assert not env.terminations[agent]
        else:
            assert env.game.over
            assert not seen["action_mask"].any()
            done.append(agent)
    assert done == env.possible_agents
    assert env.agents == []
    game = env.game
    assert [0, *totals.values()] == RewardLedger(
        filter(None, game.state.roles), "win" if win else "paper"
    ).pay(game.log)
    result = game.result
    assert result
    if win:
        assert set(totals.values()) == ({100, -100} if result.winner else {0})


@given(SEEDS)
@settings(max_examples=5, deadline=None)
def test_whole_games_with_candidates(seed: int) -> None:
    env = WerewolfEnv("sla7", proposer=BotProposer(), words=field_words)
    for agent, seen, _ in acting(env, seed):
        assert env.observation_space(agent).contains(seen)
        ask = env.ask
        if ask:
            plans = env.infos[agent]["plans"]
            assert 1 <= len(plans) <= 3 if ask.kind in SPEECH_KINDS else plans == ()
            legal = [*ask.options, *range(8, 8 + len(plans))]
            assert list(np.flatnonzero(seen["action_mask"])) == legal


@pytest.mark.parametrize("board", ["sla7", "helmsman7", "classic12"])
def test_the_game_is_the_one_that_the_fast_loop_plays(board: str) -> None:
    env, bot = WerewolfEnv(board), HouseBot(("hard",))
    env.reset(7)
    while env.ask:
        env.step(bot.answer_now(env.view(env.agent_selection), env.ask, env.desk(env.ask)))
    game = Game(make_spec(get_board(board), 7))
    play_now(game, dict.fromkeys(range(1, game.spec.board.size + 1), HouseBot(("hard",))))
    assert env.game.log == game.log


# -- seeds


def test_equal_seeds_and_actions_give_equal_games() -> None:
    one, two = WerewolfEnv("sla7"), WerewolfEnv("sla7")
    finished(two, 99)
    assert finished(one, 5) == finished(two, 5)
    assert one.game.log == two.game.log


def test_games_without_a_seed_follow_from_the_last_one_given() -> None:
    seeds: list[list[int]] = []
    for _ in range(2):
        env, drawn = WerewolfEnv("sla7"), list[int]()
        for seed in (11, None, None):
            env.reset(seed)
            drawn.append(env.game.spec.seed)
        seeds.append(drawn)
    assert seeds[0] == seeds[1]
    assert seeds[0][0] == 11
    assert len(set(seeds[0])) == 3


def test_a_first_game_without_a_seed_is_by_chance() -> None:
    drawn = set[int]()
    for _ in range(3):
        env = WerewolfEnv("sla7")
        env.reset()
        drawn.add(env.game.spec.seed)
    assert len(drawn) == 3


# -- batches


@pytest.mark.slow
@given(BOARDS, SEEDS)
@settings(max_examples=15, deadline=None)
def test_nothing_of_a_batch_is_seen_or_paid_before_its_last_answer(board: str, seed: int) -> None:
    env = WerewolfEnv(board)
    env.reset(seed)
    for batch in range(25):
        if env.game.over:
            break
        asks, length = env.game.asks, len(env.game.log)
        before = {agent: env.observe(agent) for agent in env.agents}
        for place, ask in enumerate(asks):
            assert env.ask == ask
            for agent in env.agents:
                if agent not in {f"seat_{answered.seat}" for answered in asks[:place]}:
                    assert same(env.observe(agent), before[agent])
            env.step(dice_of(seed, f"{batch}").pick(ask.id, ask.options))
            if ask is not asks[-1]:
                assert len(env.game.log) == length
                assert not any(env.rewards.values())


def test_whoever_has_answered_is_masked_until_the_batch_is_over() -> None:
    env = dealt("WWSDVVV")
    first = env.agent_selection
    env.step(5)
    assert not env.observe(first)["action_mask"].any()
    assert not env.observe(first)["observation"]["ask"].any()
    assert not env.observe(first)["observation"]["picks"].any()


def test_an_observation_is_nobody_elses_memory() -> None:
    env = dealt("WWSDVVV")
    seen = env.observe("seat_1")
    for array in (*seen["observation"].values(), seen["action_mask"]):
        array[...] = 0
    assert env.observe("seat_1")["observation"]["me"][1] == 1
    assert env.observe("seat_1")["action_mask"].any()


# -- rewards and deaths


def test_rewards_come_with_the_answer_that_ends_a_batch_and_wait_for_their_agent() -> None:
    env = dealt("WWSDVVV", wolves_may_target_pack=False)
    for action in (
        7,
        1,
        1,
        7,
    ):  # a wolf, the doctor, the seer, and in a batch of its own the other wolf
        assert not any(env.rewards.values())
        env.step(action)
    assert [env.rewards[f"seat_{seat}"] for seat in range(1, 8)] == [3, 3, -3, -5, -5, -5, -5]
    for speaker, reward in (("seat_1", 3), ("seat_2", 3), ("seat_3", -3)):
        assert (env.agent_selection, env.last()[1]) == (speaker, reward)
        env.step(0)
        assert not any(env.rewards.values())


def test_the_dead_are_marked_at_once_and_paid_and_removed_at_the_end() -> None:
    env = dealt("WWVVVVV")
    act(act(env, s1=7), s2=7)
    assert [agent for agent, gone in env.terminations.items() if gone] == ["seat_7"]
    assert "seat_7" in env.agents
    asked = set[int]()
    while env.ask:
        asked.add(env.ask.seat)
        env.step(0 if 0 in env.ask.options else 6 if 6 in env.ask.options else 5)
    assert 7 not in asked
    last = dict[str, tuple[float, bool]]()
    for agent in env.agent_iter():
        _, reward, gone, _, _ = env.last()
        last[agent] = reward, gone
        env.step(None)
    assert list(last) == env.possible_agents
    assert all(gone for _, gone in last.values())
    assert env.game.result
    assert env.game.result.winner == "wolves"
    assert (
        last["seat_7"][0]
        == -5 * sum(isinstance(entry.fact, f.Cause) for entry in env.game.log) - 100
    )


def test_a_dead_hunter_acts_before_it_is_done() -> None:
    env = dealt("WWHVVVVV")
    act(act(env, s1=3), s2=3)
    assert env.ask
    assert (env.ask.kind, env.agent_selection) == ("shoot", "seat_3")
    assert not env.terminations["seat_3"]
    assert not env.observe("seat_3")["observation"]["living"][3]
    env.step(8)
    assert [agent for agent, gone in env.terminations.items() if gone] == ["seat_3", "seat_8"]


# -- words


def test_words_of_ones_own_are_said_and_cleaned() -> None:
    env = dealt("WWSDVVV")
    act(act(env, s1=7), s2=7)
    env.step(Answer(text="I am the Seer.\x1b[31m  Seat 2 is a wolf. "))
    said = [entry.fact for entry in env.game.log if isinstance(entry.fact, f.Said)]
    assert [fact.text for fact in said] == ["I am the Seer.[31m  Seat 2 is a wolf."]


def test_a_candidate_is_said_as_it_was_proposed() -> None:
    env = WerewolfEnv(
        "sla7", proposer=Fixed(2, ["I am the Seer.", "Seat 2 is a wolf.", "One too many."])
    )
    env.reset(3)
    while env.ask and env.ask.kind != "speak":
        env.step(env.ask.options[0])
    speaker = env.agent_selection
    seen = env.observe(speaker)
    assert env.infos[speaker]["plans"] == ("I am the Seer.", "Seat 2 is a wolf.")
    assert list(np.flatnonzero(seen["action_mask"])) == [0, 8, 9]
    assert list(np.flatnonzero(seen["observation"]["plan_claims"][0])) == [2]
    assert np.argwhere(seen["observation"]["plan_acts"]).tolist() == [[1, 0, 2]]
    env.step(9)
    (said,) = [entry.fact for entry in env.game.log if isinstance(entry.fact, f.Said)]
    assert said.text == "Seat 2 is a wolf."


def test_each_game_has_candidates_of_its_own() -> None:
    def proposed(env: WerewolfEnv, seed: int) -> tuple[str, ...]:
        env.reset(seed)
        while env.ask and env.ask.kind != "speak":
            env.step(env.ask.options[0])
        return env.infos[env.agent_selection]["plans"]

    env = WerewolfEnv("sla7", proposer=BotProposer())
    first, second = proposed(env, 3), proposed(env, 4)
    assert first != second == proposed(WerewolfEnv("sla7", proposer=BotProposer()), 4)


def test_only_whoever_is_asked_has_something_beside_its_observation() -> None:
    env = WerewolfEnv("sla7", words=field_words)
    for agent, _, _ in acting(env, 2):
        assert [name for name, info in env.infos.items() if info] == ([agent] if env.ask else [])


def test_a_candidate_for_a_suspicion_brings_its_beliefs() -> None:
    env = WerewolfEnv("helmsman7", proposer=BotProposer())
    env.reset(2)
    assert env.ask
    assert env.ask.kind == "suspect"
    while env.ask and env.ask.kind == "suspect":
        env.step(8)
    assert any(isinstance(entry.fact, f.Believed) and entry.fact.beliefs for entry in env.game.log)


def test_a_text_is_the_words_for_each_fact_of_the_own_view() -> None:
    env = WerewolfEnv(
        "sla7",
        words=lambda view, fact: f"{view.seat} learns {type(fact).__name__}" if view.seat else "",
    )
    env.reset(4)
    while env.ask:
        agent = env.agent_selection
        lines = [
            f"{env.view(agent).seat} learns {type(fact).__name__}" for fact in env.view(agent).facts
        ]
        assert env.infos[agent]["text"].split("\n") == lines
        assert env.infos[agent]["ask"] == env.ask.id
        env.step(env.ask.options[0])


def test_lines_are_rendered_through_the_eyes_that_were_chosen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    public, seen = (
        WerewolfEnv("sla7", render_mode="ansi"),
        WerewolfEnv("sla7", render_mode="human", eyes=1),
    )
    for env in (public, seen):
        env.reset(1)
    assert public.render() == "Began: day 0, phase 'setup'\nBegan: day 1, phase 'night'"
    assert seen.render() is seen.render() is None
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("Dealt: seat 1, role ")
    assert len(lines) == len(seen.view("seat_1").facts)


# -- who plays


def test_seats_with_players_are_no_agents_and_play_along() -> None:
    env = WerewolfEnv("sla7", players={seat: RandomPlayer() for seat in (2, 3, 5)})
    totals = finished(env, 8)
    assert list(totals) == env.possible_agents == ["seat_1", "seat_4", "seat_6", "seat_7"]
    paid = RewardLedger(filter(None, env.game.state.roles)).pay(env.game.log)
    assert list(totals.values()) == [paid[seat] for seat in (1, 4, 6, 7)]
    voters = {entry.fact.voter for entry in env.game.log if isinstance(entry.fact, f.Voted)}
    assert voters & {2, 3, 5}


# -- bad input


BAD: list[tuple[Any, str]] = [
    (3, "action 3 is masked; it is one of"),
    (8, "action 8 is masked"),
    (-1, "action -1 is masked"),
    (2.0, "2.0 is neither a number of the action space"),
    (None, "None is neither a number of the action space"),
    ("7", "is neither a number of the action space"),
    (Answer(3), "3 is not among"),
    (Answer(True), "True is not among"),
    (Answer(5, text=cast(Any, 5)), "its words are not text"),
    (Answer(5, beliefs=(Belief(9, "Seer", 7),)), "a belief is out of range"),
    (Answer(5, beliefs=(Belief(3, "Seer", 11),)), "a belief is out of range"),
]


@pytest.mark.parametrize(("action", "problem"), BAD)
def test_an_illegal_action_is_refused_and_changes_nothing(action: Any, problem: str) -> None:
    env = dealt("WWSDVVV")
    env.step(5)
    env.step(5)
    assert env.agent_selection == "seat_3", "the seer, who cannot check herself"
    before = (
        env.agent_selection,
        env.observe(env.agent_selection),
        dict(env.infos),
        len(env.game.log),
    )
    with pytest.raises(IllegalAnswer, match=problem):
        env.step(action)
    assert (env.agent_selection, dict(env.infos), len(env.game.log)) == (
        before[0],
        before[2],
        before[3],
    )
    assert same(env.observe(env.agent_selection), before[1])


def test_numbers_of_any_kind_are_actions() -> None:
    env = dealt("WWSDVVV")
    for number in (np.int32(5), np.int64(6), 7):
        env.step(number)
    assert env.agent_selection == "seat_2"


def test_a_broken_proposer_is_named() -> None:
    env = WerewolfEnv("sla7", proposer=Fixed(1, [""], choice=3))
    env.reset(3)
    with pytest.raises(IllegalAnswer, match=r"d1\.speak.* 3 is not among"):
        for _ in range(20):
            assert env.ask
            env.step(env.ask.options[0])


def test_nothing_is_done_before_the_first_game_and_after_the_last_agent() -> None:
    env = WerewolfEnv("sla7", render_mode="ansi")
    for use in (lambda: env.step(0), lambda: env.game, lambda: env.observe("seat_1"), env.render):
        with pytest.raises(ConfigError, match=r"no game has begun\. Call `reset` first"):
            use()
    finished(env, 1)
    with pytest.raises(ConfigError, match=r"the game is over\. Call `reset` first"):
        env.step(0)
    with pytest.raises(ConfigError, match="the game is over"):
        env.step(None)


def test_an_agent_that_is_done_takes_none_alone() -> None:
    env = WerewolfEnv("duel6")
    for agent, _, _ in acting(env, 1):
        if env.game.over:
            with pytest.raises(ValueError, match="None"):
                env.step(0)
            assert agent in env.agents


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"board": "nowhere"}, "nowhere"),
        ({"players": {8: RandomPlayer()}}, "there is no seat 8"),
        (
            {"players": dict.fromkeys(range(1, 8), RandomPlayer())},
            "no seat is left for the learner",
        ),
        ({"eyes": 9}, "there is no seat 9"),
        ({"render_mode": "rgb_array"}, "no render mode `rgb_array`"),
        ({"rewards": "chess"}, "no reward scheme `chess`"),
    ],
)
def test_what_cannot_be_made_is_said(wrong: dict[str, Any], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        WerewolfEnv(**wrong)


def test_a_seed_or_deal_that_is_impossible_is_said_and_a_game_that_runs_goes_on() -> None:
    env = dealt("WWSDVVV")
    deal: dict[int, RoleName] = {1: "Hunter"}
    for seed, options, problem in (
        (-1, {}, "-1 is not a valid seed"),
        (3, {"deal": deal}, "has only 0 Hunter"),
    ):
        with pytest.raises(ConfigError, match=problem):
            env.reset(seed, options)
    assert env.game.spec.seed == 1
    env.step(5)
    env.reset()
    assert env.game.spec.seed != 1


def test_rendering_needs_a_mode() -> None:
    env = dealt("WWSDVVV")
    with pytest.raises(ConfigError, match="no render mode was chosen"):
        env.render()


def test_the_layout_names_what_the_arrays_hold() -> None:
    board = get_board("sla7")
    usual, wider = WerewolfEnv(board), WerewolfEnv(board, roles=("Archer", *FIRST))
    for env, roles in ((usual, FIRST), (wider, ("Archer", *FIRST))):
        assert env.layout.version == "arrays-1"
        assert env.layout.axes["roles"] == roles
        for _, seen, _ in acting(env, 3):
            assert env.observation_space("seat_1").contains(seen)
            assert seen["observation"]["roles"].shape == (8, len(roles))
    with pytest.raises(ConfigError, match="no place for Doctor, which sla7 deals"):
        WerewolfEnv(board, roles=("Werewolf", "Villager", "Seer"))
