"""The coach knows the view of a seat and nothing else, and its games lead to the ask."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest

from wolfcore.analysis import coach
from wolfcore.analysis.coach import (
    CLAIM_KINDS,
    SCREENED,
    TARGET_KINDS,
    UNCOACHED_KINDS,
    Screening,
    coach_seat,
)
from wolfcore.analysis.decisions import (
    MOST_NOTES,
    Coaching,
    Decision,
    read_coaching,
    write_coaching,
)
from wolfcore.analysis.imagined_games import Imagination
from wolfcore.analysis.silent_turns import Cancelled
from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, AskKind, Game, View, get_board, kind_of, make_spec
from wolfcore.game.shipped_boards import SHIPPED_BOARDS
from wolfcore.players import Desk

from .spoken_games import play_spoken, says

BOARDS = [board.name for board in SHIPPED_BOARDS]


def moments(board: str, seed: int) -> Iterator[tuple[View, Ask, Answer]]:
    """The coached asks of a game of bots, with the view and the answer of the seat."""
    game, bot = Game(make_spec(get_board(board), seed)), HouseBot()
    while game.asks:
        answers = {
            ask.id: bot.answer_now(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))
            for ask in game.asks
        }
        for ask in game.asks:
            if ask.kind in TARGET_KINDS | CLAIM_KINDS:
                yield game.view(ask.seat).copy(), ask, answers[ask.id]
        game.submit(answers)


@cache
def some_moments(board: str) -> list[tuple[View, Ask, Answer]]:
    """Every seventh decision of a game."""
    return list(moments(board, 101))[::7]


def test_every_kind_of_ask_is_coached_or_not() -> None:
    kinds = [*TARGET_KINDS, *CLAIM_KINDS, *UNCOACHED_KINDS]
    assert sorted(kinds) == sorted(get_args(AskKind))


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_imagined_games_of_every_board_lead_to_the_ask_with_the_same_view(board: str) -> None:
    tried = 0
    fitting: list[Game] = []
    for view, ask, _ in some_moments(board):
        for game in Imagination(view, ask, 5).games(4):
            tried += 1
            if game:
                fitting.append(game)
                assert ask in game.asks
                assert game.view(ask.seat).facts == view.facts
                assert game.view(ask.seat).answered == view.answered
    assert 2 * len(fitting) > tried > 0


@pytest.mark.slow
@pytest.mark.parametrize("board", ["duel6", "classic9", "plus9+sheriff"])
def test_hidden_cards_and_answers_change_nothing_of_the_advice(board: str) -> None:
    compared = 0
    for view, ask, answer in some_moments(board)[::3]:
        advice = Screening.of(view, ask, answer)
        held = tuple(view.state.roles)
        for game in islice(filter(None, Imagination(view, ask, 9).games(9)), 1):
            compared += game.state.roles != held
            again = Screening.of(game.view(ask.seat).copy(), ask, answer)
            assert (again and again.decision) == (advice and advice.decision)
    assert compared >= 2


def vote_of_seer(seed: int) -> tuple[View, Ask]:
    return next(
        (view, ask)
        for view, ask, _ in moments("duel6", seed)
        if ask.kind == "vote" and view.role == "Seer"
    )


@pytest.mark.slow
def test_a_vote_against_a_checked_villager_certainly_costs_something() -> None:
    view, ask = vote_of_seer(3)
    cleared = view.state.checks[0].target
    seen = Screening.of(view, ask, Answer(cleared))
    assert seen
    assert seen.decision.games == SCREENED
    assert seen.is_open
    seen.confirm(40, 1)
    found = seen.decision
    assert found.is_costly
    assert not found.is_good
    assert found.chances[cleared] == 0
    assert found.other is not None
    assert found.chances[found.other] > 0.5
    assert Coaching((found,)).notes == (found,)


def test_where_a_checked_wolf_was_better_the_check_is_the_reason() -> None:
    view, ask = vote_of_seer(6)
    wolf = view.state.checks[0].target
    seen = Screening.of(view, ask, Answer(3))
    assert seen
    assert seen.decision.other == wolf
    assert seen.decision.chances[wolf] == 1
    assert [(why.seat, why.reason) for why in seen.decision.reasons] == [(wolf, "own")]


def decided(gain: float, low: float, high: float, chance: float = 0.6) -> Decision:
    return Decision("d1.vote.3", "vote", 1, 2, 4, "wolf", {2: chance}, gain, low, high, 80)


def test_notes_are_certain_and_few_and_luck_is_no_cost() -> None:
    costly = [decided(-number / 10, -0.9, -0.01) for number in range(1, 6)]
    open_, good = decided(-0.8, -0.9, 0.1), decided(0.2, 0.1, 0.3)
    coaching = Coaching((*costly, open_, good))
    assert len(coaching.notes) == MOST_NOTES
    assert coaching.notes == tuple(costly[:1:-1])
    assert coaching.best == good
    village, wolf = {2: "Villager"}, {2: "Werewolf"}
    assert open_.is_bad_luck(village)
    assert not open_.is_bad_luck(wolf)
    assert not costly[0].is_bad_luck(village)
    assert not decided(0, 0, 0, 0.4).is_bad_luck(village)


@pytest.mark.slow
def test_a_whole_game_is_coached_and_kept_and_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LEAST_CONFIRMED", "MOST_CONFIRMED"):
        monkeypatch.setattr(coach, name, 12)
    saved = play_spoken(tmp_path, "duel6", 5, {3: says("")})
    steps: list[tuple[int, int]] = []
    coaching = coach_seat(saved, 3, progress=lambda done, total: steps.append((done, total)))
    asks = [each.ask for each in coaching.decisions]
    mine = [ask for ask in saved.journal if ask.endswith(".3")]
    assert asks == [ask for ask in mine if kind_of(ask) in TARGET_KINDS]
    assert [each.kind for each in coaching.decisions][:3] == ["save", "poison", "vote"]
    assert all(each.entry < len(saved.entries) for each in coaching.decisions)
    assert steps[0][0] == 0
    assert all(done < total for done, total in steps)
    none, _ = read_coaching(saved)
    kept = type(none)(none.version, none.bots, none.log, {3: coaching})
    assert write_coaching(saved, kept) == ""
    assert read_coaching(saved) == (kept, "")
    with pytest.raises(Cancelled):
        coach_seat(saved, 3, lambda: True)
