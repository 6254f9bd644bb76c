"""Lines fit the place where they are said: an answer its question, a day its name, a suspicion that
others have had before, and nothing that points nowhere."""

from __future__ import annotations

import re

import pytest

from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, QUIET_NIGHT, says
from tests.core.bots.talk.test_own_claims import minds
from tests.core.bots.talk.test_voice import NAMES, VOICES, record_at, said_by, ways
from wolfcore.bots.draws import Draws
from wolfcore.bots.talk.accusations import suspicion_moves
from wolfcore.bots.talk.dialogue_moves import Move, acts_of
from wolfcore.bots.talk.line_templates import fill_line
from wolfcore.bots.talk.move_filters import without_loose_leads
from wolfcore.bots.talk.phrasebook import acts_of_speech, all_line_variants
from wolfcore.bots.talk.reasons import case_against
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import dice_of, get_board
from wolfcore.speech import Accuses, Agrees, AsksSeat, CallsVote, Defends, Vouches

POINTS_NOWHERE = re.compile(
    r"\b(?:(?:that|this|those) (?:name|voice|eyes|smile|look|face|coat|one|end of)"
    r"|(?:way|lowest|book|begins|\}) here\b|for show|my name yesterday|by elimination|by implication|means it"
    r"|follows: I|label me|new row|contradiction found|has an error|does not follow"
    r"|break your silence|cat got your tongue|so (?:swift|fast|quick) with a name|rushed"
    r"|could not wait|between you and me)",
    re.IGNORECASE,
)
"""What points at something that nobody has said or seen, or is no English."""
JUDGES = (Accuses, Agrees, AsksSeat, CallsVote, Defends, Vouches)
"""The acts of lines about a seat, which are said without anything before them."""


def test_no_line_points_at_what_nobody_has_said() -> None:
    offenders = [
        (kind, way)
        for kind, way in all_line_variants()
        if any(isinstance(act, JUDGES) for act in acts_of(Move(kind=kind, target=2, other=3), 1))
        and POINTS_NOWHERE.search(way)
    ]
    assert not offenders


def test_questions_without_a_topic_ask_for_a_suspect_or_an_opinion() -> None:
    offenders = list[str]()
    for voice in VOICES:
        for number, way in enumerate(ways(voice, "ask")):
            move = Move(kind="ask", target=BRAM)
            text = fill_line(way, move, record_at(1), Draws(dice_of(number, "ask"))).text
            heard = acts_of_speech(text, 1, NAMES, get_board("plus12").roles)
            topics = {act.about for act in heard if isinstance(act, AsksSeat)}
            if not topics <= {"", "suspect"} or re.search(
                r"\b(?:safe|clear|trust|whom? .*like)\b", text
            ):
                offenders.append(text)
    assert not offenders


@pytest.mark.parametrize("voice", VOICES)
def test_what_follows_from_a_report_is_not_always_said_with_the_same_words(voice: str) -> None:
    lines = ways(voice, "follow_report")
    assert sum("I believe {other}" in line for line in lines) <= len(lines) / 2


def test_yesterday_and_today_have_no_number() -> None:
    assert not [way for _, way in all_line_variants() if "on {day}" in way.lower()]
    for number in range(80):
        voice = VOICES[number % len(VOICES)]
        for kind in ("suspect_grudge", "suspect_voted", "still", "take_back", "answer_vote"):
            move = Move(kind=kind, target=2, other=3, day=1)
            assert "day 1" not in said_by(voice, move, record_at(1, day=2), number).text.lower()
            assert "today" not in said_by(voice, move, record_at(1, day=2), number).text.lower()
            text = said_by(voice, move, record_at(1, day=3), number).text
            assert "yesterday" not in text.lower(), text


def test_an_announced_answer_is_followed_by_one() -> None:
    lead, case = Move(kind="answer_asked", other=ADA), Move(kind="suspect", target=BRAM)
    deny, claim = Move(kind="deny", other=CLEO), Move(kind="claim", role="Seer")
    same = Move(kind="answer_same", other=ADA)
    assert without_loose_leads([lead, case], DOV) == [lead, case]
    assert without_loose_leads([claim, lead], DOV) == [claim, same]
    assert without_loose_leads([lead, deny], DOV) == [deny]


def test_who_suspects_whom_others_have_named_today_says_so() -> None:
    named = [says(seat, "I suspect Elif.") for seat in (ADA, BRAM, CLEO)]
    kinds = {case_against(mind, ELIF).kind for mind in minds("Villager", *named)}
    assert "suspect_too" in kinds
    assert "suspect" not in kinds
    alone = {case_against(mind, ELIF).kind for mind in minds("Villager", says(ADA, "Hello."))}
    assert "suspect_too" not in alone
    # What was said yesterday is no news of today.
    later = {case_against(mind, ELIF).kind for mind in minds("Villager", *named, *QUIET_NIGHT)}
    assert "suspect_too" not in later


def test_who_was_named_before_is_not_asked_as_if_nobody_had() -> None:
    named = [says(seat, "I suspect Elif.") for seat in (ADA, BRAM, CLEO)]
    kinds = {
        move.kind
        for mind in minds("Villager", *named)
        for move in suspicion_moves(mind, set(range(1, 10)) - {ELIF}, 1)
    }
    assert "suspect_too" in kinds
    assert "ask_suspect" not in kinds


@pytest.mark.parametrize("spoken", [7, 8])
def test_nobody_proposes_a_round_when_it_is_over(spoken: int) -> None:
    others = [seat for seat in range(1, 10) if seat != DOV][:spoken]
    kinds = {
        move.kind
        for mind in minds("Villager", *(says(seat, "Hello.") for seat in others), many=200)
        for move in outline_speech(mind).moves
    }
    assert "open_plan" not in kinds
