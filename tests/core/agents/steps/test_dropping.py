"""A prompt beyond the model's context loses what the agent's own ranking puts last, and the trace
says how much."""

from __future__ import annotations

import re

import pytest

from tests.core.agents.steps.one_ask import Seen, put
from tests.core.agents.steps.tables import ask, view
from wolfcore.agents import PRESETS, Settings
from wolfcore.errors import PromptTooLong, SeatError
from wolfcore.models import ChatReply, ChatRequest, ScriptedModel
from wolfcore.models.chat import DeltaListener

LONG = " and so on" * 60
CLAIM = f"I am the Seer and I checked 2 Boris: a wolf{LONG}."
CHAT = {f"s{seat}": f"Good morning{LONG}." for seat in (1, 2, 5, 6, 7)} | {"s4": CLAIM}
TRUSTED = (
    '{"deductions": [{"seat": 4, "role": "Seer", "confidence": 9, "reasoning": "r", '
    '"evidence": [1]}]}'
)


async def squeezed(
    monkeypatch: pytest.MonkeyPatch, settings: Settings | str, room: int, memo: str = ""
) -> Seen:
    """An ask whose model takes no question beyond some characters."""
    usual = ScriptedModel.complete

    async def complete(
        self: ScriptedModel, request: ChatRequest, hear: DeltaListener | None = None
    ) -> ChatReply:
        if len(request.messages[1].text) > room:
            raise PromptTooLong("tiny", "too long", status=400)
        return await usual(self, request, hear)

    monkeypatch.setattr(ScriptedModel, "complete", complete)
    return await put(view(**CHAT), ask("vote"), settings, memo=memo)


def left(prompt: str) -> set[int]:
    """The numbers of the lines that a prompt still shows."""
    return {int(number) for number in re.findall(r"^(\d+)\. ", prompt, re.MULTILINE)}


SPEECHES = dict(zip(range(1, 8), range(6, 13), strict=True))


async def test_helmsman_and_sla_lose_what_they_believe_least_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings(record="sorted", deduce="each")
    seen = await squeezed(monkeypatch, settings, 3800, TRUSTED)
    kept = left(seen.prompts("deduce")[0])
    assert SPEECHES[4] in kept, "a potential truth"
    assert not {SPEECHES[seat] for seat in (1, 2)} & kept, "the oldest potential falsehoods"
    assert {1, 2, 3} <= kept, "facts"
    assert re.search(
        r"deduce: the record does not fit: \d+ of \d+ characters of it stay", seen.said
    )


async def test_xu_loses_the_least_informative_first(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = await squeezed(monkeypatch, Settings(record="recalled", recent=100), 2600)
    kept = left(seen.prompts("act")[0])
    assert SPEECHES[4] in kept, "a claim of a role"
    assert not {SPEECHES[seat] for seat in (1, 2, 5, 6)} & kept, "small talk"
    assert "act: the record does not fit" in seen.said


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_step_of_every_preset_goes_on_with_less(
    monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    seen = await squeezed(monkeypatch, preset, 3300)
    unfit = {call.step or "act" for call in seen.calls if call.unfit}
    assert unfit
    assert {
        step for step in unfit if "does not fit" not in "".join(each.text for each in seen.of(step))
    } == set()
    assert seen.answer.how == "given"


async def test_a_step_that_there_is_no_room_for_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = await squeezed(monkeypatch, "xu2023", 3300)
    assert "question: there is no room for this in the model's context" in seen.said
    assert len(seen.prompts("answer")) < 7
    assert seen.prompts("reflection")


async def test_a_context_without_room_for_the_question_is_no_output_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(SeatError):
        await squeezed(monkeypatch, "helmsman", 200)
