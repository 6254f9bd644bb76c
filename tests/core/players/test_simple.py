"""The players by chance and from a list."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.players.sitters import Listed, Talker, Waiting, a_spec
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Game, get_board, make_spec
from wolfcore.players import (
    Desk,
    Player,
    RandomPlayer,
    ScriptedPlayer,
    SyncPlayer,
    SyncScriptedPlayer,
)
from wolfcore.table import play_now


def test_a_random_player_takes_every_option_about_equally_often_and_says_nothing() -> None:
    view = Game(a_spec()).view(1)
    ask = Ask("d1.vote.1", 1, "vote", 1, "vote", (0, 2, 5, 7))
    answers = [
        RandomPlayer().answer_now(view, ask, Desk.of_seed(ask, seed)) for seed in range(2000)
    ]
    counts = Counter(answer.choice for answer in answers)
    assert set(counts) == {0, 2, 5, 7}
    assert all(400 < count < 600 for count in counts.values())
    assert all(answer == Answer(answer.choice) for answer in answers)


async def test_a_random_player_answers_the_same_with_and_without_waiting() -> None:
    game = Game(a_spec())
    ask = game.asks[0]
    now = RandomPlayer().answer_now(game.view(ask.seat), ask, Desk.of_seed(ask, 7))
    assert await RandomPlayer().answer(game.view(ask.seat), ask, Desk.of_seed(ask, 7)) == now


def test_a_script_answers_what_it_holds_and_leaves_the_rest() -> None:
    game = Game(a_spec())
    first = game.asks[0]
    other = Listed(lambda ask: Answer(ask.options[-1]))
    player = SyncScriptedPlayer({first.id: Answer(first.options[1], thought="as printed")}, other)
    play_now(game, dict.fromkeys(range(1, 8), player))
    asks = [own for seat in range(1, 8) for own in game.view(seat).answered]
    assert {own.ask.id: own.answer for own in asks}[first.id] == Answer(
        first.options[1], thought="as printed"
    )
    assert first.id not in {ask.id for ask in other.asked}
    assert len(other.asked) == len(asks) - 1


def test_an_illegal_line_is_named_with_what_is_legal() -> None:
    game = Game(a_spec())
    ask = game.asks[0]
    player = SyncScriptedPlayer({ask.id: Answer(99)}, Talker())
    legal = ", ".join(map(str, ask.options))
    with pytest.raises(
        ConfigError,
        match=rf"{ask.id}: the answer 99 is not legal\. Seat {ask.seat} may answer {legal}",
    ):
        play_now(game, dict.fromkeys(range(1, 8), player))


def test_a_script_is_quick_where_the_other_player_is() -> None:
    quick: Player = SyncScriptedPlayer({}, Talker())
    slow: Player = ScriptedPlayer({}, Waiting())
    assert isinstance(quick, SyncPlayer)
    assert not isinstance(slow, SyncPlayer)


def test_no_desk_and_no_dice_print_the_seed_from_which_every_role_follows() -> None:
    ask = Game(make_spec(get_board("sla7"), 987654321)).asks[0]
    desk = Desk.of_seed(ask, 987654321)
    assert "987654321" not in f"{desk!r} {desk} {desk.dice!r} {desk.dice}"
    assert ask.id in repr(desk)
