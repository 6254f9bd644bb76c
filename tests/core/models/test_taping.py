"""Tapes: recorded once, replayed without a network, paid for once."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from core.errors import LogError, ModelError
from core.models import Cached, ChatReply, Delta, Recorded, Replayed, ScriptedModel, Tape
from tests.core.models.asking import CHOICE, WORDS


async def test_a_replay_says_the_same_in_the_same_order_and_asks_nobody(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    with Tape(file) as tape:
        recorded = Recorded(ScriptedModel(["one", "two", '{"reason": "x", "seat": 1}']), tape)
        said = [await recorded.complete(request) for request in (WORDS, WORDS, CHOICE)]
    with Tape(file) as tape:
        model = Replayed("scripted", tape)
        assert [await model.complete(request) for request in (CHOICE, WORDS, WORDS)] == [said[2], *said[:2]]
        with pytest.raises(ModelError, match="the recording has no reply to this request"):
            await model.complete(WORDS)


@pytest.mark.parametrize("change", [{"temperature": 0.5}, {"seed": 1}, {"stop": ("x",)}, {"messages": WORDS.messages[:1]}])
async def test_another_request_is_another_reply(change: dict[str, object]) -> None:
    tape = Tape()
    await Recorded(ScriptedModel(["one"]), tape).complete(WORDS)
    with pytest.raises(ModelError):
        await Replayed("scripted", tape).complete(replace(WORDS, **change))
    with pytest.raises(ModelError):
        await Replayed("other", tape).complete(WORDS)


async def test_a_cache_asks_once_and_then_costs_nothing(tmp_path: Path) -> None:
    inner = ScriptedModel([ChatReply(text="It is Bram.", cost=0.5, seconds=3.0), "never"])
    heard: list[Delta] = []
    with Tape(tmp_path / "tape.jsonl") as tape:
        await Cached(inner, tape).complete(WORDS)
    with Tape(tmp_path / "tape.jsonl") as tape:
        again = await Cached(inner, tape).complete(WORDS, heard.append)
        once_more = await Cached(inner, tape).complete(WORDS)
    assert (again.text, again.cost, again.seconds) == ("It is Bram.", 0.0, 0.0)
    assert (once_more, heard, len(inner.requests)) == (again, [Delta("It is Bram.")], 1)


async def test_a_torn_last_line_is_dropped_and_the_tape_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    with Tape(file) as tape:
        await Recorded(ScriptedModel(["one"]), tape).complete(WORDS)
    file.write_bytes(file.read_bytes() + b'{"key": "ab')
    with Tape(file) as tape:
        await Recorded(ScriptedModel(["two"]), tape).complete(CHOICE)
    with Tape(file) as tape:
        assert (await Replayed("scripted", tape).complete(WORDS)).text == "one"
        assert (await Replayed("scripted", tape).complete(CHOICE)).text == "two"


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    file.write_text("{}\n")
    with pytest.raises(LogError, match="line 1"):
        Tape(file)


def test_a_tape_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be used"):
        Tape(tmp_path)
