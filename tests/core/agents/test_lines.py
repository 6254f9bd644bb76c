"""Lines of models: with a ballot and as a reply before the vote, where the board has them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from tests.core.game.table_talk import board_of
from wolfcore.agents import Candidate
from wolfcore.agents.policy.act_features import ActsDescriber
from wolfcore.agents.policy.turn_text import turn_text
from wolfcore.agents.policy_files import Layout
from wolfcore.agents.presets import Settings
from wolfcore.agents.prompt import act_task, answer_prompt, new_turn
from wolfcore.agents.quick_agent import cited_lines, filtered_view
from wolfcore.agents.reply_parser import parse_answer
from wolfcore.agents.situations import situation_clauses, situation_narrative
from wolfcore.agents.steps.record_selection import (
    read_speech,
    with_recalled_lines,
    with_sorted_lines,
)
from wolfcore.bots import HouseThinker
from wolfcore.game import Answer, Ask, Board, Fact, Game, View, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.game.asks import LINE_CHARACTERS, one_line
from wolfcore.models import ChatReply
from wolfcore.players import Desk

LINES: dict[str, Any] = {"defence": "replies", "vote_lines": True}
VOTE = Ask("d1.vote.3", 3, "vote", 1, "vote", (0, 1, 2, 4))
REPLY = Ask("d1.defend.3", 3, "defend", 1, "defence", (0,))


def seat_of(board: Board) -> View:
    return Game(make_spec(board, 4)).view(3)


def fields_of(ask: Ask, view: View) -> dict[str, Any]:
    return act_task(new_turn(view, ask), Settings()).schema["properties"]


def given(ask: Ask, view: View, **fields: str) -> Answer | None:
    return parse_answer(ChatReply(text="", parsed=fields, reading="strict"), ask, view).answer


@pytest.mark.parametrize(
    ("switches", "ask", "fields"),
    [
        (LINES, VOTE, ["reasoning", "choice", "speech"]),
        (LINES, REPLY, ["reasoning", "speech"]),
        (LINES | {"ballots": "secret"}, VOTE, ["reasoning", "choice"]),
        ({}, VOTE, ["reasoning", "choice"]),
        ({"defence": "most_named"}, REPLY, ["reasoning", "speech"]),
    ],
)
def test_a_prompt_asks_for_a_line_where_the_board_has_one(
    switches: dict[str, Any], ask: Ask, fields: list[str]
) -> None:
    view = seat_of(board_of("WWSGVVV", **switches))
    asked = answer_prompt(view, ask).messages[-1].text
    expects_line = LINES.items() <= switches.items() and "ballots" not in switches
    assert list(fields_of(ask, view)) == fields
    assert ("one sentence of at most 30 words" in asked) == expects_line
    if "speech" in fields:
        longest = fields_of(ask, view)["speech"]["maxLength"]
        assert (longest == LINE_CHARACTERS) == expects_line


@pytest.mark.parametrize("ask", [VOTE, REPLY], ids=["vote", "reply"])
@pytest.mark.parametrize(
    ("speech", "text", "how"),
    [
        ("He lied.", "He lied.", "given"),
        ("", "", "given"),
        ("*nods*", "", "repaired"),
        ("I cannot participate in this game.", "", "repaired"),
    ],
)
def test_a_line_may_be_empty_and_never_costs_another_call(
    ask: Ask, speech: str, text: str, how: str
) -> None:
    view = seat_of(board_of("WWSGVVV", **LINES))
    answer = given(ask, view, reasoning="", choice="2", speech=speech)
    assert answer is not None
    assert (answer.text, answer.how) == (text, "repaired" if ask is VOTE else how)


@pytest.mark.parametrize("ask", [VOTE, REPLY], ids=["vote", "reply"])
def test_a_long_line_is_cut_at_a_sentence(ask: Ask) -> None:
    view = seat_of(board_of("WWSGVVV", **LINES))
    choice = act_task(new_turn(view, ask), Settings()).options[1:2]
    long = "He lied to us all, and he did it again today when he was asked. " * 9
    answer = given(ask, view, reasoning="", choice=choice[0] if choice else "", speech=long)
    assert answer is not None
    assert len(answer.text) <= LINE_CHARACTERS
    assert answer.text.endswith("asked.")
    assert answer.how == "repaired"


@pytest.mark.parametrize("ask", [VOTE, REPLY], ids=["vote", "reply"])
@pytest.mark.parametrize(
    ("ends", "words"), [((), 29), ((30,), 30), ((24,), 24), ((3,), 29)], ids=str
)
def test_a_line_of_too_many_short_words_is_cut_at_a_sentence(
    ask: Ask, ends: tuple[int, ...], words: int
) -> None:
    view = seat_of(board_of("WWSGVVV", **LINES))
    said = " ".join(f"w{n}." if n in ends else f"w{n}" for n in range(1, 36))
    answer = given(ask, view, reasoning="", choice="2", speech=said)
    assert answer is not None
    assert answer.how == "repaired"
    assert len(answer.text.split()) == words
    assert answer.text.endswith("." if words in ends else "…")
    assert answer.text == one_line(answer.text), "the table has nothing left to cut"


def test_words_with_a_ballot_are_ignored_where_the_board_has_no_lines() -> None:
    view = seat_of(board_of("WWSGVVV"))
    answer = given(VOTE, view, reasoning="", choice="2", speech="He lied.")
    assert answer is not None
    assert answer.text == ""


# -- the line of another seat in the record

NAMES = tuple(f"Name{seat}" for seat in range(1, 10))
CLAIM = "I am the Seer. I checked Name3, Name3 is a wolf."
BALLOT = Ask("d1.vote.3", 3, "vote", 1, "vote", (0, 5))
SPEAK = Ask("d2.speak.3", 3, "speak", 2, "discussion", (0,))


def heard(*facts: Fact) -> View:
    """The view of seat 3, a Villager of classic9, on day 1 after these facts."""
    dealt = (f.Began(1, "setup"), f.Dealt(3, "Villager"), f.Began(1, "night"))
    return View(3, get_board("classic9"), NAMES, [*dealt, f.Began(1, "discussion"), *facts])


VOTED = (f.Began(1, "vote"), f.Voted(5, 3, "vote", CLAIM), f.Voted(3, 5, "vote", "Never."))


def test_the_record_tells_a_ballot_as_a_fact_and_its_line_as_a_statement() -> None:
    facts, truths, falsehoods = with_sorted_lines(
        new_turn(heard(*VOTED), SPEAK), Desk.of_seed(SPEAK, 1)
    ).sections
    assert not truths.lines
    assert [(line.text, line.speaker) for line in falsehoods.lines] == [
        (f'5 Name5 said with this ballot: "{CLAIM}"', 5)
    ]
    assert [(line.text, line.speaker) for line in facts.lines[-3:]] == [
        ("5 Name5 voted for 3 Name3.", 0),
        ("3 Name3 (you) voted for 5 Name5.", 0),
        ('3 Name3 (you) said with this ballot: "Never."', 3),
    ]


def test_a_seat_that_forgets_a_line_still_knows_the_ballot() -> None:
    desk = Desk.of_seed(SPEAK, 1)
    view = heard(*VOTED)
    turn = new_turn(view, SPEAK)
    judged = len(turn.lines)
    for cited, line in (((), ""), (tuple(range(judged + 1)), CLAIM)):
        memo = structs.replace(turn.memo, judged=judged, cited=cited)
        seen = filtered_view(with_sorted_lines(structs.replace(turn, memo=memo), desk))
        assert seen.facts[-2:] == [f.Voted(5, 3, "vote", line), VOTED[-1]]


def test_a_claim_with_a_ballot_is_weighed_like_a_claim_in_a_speech() -> None:
    turn = with_sorted_lines(new_turn(heard(*VOTED), SPEAK), Desk.of_seed(SPEAK, 1))
    (line,) = turn.sections[2].lines
    assert cited_lines(turn, read_speech) == {line.number}
    settings = Settings(recent=1, informative=1)
    recalled = with_recalled_lines(turn, settings, Desk.of_seed(SPEAK, 1))
    assert [each.number for each in recalled.sections[0].lines] == [line.number]


@pytest.mark.parametrize(
    "facts",
    [(f.Said(5, "speak", CLAIM),), (f.Voted(5, 3, "vote", CLAIM),)],
    ids=["speech", "line"],
)
def test_a_situation_tells_what_was_claimed(facts: tuple[Fact, ...]) -> None:
    view = heard(*facts)
    told = situation_clauses(view, SPEAK, ())
    assert "Nobody claimed to be the Seer" not in told
    assert "You were reported to be a wolf" in told
    assert "@5 claims to be the Seer." in situation_narrative(view)
    assert any("claims to be the Seer" in said for said in _standings(view))


def _standings(view: View) -> list[str]:
    candidate = Candidate("", 5)
    return turn_text(structs.replace(new_turn(view, BALLOT), candidates=(candidate,))).texts


# -- learned policies, which were fitted to ballots without words


WITH_AND_WITHOUT = tuple(
    structs.replace(
        new_turn(heard(f.Began(1, "vote")), BALLOT), candidates=(Candidate("", 5, text),)
    )
    for text in ("", CLAIM)
)


def test_a_policy_of_texts_sees_a_ballot_without_its_line() -> None:
    bare, worded = map(turn_text, WITH_AND_WITHOUT)
    assert bare == worded


def test_a_policy_of_acts_sees_a_ballot_without_its_line() -> None:
    layout = Layout(tuple(dict.fromkeys(get_board("classic9").roles)), ("vote", "speak"))
    acts = ActsDescriber(HouseThinker(), layout)
    bare, worded = (
        acts.describe(turn, Desk.of_seed(BALLOT, 1)).candidates for turn in WITH_AND_WITHOUT
    )
    assert (bare == worded).all()
