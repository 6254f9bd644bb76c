"""Models: the adapter for Google's generateContent.

Source: Gemini API reference, "Generating content": `GenerateContentRequest`, `GenerationConfig` (`responseMimeType`,
`responseJsonSchema`) and `GenerateContentResponse`. The key travels in a header, never in the address.
"""

from __future__ import annotations

from urllib.parse import quote

from msgspec.structs import replace

from wolfcore.models.contract import ChatRequest, Finish, Usage
from wolfcore.models.keys import Key
from wolfcore.models.spec import ModelSpec

from .dialect import (
    Call,
    ReplyPart,
    at,
    conversation,
    count,
    failure_of,
    given,
    items,
    status_of,
    unbounded,
    word,
)

_FINISH: dict[str, Finish] = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "filter",
    "RECITATION": "filter",
    "BLOCKLIST": "filter",
    "PROHIBITED_CONTENT": "filter",
    "SPII": "filter",
}


class GoogleDialect:
    """generateContent and streamGenerateContent."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """As `Dialect.headers`."""
        return {"x-goog-api-key": key.reveal()} if key else {}

    def call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """As `Dialect.call`."""
        messages = conversation(request)
        system = [{"text": message.text} for message in messages if message.role == "system"]
        body = given(
            systemInstruction={"parts": system} if system else None,
            contents=[
                {"role": "model" if message.role == "assistant" else "user", "parts": [{"text": message.text}]}
                for message in messages
                if message.role != "system"
            ],
            generationConfig=_generation(request) or None,
        )
        method = "streamGenerateContent?alt=sse" if streamed else "generateContent"
        return Call(f"/models/{quote(spec.model.removeprefix('models/'), safe='/')}:{method}", body)

    def whole(self, data: object) -> ReplyPart:
        """As `Dialect.whole`."""
        part = self.event(data)
        # A reply that holds nothing is one, and may be asked for again.
        return part if part.finish or not _is_known(data) else replace(part, finish="other")

    def event(self, data: object) -> ReplyPart:
        """As `Dialect.event`."""
        pieces = items(data, "candidates", 0, "content", "parts")
        finish = word(data, "candidates", 0, "finishReason")
        blocked = word(data, "promptFeedback", "blockReason")
        thoughts = count(data, "usageMetadata", "thoughtsTokenCount")
        answer = count(data, "usageMetadata", "candidatesTokenCount")
        return ReplyPart(
            "".join(word(piece, "text") for piece in pieces if not at(piece, "thought")),
            "".join(word(piece, "text") for piece in pieces if at(piece, "thought")),
            "filter" if blocked else _FINISH.get(finish, "other") if finish else None,
            Usage(
                count(data, "usageMetadata", "promptTokenCount"),
                count(data, "usageMetadata", "cachedContentTokenCount"),
                None if answer is None and thoughts is None else (answer or 0) + (thoughts or 0),
                thoughts,
            ),
            word(data, "modelVersion"),
            "" if _is_known(data) else failure_of(data),
            status_of(data),
        )


def _is_known(data: object) -> bool:
    """Whether `data` is a part of a reply."""
    return any(at(data, key) is not None for key in ("candidates", "promptFeedback", "usageMetadata"))


def _generation(request: ChatRequest) -> dict[str, object]:
    asked = request.schema is not None and request.form != "plain"
    return given(
        temperature=request.temperature,
        topP=request.top_p,
        maxOutputTokens=request.max_tokens,
        stopSequences=list(request.stop) or None,
        seed=request.seed,
        responseMimeType="application/json" if asked else None,
        responseJsonSchema=unbounded(request.schema) if request.schema and request.form == "json_schema" else None,
    )
