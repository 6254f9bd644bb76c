"""Models that think long before they answer, acted out as DeepSeek, OpenAI and Gemini document
them, in whole games.

DeepSeek, "Reasoning Model": `reasoning_content` comes before `content`, and `max_tokens` holds for
both. OpenAI, "Reasoning models": where the limit is reached in the thinking, there is no content,
`finish_reason` is `length`, and the tokens are paid for. Gemini, "Thinking": `thoughtsTokenCount`
counts apart from `candidatesTokenCount`, and both count against `maxOutputTokens`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.core.agents.tables import BAD, Played, fields_for, play
from tests.core.models.clocks import JumpingClock
from tests.core.models.serving import Request, delta, events
from tests.core.models.ways import anthropic, as_openai, google
from wolfcore.game import Ask
from wolfcore.models import Budget, BudgetTracker, ModelSpec
from wolfcore.models.capabilities import requested_thinking_tokens
from wolfcore.players import Progress
from wolfcore.table import Watcher

THOUGHT = 4_000
"""Tokens that the model thinks before each answer."""


class Reasoner:
    """A server whose model thinks before each answer; it counts what is to be paid.

    Args:
        thought: Tokens of thinking.
    """

    def __init__(self, thought: int = THOUGHT) -> None:
        self.thought, self.sent, self.received, self.limits = thought, 0, 0, list[int]()

    def _answer(self, asked: Request, limit: int) -> tuple[str, int, int, int]:
        """The answer, and tokens of the prompt, the thinking and the answer."""
        text = json.dumps(fields_for(asked))
        prompt = sum(len(message["content"]) for message in asked.body["messages"]) // 4
        thought, written = min(self.thought, limit), len(text) // 4
        if limit < self.thought + written:
            text, written = "", 0
            thought = limit
        self.limits.append(limit)
        self.sent, self.received = self.sent + prompt, self.received + thought + written
        return text, prompt, thought, written

    def openai(self, request: Request) -> bytes:
        """Streamed chat completions."""
        text, prompt, thought, written = self._answer(request, request.body["max_tokens"])
        usage = {
            "prompt_tokens": prompt,
            "completion_tokens": thought + written,
            "completion_tokens_details": {"reasoning_tokens": thought},
        }
        pieces = [
            {"choices": [{"delta": {"reasoning_content": "hm "}, "finish_reason": None}]}
        ] * min(thought, 50)
        end = delta(text, "stop" if text else "length")
        return events(*pieces, end, {"choices": [], "usage": usage})

    def anthropic(self, request: Request) -> bytes:
        """A streamed message; tokens of thinking are not told apart ("Extended thinking", "Max
        tokens and context window")."""
        text, prompt, thought, written = self._answer(
            as_openai(request), request.body["max_tokens"]
        )
        usage = {"input_tokens": prompt, "output_tokens": thought + written}
        return anthropic(
            *([text] if text else []),
            stop="end_turn" if text else "max_tokens",
            thinking="hm ",
            **usage,
        )

    def google(self, request: Request) -> bytes:
        """Streamed generateContent."""
        limit = request.body["generationConfig"]["maxOutputTokens"]
        text, prompt, thought, written = self._answer(as_openai(request), limit)
        usage = {
            "promptTokenCount": prompt,
            "thoughtsTokenCount": thought,
            "candidatesTokenCount": written,
        }
        return google(text, "STOP" if text else "MAX_TOKENS", "", **usage)


@pytest.mark.parametrize("kind", ["openai", "google", "anthropic"])
async def test_a_game_of_a_model_that_thinks_long_plays_with_no_answer_replaced(
    tmp_path: Path, kind: str
) -> None:
    server, purse = Reasoner(), BudgetTracker(Budget(), JumpingClock())
    played = await play(tmp_path, getattr(server, kind), kind=kind, purse=purse)
    assert played.error is None
    assert played.saved.result
    assert set(played.hows().values()) == {"given"}
    assert played.errors == []
    assert spent(played) == (server.sent, server.received), "to the token"
    good = sum(100 + 20 for seat, requests in played.heard.items() if seat != BAD for _ in requests)
    assert purse.tokens == server.sent + server.received + good
    assert server.limits.count(2048) == 1, "the room is found out once"
    assert set(server.limits[1:]) == {8192}


def spent(played: Played) -> tuple[int, int]:
    """What the calls of the seat are said to have taken, in its answers and in its calls alike."""
    records = [
        record for record in played.saved.journal.values() if record.seat == BAD and record.calls
    ]
    told = (
        sum(record.tokens_in or 0 for record in records),
        sum(record.tokens_out or 0 for record in records),
    )
    calls = played.calls()
    assert told == (
        sum(call.tokens_in or 0 for call in calls),
        sum(call.tokens_out or 0 for call in calls),
    )
    return told


async def test_room_that_is_set_is_kept_to(tmp_path: Path) -> None:
    server = Reasoner()
    played = await play(tmp_path, server.openai, thinking_tokens=5_000)
    assert set(played.hows().values()) == {"given"}
    assert set(server.limits) == {2048 + 5_000}
    server = Reasoner()
    played = await play(tmp_path / "none", server.openai, thinking_tokens=0)
    assert set(played.hows().values()) == {"fallback"}
    assert set(server.limits) == {2048}
    assert "before any answer" in played.errors[0].problem
    assert spent(played) == (server.sent, server.received)


@pytest.mark.parametrize(
    ("extra", "room"),
    [
        ({"thinking": {"type": "enabled", "budget_tokens": 5_000}}, 5_000),
        ({"generationConfig": {"thinkingConfig": {"thinkingBudget": 4_500}}}, 4_500),
        ({"reasoning": {"max_tokens": 4_400}}, 4_400),
        ({"reasoning": {"max_tokens": True}, "thinking": 3, "generationConfig": []}, 0),
    ],
)
def test_thinking_that_settings_ask_for_has_room_from_the_start(
    extra: dict[str, Any], room: int
) -> None:
    assert requested_thinking_tokens(ModelSpec(model="m", extra=extra)) == room


async def test_a_budget_of_thinking_lies_beside_the_limit_of_the_answer(tmp_path: Path) -> None:
    server = Reasoner()
    played = await play(tmp_path, server.openai, extra={"reasoning": {"max_tokens": 5_000}})
    assert set(played.hows().values()) == {"given"}
    assert set(server.limits) == {2048 + 5_000}


async def test_a_model_that_never_stops_thinking_is_not_given_room_for_ever(tmp_path: Path) -> None:
    server = Reasoner(10**9)
    played = await play(tmp_path, server.openai)
    assert played.saved.result
    assert set(played.hows().values()) == {"fallback"}
    assert server.limits[:6] == [2048, 8192, 32_768, 2048, 8192, 32_768]
    assert set(server.limits[6:]) == {2048}
    assert spent(played) == (server.sent, server.received)


async def test_a_budget_ends_the_search_for_room(tmp_path: Path) -> None:
    server = Reasoner()
    played = await play(
        tmp_path, server.openai, purse=BudgetTracker(Budget(tokens=2_000), JumpingClock())
    )
    assert "budget of 2,000 tokens is spent" in str(played.error)
    assert server.limits == [2048]
    assert sum(call.tokens_out or 0 for call in played.calls()) == server.received


async def test_what_a_model_thought_is_in_the_record_of_its_call_and_counts_while_it_comes(
    tmp_path: Path,
) -> None:
    served = Reasoner(1_000).openai
    played = await play(tmp_path, served)
    call = played.calls()[0]
    assert call.thinking == "hm " * 50
    assert call.tokens_thought == 1_000


async def test_thinking_is_kept_in_part_where_it_is_long(tmp_path: Path) -> None:
    def served(request: Request) -> bytes:
        thought = {"choices": [{"delta": {"reasoning": "t" * 100_000}, "finish_reason": None}]}
        return events(thought, delta(json.dumps(fields_for(request)), "stop"))

    played = await play(tmp_path, served)
    assert {len(call.thinking) for call in played.calls()} == {20_000}


class Watching(Watcher):
    """Keeps how far the answers of the bad seat were."""

    def __init__(self) -> None:
        self.told: list[Progress] = []

    def progress(self, ask: Ask, progress: Progress) -> None:
        if ask.seat == BAD:
            self.told.append(progress)


@pytest.mark.parametrize("tag", [False, True], ids=["apart", "in tags"])
async def test_thinking_counts_as_tokens_while_it_comes(tmp_path: Path, tag: bool) -> None:
    def served(request: Request) -> bytes:
        words = ["<think>", *["hm "] * 40, "</think>"] if tag else ["hm "] * 42
        pieces = [
            delta(word)
            if tag
            else {"choices": [{"delta": {"reasoning": word}, "finish_reason": None}]}
            for word in words
        ]
        return events(*pieces, delta(json.dumps(fields_for(request)), "stop"))

    watching = Watching()
    await play(tmp_path, served, watchers=[watching])
    first = [each.tokens for each in watching.told if each.doing == "thinking"]
    assert first[:43] == list(range(43))
    assert watching.told[43] == Progress("speaking", 43)
