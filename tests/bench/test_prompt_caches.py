"""The caches of `bench caches` read what their documentation says, and growing records cost less."""

from __future__ import annotations

import json

import pytest

from bench.agent_games import Sent
from bench.prompt_caches import (
    Cached,
    MarkedCache,
    PrefixCache,
    measure,
    row_of,
    shared_part,
    with_growing,
)
from wolfcore.errors import ConfigError
from wolfcore.models import ChatRequest, Message


def sent(text: str, moment: float, system: str = "") -> Sent:
    """A prompt of which all but the last line will be sent again."""
    user = Message("user", text, shared_prefix=text.rfind("\n") + 1)
    return Sent(1, moment, ChatRequest(messages=(Message("system", system), user)))


def lines(many: int, last: str) -> str:
    return "\n".join([f"{number:04}{'x' * 95}" for number in range(many)] + [last])


def test_a_cache_of_steps_reads_whole_steps_from_its_minimum_on() -> None:
    cache = PrefixCache(128, 1024, 300)
    assert cache.ask(sent("a" * 4000, 0)) == Cached(0)
    assert cache.ask(sent("a" * 4000, 1)) == Cached(0), "1,000 tokens are too few"
    assert cache.ask(sent("a" * 5000, 2)) == Cached(0)
    assert cache.ask(sent("a" * 4999 + "b", 3)) == Cached(9 * 512)
    assert PrefixCache(16, 16, None).ask(sent("a", 0)) == Cached(0)


def test_calls_side_by_side_read_only_what_was_written_before_both() -> None:
    cache = PrefixCache(16, 16, None)
    cache.ask(sent("a" * 63, 0))
    assert cache.ask(sent("a" * 127, 1)) == Cached(64)
    assert cache.ask(sent("a" * 127, 1)) == Cached(64)
    assert cache.ask(sent("a" * 127, 2)) == Cached(128)


def test_an_entry_is_gone_some_minutes_after_it_was_last_read() -> None:
    cache = PrefixCache(16, 16, 300)
    cache.ask(sent("a" * 63, 0))
    # Five seconds a call: sixty calls are five minutes.
    assert cache.ask(sent("a" * 63, 60)) == Cached(64)
    assert cache.ask(sent("a" * 63, 120)) == Cached(64)
    assert cache.ask(sent("a" * 63, 181)) == Cached(0)


def test_a_cache_of_marks_reads_blocks_before_a_mark_and_writes_what_follows() -> None:
    cache = MarkedCache("claude-sonnet-4-5", 1024)
    first = cache.ask(sent(lines(50, "one?"), 0, "s" * 1000))
    assert first.read == 0
    assert 1000 + 4000 < first.written <= 1000 + 5000
    second = cache.ask(sent(lines(80, "two?"), 1, "s" * 1000))
    assert second.read == first.written
    assert 2000 < second.written <= 3600
    assert cache.ask(sent(lines(20, "three?"), 2, "t" * 1000)) == Cached(0), "below the minimum"


def test_a_prompt_shares_with_the_most_alike_before_it() -> None:
    assert shared_part(["abcd", "abxx", "abcf"]) == (2 + 3, 2 + 3, 8)
    assert shared_part(["abcd"]) == (0, 0, 0)
    moved = shared_part(["a\nb\nlast", "b\na\nnext"])
    assert moved == (0, 4, 8), "the lines are there, in another order"


def test_a_growing_record_is_written_on_a_seat_that_has_none() -> None:
    assert with_growing("vanilla") == "vanilla"
    assert with_growing("helmsman:batch") == "helmsman:batch:record=growing"
    assert with_growing("sla:record=growing") == "sla:record=growing"


@pytest.mark.slow
def test_a_growing_record_shares_more_and_costs_less_with_a_cache(
    capsys: pytest.CaptureFixture[str],
) -> None:
    measure(["--agents", "deduce", "--games", "1", "--json"])
    said = capsys.readouterr().out
    usual, growing = json.loads(said.splitlines()[-1])
    assert growing["shared"] > usual["shared"] + 0.15
    assert growing["calls"] == usual["calls"]
    for name in ("OpenAI", "Anthropic", "vLLM"):
        assert growing["money"][name] < usual["money"][name] < usual["uncached"]
        assert growing["read"][name] > usual["read"][name]
        assert f"\n{name}: " in said


def test_what_is_sent_is_sent_in_every_agent() -> None:
    row = row_of("deduce", "duel6", range(1))
    assert 0 < row.shared < 1
    assert set(row.read) == {"OpenAI", "Anthropic", "vLLM"}
    with pytest.raises(ConfigError, match="`bot` is no agent"):
        measure(["--agents", "bot"])
