"""Candidates that are alike, harmful or none at all, and the choice among them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.agents.steps.one_ask import put
from tests.core.agents.steps.tables import ask, view
from tests.core.agents.tables import HOSTILE, MARK
from wolfcore.agents import Settings

THREE = Settings(candidates=3)
VOTE, SPEAK = ask("vote"), ask("speak", "discussion")
NAMES = view().names


def plan(seat: int, why: str = "Because.") -> dict[str, Any]:
    return {"reasoning": why, "choice": f"{seat} {NAMES[seat - 1]}"}


def plans(*seats: int) -> dict[str, Any]:
    return {f"plan_{name}": plan(seat) for name, seat in zip("ABC", seats, strict=True)}


def speech(words: str) -> dict[str, str]:
    return {"reasoning": "Because.", "speech": words}


async def test_deeds_are_proposed_in_one_call_and_speeches_one_by_one() -> None:
    vote = await put(
        view(),
        VOTE,
        THREE,
        {"propose": [plans(1, 2, 4)], "select": [{"reasoning": "", "choice": "B"}]},
    )
    assert [call.step for call in vote.calls] == ["propose", "select"]
    assert (vote.answer.choice, vote.answer.thought, vote.answer.how) == (2, "Because.", "given")
    words = [speech("One."), speech("Two."), speech("Three.")]
    said = await put(view(), SPEAK, THREE, {"act": words, "select": [{"choice": "c."}]})
    assert [call.about for call in said.calls] == ["candidate A", "candidate B", "candidate C", ""]
    assert said.answer.text == "Three."
    assert [
        ('"One."' in prompt or "- One." in prompt, "- Two." in prompt)
        for prompt in said.prompts("act")
    ] == [(False, False), (True, False), (True, True)]


async def test_candidates_that_are_alike_count_once_and_a_single_one_is_not_voted_on() -> None:
    seen = await put(view(), VOTE, THREE, {"propose": [plans(2, 2, 2)]})
    assert len(seen.calls) == 1
    assert seen.of("propose")[-1].text == "3 candidates, 2 of them alike"
    assert (seen.answer.choice, seen.of("select")[0].text) == (2, "candidate A of 1")
    said = await put(view(), SPEAK, THREE, {"act": [speech("The same.")] * 3})
    assert said.of("propose")[-1].text == "3 candidates, 2 of them alike"
    assert said.answer.text == "The same."


async def test_the_same_choice_for_different_reasons_is_one_candidate() -> None:
    said = {f"plan_{name}": plan(2, f"Reason {name}.") for name in "ABC"}
    seen = await put(view(), VOTE, THREE, {"propose": [said]})
    assert seen.of("propose")[-1].text == "3 candidates, 2 of them alike"
    assert (seen.answer.choice, len(seen.calls)) == (2, 1)


async def test_of_plans_those_that_can_be_chosen_are_left() -> None:
    said = {
        "plan_A": plan(2),
        "plan_B": {"choice": "7 the dead"},
        "plan_C": "no plan",
        "plan_D": plan(1),
    }
    seen = await put(view(), VOTE, THREE, {"propose": [said]})
    assert (seen.answer.choice, len(seen.calls)) == (2, 1)
    assert seen.of("propose")[0].how == "repaired"


BAD = [
    "",
    "I vote for 2.",
    '{"plan_A": ',
    '{"plan_A": [], "speech": ""}',
    '{"choice": "no such player"}',
    "[" * 60,
]


@pytest.mark.parametrize("bad", BAD)
async def test_without_a_candidate_the_answer_is_asked_for_and_without_that_replaced(
    bad: str,
) -> None:
    seen = await put(view(), VOTE, THREE, {"propose": [bad] * 3})
    assert ([call.step for call in seen.calls], seen.answer.how) == (
        ["propose"] * 3 + [""],
        "given",
    )
    lost = await put(view(), SPEAK, THREE, {"act": [bad] * 12})
    assert (len(lost.calls), lost.answer.how, lost.answer.text) == (12, "fallback", "")
    assert len(lost.of("propose")) == 4


async def test_a_choice_that_names_no_candidate_is_drawn_and_said() -> None:
    seen = await put(
        view(),
        VOTE,
        THREE,
        {"propose": [plans(1, 2, 4)], "select": ["", {"choice": "D"}, {"choice": 1}]},
    )
    assert seen.answer.choice in (1, 2, 4)
    assert seen.of("select")[0].how == "fallback"
    assert [bool(call.problem) for call in seen.calls] == [False, True, True, True]


async def test_an_answer_out_of_a_mended_candidate_is_said_to_be_repaired() -> None:
    said = plans(1, 2, 4) | {"plan_B": {"reasoning": "", "choice": f"player {NAMES[1]}"}}
    seen = await put(view(), VOTE, THREE, {"propose": [said], "select": [{"choice": "B"}]})
    assert (seen.answer.choice, seen.answer.how) == (2, "repaired")


@pytest.mark.parametrize("harm", HOSTILE.values(), ids=HOSTILE)
async def test_what_a_candidate_says_stays_one_line_in_later_prompts(harm: str) -> None:
    said = {"reasoning": harm, "speech": harm}
    # A speech that is too long is asked for again.
    tries = 1 + (len(harm) > 700)
    words = [*([said] * tries), speech("Two."), speech("Three.")]
    seen = await put(view(), SPEAK, THREE, {"act": words})
    for prompt in (*seen.prompts("act")[tries:], *seen.prompts("select")):
        assert prompt.count("\n# Question\n") == 1
        assert all(line.isprintable() for line in prompt.split("\n"))
        assert sum(MARK in line for line in prompt.split("\n")) == 1
