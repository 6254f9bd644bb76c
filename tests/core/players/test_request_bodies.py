"""A packed body holds the prompt once, as references, and gives the body again as it was sent."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfcore.decoders import MAX_NESTING, JsonReader
from wolfcore.models.api_keys import Key
from wolfcore.players import CallRecord, RequestRecord
from wolfcore.players.request_bodies import described_body, packed_body, unpacked_body
from wolfcore.table import Noted

SYSTEM = "You are 3 Cleo, the Seer. " * 8
USER = "# Record\n\n" + "".join(
    f"{number}. 4 Dov said: \"nobody — 'no one'\".\n" for number in range(40)
)
TEXTS = (SYSTEM, USER)
SCHEMA = ' Answer with one JSON object: {"type": "object", "properties": {}}'


def of(content: object) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": content}], "temperature": 0.7}


@pytest.mark.parametrize(
    ("content", "packed"),
    [
        (USER, {"$prompt": [[1]]}),
        (f"{SYSTEM}\n\n{USER}", {"$prompt": [[0], "\n\n", [1]]}),
        (USER + SCHEMA, {"$prompt": [[1], SCHEMA]}),
        (f"A. {USER}{SCHEMA}", {"$prompt": ["A. ", [1], SCHEMA]}),
        ([{"type": "text", "text": USER[:600]}, {"type": "text", "text": USER[600:]}],
         [{"type": "text", "text": {"$prompt": [[1, 0, 600]]}},
          {"type": "text", "text": {"$prompt": [[1, 600, len(USER)]]}}]),
        ("a short one", "a short one"),
        ("another text that no message of the prompt holds",) * 2,
    ],
    ids=["whole", "merged", "schema", "around", "blocks", "short", "other"],
)  # fmt: skip
def test_texts_of_the_prompt_become_references(content: object, packed: object) -> None:
    body = of(content)
    small = packed_body(body, TEXTS)
    assert small == of(packed)
    again = unpacked_body(msgspec.json.decode(msgspec.json.encode(small)), TEXTS)
    assert json.dumps(again) == json.dumps(body)


TEXT = st.one_of(
    st.sampled_from([SYSTEM, USER, SYSTEM + USER, USER[100:900], USER[:50] + "x", "", " "]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
)
VALUE = st.recursive(
    st.one_of(TEXT, st.integers(-(2**53), 2**53), st.booleans(), st.none(),
              st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text("abcdefghi_", min_size=1, max_size=9), inner, max_size=3),
    ),
    max_leaves=12,
)  # fmt: skip


@given(st.dictionaries(st.text("xyz", min_size=1), VALUE, max_size=4), st.lists(TEXT, max_size=3))
def test_any_body_comes_back_as_it_was(body: dict[str, Any], texts: list[str]) -> None:
    small = msgspec.json.decode(msgspec.json.encode(packed_body(body, texts)))
    assert json.dumps(unpacked_body(small, texts)) == json.dumps(body)


@pytest.mark.parametrize(
    "body",
    [
        {"user": "abcdefgh-ijklmnop"},
        {"metadata": [{"note": "it is abcdefgh-ijklmnop."}]},
        {"abcdefgh-ijklmnop": 1},
        {"user": "YWJjZGVmZ2gtaWprbG1ub3A="},
        {"api_key": "a-secret-of-another-server"},
        {"litellm_params": {"api_key": "a-secret-of-another-server"}},
        {"note": "sk-proj-0123456789abcdef"},
    ],
)
def test_no_secret_is_packed(body: dict[str, Any]) -> None:
    key = Key("abcdefgh-ijklmnop")
    text = json.dumps(packed_body(body, TEXTS))
    assert "[key]" in text
    for secret in (key.reveal(), "YWJjZGVm", "a-secret", "0123456789"):
        assert secret not in text


@pytest.mark.parametrize(
    "parts",
    [
        [[2]], [[-1]], [[True]], [["0"]], [[0.0]], [[]], [[0, 1]], [[0, 0, 1, 1]], [None], [{}],
        [[0, 5, 4]], [[0, -1, 4]], [[0, 0, 10**9]], [[1]] * 3000,
    ],
)  # fmt: skip
def test_a_damaged_reference_is_an_error(parts: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"it refers to a text|its texts are longer"):
        unpacked_body(of({"$prompt": parts}), TEXTS)


def test_a_description_takes_the_place_of_a_reference() -> None:
    body = packed_body(of(f"{SYSTEM}\n\n{USER}"), TEXTS)
    told = described_body(body, TEXTS, lambda reference: f"<{reference}>")
    assert told == of("<[0]>\n\n<[1]>")


@pytest.mark.parametrize("value", [[], [[0]], "x", {"$prompt": [[0]]}])
def test_a_body_with_the_reserved_name_is_not_packed(value: Any) -> None:
    with pytest.raises(ValueError, match=r"`\$prompt`"):
        packed_body({"extra": [{"$prompt": value}]}, TEXTS)


def test_a_packed_body_can_be_read_with_its_call_or_is_refused() -> None:
    read = JsonReader(Noted).decode
    packed = 0
    deep: dict[str, Any] = {}
    for _ in range(MAX_NESTING):
        deep = {"a": deep, "b": [[USER]]}
        try:
            body = packed_body({"extra": deep}, TEXTS)
        except ValueError as error:
            assert "nests deeper" in str(error)
            continue
        call = CallRecord("m", (("user", USER),), "x", requests=(RequestRecord("u", {}, body),))
        noted = Noted("d1.vote.1", 1, call=call)
        assert read(msgspec.json.encode(noted)) == noted
        packed += 1
    assert 15 < packed < MAX_NESTING
