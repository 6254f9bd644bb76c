"""A speech in a reply that is still being written."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import field

import wolfcore.agents.task_calls
from wolfcore.agents import Models, Settings
from wolfcore.agents.prompt import Prompt, Task
from wolfcore.agents.resources import Resources
from wolfcore.agents.task_calls import ModelCall, partial_speech
from wolfcore.game import Ask, dice_of
from wolfcore.models import ScriptedModel
from wolfcore.players import Desk


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        ("", ""),
        ("Well, {", ""),
        ('{"reasoning": "speech"', ""),
        ('{"speech"', ""),
        ('{"speech": "He', "He"),
        ('{"speech": "a\\', "a"),
        ('{"speech": "a\\"b', 'a"b'),
        ('```json\n{"reasoning": "x", "speech": "Hi', "Hi"),
        ('{"speech": 3', ""),
        ("{]", ""),
        ("[", ""),
        ('{"speech": "\ud800', "?"),
    ],
)
def test_the_speech_so_far(text: str, speech: str) -> None:
    assert partial_speech(text) == speech


class Listening(Desk):
    """Keeps what is said at it."""

    said: list[str] = field(default_factory=list)

    def say(self, partial: str) -> None:
        self.said.append(partial)


def test_a_reply_that_is_still_coming_is_not_read_again_and_again_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handed: list[int] = []

    def counted(text: str) -> str:
        handed.append(len(text))
        return partial_speech(text)

    monkeypatch.setattr(wolfcore.agents.task_calls, "partial_speech", counted)
    desk = Listening(Ask("d1.speak.3", 3, "speak", 1, "discussion", (0,)), dice_of(1))
    # A piece for every word: two characters each, and far more of them than any speech has.
    model = ScriptedModel(['{"speech": "' + "a " * 50_000])
    task = Task("act", "", {"properties": {"speech": {}}}, spoken=True)
    asyncio.run(
        ModelCall(Resources(Models.same(model), desk, Settings()), task).ask(Prompt((), {}, 0))
    )
    assert len(desk.said[-1]) >= 2_000
    assert sum(handed) < 3_000_000
