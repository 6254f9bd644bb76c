"""What servers refuse and how they limit: predicates on requests, statuses, headers, bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

Body = Mapping[str, Any]


class Refusal(NamedTuple):
    """A refusal: its status, its body (data, or a page as text) and its headers."""

    status: int
    body: Any
    headers: Mapping[str, str] = {}


class Limit(NamedTuple):
    """A refusal that passes.

    Attributes:
        refusal: What is answered while the limit holds.
        after: Calls that are answered before.
        seconds: How long it holds after the first refused call; 0 for ever.
        calls: How many calls it refuses, whatever the time; 0 where time decides.
    """

    refusal: Refusal
    after: int = 0
    seconds: float = 0
    calls: int = 0


def part_of(body: Body, key: str) -> Body:
    """The object under a key; empty where there is none."""
    found = body.get(key)
    return cast("Body", found) if isinstance(found, Mapping) else {}


def _messages(body: Body) -> list[Body]:
    return cast("list[Body]", body.get("messages") or [])


def _has(*path: str) -> Callable[[Body], bool]:
    def asks(body: Body) -> bool:
        value: Any = body
        for key in path:
            if not isinstance(value, Mapping) or key not in value:
                return False
            value = cast("Any", value[key])
        return value is not None

    return asks


def _form(body: Body) -> str:
    told = str(part_of(body, "response_format").get("type", ""))
    if _has("output_config", "format")(body) or _has("text", "format", "schema")(body):
        return "json_schema"
    google = part_of(body, "generationConfig")
    if "responseJsonSchema" in google or "responseSchema" in google:
        return "json_schema"
    if google.get("responseMimeType") == "application/json":
        return "json_object"
    if isinstance(body.get("format"), Mapping):
        return "json_schema"
    return "json_object" if body.get("format") == "json" else told


def _roles(body: Body) -> set[str]:
    return {each.get("role", "") for each in _messages(body)}


def room_of(body: Body) -> int:
    """The tokens that a request allows for the reply; 0 where it names none."""
    google, options = part_of(body, "generationConfig"), part_of(body, "options")
    for value in (body.get("max_tokens"), body.get("max_completion_tokens"),
                  body.get("max_output_tokens"), google.get("maxOutputTokens"),
                  options.get("num_predict")):  # fmt: skip
        if isinstance(value, int):
            return value
    return 0


def _thinks_not(body: Body) -> bool:
    template = part_of(body, "chat_template_kwargs")
    thinking, reasoning = part_of(body, "thinking"), part_of(body, "reasoning")
    google = part_of(part_of(body, "generationConfig"), "thinkingConfig")
    return (
        body.get("think") is False
        or template.get("enable_thinking") is False
        or template.get("thinking") is False
        or body.get("enable_thinking") is False
        or thinking.get("type") == "disabled"
        or reasoning.get("enabled") is False
        or reasoning.get("effort") in {"none", "minimal", "low"}
        or body.get("reasoning_effort") in {"none", "minimal", "low"}
        or google.get("thinkingBudget") == 0
        or any("/no_think" in str(each.get("content")) for each in _messages(body))
    )


def _schema_names(body: Body, word: str) -> bool:
    return word in str(body.get("response_format")) + str(body.get("output_config"))


WHEN: dict[str, Callable[[Body], bool]] = {
    "always": lambda _: True,
    "schema": lambda body: _form(body) == "json_schema",
    "json_object": lambda body: _form(body) == "json_object",
    "form": lambda body: bool(_form(body)),
    "plain": lambda body: not _form(body),
    "max length in a schema": lambda body: _schema_names(body, "maxLength"),
    "stream": lambda body: body.get("stream") is True,
    "no stream": lambda body: body.get("stream") is not True,
    "stream_options": _has("stream_options"),
    "system": lambda body: (
        "system" in _roles(body) or bool(body.get("systemInstruction")) or bool(body.get("system"))
    ),
    "developer": lambda body: "developer" in _roles(body),
    "max_tokens": _has("max_tokens"),
    "max_completion_tokens": _has("max_completion_tokens"),
    "temperature": _has("temperature"),
    "temperature not 1": lambda body: body.get("temperature") not in {None, 1},
    "top_p": _has("top_p"),
    "temperature and top_p": lambda body: "temperature" in body and "top_p" in body,
    "seed": _has("seed"),
    "think": _has("think"),
    "reasoning_effort": _has("reasoning_effort"),
    "tools": lambda body: bool(body.get("tools")),
    "tool_choice": _has("tool_choice"),
    "cache_control": lambda body: "cache_control" in str(body),
    "over 512": lambda body: room_of(body) > 512,
    "over 1024": lambda body: room_of(body) > 1024,
    "over 4000": lambda body: room_of(body) > 4000,
    "no room": lambda body: room_of(body) == 0,
    "under 4000": lambda body: 0 < room_of(body) < 4000,
    "under 6000": lambda body: 0 < room_of(body) < 6000,
    "thinks": lambda body: not _thinks_not(body),
    "truncate": _has("truncate"),
    "user alone": lambda body: _roles(body) <= {"user"} and not body.get("system"),
}


def openai_error(message: str, kind: str = "invalid_request_error", code: Any = None,
                 param: str | None = None) -> dict[str, Any]:  # fmt: skip
    """OpenAI's body of an error."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def google_error(code: int, status: str, message: str, *details: Any) -> dict[str, Any]:
    """Google's body of an error."""
    told = {"code": code, "message": message, "status": status}
    return {"error": {**told, "details": list(details)} if details else told}


def anthropic_error(kind: str, message: str) -> dict[str, Any]:
    """Anthropic's body of an error."""
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}


def retry_info(delay: str) -> dict[str, str]:
    """Google's `RetryInfo`."""
    return {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}


def quota(name: str, value: str) -> dict[str, Any]:
    """Google's `QuotaFailure`."""
    metric = "generativelanguage.googleapis.com/generate_content_free_tier_requests"
    return {"@type": "type.googleapis.com/google.rpc.QuotaFailure",
            "violations": [{"quotaMetric": metric, "quotaId": name, "quotaValue": value,
                            "quotaDimensions": {"location": "global", "model": "m1"}}]}  # fmt: skip
