"""What a person types is believed as far as the evidence goes, by bots of every level that weighs
words."""

from __future__ import annotations

import pytest

from tests.core.bots.playing import Takeover, ballots, play
from wolfcore.game import Answer, Ask, RoleName, View

DEAL: dict[int, RoleName] = {
    1: "Seer",
    2: "Werewolf",
    3: "Villager",
    4: "Villager",
    5: "Werewolf",
    6: "Doctor",
    7: "Villager",
}
OTHER_SEER: dict[int, RoleName] = {**DEAL, 1: "Villager", 6: "Seer", 7: "Doctor"}
HONEST = (3, 4, 6, 7)


def share_of_votes_for(
    target: int, typed: dict[int, str], level: str, deal: dict[int, RoleName] = DEAL
) -> float:
    """Which part of the village's ballots of day 1, the speakers' and the target's aside, names
    `target`.

    Args:
        target: Whose votes are counted.
        typed: What persons type in the discussion, by seat; they vote for nobody.
        level: The level of all the bots.
        deal: Who is who; the pack attacks seat 7.
    """
    named = cast = 0
    for seed in range(30):
        game = play(
            "sla7",
            seed,
            deal=deal,
            takeover=_persons(typed),
            level=level,
            until=lambda game: game.state.day == 2,
        )
        voters = [seat for seat in HONEST if seat not in typed and seat != target]
        votes = [choice for voter, choice in ballots(game, 1).items() if voter in voters]
        named += votes.count(target)
        cast += len(votes)
    assert cast > 30
    return named / cast


def _persons(typed: dict[int, str]) -> Takeover:
    def takeover(_view: View, ask: Ask) -> Answer | None:
        if ask.kind == "kill":
            return Answer(7)
        if ask.seat in typed:
            return Answer(ask.options[0], text=typed[ask.seat] if ask.kind == "speak" else "")
        return None

    return takeover


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_typed_find_moves_the_votes_of_the_village(level: str) -> None:
    quiet = share_of_votes_for(2, {1: "morning all"}, level)
    told = share_of_votes_for(
        2, {1: "im the seer guys. i checked seat 2 last night and hes a wolf, vote him"}, level
    )
    assert told > quiet + 0.35


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_same_words_against_the_evidence_do_not(level: str) -> None:
    """The one that types is no seer; the true one answers, also typed, that it found the accused to
    be good."""
    lie = "I am the seer, I checked 3 last night and 3 is a wolf. Vote 3."
    truth = "I am the Seer. I checked 3 last night and 3 is good. 1 is lying."
    before = share_of_votes_for(3, {1: "morning all"}, level, OTHER_SEER)
    contested = share_of_votes_for(3, {1: lie, 6: truth}, level, OTHER_SEER)
    assert contested < before + 0.1


def test_a_find_that_certainties_contradict_moves_nobody_who_knows_better() -> None:
    """A seat that is called a wolf knows that it is none, and so who lies."""
    against_the_liar = 0
    for seed in range(20):
        lie = {1: "I am the seer. I checked 4 last night, 4 is a wolf. Vote 4."}
        game = play(
            "sla7",
            seed,
            deal=OTHER_SEER,
            takeover=_persons(lie),
            until=lambda game: game.state.day == 2,
        )
        against_the_liar += ballots(game, 1).get(4) == 1
    assert against_the_liar > 10
