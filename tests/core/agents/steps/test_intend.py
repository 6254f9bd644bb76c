"""The fixed intentions in words, as a model chooses among them and as records have them."""

from __future__ import annotations

from wolfcore.agents.steps.candidates import intention_words
from wolfcore.game import get_board
from wolfcore.players.intentions import intentions_of

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")


def test_those_of_the_paper_have_their_words() -> None:
    assert [intention_words(each, NAMES) for each in intentions_of(get_board("sla7"))] == [
        "idle",
        "target 1 Ada",
        "target 2 Ben",
        "target 3 Cleo",
        "target 4 Dan",
        "target 5 Eva",
        "target 6 Finn",
        "target 7 Gus",
        "claim to be the Werewolf",
        "claim to be the Seer",
        "claim to be the Doctor",
        "claim to be the Villager",
        "do not reveal your role",
    ]
