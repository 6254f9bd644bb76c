"""The acted model servers: every row is complete, and games on some of them end as expected."""

from __future__ import annotations

import json
import re
from typing import get_args
from urllib.parse import urlsplit

import pytest

from bench.model_servers import CONFIGURATIONS, chosen_rows, run, summary
from bench.model_servers.asks import question_of
from bench.model_servers.configurations import Expected
from bench.model_servers.games import judge
from bench.model_servers.refusals import WHEN
from bench.model_servers.server import Attempt
from bench.model_servers.shapes import SHAPES, USELESS
from wolfcore.errors import ConfigError

PROMPT = """# Question

It is day 1. Alive: 1 Ada, 2 Bo, 3 Cy.
You are 2 Bo, and your role is Villager: you play for the village.

Options: 3 Cy | no one | 1 Ada
Fields: `reasoning`, `choice`"""


def test_each_row_names_its_source_and_what_should_come_of_it() -> None:
    names = [row.name for row in CONFIGURATIONS]
    assert len(names) == len(set(names)) >= 231
    for row in CONFIGURATIONS:
        assert urlsplit(row.source).scheme == "https" and urlsplit(row.source).netloc, row.name
        assert row.expects in get_args(Expected), row.name


def test_each_row_uses_known_shapes_and_properties() -> None:
    for row in CONFIGURATIONS:
        assert {row.shape, *row.instead.values()} <= {*SHAPES, *USELESS}, row.name
        assert {*row.instead, *(when for when, _ in row.refuses)} <= set(WHEN), row.name


@pytest.mark.parametrize("name", SHAPES)
def test_a_usable_reply_holds_the_own_choice(name: str) -> None:
    question = question_of(PROMPT)
    assert question is not None and question.own == "1 Ada" and question.other == "no one"
    text = json.dumps(SHAPES[name](question), ensure_ascii=False).lower()
    assert re.search(r"\b1\b|\bada\b", text)


def test_answers_that_are_not_the_own_choice_are_counted() -> None:
    question = question_of(PROMPT)
    attempts = [Attempt(question, "good", 10, told=True, status=200)]
    said = {"seat": 2, "answer": {"choice": 1, "how": "repaired"}}
    other = {"seat": 2, "answer": {"choice": 0}}
    replaced = {"seat": 2, "answer": {"choice": 1, "how": "fallback"}}
    assert judge(attempts, [said]) == (0, 0)
    assert judge(attempts, [other]) == (0, 1)
    assert judge(attempts, [replaced]) == (1, 0)
    invented = [Attempt(question, "two options", 10, told=True, status=200)]
    assert judge(invented, [said]) == (0, 1)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ConfigError, match="no configuration is named unheard of"):
        chosen_rows(["unheard of"])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openai gpt-4o", "two options", "openai wrong key"])
def test_a_game_on_an_acted_server_ends_as_expected(name: str) -> None:
    """`python -m bench model_servers` plays them all."""
    (found,) = run(chosen_rows([name]))
    assert found.faults == []
    assert "1 configurations: " in summary([found])[1]
