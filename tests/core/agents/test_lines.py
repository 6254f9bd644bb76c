"""Lines of models: with a ballot and as a reply before the vote, where the board has them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.table_talk import board_of
from wolfcore.agents.presets import Settings
from wolfcore.agents.prompt import act_task, answer_prompt, new_turn
from wolfcore.agents.reply_parser import parse_answer
from wolfcore.game import Answer, Ask, Board, Game, View, make_spec
from wolfcore.game.asks import LINE_CHARACTERS
from wolfcore.models import ChatReply

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


def test_words_with_a_ballot_are_ignored_where_the_board_has_no_lines() -> None:
    view = seat_of(board_of("WWSGVVV"))
    answer = given(VOTE, view, reasoning="", choice="2", speech="He lied.")
    assert answer is not None
    assert answer.text == ""
