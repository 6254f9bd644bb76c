"""Recall, questions, reflection and advice, and what becomes of replies that are not what was asked
for."""

from __future__ import annotations

import re

import pytest

from tests.core.agents.steps.one_ask import Seen, put
from tests.core.agents.steps.tables import ask, view
from wolfcore.agents import Settings
from wolfcore.agents.steps.reflection import prepared_questions
from wolfcore.game import View
from wolfcore.game import facts as f

ASKS = Settings(
    record="recalled",
    questions="both",
    reflect=True,
    experience="xu",
    stages=("vote", "speech", "night"),
)
VOTE = ask("vote")
BAD = [
    "",
    "none",
    '{"questions": "all"}',
    '{"questions": []}',
    '{"questions": [[[]]]}',
    "{" * 60,
    '{"reflection": 3}',
]


def noted(seen: Seen, purpose: str, title: str) -> list[str]:
    """The lines of a note in the first prompt for a purpose."""
    found = re.search(
        rf"^# {re.escape(title)}\n\n((?:- .*\n)+)", seen.prompts(purpose)[0], re.MULTILINE
    )
    return found[1].strip().split("\n") if found else []


async def test_five_questions_are_chosen_two_are_asked_and_seven_are_answered() -> None:
    seen = await put(view(), VOTE, ASKS)
    assert [
        len(seen.prompts(each))
        for each in ("choose", "ask", "answer", "reflection", "advice", "act")
    ] == [1, 1, 7, 1, 1, 1]
    assert len(noted(seen, "reflection", "What you asked yourself, and your answers")) == 7
    assert noted(seen, "act", "What you asked yourself, and your answers") == [], (
        "the reflection takes their place"
    )
    assert [call.about for call in seen.calls][2:9] == [
        f"question {number}" for number in range(1, 8)
    ]


async def test_questions_that_are_missing_or_no_questions_are_filled_up_in_order() -> None:
    seen = await put(
        view(),
        VOTE,
        ASKS,
        {"choose": [{"questions": [9, 9, 99, "2", None]}], "ask": [{"questions": ["Who?", 4]}]},
    )
    lines = noted(seen, "reflection", "What you asked yourself, and your answers")
    questions = prepared_questions("Villager")
    assert [line.removeprefix("- ").removesuffix(" Words for answer.") for line in lines] == [
        questions[8], *questions[:4], "Who?"
    ]  # fmt: skip
    assert [each.how for each in seen.of("question")][:2] == ["repaired", "repaired"]


@pytest.mark.parametrize("bad", BAD)
async def test_bad_replies_to_everything_before_the_answer_leave_the_answer(bad: str) -> None:
    says = {purpose: [bad] * 21 for purpose in ("choose", "ask", "answer", "reflection", "advice")}
    seen = await put(view(), VOTE, ASKS, says)
    assert (seen.answer.how, seen.answer.choice in VOTE.options) == ("given", True)
    assert {each.how for each in [*seen.of("question"), *seen.of("reflect")] if each.how} == {
        "fallback"
    }
    assert len(seen.calls) == 3 + 3 + 5 * 3 + 3 + 1
    assert seen.of("question")[-1].text == "5 questions, 0 answered"
    assert not seen.of("advise"), "without a reflection nothing is searched for"


async def test_a_reflection_that_fails_leaves_the_last_one() -> None:
    memo = '{"reflection": "Boris is odd."}'
    seen = await put(view(), VOTE, ASKS, {"reflection": [""] * 3, "advice": [""] * 3}, memo=memo)
    assert seen.of("reflect")[0].text == "Boris is odd."
    assert noted(seen, "act", "What you make of it") == ["- Boris is odd."]
    assert [each.how for each in seen.of("advise")] == ["", "fallback"]
    assert "experience" not in seen.prompts("act")[0]


async def test_no_advice_is_none() -> None:
    seen = await put(view(), VOTE, ASKS, {"advice": [{"advice": '"no useful experience"'}]})
    assert "learn from, write just: No useful experience.\n" in seen.prompts("advice")[0]
    assert "experience" not in seen.prompts("act")[0]
    told = await put(view(), VOTE, ASKS, {"advice": [{"advice": "Vote for whoever spoke first."}]})
    assert "- Vote for whoever spoke first." in told.prompts("act")[0]


async def test_questions_see_all_earlier_reflections() -> None:
    memos = ('{"reflection": "First thought."}', '{"reflection": "Second thought."}')
    at = view()
    await put(at, ask("bid"), ASKS, memo=memos[0])
    seen = await put(
        at,
        VOTE,
        ASKS,
        {"ask": [{"questions": ["What was my first thought?", "And what the second thought?"]}]},
        memo=memos[1],
    )
    assert "You thought before: First thought." in seen.prompts("answer")[5]
    assert "You thought before: Second thought." in seen.prompts("answer")[6]


async def test_the_nearest_lines_are_read_in_the_order_of_the_game_and_thoughts_last() -> None:
    at = view(s1="Pears.", s2="Pears and plums.", s5="Pears and plums and figs.")
    seen = await put(
        at,
        VOTE,
        ASKS,
        {"ask": [{"questions": ["Who named pears and plums and figs?", "Who?"]}]},
        memo='{"reflection": "Pears and plums and figs and more."}',
    )
    near = seen.prompts("answer")[5].partition("may answer it:")[2]
    first, second, third, thought = (
        near.index(words)
        for words in (
            '"Pears."',
            '"Pears and plums."',
            '"Pears and plums and figs."',
            "You thought",
        )
    )
    assert first < second < third < thought


@pytest.mark.parametrize("settings", [ASKS, Settings(record="retrieved")])
async def test_who_is_called_on_to_speak_is_no_message(settings: Settings) -> None:
    at = view()
    called = View(at.seat, at.board, at.names, [*at.facts, *(f.CalledOn(1) for _ in range(20))])
    seen = await put(called, VOTE, settings)
    assert not any("has the floor" in request.messages[1].text for request in seen.requests)
    assert "7 Gaia died." in seen.prompts("act")[0].split("# What happened last")[1]


async def test_each_step_knows_what_the_seat_is_about_to_do() -> None:
    seen = await put(view(), VOTE, ASKS)
    for purpose in ("choose", "ask", "answer", "reflection", "advice"):
        assert (
            "What you are about to be asked: Vote: who shall be exiled?" in seen.prompts(purpose)[0]
        )
    assert "about to be asked" not in seen.prompts("act")[0]


async def test_a_suspicion_is_answered_with_the_last_reflection_and_costs_one_call() -> None:
    seen = await put(view(), ask("suspect"), ASKS, memo='{"reflection": "Boris is odd."}')
    assert len(seen.calls) == 1
    assert noted(seen, "act", "What you made of it last") == ["- Boris is odd."]


async def test_a_reflection_leaves_what_was_deduced() -> None:
    both = Settings(record="sorted", deduce="batch", questions="free", reflect=True)
    seen = await put(view(), VOTE, both)
    assert len(noted(seen, "act", "What you deduced last")) == 5
    assert len(noted(seen, "act", "What you make of it")) == 1


@pytest.mark.parametrize(
    "settings", [Settings(experience="plus"), Settings(record="retrieved", recent=3)]
)
async def test_without_a_summary_nothing_is_searched_for_and_the_vote_goes_on(
    settings: Settings,
) -> None:
    seen = await put(view(), VOTE, settings, {"summary": ["", "[]", "?"] * 2})
    assert seen.answer.how == "given"
    assert "[fallback]" in seen.said
    assert "in other games" not in seen.prompts("act")[0]
