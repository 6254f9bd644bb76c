"""Whatever a model writes leaves a legal game, and any JSON value in the place of a choice gives an
option or a problem."""

from __future__ import annotations

import asyncio
import json
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.core.agents.replies import fitting
from wolfcore.agents import LanguagePlayer
from wolfcore.agents.reply_parser import match_option, parse_answer
from wolfcore.agents.schemas import option_words
from wolfcore.game import Ask, AskKind, Game, get_board, make_spec
from wolfcore.models import ChatReply, ChatRequest, ScriptedModel
from wolfcore.models.reply_json import read_json
from wolfcore.records import encode_log
from wolfcore.table import Table

SPEC = make_spec(get_board("duel6"), 4)
VIEW = Game(SPEC).view(1)
CHOICES = tuple(
    kind
    for kind in get_args(AskKind)
    if kind not in ("suspect", "whisper", "campaign", "speak", "defend", "plead", "last_words")
)

LABELS = [f"{seat} {name}" for seat, name in enumerate(SPEC.names, 1)]
texts = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60).map(lambda data: data.decode("utf-8", "replace")),
    st.sampled_from(
        [
            *LABELS,
            *SPEC.names,
            "no one",
            "yes",
            "left",
            "4",
            "\ud800",
            "٣",
            "Ⅳ",
            "İ" * 50,
            "1 " * 99,
            "[" * 400,
            "9" * 5000,
            "-1e400",
        ]
    ),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
suspicions = st.lists(
    st.fixed_dictionaries({"player": values, "role": values, "confidence": values}) | values,
    max_size=4,
)
fields = st.dictionaries(
    st.sampled_from(["reasoning", "choice", "speech", "suspicions", "x"]),
    values | suspicions,
    max_size=5,
)
outputs = st.one_of(
    texts,
    fields.map(json.dumps),
    st.tuples(texts, fields, texts).map(
        lambda parts: f"{parts[0]}{json.dumps(parts[1], ensure_ascii=False)}{parts[2]}"
    ),
    st.tuples(fields.map(json.dumps), st.floats(0, 1)).map(
        lambda cut: cut[0][: int(len(cut[0]) * cut[1])]
    ),
)


@pytest.mark.slow
@given(
    st.lists(outputs, min_size=1, max_size=12),
    st.sampled_from(["stop", "length", "filter", "other"]),
)
@settings(max_examples=25)
def test_any_output_leaves_a_legal_game_that_can_be_written(said: list[str], finish: Any) -> None:
    turns = 0

    def line(request: ChatRequest) -> ChatReply:
        nonlocal turns
        turns += 1
        bad = turns % 3 < 2
        return ChatReply(
            text=said[turns % len(said)] if bad else fitting(request),
            finish=finish if bad else "stop",
        )

    game, player = Game(SPEC), LanguagePlayer(ScriptedModel(line))
    result = asyncio.run(Table(game, dict.fromkeys(range(1, 7), player)).run())
    encode_log(SPEC, game.log, result).decode()


@given(kind=st.sampled_from(CHOICES), said=values)
@example(kind="vote", said="3")
@example(kind="vote", said=float("nan"))
@example(kind="vote", said=float("inf"))
@example(kind="vote", said=1e308)
@example(kind="bid", said=-(10**4000))
@settings(max_examples=40)
def test_any_value_is_an_option_or_a_problem(kind: AskKind, said: object) -> None:
    options = {"run": (0, 1), "order": (0, 1), "bid": (0, 1, 2, 3, 4), "shoot": (2, 5)}.get(
        kind, (0, 2, 5)
    )
    ask = Ask(f"d1.{kind}.1", 1, kind, 1, "vote", options)
    found = match_option(said, ask, SPEC.names)
    assert (found.option in options) != bool(found.problem)
    for option, words in option_words(ask, SPEC.names).items():
        assert match_option(words, ask, SPEC.names) == (option, True, "")


@pytest.mark.slow
@given(
    kind=st.sampled_from(get_args(AskKind)), said=fields, finish=st.sampled_from(["stop", "length"])
)
@example(
    kind="suspect",
    said={"suspicions": [{"player": 2, "role": "Seer", "confidence": 1e308}]},
    finish="stop",
)
@example(
    kind="suspect",
    said={"suspicions": [{"player": 2, "role": "Seer", "confidence": -3.5}]},
    finish="stop",
)
@example(
    kind="suspect",
    said={"suspicions": [{"player": 2, "role": "Seer", "confidence": float("inf")}]},
    finish="stop",
)
@example(
    kind="suspect",
    said={"suspicions": [{"player": 2, "role": "Seer", "confidence": 10**400}]},
    finish="stop",
)
@settings(max_examples=100)
def test_any_object_is_an_answer_with_a_legal_choice_or_a_problem(
    kind: AskKind, said: dict[str, Any], finish: Any
) -> None:
    ask = Ask(f"d1.{kind}.1", 1, kind, 1, "vote", (0, 1))
    text = json.dumps(said)
    value, reading, problem = read_json(text, {"type": "object"}, finish)
    answer, wrong, *_ = parse_answer(
        ChatReply(text=text, parsed=value, reading=reading, problem=problem, finish=finish),
        ask,
        VIEW,
    )
    assert (answer is None) == bool(wrong)
    if answer:
        assert answer.choice in ask.options
        assert all(
            5 <= belief.confidence <= 10 and belief.seat in range(2, 7) for belief in answer.beliefs
        )
