"""Changes of mind that the table can see: thanks, a dropped suspect, a wrong exile, a question that
got no answer."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1
from tests.core.bots.talk.test_own_claims import minds
from tests.core.bots.talk.test_turns import ADA, BRAM, CLEO, DOV, ELIF, kinds, moves, says
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats
from wolfcore.bots.talk.reasons import drop_of_suspect
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


NAMED = says(DOV, "I suspect Elif.")
"""What seat 4 says on the day before."""

CHECKED = says(BRAM, "I am the Seer. I checked Cleo last night: Cleo is a wolf.")
CAUSES: dict[str, tuple[tuple[Fact, ...], Move]] = {
    "claim": (
        (says(ELIF, "I am the Witch."), says(ADA, "Cleo is a wolf.")),
        Move(kind="drops_claimed", target=ELIF, role="Witch"),
    ),
    "clearance": (
        (
            says(BRAM, "I am the Seer. I checked Elif on night 1, and Elif is good."),
            says(ADA, "Cleo is a wolf."),
        ),
        Move(kind="drops_cleared", target=ELIF, other=BRAM),
    ),
    "find": ((CHECKED,), Move(kind="drops_found", target=ELIF, other=CLEO)),
    "rival": (
        (says(BRAM, "I am the Witch."), says(CLEO, "I am the Witch.")),
        Move(kind="drops_rivals", target=ELIF, other=CLEO, role="Witch"),
    ),
    "words": ((says(ADA, "Cleo is a wolf."),), Move(kind="drops_joined", target=ELIF, other=ADA)),
}


@pytest.mark.parametrize("cause", CAUSES)
def test_who_drops_a_suspect_says_what_changed_that(cause: str) -> None:
    since, dropped = CAUSES[cause]
    board = get_board("classic9")
    found = list(minds("Villager", NAMED, *NIGHT_2, *since, board=board, many=3))
    assert {drop_of_suspect(mind, ELIF, CLEO) for mind in found} == {dropped}
    # What was said before seat 4 named Elif changed nothing.
    mind = next(minds("Villager", *since, NAMED, *NIGHT_2, board=board, many=1))
    assert drop_of_suspect(mind, ELIF, CLEO) == Move(kind="drops_suspect", target=ELIF)


def test_the_cause_comes_before_the_new_name_and_is_always_given() -> None:
    dropped = Move(kind="drops_found", target=ELIF, other=CLEO)
    spoken = moves(NAMED, *NIGHT_2, CHECKED, many=200)
    against = [speech for speech in spoken if any(CLEO in accused_seats(m, DOV) for m in speech)]
    assert len(against) > 80
    for speech in against:
        if any(ELIF in (move.target, move.other) for move in speech if move != dropped):
            continue
        place = speech.index(dropped)
        assert not any(accused_seats(move, DOV) for move in speech[:place])


def test_a_word_about_a_dropped_suspect_takes_the_place_of_another() -> None:
    spoken = moves(NAMED, *NIGHT_2, CHECKED, many=200)
    without = moves(*NIGHT_2, CHECKED, many=200)
    mean = [sum(map(len, speeches)) / 200 for speeches in (spoken, without)]
    assert mean[0] < mean[1] + 0.5
