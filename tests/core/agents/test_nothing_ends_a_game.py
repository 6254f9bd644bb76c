"""Whatever a model sends or withholds, on every dialect and as its server documents it, the game
goes on to its end.

Each server refuses empty messages, as Anthropic and Gemini do, so that a conversation that holds
one would stop the game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.agents.tables import BAD, assert_replaced, fields_for, good, play
from tests.core.models.serving import Request, chat, delta, events, said
from tests.core.models.ways import anthropic, as_openai, google, openai, strict, withheld
from tests.core.table.notes import Notes

EMPTY: dict[str, tuple[str, bytes, str]] = {
    # Anthropic, "Handling stop reasons": refusal, and the empty response with end_turn; "Extended
    # thinking": max_tokens.
    "anthropic refuses": ("anthropic", anthropic(stop="refusal"), "the endpoint withheld it"),
    "anthropic says nothing": ("anthropic", anthropic(), "it is empty"),
    "anthropic blank": ("anthropic", anthropic("  \n"), "it is empty"),
    "anthropic thinks to the limit": (
        "anthropic",
        anthropic(stop="max_tokens", thinking="Hm."),
        "before any answer",
    ),
    # Gemini API reference: BlockReason, FinishReason; "Thinking": thoughts count against
    # maxOutputTokens.
    "gemini blocks the prompt": (
        "google",
        google(finish=None, blocked="PROHIBITED_CONTENT"),
        "the endpoint withheld it",
    ),
    "gemini stops for safety": ("google", google(finish="SAFETY"), "the endpoint withheld it"),
    "gemini recites": ("google", google(finish="RECITATION"), "the endpoint withheld it"),
    "gemini says nothing": ("google", google(), "it is empty"),
    "gemini thinks to the limit": (
        "google",
        google(finish="MAX_TOKENS", thoughtsTokenCount=2048),
        "before any answer",
    ),
    "gemini sends no candidate": (
        "google",
        said({"usageMetadata": {"promptTokenCount": 9}, "candidates": []}),
        "it is empty",
    ),
    # OpenAI API reference, "The chat completion object": refusal, content null, finish_reason.
    "openai refuses": ("openai", openai(content=None, refusal="I cannot."), "no JSON"),
    "openai filters": (
        "openai",
        openai("content_filter", content=None),
        "the endpoint withheld it",
    ),
    "openai says nothing": ("openai", openai(content=""), "it is empty"),
    "openai thinks to the limit": (
        "openai",
        openai("length", content=None, reasoning_content="Hm."),
        "before any answer",
    ),
    "no finish, no content": (
        "openai",
        said({"choices": [{"message": {"role": "assistant", "content": None}}]}),
        "it is empty",
    ),
    "no choice": (
        "openai",
        said({"id": "x", "object": "chat.completion", "choices": []}),
        "it is empty",
    ),
    # Azure OpenAI, "Content filtering": the prompt is filtered with 400.
    "azure filters the prompt": (
        "openai",
        withheld(400, code="content_filter", message="The response was filtered", param="prompt"),
        "withheld it",
    ),
    # OpenAI, "Reasoning best practices": a flagged prompt of a reasoning model is an
    # invalid_prompt.
    "openai flags the prompt": (
        "openai",
        withheld(400, code="invalid_prompt", message="Your prompt was flagged", param=None),
        "withheld it",
    ),
    # OpenRouter, "Errors and debugging": moderation errors are 403 with metadata.reasons.
    "openrouter moderates": (
        "openai",
        withheld(403, code=403, message="Input was flagged", metadata={"reasons": ["violence"]}),
        "withheld it",
    ),
    # What Anthropic and DeepSeek say where their filters are at work, as users report it (see
    # `withheld.py`).
    "anthropic filters": (
        "anthropic",
        withheld(400, type="invalid", message="Output blocked by content filtering policy"),
        "withheld it",
    ),
    "deepseek filters": (
        "openai",
        withheld(400, code="invalid_request_error", message="Content Exists Risk", param=None),
        "withheld it",
    ),
    "nothing but the end of a stream": ("openai", events(), "it is empty"),
    "thinking alone": (
        "openai",
        events({"choices": [{"delta": {"reasoning": "Hm."}, "finish_reason": None}]}),
        "it is empty",
    ),
    # Groq, "Structured outputs": JSON that does not validate is a 400 with what was generated.
    "groq's JSON does not validate": (
        "openai",
        withheld(
            400,
            code="json_validate_failed",
            message="Failed to generate JSON",
            failed_generation="No.",
        ),
        "no JSON",
    ),
    "groq generates nothing": (
        "openai",
        withheld(
            400,
            code="json_validate_failed",
            message="Failed to generate JSON",
            failed_generation="",
        ),
        "is empty",
    ),
}


@pytest.mark.slow(
    only=(
        "anthropic refuses", "anthropic blank", "anthropic says nothing",
        "anthropic thinks to the limit",
    )
)  # fmt: skip
@pytest.mark.parametrize("case", EMPTY)
async def test_a_reply_without_an_answer_is_asked_for_again_and_replaced(
    tmp_path: Path, case: str
) -> None:
    kind, served, words = EMPTY[case]
    played = await play(tmp_path, strict(lambda _: served), kind=kind)
    assert_replaced(played, words)
    assert all(text.strip() for call in played.calls() for _, text in call.messages)


@pytest.mark.parametrize("case", EMPTY)
async def test_a_repair_after_it_can_be_answered(tmp_path: Path, case: str) -> None:
    kind, served, _ = EMPTY[case]

    def once(request: Request) -> bytes:
        asked = as_openai(request)
        if "That answer cannot be used" not in asked.body["messages"][-1]["content"]:
            return served
        text = json.dumps(fields_for(asked))
        return {"anthropic": anthropic(text), "google": google(text), "openai": chat(text)}[kind]

    played = await play(tmp_path, strict(once), kind=kind)
    assert played.error is None
    assert played.saved.result
    assert set(played.hows().values()) == {"repaired"}


WITHHELD: dict[str, tuple[str, Callable[[str], bytes]]] = {
    "azure": ("openai", lambda begun: events(delta(begun), delta("", "content_filter"))),
    "anthropic refuses": ("anthropic", lambda begun: anthropic(begun, stop="refusal")),
    "anthropic filters": (
        "anthropic",
        lambda begun: events(
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": begun},
            },
            {
                "type": "error",
                "error": {
                    "type": "invalid_request_error",
                    "message": "Output blocked by content filtering policy",
                },
            },
            done=False,
        ),
    ),
    "gemini": ("google", lambda begun: google(begun, "SAFETY")),
}


@pytest.mark.parametrize("case", WITHHELD)
async def test_half_a_sentence_whose_rest_is_withheld_is_not_said(
    tmp_path: Path, case: str
) -> None:
    kind, withhold = WITHHELD[case]
    played = await play(
        tmp_path,
        strict(lambda _: withhold(f'{{"reasoning": "r", "choice": "1", "speech": "{HALF}')),
        kind=kind,
    )
    assert_replaced(played, "the endpoint withheld the rest of it")
    assert HALF not in json.dumps([record.answer.text for record in played.saved.journal.values()])


HALF = "Half a sentence about"
BROKEN = {
    # OpenRouter, "Streaming": an error after tokens were sent stands beside an empty delta.
    "beside the delta": events(
        delta(f'{{"reasoning": "r", "speech": "{HALF}'),
        {
            "error": {"code": "server_error", "message": "Provider disconnected unexpectedly"},
            "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}],
        },
    ),
    # OpenRouter, "Errors and debugging": the choice holds the error.
    "in the choice": events(
        delta(f'{{"reasoning": "r", "speech": "{HALF}'),
        {
            "choices": [
                {
                    "delta": {"content": ""},
                    "finish_reason": "error",
                    "error": {"code": 502, "message": "Provider broke"},
                }
            ]
        },
    ),
    "without words": events(delta(f'{{"reasoning": "r", "speech": "{HALF}"'), delta("", "error")),
    "alone": events(
        delta(f'{{"reasoning": "r", "speech": "{HALF}'),
        {"error": {"code": 400, "message": "Broke"}},
    ),
}


@pytest.mark.parametrize("case", BROKEN)
async def test_an_error_in_the_middle_of_a_stream_is_tried_again_and_what_was_shown_is_withdrawn(
    tmp_path: Path, case: str
) -> None:
    notes = Notes()
    played = await play(tmp_path, BROKEN[case], good, watchers=[notes])
    assert played.saved.result
    assert set(played.hows().values()) == {"given"}
    assert HALF not in json.dumps([record.answer.text for record in played.saved.journal.values()])
    shown = [notice for notice in notes.notices if notice.startswith("partial n1.whisper.2")]
    assert shown[:2] == [f"partial n1.whisper.2 {HALF!r}", "partial n1.whisper.2 ''"]
    first, *others = [call.retries for call in played.calls()]
    assert (first, set(others)) == (1, {0})
    assert {request.body["response_format"]["type"] for request in played.heard[BAD]} == {
        "json_schema"
    }
