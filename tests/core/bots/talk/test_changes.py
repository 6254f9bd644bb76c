"""Changes of mind that the table can see: thanks, a dropped suspect, a wrong exile, a question that
got no answer."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1
from tests.core.bots.talk.test_own_claims import minds
from tests.core.bots.talk.test_turns import ADA, BRAM, CLEO, DOV, ELIF, kinds, moves, says
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import Fact, get_board
from wolfcore.game import facts as f

NIGHT_2: tuple[Fact, ...] = (
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
)
DAY_2 = (*DAY_1, *NIGHT_2)
THANKS = Move(kind="thank_saved", other=ADA)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("sla7", "I am the Doctor. I protected Dov last night."),
        ("classic12", "I am the Guard. I protected Dov last night."),
        ("classic9", "I am the Witch. I saved Dov last night."),
    ],
)
def test_who_was_saved_thanks_at_its_next_turn_and_once(level: str, board: str, told: str) -> None:
    def thanks(*facts: Fact) -> int:
        found = minds("Villager", *facts, board=get_board(board), options=(level,), many=20)
        return sum(THANKS in outline_speech(mind).moves for mind in found)

    telling = says(ADA, told)
    assert thanks(*NIGHT_2, telling) == 20
    mine = says(DOV, "Thank you, Ada.")
    assert thanks(*NIGHT_2, telling, mine, says(ADA, "Good morning.")) == 0
    assert thanks(*NIGHT_2, telling, mine, telling) == 0, "told again, and thanked for before"


def test_nobody_thanks_for_a_protection_in_a_night_with_a_death() -> None:
    night = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(6), f.Began(2, "discussion"))
    told = says(ADA, "I am the Doctor. I protected Dov last night.")
    assert not kinds(moves(*night, told))["thank_saved"]
