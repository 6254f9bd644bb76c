"""What of the record is believed, and when statements that nothing cites leave it."""

from __future__ import annotations

from tests.core.agents.steps.one_ask import Seen, put
from tests.core.agents.steps.tables import ask, line_of, view
from wolfcore.agents import Settings

HELMSMAN, SLA = (
    Settings(record="sorted", deduce="each", prune="vote"),
    Settings(record="sorted", deduce="each", prune="now"),
)
KEPT = line_of(2, view())


def citing(line: int) -> dict[str, object]:
    return {"reasoning": "Because.", "role": "Villager", "confidence": 9, "evidence": [line]}


def sorted_last(seen: Seen) -> str:
    return seen.of("sort")[-1].text


async def test_helmsman_drops_what_nothing_cited_when_the_round_is_over_and_not_for_its_vote() -> (
    None
):
    voted = await put(view(), ask("vote"), HELMSMAN, {"deduce": [citing(KEPT)] * 5})
    assert "left out" not in voted.said
    again = await put(
        view(), ask("vote"), HELMSMAN, {"deduce": [citing(KEPT)] * 5}, memo=voted.answer.memo
    )
    assert "left out" not in again.said, "a runoff is still that vote"
    next_day = await put(view(), ask("speak", "discussion", 3), HELMSMAN, memo=voted.answer.memo)
    assert next_day.of("sort")[0].text.endswith(
        "1 potential truths, 0 potential falsehoods, 5 left out"
    )
    assert f"\n{KEPT}. 2 " in next_day.prompts("act")[0]


async def test_it_drops_nothing_before_the_vote() -> None:
    spoke = await put(view(), ask("speak", "discussion"), HELMSMAN, {"deduce": [citing(1)] * 5})
    lean = await put(
        view(),
        ask("lean", "straw_vote"),
        HELMSMAN,
        {"deduce": [citing(1)] * 5},
        memo=spoke.answer.memo,
    )
    assert "left out" not in spoke.said + lean.said


async def test_sla_drops_it_at_once() -> None:
    spoke = await put(view(), ask("speak", "discussion"), SLA, {"deduce": [citing(KEPT)] * 5})
    assert sorted_last(spoke).endswith("1 potential truths, 0 potential falsehoods, 5 left out")
    assert "A statement that you never cite will be forgotten." in spoke.prompts("deduce")[0]
    assert "Words of seat 4." not in spoke.prompts("act")[0]


async def test_nothing_is_dropped_where_nothing_is_pruned_nor_where_nothing_was_understood() -> (
    None
):
    keeps = await put(
        view(), ask("vote"), Settings(record="sorted", deduce="each"), {"deduce": [citing(1)] * 5}
    )
    assert "left out" not in keeps.said
    assert "forgotten" not in keeps.prompts("deduce")[0]
    mute = await put(view(), ask("vote"), SLA, {"deduce": [""] * 15})
    assert "left out" not in mute.said


async def test_before_any_deduction_what_others_said_is_a_potential_falsehood_and_what_oneself_said_a_fact() -> (
    None
):
    seen = await put(view(), ask("speak", "discussion"), HELMSMAN)
    record = seen.prompts("deduce")[0].split("# Question")[0]
    facts, rest = record.split("# Potential truths")
    truths, falsehoods = rest.split("# Potential falsehoods")
    assert "3 Cleo (you) said" in facts
    assert "voted for" in facts
    assert "said" not in truths.replace("Said by", "")
    assert all(f'"Words of seat {seat}."' in falsehoods for seat in (1, 2, 4, 5, 6, 7))
