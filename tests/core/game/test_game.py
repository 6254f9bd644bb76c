"""The game as an object: strict answers, ask order, facts about answers, and equal bytes for equal
games."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.game.random_play import answer, decoded, encoded, played, specs, steps
from tests.core.game.table_talk import Table, by_seat, still
from wolfcore.errors import ConfigError, IllegalAnswer
from wolfcore.game import (
    MODERATOR,
    Answer,
    Belief,
    Game,
    GameSpec,
    board_names,
    fold,
    get_board,
    initial_state,
    make_spec,
)
from wolfcore.game import facts as f
from wolfcore.game.moderator import Moderator

Answers = dict[str, Answer]


def keep_still(game: Game) -> Answers:
    """A legal answer for each ask that is out."""
    return {ask.id: Answer(still(ask)) for ask in game.asks}


def spoilt(answers: Answers, wrong: Mapping[str, int | None]) -> Answers:
    """`answers` with some choices changed, or (None) left out."""
    changed = answers | {key: Answer(choice) for key, choice in wrong.items() if choice is not None}
    return {key: answer for key, answer in changed.items() if wrong.get(key, 0) is not None}


# -- strict answers


@pytest.mark.parametrize(
    ("wrong", "ask_id", "problem"),
    [
        ({"n1.protect.4": None}, "n1.protect.4", "no answer was given"),
        ({"n1.check.3": 3}, "n1.check.3", r"3 is not among \[1, 2, 4, 5, 6, 7\]"),
        ({"n1.kill.1": -1}, "n1.kill.1", "-1 is not among"),
        ({"n1.kill.2": 3}, "n1.kill.2", "nobody asked this"),
        ({"nonsense": 0}, "nonsense", "nobody asked this"),
        (
            {"n1.kill.1": None, "n1.protect.4": None, "n1.check.3": None},
            "n1.kill.1",
            "no answer was given",
        ),
    ],
)
def test_an_illegal_answer_is_refused_and_nothing_has_changed(
    wrong: dict[str, int | None], ask_id: str, problem: str
) -> None:
    table = Table("WWSGVVV")
    game = table.game
    before = (
        game.asks,
        encoded(game),
        game.state,
        [list(game.view(seat).facts) for seat in range(8)],
    )
    with pytest.raises(IllegalAnswer, match=problem) as caught:
        game.submit(spoilt(keep_still(game), wrong))
    assert caught.value.ask_id == ask_id
    assert (
        game.asks,
        encoded(game),
        game.state,
        [list(game.view(seat).facts) for seat in range(8)],
    ) == before
    assert not any(game.view(seat).answered for seat in range(8))
    game.submit(keep_still(game))
    assert [ask.id for ask in game.asks] == ["n1.kill.2"]


def test_a_game_that_is_over_takes_no_more_answers() -> None:
    table = Table("WVVV", wolves_may_pass=True).play({"d1.vote": 1})
    assert table.game.submit({}) == ()
    with pytest.raises(IllegalAnswer):
        table.game.submit({"d1.vote.1": Answer(2)})


def test_answers_take_effect_in_ask_order_whatever_order_they_came_in() -> None:
    def play(turned: bool) -> bytes:
        spec = make_spec(get_board("plus12+sheriff"), 5)
        game = Game(spec)
        while game.asks:
            answers: Mapping[str, Answer] = {ask.id: answer(ask, 5, 12) for ask in game.asks}
            game.submit(dict(reversed(list(answers.items()))) if turned else answers)
        return encoded(game)

    assert play(False) == play(True)


def test_submit_returns_the_next_batch() -> None:
    game = Table("WWSGVVV").game
    assert game.submit(keep_still(game)) is game.asks


# -- what came with an answer


def test_thoughts_beliefs_and_fallbacks_are_for_the_moderator_alone() -> None:
    beliefs = (Belief(1, "Werewolf", 9, 0.8),)
    reply = Answer(1, text="ignored", thought="hm", beliefs=beliefs, how="repaired", memo="{}")
    table = Table("WWSGVVV").play({"n1.check.3": reply}, until="n1.kill.2")
    told = [(entry.to, entry.fact) for entry in table.entries(f.Fallback, f.Thought, f.Believed)]
    assert told == [
        (MODERATOR, f.Fallback(3, "n1.check.3", "repaired")),
        (MODERATOR, f.Thought(3, "n1.check.3", "hm")),
        (MODERATOR, f.Believed(3, "n1.check.3", beliefs)),
    ]
    assert table.game.view(3).answered[0].answer == reply
    assert b"ignored" not in encoded(table.game)


def test_beliefs_may_come_with_any_answer_and_the_latest_stand() -> None:
    first, second = (Belief(1, "Werewolf", 9),), (Belief(2, "Seer", 5),)
    table = Table("WVVV", wolves_may_pass=True)
    table.play(
        {"d1.speak.2": Answer(beliefs=first), "d1.vote.2": Answer(beliefs=second)}, until="n2"
    )
    assert table.game.state.beliefs_of(2) == second
    assert table.game.state.beliefs_of(3) == ()


@pytest.mark.parametrize("how", ["repaired", "fallback", "timeout"])
def test_how_an_answer_came_is_noted(how: str) -> None:
    table = Table("WVVV").play(
        {"n1.kill.1": Answer(2, how=msgspec.convert(how, f.AnswerOrigin))}, until="d1"
    )
    assert table.fact(f.Fallback).how == how


def test_speech_goes_into_the_log_as_it_is_typed() -> None:
    words = "[b]not bold[/b] \\ {x} 'q' \u2603"
    table = Table("WVVV", wolves_may_pass=True).play({"d1.speak.2": words}, until="d1.vote")
    assert words in [fact.text for fact in table.facts(f.Said)]
    assert [entry.fact for entry in decoded(encoded(table.game))] == [
        entry.fact for entry in table.game.log
    ]


# -- specs and names


def test_names_have_the_letter_of_their_seat() -> None:
    for seed in range(5):
        spec = make_spec(get_board("plus12"), seed)
        assert [name[0] for name in spec.names] == list("ABCDEFGHIJKL")


def test_a_person_may_have_a_name_of_their_own_but_not_anothers() -> None:
    spec = make_spec(get_board("sla7"), 1, people={4: "Zoe", 2: None})
    assert (spec.names[3], spec.people) == ("Zoe", (2, 4))
    taken = make_spec(get_board("sla7"), 1).names[0]
    with pytest.raises(ConfigError, match=f"another seat is called {taken.upper()}"):
        make_spec(get_board("sla7"), 1, people={4: taken.upper()})


def test_a_person_may_have_the_name_that_was_drawn_for_another_person_with_a_name_of_their_own() -> (
    None
):
    one, two, *others = make_spec(get_board("sla7"), 1).names
    for people in ({1: two, 2: one}, {2: one, 1: two}, {1: "Zoe", 2: one}, {2: one, 1: "Zoe"}):
        assert make_spec(get_board("sla7"), 1, people=people).names == (
            people[1],
            people[2],
            *others,
        )
    for people in ({1: None, 2: one}, {1: "Zoe", 2: "zoe"}):
        with pytest.raises(ConfigError, match="another seat is called"):
            make_spec(get_board("sla7"), 1, people=people)


def test_a_spec_survives_encoding() -> None:
    spec = make_spec(
        get_board("xu7"),
        9,
        people={1: "Zoe"},
        deal={2: "Witch"},
        chance={"order": (7, 6, 5, 4, 3, 2, 1)},
    )
    assert msgspec.json.decode(msgspec.json.encode(spec), type=GameSpec) == spec


# -- properties over every board


@given(specs())
def test_random_play_always_ends(spec: GameSpec) -> None:
    game = played(spec)
    assert game.over
    assert game.result
    assert game.result.days <= spec.board.switches.last_day
    assert isinstance(game.log[-1].fact, f.Ended)


@given(specs())
@settings(max_examples=30)
def test_the_fold_of_a_saved_log_equals_the_live_state(spec: GameSpec) -> None:
    game = played(spec)
    assert (
        fold(initial_state(spec.board.size), (entry.fact for entry in decoded(encoded(game))))
        == game.state
    )


@given(specs())
@settings(max_examples=15)
def test_the_state_is_the_fold_of_the_log_at_every_step(spec: GameSpec) -> None:
    state, seen = initial_state(spec.board.size), 0
    for game in steps(spec):
        state, seen = fold(state, (entry.fact for entry in game.log[seen:])), len(game.log)
        assert state == game.state


@given(specs())
@settings(max_examples=30)
def test_equal_spec_and_answers_give_equal_bytes(spec: GameSpec) -> None:
    again = msgspec.json.decode(msgspec.json.encode(spec), type=GameSpec)
    assert encoded(played(spec)) == encoded(played(again))


@given(specs())
@settings(max_examples=30)
def test_only_the_living_are_asked_and_chosen_but_for_the_three_things_the_dead_may_do(
    spec: GameSpec,
) -> None:
    for game in steps(spec):
        for ask in game.asks:
            if ask.kind not in {"shoot", "last_words", "badge"}:
                assert game.state.alive(ask.seat)
            if ask.kind not in {"run", "order", "bid"}:
                assert all(choice == 0 or game.state.alive(choice) for choice in ask.options)
            assert len(set(ask.options)) == len(ask.options)
            assert (ask.day, ask.phase) == (game.state.day, game.state.phase)


def test_a_vote_by_seat_helper_of_the_tests_abstains_for_the_rest() -> None:
    table = Table("WVVV", wolves_may_pass=True).play({"d1.vote": by_seat(s2=3)}, until="n2")
    assert [(fact.voter, fact.target) for fact in table.facts(f.Voted)] == [
        (1, 0),
        (2, 3),
        (3, 0),
        (4, 0),
    ]


# -- branches


@given(specs(), st.integers(0, 10**6))
@settings(max_examples=10)
def test_a_copy_equals_a_replay_and_goes_on_apart(spec: GameSpec, chosen: int) -> None:
    whole = [encoded(game) for game in steps(spec)]
    at = chosen % len(whole)
    (game,) = islice(steps(spec), at, at + 1)
    before = [game.view(seat).facts[:] for seat in range(spec.board.size + 1)]
    branch, replay = game.copy(), next(islice(steps(spec), at, at + 1))
    assert branch.asks == game.asks
    assert branch.over == game.over
    for other in (branch, branch.copy(), replay):
        # Each goes on with answers of another seed.
        while other.asks:
            other.submit({ask.id: answer(ask, 7, spec.board.size) for ask in other.asks})
        assert encoded(other) == encoded(branch)
        assert other.state == branch.state
        for seat in range(spec.board.size + 1):
            mine, theirs = other.view(seat), branch.view(seat)
            assert (mine.facts, mine.answered) == (theirs.facts, theirs.answered)
            assert mine.answered_after == theirs.answered_after
    assert [game.view(seat).facts for seat in range(spec.board.size + 1)] == before
    size, lines = spec.board.size, spec.board.switches.hears_vote_lines
    while game.asks:
        game.submit({ask.id: answer(ask, spec.seed, size, lines=lines) for ask in game.asks})
    assert encoded(game) == whole[-1]


@pytest.mark.parametrize("board", board_names())
def test_a_copy_runs_again_only_the_scene_in_which_the_game_is(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, tell = [0], Moderator.tell

    def count(m: Moderator, fact: f.Fact, to: f.Audience = f.ALL) -> None:
        told[0] += 1
        tell(m, fact, to)

    scenes = {"night", "dawn", "election", "discussion", "vote", "exile"}
    begun: list[int] = []
    for game in steps(make_spec(get_board(board), 3)):
        with monkeypatch.context() as patch:
            patch.setattr(Moderator, "tell", count)
            told[0] = 0
            branch = game.copy()
        assert (branch.asks, branch.log, branch.state) == (game.asks, game.log, game.state)
        begun = [
            number
            for number, entry in enumerate(game.log)
            if isinstance(entry.fact, f.Began) and entry.fact.phase in scenes
        ]
        assert told[0] == len(game.log) - begun[-1]
    assert len(begun) > 4


def test_a_copy_goes_on_counting_the_steps_of_the_day() -> None:
    table = Table("WVVVVVS", last_words="exile_and_first_night")
    branch = table.play({"n1.kill": 2}, until="d1.vote").game.copy()
    for game in (table.game, branch):
        game.submit({ask.id: Answer(1 if ask.seat != 1 else 0) for ask in game.asks})
        assert [ask.id for ask in game.asks] == ["d1.last_words2.1"]
