"""A living seat that has lost its vote is no voter to bots, in what they expect, do and say."""

from __future__ import annotations

import re
from math import isclose

import pytest

from tests.core.bots.play.test_night import DAY_1, NIGHT_1, choices, view_with
from wolfcore.bots import HouseBot
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.ballots import agreement_bonus
from wolfcore.bots.play.pack import expected_ballots
from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk.line_templates import PLAIN_MANNER, manner_lines
from wolfcore.game import Ask, Fact, RoleName
from wolfcore.game import facts as f
from wolfcore.players import Desk

_OWN_VOTE = re.compile(
    r"\bI(?:'m| am|'ll| will| shall)?(?: going to)? vot(?:e|ing)\b|\bmy (?:vote|ballot)\b|\bone vote\b",
    re.IGNORECASE,
)
_OF_THE_PAST = re.compile(r"yesterday|\bday \d|\{then\}|\{day\}")


def tells_of_own_vote(words: str) -> bool:
    """Whether a sentence of a bot, or a line with open slots, is about its speaker's next vote."""
    return any(
        _OWN_VOTE.search(sentence) and not _OF_THE_PAST.search(sentence)
        for sentence in re.split(r"[.!?]", words)
    )


def mind_of(role: RoleName, *facts: Fact) -> Mind:
    """Seat 1 of sla7 on day 1 before the vote, with Fay and Gil its wolves if it is none."""
    view = view_with("sla7", 1, role, *DAY_1, *facts)
    ask = Ask("d1.vote.1", 1, "vote", 1, "vote", (0, *range(2, 8)))
    return HouseBot(("hard",)).mind(view, ask, Desk.of_seed(ask, 0))


def test_no_ballot_is_expected_of_it() -> None:
    mate = f.Dealt(7, "Werewolf")
    before = expected_ballots(mind_of("Werewolf", mate))
    assert isclose(sum(before.values()), 5)
    after = expected_ballots(mind_of("Werewolf", mate, f.LostVote(3)))
    assert isclose(sum(after.values()), 4)


def test_its_call_for_a_vote_announces_no_ballot_and_draws_no_other() -> None:
    call = f.Said(3, "speak", "Vote for Elif.")
    with_vote, without = mind_of("Villager", call), mind_of("Villager", f.LostVote(3), call)
    assert set(agreement_bonus(with_vote)) == {5}
    assert agreement_bonus(without) == {}
    assert with_vote.record.announced_targets == {(1, 3): 5}
    assert without.record.announced_targets == {}
    assert without.record.accusers == with_vote.record.accusers


def test_a_call_counts_more_where_fewer_vote() -> None:
    call = f.Said(2, "speak", "Vote for Elif.")
    all_vote = agreement_bonus(mind_of("Villager", call))
    six_vote = agreement_bonus(mind_of("Villager", call, f.LostVote(3)))
    assert isclose(six_vote[5], all_vote[5] * 7 / 6)


def test_a_pack_attacks_a_seat_that_votes_instead() -> None:
    facts = (*NIGHT_1, f.Dealt(7, "Werewolf"))
    for lost in (2, 3, 4):
        view = view_with("sla7", 1, "Werewolf", *facts, f.LostVote(lost))
        assert lost not in choices(view, "kill", (2, 3, 4), day=1)
    assert 3 in choices(view_with("sla7", 1, "Werewolf", *facts), "kill", (2, 3), day=1)


def test_a_living_seat_that_was_revealed_is_believed_to_be_what_it_is() -> None:
    beliefs = mind_of("Villager", f.Revealed(3, "Doctor"), f.LostVote(3)).beliefs()
    assert [(each.role, each.p_wolf) for each in beliefs if each.seat == 3] == [("Doctor", 0.0)]


@pytest.mark.parametrize("manner", [PLAIN_MANNER, *MANNERS])
def test_a_line_about_the_own_vote_to_come_is_marked(manner: str) -> None:
    checked = 0
    for kind, lines in manner_lines("en", manner).items():
        # Never said to somebody that has cast none; and prey is chosen by whisper without a ballot.
        if kind.startswith(("answer_no_vote", "whisper")):
            continue
        for line in lines:
            if any(tells_of_own_vote(words) for words in line.variants):
                assert line.needs_own_vote, line
                checked += 1
    assert checked > 3
