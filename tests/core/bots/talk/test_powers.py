"""What holders of powers say: a module a power, and a default for the others."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.core.bots.play.test_night import DAY_1, view_with
from tests.core.bots.playing import play
from tests.core.given_powers import STRANGE, power_given
from wolfcore.bots import LEVELS, HouseBot
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.bots.talk.own_claims import claim_moves
from wolfcore.bots.talk.powers import POWER_TALK
from wolfcore.game import Ask, Power
from wolfcore.game import facts as f
from wolfcore.game.boards import Board, read_roles
from wolfcore.players import Desk
from wolfcore.speech import ClaimsRole, read

NOTHING_TO_TELL: set[Power] = {"kill", "shoot"}
"""The powers without a module: their holders claim the role under pressure and report nothing."""


def test_every_power_has_a_module_or_nothing_to_tell() -> None:
    assert set(get_args(Power)) - set(POWER_TALK) == NOTHING_TO_TELL


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_with_an_unknown_power_is_played_and_its_holder_claims_it(level: str) -> None:
    claimed = 0
    board = Board("strange", read_roles("2 Werewolf, Seer, 3 Hunter, Villager"))
    with power_given("Hunter", STRANGE):
        for seed in range(12):
            game = play(board, seed, level=level)
            assert game.result
            claimed += sum(
                ClaimsRole("Hunter")
                in read(fact.text, fact.seat, game.spec.names, game.spec.board.size)
                for fact in (entry.fact for entry in game.log)
                if isinstance(fact, f.Said) and game.state.roles[fact.seat] == "Hunter"
            )
    assert claimed


@pytest.mark.parametrize("holder", ["Hunter", "Villager", "Werewolf"])
def test_any_seat_may_be_told_to_claim_a_role_with_an_unknown_power(holder: str) -> None:
    with power_given("Hunter", STRANGE):
        view = view_with("classic9", 1, holder, *DAY_1)
        ask = Ask("d1.speak.1", 1, "speak", 1, "discussion", (0,))
        mind = HouseBot().mind(view, ask, Desk.of_seed(ask, 1))
        assert claim_moves(mind, "Hunter") == [Move(kind="claim", role="Hunter")]
