"""A model as a judge: what it is shown, how its answers are read, and that hostile words stay
words."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isclose
from pathlib import Path

import pytest

from tests.core.agents.tables import HOSTILE
from wolfcore.clock import SystemClock
from wolfcore.errors import ModelUnreachable, OverBudget, PromptTooLong
from wolfcore.game import get_board
from wolfcore.game.rulebook import rulebook
from wolfcore.metrics.annotation import (
    SIGHTS,
    Item,
    Mark,
    Place,
    SheetFile,
    labels_of,
    new_head,
    read_sheet,
)
from wolfcore.metrics.annotation.judge import Judge, forecast_cost, read_labels, request_for
from wolfcore.metrics.annotation.sample import SpeechInContext
from wolfcore.models import (
    Budget,
    BudgetTracker,
    ChatModel,
    ChatReply,
    ChatRequest,
    Prices,
    ScriptedModel,
)
from wolfcore.models.scripted import ScriptedReply
from wolfcore.models.wrappers.costs import AttemptCounter, BudgetedModel

ITEMS = tuple(Item(f"game{number}", 5, 1, 2, "aa") for number in range(3))
RULES = rulebook(get_board("sla7"))


def shown(place: Place) -> SpeechInContext:
    truth = "Werewolf 1 2 - Seer 3" if place[1] == "known" else ""
    return SpeechInContext(
        RULES,
        ("1 Ada: I am the Seer.", "3 Cleo: I doubt that."),
        "2 Bram",
        (f"I trust Ada. {place[0]}",),
        truth,
    )


def sheet(tmp_path: Path) -> SheetFile:
    return SheetFile(tmp_path / "m.jsonl", new_head(ITEMS, by="m", seed=0, games=(), model=True))


def answer(request: ChatRequest, *yes: str) -> str:
    """An answer with these labels, whichever are asked."""
    assert request.schema
    names = [name for name in request.schema["properties"] if name != "why"]
    return json.dumps({"why": "so", **{name: name in yes for name in names}})


def scripted(say: Callable[[ChatRequest], ScriptedReply]) -> ScriptedModel:
    return ScriptedModel(say, name="m")


async def test_a_model_judges_every_speech_blind_and_with_roles(tmp_path: Path) -> None:
    model = scripted(lambda request: answer(request, "trust", "camouflages"))
    judge = Judge(model, sheet(tmp_path), shown)
    told: list[tuple[int, int]] = []
    await judge.run(lambda done, of: told.append((done, of)))
    said = read_sheet(tmp_path / "m.jsonl").answers()
    assert set(said) == set(ITEMS)
    for labels in said.values():
        assert {name for name, yes in labels.items() if yes} == {"trust", "camouflages"}
        assert set(labels) == {label.name for sight in SIGHTS for label in labels_of(sight)}
    assert told[-1] == (6, 6)
    assert (judge.cost.calls, judge.cost.repaired, judge.cost.unreadable) == (6, 0, 0)
    assert {mark.why for mark in read_sheet(tmp_path / "m.jsonl").marks if mark.end} == {"so"}


async def test_roles_are_in_no_prompt_of_what_is_judged_blind(tmp_path: Path) -> None:
    model = scripted(answer)
    await Judge(model, sheet(tmp_path), shown).run()
    for request in model.requests:
        text = request.messages[-1].text
        assert request.schema
        assert ("Werewolf 1 2" in text) == ("camouflages" in request.schema["properties"])


async def test_what_cannot_be_read_is_asked_again_with_the_reason_and_counted(
    tmp_path: Path,
) -> None:
    lines: dict[str, int] = {}

    def says(request: ChatRequest) -> str:
        key = request.messages[1].text
        lines[key] = lines.get(key, 0) + 1
        return answer(request) if lines[key] == 2 else '{"why": "I will not", "claims": "perhaps"}'

    model = scripted(says)
    judge = Judge(model, sheet(tmp_path), shown)
    await judge.run()
    assert (judge.cost.calls, judge.cost.repaired, judge.cost.unreadable) == (12, 6, 0)
    again = next(request for request in model.requests if len(request.messages) == 4)
    assert "That answer cannot be used" in again.messages[-1].text
    assert "I will not" in again.messages[2].text


@pytest.mark.slow
@pytest.mark.parametrize("words", ["I cannot help with that.", "", "[]", '{"why": 3}', "{" * 9999])
async def test_unreadable_answers_are_marked_and_nothing_is_made_up(
    tmp_path: Path, words: str
) -> None:
    judge = Judge(scripted(lambda request: words), sheet(tmp_path), shown)
    await judge.run()
    assert (judge.cost.calls, judge.cost.unreadable) == (18, 6)
    again = read_sheet(tmp_path / "m.jsonl")
    assert again.answers() == {}
    assert again.count("unreadable") == 6
    assert Judge(scripted(lambda request: words), sheet(tmp_path), shown).remaining == []


@pytest.mark.parametrize("value", ["yes", "true", 1, None, [], {}])
def test_a_label_is_true_or_false_and_nothing_else(value: object) -> None:
    given, problem = read_labels(
        ChatReply(text="", parsed={"claims": True, "trust": value}), {"claims", "trust"}
    )
    assert given is None
    assert "`trust` is" in problem
    assert read_labels(
        ChatReply(text="", parsed={"claims": True, "trust": False, "more": 1}), {"claims", "trust"}
    ) == (
        {"claims"},
        "",
    )


async def test_a_budget_is_held_and_what_was_judged_is_not_asked_again(tmp_path: Path) -> None:
    purse = BudgetTracker(Budget(tokens=1500), SystemClock())
    model: ChatModel = BudgetedModel(scripted(answer), AttemptCounter("m", purse))
    first = Judge(model, sheet(tmp_path), shown)
    with pytest.raises(OverBudget):
        await first.run()
    assert first.cost.calls == 1
    second = scripted(answer)
    await Judge(second, sheet(tmp_path), shown).run()
    assert len(second.requests) == 5


async def test_a_model_that_is_gone_ends_it_and_what_was_judged_stays(tmp_path: Path) -> None:
    def says(request: ChatRequest) -> ScriptedReply:
        return (
            answer(request)
            if "Ada. 1" in request.messages[1].text
            else ModelUnreachable("m", "nobody is there")
        )

    with pytest.raises(ModelUnreachable):
        await Judge(scripted(says), sheet(tmp_path), shown).run()
    assert read_sheet(tmp_path / "m.jsonl").end_of((1, "blind")) == "done"


async def test_a_record_that_does_not_fit_loses_its_beginning(tmp_path: Path) -> None:
    def long(place: Place) -> SpeechInContext:
        return SpeechInContext(
            RULES,
            tuple(f"1 Ada: line {number} {'x' * 80}" for number in range(100)),
            "2 Bram",
            ("Well.",),
        )

    def says(request: ChatRequest) -> ScriptedReply:
        return (
            PromptTooLong("m", "it is too long", status=400)
            if len(request.messages[1].text) > 3000
            else answer(request)
        )

    model = scripted(says)
    judge = Judge(model, sheet(tmp_path), long)
    await judge.run()
    assert judge.cost.unreadable == 0
    last = model.requests[-1].messages[1].text
    assert "The beginning is left out" in last
    assert "line 99" in last
    assert "line 0 " not in last


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_no_line_of_a_player_begins_like_one_of_ours(words: str) -> None:
    lines = tuple(words.splitlines())
    text = request_for(SpeechInContext(RULES, lines, "2 Bram", lines), "blind").messages[1].text
    ours = [line for line in text.split("\n") if not line.startswith(("| ", "> "))]
    plain = request_for(SpeechInContext(RULES, ("x",), "2 Bram", ("x",)), "blind").messages[1].text
    assert ours == [line for line in plain.split("\n") if not line.startswith(("| ", "> "))]
    assert ours


def test_what_it_will_cost_is_counted_by_the_prompts_themselves(tmp_path: Path) -> None:
    judge = Judge(scripted(answer), sheet(tmp_path), shown)
    found = forecast_cost(
        judge, shown, Prices(sent=1, cached=1, written=1, received=10), thinking=70
    )
    characters = sum(
        len(m.text)
        for sight in SIGHTS
        for n in (1, 2, 3)
        for m in request_for(shown((n, sight)), sight).messages
    )
    assert found.calls == 6
    assert found.sent == characters // 4
    assert found.received == 6 * 200
    assert found.cost is not None
    assert isclose(found.cost, (found.sent + 10 * found.received) / 1e6)
    assert forecast_cost(judge, shown, None).cost is None


async def test_labels_of_a_judgement_that_was_interrupted_do_not_stay(tmp_path: Path) -> None:
    # Ended between the labels of a speech and its end, as a kill does.
    broken = sheet(tmp_path)
    for label in ("accuses", "trust"):
        broken.append(Mark(1, "blind", label))
    broken.close()
    await Judge(scripted(lambda request: answer(request, "trust")), sheet(tmp_path), shown).run()
    judged = read_sheet(tmp_path / "m.jsonl")
    assert judged.labels_given((1, "blind")) == {"trust"}
    assert judged.end_of((1, "blind")) == "done"


async def test_a_speech_that_cannot_be_judged_keeps_no_label(tmp_path: Path) -> None:
    broken = sheet(tmp_path)
    broken.append(Mark(1, "blind", "accuses"))
    broken.close()
    await Judge(scripted(lambda _: "no JSON"), sheet(tmp_path), shown).run()
    judged = read_sheet(tmp_path / "m.jsonl")
    assert judged.labels_given((1, "blind")) == set()
    assert judged.end_of((1, "blind")) == "unreadable"
