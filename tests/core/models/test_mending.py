"""Mending a reply is bounded work whatever the reply is: what json-repair looks at is counted, and
what is too deep is not read."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from json_repair import loads

from tests.core.models.asking import SCHEMA
from wolfcore.models.reply_json import (
    MAX_LOOKS,
    MAX_VALUE_DEPTH,
    CountedText,
    WorkBudget,
    WorkLimitReached,
    read_json,
)

TOKENS = (
    *"{}[]()\":,'\\`#/*-. \n",
    "“",
    "”",
    "//",
    "/*",
    "*/",
    "```",
    "true",
    "nul",
    "1e9",
    "a",
    "word ",
    '":',
    '",',
    '{"',
    '"a":',
    "{'",
    '\\"',
    "\\u00",
    '"reason": "',
    '"seat": 2, ',
    "é",
)


def text_of(seed: int, length: int) -> str:
    """A hostile text: a few tokens, over and over, changing now and then."""
    chance, text = random.Random(seed), ['{"reason": "' if seed % 2 else "{"]
    while sum(map(len, text)) < length:
        text += chance.choices(TOKENS, k=chance.randint(1, 4)) * chance.choice((1, 5, 50, 5000))
    return "".join(text)[:length]


def looks_at(text: str) -> int:
    looks = WorkBudget(MAX_LOOKS)
    try:
        loads(CountedText(text, looks), skip_json_loads=True)
    except (ValueError, RecursionError, WorkLimitReached):
        return MAX_LOOKS - looks.left
    return MAX_LOOKS - looks.left


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([200, 2_000, 16_384]))
def test_no_text_takes_more_looks_than_there_are(seed: int, length: int) -> None:
    # One look may be at a piece, which is no longer than the text.
    assert looks_at(text_of(seed, length)) <= MAX_LOOKS + 2 * length


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=40).map("".join) | st.text(max_size=60))
def test_counting_changes_nothing_of_what_is_mended(text: str) -> None:
    try:
        plain = loads(text, skip_json_loads=True)
    except (ValueError, RecursionError) as error:
        with pytest.raises(type(error)):
            loads(CountedText(text, WorkBudget(MAX_LOOKS)), skip_json_loads=True)
    else:
        assert json.dumps(
            loads(CountedText(text, WorkBudget(MAX_LOOKS)), skip_json_loads=True)
        ) == json.dumps(plain)


@pytest.mark.parametrize("unit", ["{", "[", "(", '{"', "{a:[", '{"a":', "{'", '"', '\\"', '{"":"['])
def test_what_takes_too_many_looks_is_unreadable_and_says_so(unit: str) -> None:
    for text in ((unit * 16_384)[:16_384], ('{"reason": "' + unit * 16_384)[:16_384]):
        read = read_json(text, SCHEMA)
        assert read.reading in ("unreadable", "repaired")
        assert (read.problem == "it holds no JSON") == (read.reading == "unreadable")


def test_an_ordinary_answer_that_is_cut_takes_a_small_part_of_them() -> None:
    said = "I think that it's \"Bram\", because he said 'no' {twice}. "
    for times in (1, 10, 40):
        whole = json.dumps({"reason": said * times, "speech": said * times, "seat": 2})
        for text in (
            whole[:-9],
            whole.replace('\\"', '"'),
            whole[:-1] + ",}",
            whole.replace('"', "'"),
        ):
            assert looks_at(text) < MAX_LOOKS / 2
            assert read_json(text, {}).reading == "repaired"


@pytest.mark.parametrize("depth", [MAX_VALUE_DEPTH, MAX_VALUE_DEPTH + 1, 400, 900, 5_000, 100_000])
def test_what_is_nested_deeper_than_any_answer_is_not_read(depth: int) -> None:
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        assert read_json(text, {}).reading == (
            "strict" if depth <= MAX_VALUE_DEPTH else "unreadable"
        )
    for text in ("[" * depth, '{"a": [' * (depth // 2)):
        assert read_json(text, {}).reading in ("repaired", "unreadable")


def test_a_number_of_thousands_of_digits_is_no_number() -> None:
    for number in ("9" * 5_000, "-" + "9" * 100_000, "1" * 4_300):
        read = read_json(f'{{"reason": "x", "seat": {number}}}', SCHEMA)
        assert read.problem.startswith("`seat` is n")
        assert len(str(read.value)) <= 2 * len(number)
