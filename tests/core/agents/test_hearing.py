"""A speech in a reply that is still being written."""

from __future__ import annotations

import pytest

from core.agents.calling import speech_so_far


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
    assert speech_so_far(text) == speech
