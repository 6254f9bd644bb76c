"""Models: replies that come as refusals: what was generated is withheld, or was no JSON.

Sources: Azure OpenAI, "Content filtering" (400 `content_filter`); OpenAI, "Error codes" (400 `invalid_prompt` for a prompt that was
flagged); LiteLLM, "Exception mapping" (`content_policy_violation`); OpenRouter, "Errors and debugging" (403 with
`metadata.reasons`); Groq, "Structured outputs" (400 `json_validate_failed` with `failed_generation`). Anthropic and DeepSeek say it
in words alone, as reports of users quote them (anthropics/claude-code#6195, deepseek-ai/awesome-deepseek-integration#13).
"""

from __future__ import annotations

from .dialect import ReplyPart, error_text, list_at, text_at

_FLAGGED = ("content_filter", "content_policy_violation", "invalid_prompt")
_FILTER_PHRASES = ("blocked by content filtering policy", "content exists risk")
_NO_JSON = "json_validate_failed"


def withheld_reply(refusal: object) -> ReplyPart | None:
    """The reply that a refusal stands for; None where the request itself is refused.

    Args:
        refusal: What the endpoint said, decoded.
    """
    code = text_at(refusal, "error", "code")
    if code == _NO_JSON:
        return ReplyPart(text_at(refusal, "error", "failed_generation"), finish="stop")
    if code in _FLAGGED or list_at(refusal, "error", "metadata", "reasons") or is_content_filtered(error_text(refusal)):
        return ReplyPart(finish="filter")
    return None


def is_content_filtered(words: str) -> bool:
    """Whether words of an endpoint say that it withholds what was generated, be it after some of it has come."""
    return any(known in words.lower() for known in _FILTER_PHRASES)
