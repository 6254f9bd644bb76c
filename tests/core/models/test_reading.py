"""The value that a reply holds, whatever a model wrote around it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.models.asking import SCHEMA
from wolfcore.models.json_schema import schema_mismatch
from wolfcore.models.reply_json import read_json, replace_surrogates

GOOD = {"reason": "quiet", "seat": 2}


@pytest.mark.parametrize(
    ("text", "value", "reading", "problem"),
    [
        (json.dumps(GOOD), GOOD, "strict", ""),
        (f"Sure! Here it is: {json.dumps(GOOD)} I hope that helps.", GOOD, "repaired", ""),
        (f"```json\n{json.dumps(GOOD)}\n```", GOOD, "repaired", ""),
        ("{'reason': 'quiet', 'seat': 2,}", GOOD, "repaired", ""),
        ('{"reason": "quiet", "seat": 2', GOOD, "repaired", ""),
        ('{"reason": "qui', {"reason": "qui"}, "repaired", "`seat` is missing"),
        ('{"reason": "quiet", "seat": 2} {"reason": "other", "seat": 3}', GOOD, "repaired", ""),
        (
            '{"reason": "quiet", "seat": 9}',
            {"reason": "quiet", "seat": 9},
            "strict",
            "`seat` is none of 1, 2, 3",
        ),
        (
            '{"reason": 4, "seat": 2}',
            {"reason": 4, "seat": 2},
            "strict",
            "`reason` is not of type string",
        ),
        (
            '{"reason": "quiet", "seat": true}',
            {"reason": "quiet", "seat": True},
            "strict",
            "`seat` is not of type integer",
        ),
        ("[1, 2]", [1, 2], "strict", "the answer is not of type object"),
        ("null", None, "strict", "the answer is not of type object"),
        ("I choose Bram.", None, "unreadable", "it holds no JSON"),
        (
            '{"seat": NaN, "reason": "x"}',
            {"seat": "NaN", "reason": "x"},
            "repaired",
            "`seat` is not of type integer",
        ),
        ("{" * 2_000, None, "unreadable", "it holds no JSON"),
        ("[" * 900 + "]" * 900, None, None, None),
        ('{"reason": "' + "x " * 100_000, None, "unreadable", "it holds no JSON"),
    ],
    ids=lambda each: each[:20] if isinstance(each, str) else "",
)
def test_reading(text: str, value: object, reading: str | None, problem: str | None) -> None:
    read = read_json(text, SCHEMA)
    if reading is None:
        assert read.reading in ("strict", "repaired", "unreadable")
        return
    assert (read.value, read.reading, read.problem) == (value, reading, problem)


@given(st.text(max_size=300))
def test_any_text_is_read_or_not_but_never_breaks(text: str) -> None:
    for shown in (text, "{" + text, '{"reason": "' + text):
        read = read_json(shown, SCHEMA)
        json.dumps(read.value).encode()


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda below: st.lists(below) | st.dictionaries(st.text(), below),
    )
)
def test_json_is_read_as_it_is(value: object) -> None:
    read = read_json(json.dumps(value), {})
    assert (read.reading, read.problem) == ("strict", "")
    assert json.dumps(read.value) == json.dumps(value)


def test_numbers_out_of_range_and_lists() -> None:
    schema = {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"sure": {"type": "integer", "minimum": 5, "maximum": 10}},
        },
    }
    assert schema_mismatch([{"sure": 5}, {"sure": 11}], schema) == "`[1].sure` is out of range"
    assert schema_mismatch([{"sure": 5}, {"sure": 11}], schema, ranges=False) == ""
    assert schema_mismatch([{"sure": "5"}], schema) == "`[0].sure` is not of type integer"


def test_halves_of_characters_are_replaced_and_whole_ones_stay() -> None:
    assert replace_surrogates("a\ud800b🐺") == "a\ufffdb🐺"
    assert replace_surrogates("\ud83d\udc3a") == "🐺"
