"""One ask put to an agent whose model says at each step what a test wants, and fitting words where
it wants none."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tests.core.agents.golden.acting import filled
from tests.core.agents.golden.traces import POOL, Noting
from tests.core.agents.remembering import AnyTaken, SharedWords
from wolfcore.agents import PRESETS, LanguagePlayer, Options, Settings
from wolfcore.game import Answer, AnsweredAsk, Ask, View, dice_of
from wolfcore.memory import Experiences
from wolfcore.models import ChatModel, ChatRequest, ScriptedModel
from wolfcore.models.scripted import ScriptedReply
from wolfcore.players import CallRecord, TraceRecord

Says: TypeAlias = Mapping[str, Sequence[ScriptedReply | Mapping[str, Any]]]
"""What the model says at its calls for a purpose, in order."""


class Seen(NamedTuple):
    """What came of an ask."""

    answer: Answer
    calls: list[CallRecord]
    traces: list[TraceRecord]
    requests: list[ChatRequest]

    def of(self, step: str) -> list[TraceRecord]:
        """The trace of a step."""
        return [each for each in self.traces if each.step == step]

    def prompts(self, purpose: str) -> list[str]:
        """The questions that were put for a purpose."""
        return [each.messages[1].text for each in self.requests if purpose_of(each) == purpose]

    @property
    def said(self) -> str:
        """All that is traced, in one text."""
        return "\n".join(f"{each.step}: {each.text} [{each.how}]" for each in self.traces)


def purpose_of(request: ChatRequest) -> str:
    """What a request is for, by the fields of its answer."""
    assert request.schema
    fields: dict[str, Any] = request.schema["properties"]
    for name in ("reflection", "summary", "advice", "answer", "intention"):
        if name in fields:
            return name
    if "questions" in fields:
        return "choose" if "enum" in fields["questions"]["items"] else "ask"
    if "plan_A" in fields:
        return "propose"
    if "confidence" in fields or any(
        "confidence" in field.get("properties", ()) for field in fields.values()
    ):
        return "deduce"
    return "select" if fields.get("choice", {}).get("enum", [""])[0] == "A" else "act"


def seated(
    settings: Settings | str, model: ChatModel, pool: Experiences | None = POOL
) -> LanguagePlayer:
    """An agent of a preset or of some settings, on a model."""
    known = PRESETS[settings].settings if isinstance(settings, str) else settings
    return LanguagePlayer(
        model, Options(known), embedder=SharedWords(), experiences=pool, chooser=AnyTaken()
    )


async def put(
    view: View,
    ask: Ask,
    settings: Settings | str,
    says: Says | None = None,
    *,
    memo: str = "",
    pool: Experiences | None = POOL,
) -> Seen:
    """Put an ask to an agent of a preset or of some settings.

    Args:
        view: What its seat may know.
        ask: What it is asked.
        settings: The switches of its pipeline, or the name of a preset.
        says: What its model says.
        memo: What its earlier self, or somebody else, left.
        pool: The experience that it has.
    """
    waiting = {purpose: iter(lines) for purpose, lines in (says or {}).items()}

    def line(request: ChatRequest) -> ScriptedReply:
        said = next(waiting.get(purpose_of(request), iter(())), None)
        if said is None:
            said = filled(request, f"{ask.id} {len(model.requests)}")
        return json.dumps(said) if isinstance(said, Mapping) else said

    model, desk = ScriptedModel(line), Noting(ask, dice_of(3, ask.id))
    if memo:
        view.answered.append(
            AnsweredAsk(Ask("n1.kill.1", ask.seat, "kill", 1, "night", (0,)), Answer(memo=memo))
        )
        view.answered_after.append(len(view.facts))
    answer = await seated(settings, model, pool).answer(view, ask, desk)
    calls = [each for each in desk.told if isinstance(each, CallRecord)]
    return Seen(
        answer, calls, [each for each in desk.told if isinstance(each, TraceRecord)], model.requests
    )
