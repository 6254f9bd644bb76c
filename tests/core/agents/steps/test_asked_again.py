"""What becomes of replies that cannot be used as they are, and which faults their calls record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.core.agents.steps.one_ask import put
from tests.core.agents.steps.tables import ask, view
from wolfcore.agents import Settings
from wolfcore.errors import (
    ModelError,
    ModelMalformed,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    PromptTooLong,
    SeatError,
)
from wolfcore.models import ChatReply
from wolfcore.models.scripted import ScriptedReply

SPEAK = ask("speak", "discussion")
LONG = "".join(f"Bo lied about the vote on day {day}. " for day in range(40)).strip()
OVER = {"reasoning": "", "speech": LONG}
LATER = {"reasoning": "", "speech": LONG.replace("Bo", "Cleo")}
GOOD = {"reasoning": "", "speech": "Bo it is."}
NONE = {"reasoning": "", "speech": ""}
NO = "I'm sorry, but I can't help with that."
FULL = PromptTooLong("m", "too long", status=400)


@pytest.mark.parametrize(
    ("replies", "speech", "how", "faults"),
    [
        ([GOOD], "Bo it is.", "given", [()]),
        ([OVER, GOOD], "Bo it is.", "repaired", [("overlong",), ()]),
        # The later of two speeches to cut was written by a model that knew the limit.
        ([OVER, LATER], "Cleo lied", "repaired", [("overlong",)] * 2),
        ([OVER, NONE], "Bo lied", "repaired", [("overlong",), ()]),
        ([OVER, *[FULL] * 9], "Bo lied", "repaired", [("overlong",), ()]),
        ([NONE, NO, OVER], "Bo lied", "repaired", [(), ("refused",), ("overlong",)]),
        ([NONE, NONE, NONE], "", "fallback", [()] * 3),
        ([ChatReply(text="A policy forbids this.", finish="filter"), GOOD], "Bo it is.", "repaired",
         [("refused",), ()]),
        ([ChatReply(text=NO, finish="filter"), GOOD], "Bo it is.", "repaired", [("refused",), ()]),
        ([ChatReply(text='{"reasoning": "", "speech": "I cannot continue this game."}',
                    finish="filter"), GOOD], "Bo it is.", "repaired", [("refused",), ()]),
        ([ChatReply(text='{"reasoning": "", "speech": "Bo it', finish="length"), GOOD], "Bo it",
         "repaired", [("cut",)]),
        # Words of a refusal before an answer are no refusal.
        ([f'{NO} {{"reasoning": "", "speech": "Bo it is."}}'], "Bo it is.", "repaired", [()]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("candidates", [1, 2])
async def test_a_speech_is_asked_again_and_each_call_tells_its_faults(
    replies: Sequence[ScriptedReply | dict[str, Any]],
    speech: str,
    how: str,
    faults: list[tuple[str, ...]],
    candidates: int,
) -> None:
    settings = Settings(candidates=candidates, select="first")
    seen = await put(view(), SPEAK, settings, {"act": [*replies, GOOD]})
    assert seen.answer.text.startswith(speech)
    assert len(seen.answer.text) <= 700
    assert seen.answer.how == how or candidates > 1
    assert [call.faults for call in seen.calls][: len(faults)] == faults


async def test_the_call_whose_shortened_speech_is_a_candidate_tells_that_it_was_repaired() -> None:
    settings = Settings(candidates=2, select="first")
    seen = await put(view(), SPEAK, settings, {"act": [OVER, LATER, GOOD]})
    assert [(call.step, call.how) for call in seen.calls] == [
        ("propose", ""), ("propose", "repaired"), ("propose", "given")
    ]  # fmt: skip


FAILURES: list[ModelError] = [
    ModelTimeout("m", "no reply came"),
    ModelMalformed("m", "the body is no reply"),
    ModelRefused("m", "the endpoint wants a key", status=401),
    ModelUnreachable("m", "no connection"),
]


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
async def test_a_cut_speech_is_published_if_the_endpoint_fails_when_asked_again(
    error: ModelError,
) -> None:
    seen = await put(view(), SPEAK, Settings(), {"act": [OVER, error]})
    assert seen.answer.text.startswith("Bo lied")
    assert len(seen.answer.text) <= 700
    assert seen.answer.how == "repaired"
    assert [(call.faults, call.replied) for call in seen.calls] == [
        (("overlong",), True),
        ((), False),
    ]
    assert error.problem in seen.calls[1].problem


@pytest.mark.parametrize("replies", [[FAILURES[0]], [NONE, FAILURES[0]]])
async def test_a_failure_without_a_cut_speech_ends_the_ask(
    replies: list[ScriptedReply | dict[str, Any]],
) -> None:
    with pytest.raises(SeatError, match="no reply came"):
        await put(view(), SPEAK, Settings(), {"act": replies})
