"""Prompts of one's own: what they may use, and what is said of a fault."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.core.agents.replies import model
from tests.core.agents.test_vanilla import SPEAK, VIEW, VOTE
from wolfcore.agents import PRESETS, LanguagePlayer, Options, answer_prompt
from wolfcore.agents.presets import PromptTexts
from wolfcore.agents.templates import check_prompts, shipped_prompts
from wolfcore.errors import ConfigError, SeatError
from wolfcore.game import dice_of
from wolfcore.players import Desk

VANILLA = PRESETS["vanilla"].settings


def with_file(name: str, text: str) -> PromptTexts:
    return check_prompts({**shipped_prompts(), name: text}, "mine")


def prompts_of(prompts: PromptTexts) -> list[str]:
    settings = replace(VANILLA, prompts=prompts)
    return [each.text for each in answer_prompt(VIEW, VOTE, settings).messages]


def test_a_copy_of_the_prompts_gives_the_same_prompts() -> None:
    assert prompts_of(check_prompts(shipped_prompts(), "mine")) == prompts_of(())


def test_an_own_prompt_takes_the_place_of_that_of_the_package() -> None:
    own = with_file(
        "asks/vote.j2", "{% if switches.sheriff %}Day {{ day }}: out with whom?{% endif %}"
    )
    assert "Day 1: out with whom?" in prompts_of(own)[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a\n{{ secret }}", "mine/asks/vote.j2: line 2: there is no `secret` here. It is one of"),
        ("{{ rol }}", "Did you mean `role`?"),
        ("{{ switches.wolf_kil }}", "nothing has `.wolf_kil`. Did you mean `wolf_kill`?"),
        ("{{ switches.__class__ }}", "line 1: nothing has `.__class__`"),
        ("{% if day %}", "line 1: Unexpected end of template"),
        ("{{ day | center(10) }}", "`center` is not a filter here"),
        ("{{ 9 * day }}", "`mul` cannot be used"),
        ("{{ 'a' * 9999999999 }}", "`mul` cannot be used"),
        ("{{ 2 ** 5000000 }}", "`pow` cannot be used"),
        ("{% for a in range(9) %}{% endfor %}", "there is no `range` here"),
        ("{{ lipsum() }}", "there is no `lipsum` here"),
        ("{% set a = day %}", "`assign` cannot be used"),
        ("{% include 'asks/kill.j2' %}", "`include` cannot be used"),
        ("{% for a in role %}{% include 'tips.j2' %}{% endfor %}", "`for` cannot be used"),
        ("{% macro a() %}{{ a() }}{% endmacro %}", "`macro` cannot be used"),
        ("{{ " + "(" * 5000, "asks/vote.j2: is nested too deeply"),
    ],
)
def test_a_fault_is_said_with_file_and_line(text: str, words: str) -> None:
    with pytest.raises(ConfigError) as said:
        with_file("asks/vote.j2", text)
    assert words in str(said.value)


def test_no_two_templates_include_each_other() -> None:
    with pytest.raises(ConfigError, match=r"tips.j2: line 1: `include` cannot be used"):
        with_file("tips.j2", "{% include 'steps/thought_of.j2' %}")


def test_a_missing_and_an_unknown_prompt_are_said() -> None:
    known = dict(shipped_prompts())
    with pytest.raises(ConfigError, match=r"mine/asks/votes.j2: is no prompt .*`asks/vote.j2`"):
        check_prompts({**known, "asks/votes.j2": ""}, "mine")
    del known["task.j2"]
    with pytest.raises(ConfigError, match=r"mine/task.j2: is missing"):
        check_prompts(known, "mine")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n{{ words.title.title }}", "task.j2, line 2"),
        ("{{ " + f"'{'a' * 2000}' | join('{'b' * 2000}')" + " }}", "`join` gives more than"),
        ("{% for a in words %}" * 4 + "{% endfor %}" * 4, "more than 20,000 rounds"),
        ("{% for a in words %}{{ words ~ words ~ words ~ words ~ words }}" * 2
         + "{% endfor %}" * 2, "characters"),
    ],
)  # fmt: skip
async def test_a_prompt_that_cannot_be_filled_in_is_an_error_of_the_seat(
    text: str, words: str
) -> None:
    own = replace(VANILLA, prompts=with_file("task.j2", text))
    player = LanguagePlayer(model(), Options(own))
    with pytest.raises(SeatError) as said:
        await player.answer(VIEW, SPEAK, Desk(SPEAK, dice_of(1, "d1.speak.3")))
    assert words in str(said.value)
    assert said.value.shared_problem == ""
