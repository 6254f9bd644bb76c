"""The Gemini API: `generateContent` and `streamGenerateContent`.

Source: Gemini API reference, "Generating content": `GenerateContentRequest`, `GenerationConfig`,
`GenerateContentResponse`. The key is sent in a header, never in the address.
"""

from __future__ import annotations

from urllib.parse import quote

from msgspec.structs import replace

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Usage
from wolfcore.models.json_schema import without_length_bounds
from wolfcore.models.spec import ModelSpec
from wolfcore.models.thinking_fields import merged, thinking_body

from .dialect import (
    Call,
    ReplyPart,
    called_with,
    count_at,
    error_status,
    error_text,
    list_at,
    merged_messages,
    text_at,
    value_at,
    without_none,
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
    """The dialect of endpoints of kind `google`."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """Return the key in `x-goog-api-key`; empty without a key."""
        return {"x-goog-api-key": key.reveal()} if key else {}

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """Build (not send) the path of the method and the JSON body for one chat request."""
        messages = merged_messages(request)
        system = [{"text": message.text} for message in messages if message.role == "system"]
        body = without_none(
            systemInstruction={"parts": system} if system else None,
            contents=[
                {
                    "role": "model" if message.role == "assistant" else "user",
                    "parts": [{"text": message.text}],
                }
                for message in messages
                if message.role != "system"
            ],
            generationConfig=_generation(request) or None,
        )
        body = merged(body, thinking_body("google", spec.thinking_settings))
        method = "streamGenerateContent?alt=sse" if streamed else "generateContent"
        return Call(f"/models/{quote(spec.model.removeprefix('models/'), safe='/')}:{method}", body)

    def parse_whole(self, data: object) -> ReplyPart:
        """Parse a whole reply; one without a finish reason ends as `other`."""
        part = self.parse_event(data)
        # An empty reply is valid, and the caller may repeat the request.
        return part if part.finish or not _is_known(data) else replace(part, finish="other")

    def parse_event(self, data: object) -> ReplyPart:
        """Parse one event of a streamed reply, which has the form of a whole one."""
        pieces = list_at(data, "candidates", 0, "content", "parts")
        finish = text_at(data, "candidates", 0, "finishReason")
        blocked = text_at(data, "promptFeedback", "blockReason")
        thoughts = count_at(data, "usageMetadata", "thoughtsTokenCount")
        answer = count_at(data, "usageMetadata", "candidatesTokenCount")
        return ReplyPart(
            "".join(text_at(piece, "text") for piece in pieces if not value_at(piece, "thought")),
            "".join(text_at(piece, "text") for piece in pieces if value_at(piece, "thought")),
            # A blocked prompt has no candidate and no finish reason.
            "filter" if blocked else _FINISH.get(finish, "other") if finish else None,
            Usage(
                count_at(data, "usageMetadata", "promptTokenCount"),
                count_at(data, "usageMetadata", "cachedContentTokenCount"),
                # Gemini counts thinking apart from the answer.
                None if answer is None and thoughts is None else (answer or 0) + (thoughts or 0),
                thoughts,
            ),
            text_at(data, "modelVersion"),
            "" if _is_known(data) else error_text(data),
            error_status(data),
            "".join(called_with(value_at(piece, "functionCall", "args")) for piece in pieces),
        )


def _is_known(data: object) -> bool:
    """Whether `data` has a field of a reply, so that it is not only an error."""
    return any(
        value_at(data, key) is not None for key in ("candidates", "promptFeedback", "usageMetadata")
    )


def _generation(request: ChatRequest) -> dict[str, object]:
    asked = request.schema is not None and request.form != "plain"
    return without_none(
        temperature=request.temperature,
        topP=request.top_p,
        maxOutputTokens=request.max_tokens,
        stopSequences=list(request.stop) or None,
        seed=request.seed,
        responseMimeType="application/json" if asked else None,
        responseJsonSchema=without_length_bounds(request.schema)
        if request.schema and request.form == "json_schema"
        else None,
    )
