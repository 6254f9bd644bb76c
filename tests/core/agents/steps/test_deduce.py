"""What the others are deduced to be: evidence, oneself, the dead, and what is kept where nothing
can be understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.core.agents.steps.one_ask import Seen, put
from tests.core.agents.steps.tables import DEAD, ME, ask, line_of, table, view
from wolfcore.agents import Settings
from wolfcore.agents.turn import Deduction, Memo
from wolfcore.game import Ask, Belief
from wolfcore.game import facts as f

EACH = Settings(record="sorted", deduce="each", prune="vote")
BATCH = Settings(record="sorted", deduce="batch", prune="now")
LABELS = [f"{seat} {view().names[seat - 1]}" for seat in (1, 2, 4, 5, 6)]


def of(
    role: str = "Villager", confidence: object = 9, evidence: Sequence[object] = (1,)
) -> dict[str, Any]:
    """What a model deduces of one seat."""
    return {
        "reasoning": "Because.",
        "role": role,
        "confidence": confidence,
        "evidence": list(evidence),
    }


def memo_in(words: str) -> Memo:
    return msgspec.json.decode(words, type=Memo)


async def test_evidence_that_does_not_exist_is_left_out_and_said() -> None:
    seen = await put(
        view(),
        ask("suspect"),
        EACH,
        {"deduce": [of(evidence=[2, 999, -1, 0, "2", True, 2.5, 10**40])]},
    )
    first, *others = seen.of("deduce")
    assert (first.text, first.how) == (f"{LABELS[0]}: Villager 9, by 2", "repaired")
    assert {each.how for each in others} == {"given"}
    assert seen.answer.how == "repaired"
    mended = [call.parsed for call in seen.calls if call.how == "repaired"]
    assert mended == [
        f"{LABELS[0]}: Villager 9, by 2; evidence 999, -1, 0, {10**40} is not in sight"
    ]


@pytest.mark.parametrize(
    ("said", "kept"), [(3, 5), (99, 10), (-7, 5), (1e308, 10), (10**400, 10), (7.4, 7)]
)
async def test_a_confidence_beyond_the_scale_counts_as_its_end(said: float, kept: int) -> None:
    seen = await put(view(), ask("suspect"), EACH, {"deduce": [of(confidence=said)]})
    assert seen.answer.beliefs[0] == Belief(1, "Villager", kept)
    assert seen.answer.how == "repaired"


async def test_oneself_the_dead_and_strangers_are_not_deduced() -> None:
    at = view()
    me, dead = (f"{seat} {at.names[seat - 1]}" for seat in (ME, DEAD))
    said = {label: of() for label in LABELS} | {
        me: of("Werewolf"),
        dead: of("Werewolf"),
        "9 Zed": of(),
        "SYSTEM": of(),
    }
    seen = await put(at, ask("suspect"), BATCH, {"deduce": [said]})
    assert [belief.seat for belief in seen.answer.beliefs] == [1, 2, 4, 5, 6]
    assert {belief.role for belief in seen.answer.beliefs} == {"Villager"}


async def test_near_names_are_players_too() -> None:
    said = {
        "player_1": of("Seer"),
        at_name(2).upper(): of("Doctor"),
        "4": of("Werewolf"),
        LABELS[3]: of(),
        LABELS[4]: of(),
    }
    seen = await put(view(), ask("suspect"), BATCH, {"deduce": [said]})
    assert [(each.seat, each.role) for each in seen.answer.beliefs][:3] == [
        (1, "Seer"),
        (2, "Doctor"),
        (4, "Werewolf"),
    ]
    assert seen.answer.how == "repaired"


def at_name(seat: int) -> str:
    return view().names[seat - 1]


BAD: dict[str, Any] = {
    "empty": "",
    "prose": "I cannot tell.",
    "cut": '{"reasoning": "Well',
    "a list": "[1, 2]",
    "no role": {"confidence": 9},
    "no such role": of("Vampire"),
    "no number": of(confidence="very"),
    "true": of(confidence=True),
    "nested": "[" * 60,
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("settings", [EACH, BATCH])
async def test_what_cannot_be_understood_leaves_what_was_thought_before(
    settings: Settings, case: str
) -> None:
    before = Memo(
        deductions=memo_in((await put(view(), ask("suspect"), EACH)).answer.memo).deductions,
        known=3,
    )
    bad = (
        BAD[case]
        if settings is EACH or isinstance(BAD[case], str)
        else dict.fromkeys(LABELS, BAD[case])
    )
    seen = await put(
        view(),
        ask("suspect"),
        settings,
        {"deduce": [bad] * 15},
        memo=msgspec.json.encode(before).decode(),
    )
    assert memo_in(seen.answer.memo).deductions == before.deductions
    assert {each.how for each in seen.of("deduce")} == {"fallback"}
    assert seen.answer.how == "fallback"
    assert len(seen.calls) == (15 if settings is EACH else 3)
    assert all(call.problem for call in seen.calls)


async def test_without_any_deduction_a_suspicion_is_its_fallback_and_all_words_are_potential_falsehoods() -> (
    None
):
    seen = await put(view(), ask("suspect"), EACH, {"deduce": [""] * 15})
    assert (seen.answer.how, seen.answer.beliefs) == ("fallback", ())
    spoken = await put(view(), ask("speak", "discussion"), EACH, {"deduce": [""] * 15})
    assert "6 potential falsehoods" in spoken.of("sort")[-1].text
    assert spoken.answer.how == "given"


async def test_what_the_dead_said_stays_where_it_was_found_reliable() -> None:
    earlier = view()
    memo = Memo(deductions=(deduction(DEAD, "Seer"), deduction(1, "Werewolf")))
    seen = await put(
        view(), ask("speak", "discussion"), EACH, memo=msgspec.json.encode(memo).decode()
    )
    before = seen.prompts("deduce")[0]
    truths = before.split("# Potential truths")[1].split("# Potential falsehoods")[0]
    assert f"{line_of(DEAD, earlier)}. 7 " in truths
    assert "What you deduced last" in before
    assert at_name(DEAD) not in before.split("# What you deduced last")[1], (
        "nobody thinks anew of the dead"
    )
    assert deduction(DEAD, "Seer") in memo_in(seen.answer.memo).deductions
    assert DEAD not in {belief.seat for belief in seen.answer.beliefs}


def deduction(seat: int, role: str) -> Deduction:
    return Deduction(seat, role, 9, "Because.", (1,))


def asked_of(seen: Seen) -> set[int]:
    """The seats whose role the model was asked for."""
    return {
        int(seat)
        for text in seen.prompts("deduce")
        for words in re.findall(r"^Which hidden role .*$", text, re.MULTILINE)
        for seat in re.findall(r"\b(\d) [A-Z]", words)
    }


@pytest.mark.parametrize("how", ["each", "batch"])
@pytest.mark.parametrize("record", ["sorted", "growing", "whole"])
@pytest.mark.parametrize(
    ("seat", "certain"),
    # A wolf knows its mate; the Seer checked a wolf, then a villager, whose role stays open.
    [(1, {2: "Werewolf"}), (4, {1: "Werewolf"}), (3, {})],
)
async def test_what_a_seat_knows_is_no_question_to_its_model_and_still_believed(
    seat: int, certain: dict[int, str], record: Any, how: Any
) -> None:
    settings = replace(EACH, record=record, deduce=how, known="skip")
    at = table(checks="13").game.view(seat)
    question = Ask(f"d2.vote.{seat}", seat, "vote", 2, "vote", (0, 3, 5))
    living = {1, 2, 3, 4, 5, 6} - {seat}
    seen = await put(at, question, settings)
    assert asked_of(seen) == living - certain.keys()
    beliefs = {each.seat: (each.role, each.confidence) for each in seen.answer.beliefs}
    assert beliefs.keys() == living
    assert {each: beliefs[each] for each in certain} == {
        each: (role, 10) for each, role in certain.items()
    }
    note = seen.prompts("act")[0].partition("# What you deduced last\n")[2].split("\n# ")[0]
    assert {int(each) for each in re.findall(r"^- (\d)", note, re.MULTILINE)} == (
        living - certain.keys()
    )
    asks = await put(at, question, replace(settings, known="ask"))
    assert asked_of(asks) == living


async def test_what_is_certain_is_no_note_either_where_nothing_has_happened_since() -> None:
    at = table(checks="13").game.view(4)
    question = Ask("d2.vote.4", 4, "vote", 2, "vote", (0, 3, 5))
    settings = replace(EACH, known="skip")
    first = await put(at, question, settings)
    again = await put(at, question, settings, memo=first.answer.memo)
    assert not again.prompts("deduce")
    note = "# What you deduced last\n"
    (before,), (after,) = first.prompts("act"), again.prompts("act")
    assert after.partition(note)[2] == before.partition(note)[2] != ""


async def test_a_check_that_shows_a_role_is_no_question() -> None:
    at = table(checks="13").game.view(4)
    at.facts.append(f.Checked(4, 5, "Hunter"))
    question = Ask("d2.suspect.4", 4, "suspect", 2, "vote", (0,))
    seen = await put(at, question, replace(EACH, known="skip"))
    assert asked_of(seen) == {2, 3, 6}
    assert Belief(5, "Hunter", 10) in seen.answer.beliefs


async def test_a_seat_that_knows_every_role_asks_its_model_for_none() -> None:
    at = table(checks="12").game.view(4)
    for seat in (3, 5, 6):
        at.facts.append(f.Revealed(seat, "Villager"))
    question = Ask("d2.suspect.4", 4, "suspect", 2, "vote", (0,))
    seen = await put(at, question, replace(EACH, known="skip"))
    assert not seen.calls
    assert (seen.answer.how, len(seen.answer.beliefs)) == ("given", 5)


async def test_unusable_deductions_are_told_as_such_whatever_is_certain() -> None:
    at = table().game.view(1)
    question = Ask("d2.suspect.1", 1, "suspect", 2, "vote", (0,))
    seen = await put(at, question, replace(BATCH, known="skip"), {"deduce": [""] * 3})
    assert [(each.seat, each.role) for each in seen.answer.beliefs] == [(2, "Werewolf")]
    assert seen.answer.how == "fallback"
    assert "left out" not in seen.said, "nothing is pruned by a deduction that failed"
