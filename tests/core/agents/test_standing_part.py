"""The part of a prompt that stays the same for a whole game says what is so, whatever is switched
on."""

from __future__ import annotations

import re

from wolfcore.agents import Settings, answer_prompt
from wolfcore.game import Ask, Game, get_board, make_spec

VIEW = Game(make_spec(get_board("sla7"), 2)).view(1)
SPEAK = Ask("d1.speak.1", 1, "speak", 1, "discussion", (0,))


def head(settings: Settings) -> str:
    return answer_prompt(VIEW, SPEAK, settings, persona="Brief.").messages[0].text


def test_what_it_says_of_the_record_is_so() -> None:
    whole, parted = head(Settings()), head(Settings(record="sorted"))
    assert "a record of all that you know so far" in whole
    assert "What you said yourself and what you noted for yourself stand in the record" in whole
    assert "a record of what you know so far" in parted
    assert "What you said yourself stands in the record" in parted


def test_headings_have_an_empty_line_above_and_below() -> None:
    text = head(Settings(tips=True, style="secretive"))
    assert text.count("\n# ") == 4
    assert len(re.findall(r"(?<=[^\n]\n\n)# .*\n\n(?=[^\n])", text)) == 4
