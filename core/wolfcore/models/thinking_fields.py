"""Where requests say how much a model thinks and writes: `FIELDS`, by wire format and setting.

Sources: OpenAI API reference (`reasoning_effort`, `verbosity`; `reasoning.effort`,
`text.verbosity`); Anthropic, "Effort" (`output_config.effort`), "Extended thinking" and "Adaptive
thinking" (`thinking`); Gemini, "Thinking" (`thinkingLevel`, `thinkingBudget`); Ollama,
"Thinking" (`think`); OpenRouter, "Reasoning tokens" (`reasoning`); Qwen3 and vLLM, "Reasoning
outputs" (`chat_template_kwargs.enable_thinking`, `thinking_token_budget`); llama.cpp
`tools/server/README.md` (`chat_template_kwargs`, `thinking_budget_tokens`); DeepSeek, "Thinking
mode"; LiteLLM, "Reasoning content".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, cast

Effort: TypeAlias = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
"""How much a model thinks; no model knows all of these."""


Verbosity: TypeAlias = Literal["low", "medium", "high"]


ThinkingSetting: TypeAlias = Literal["effort", "verbosity", "thinking_budget", "think"]


THINKING_SETTINGS: tuple[ThinkingSetting, ...] = ("think", "effort", "thinking_budget", "verbosity")
"""The settings, in the order in which they are written into a body."""


_Field: TypeAlias = Callable[[Any], dict[str, Any]]


def _at(path: str) -> _Field:
    """Return a function that puts a value at a path of keys, separated by dots."""

    def field(value: Any) -> dict[str, Any]:
        for key in reversed(path.split(".")):
            value = {key: value}
        return value

    return field


def _claude_budget(tokens: int) -> dict[str, Any]:
    return {"thinking": {"type": "enabled", "budget_tokens": tokens}}


def _claude_thinks(on: bool) -> dict[str, Any]:
    return {"thinking": {"type": "adaptive" if on else "disabled"}}


def _switched(on: bool) -> dict[str, Any]:
    return {"thinking": {"type": "enabled" if on else "disabled"}}


def _gemini_thinks(on: bool) -> dict[str, Any]:
    # -1 leaves the number of tokens to the model.
    return _at("generationConfig.thinkingConfig.thinkingBudget")(-1 if on else 0)


def _ollama_effort(effort: str) -> dict[str, Any]:
    return {"think": effort != "none" and effort}


_TEMPLATE_THINKS = _at("chat_template_kwargs.enable_thinking")


_CHAT: Mapping[ThinkingSetting, _Field] = {
    "effort": _at("reasoning_effort"),
    "verbosity": _at("verbosity"),
}


FIELDS: Mapping[str, Mapping[ThinkingSetting, _Field]] = {
    "OpenAI": _CHAT,
    "responses": {"effort": _at("reasoning.effort"), "verbosity": _at("text.verbosity")},
    "anthropic": {
        "effort": _at("output_config.effort"),
        "thinking_budget": _claude_budget,
        "think": _claude_thinks,
    },
    "google": {
        "effort": _at("generationConfig.thinkingConfig.thinkingLevel"),
        "thinking_budget": _at("generationConfig.thinkingConfig.thinkingBudget"),
        "think": _gemini_thinks,
    },
    "Ollama": {"effort": _ollama_effort, "think": _at("think")},
    "OpenRouter": {
        **_CHAT,
        "effort": _at("reasoning.effort"),
        "thinking_budget": _at("reasoning.max_tokens"),
        "think": _at("reasoning.enabled"),
    },
    "DeepSeek": {"effort": _at("reasoning_effort"), "think": _switched},
    "Groq": {"effort": _at("reasoning_effort")},
    "Mistral": {"effort": _at("reasoning_effort")},
    "llama.cpp": {
        "effort": _at("chat_template_kwargs.reasoning_effort"),
        "thinking_budget": _at("thinking_budget_tokens"),
        "think": _TEMPLATE_THINKS,
    },
    "vLLM": {
        "effort": _at("reasoning_effort"),
        "thinking_budget": _at("thinking_token_budget"),
        "think": _TEMPLATE_THINKS,
    },
    "LM Studio": {"effort": _at("reasoning_effort")},
    "LiteLLM": {**_CHAT, "thinking_budget": _claude_budget},
    "the server": {**_CHAT, "think": _TEMPLATE_THINKS},
}
"""The fields of a request body for each setting, by the title of an OpenAI-compatible server
(`Server.title`) or else by the kind of the endpoint. What a wire format lacks is not in its row."""


_EITHER: tuple[ThinkingSetting, ...] = ("think", "effort", "thinking_budget")
"""The settings of which a request may have to name one alone, since they have the same field."""


def thinking_body(wire: str, values: Mapping[ThinkingSetting, object]) -> dict[str, Any]:
    """Return the fields of a request body that express settings.

    Args:
        wire: The row of `FIELDS`.
        values: The settings that are set; one that the wire format lacks is left out.
    """
    body = dict[str, Any]()
    for setting in THINKING_SETTINGS:
        field = FIELDS[wire].get(setting)
        if field and (value := values.get(setting)) is not None:
            body = merged(body, field(value))
    return body


def unsupported(
    wire: str, values: Mapping[ThinkingSetting, object]
) -> tuple[ThinkingSetting, str] | None:
    """Return the first setting that a wire format lacks, and the hint; None if it has them all."""
    for setting in THINKING_SETTINGS:
        if values.get(setting) is not None and setting not in FIELDS[wire]:
            having = ", ".join(name for name, row in FIELDS.items() if setting in row)
            known = f"It has: {', '.join(FIELDS[wire])}."
            return setting, f"{known} These have `{setting}`: {having}."
    return None


def conflicting(
    wire: str, values: Mapping[ThinkingSetting, object]
) -> tuple[ThinkingSetting, ThinkingSetting] | None:
    """Return two settings that a wire format writes into the same field; None for none."""
    paths: dict[tuple[str, ...], ThinkingSetting] = {}
    for setting in _EITHER:
        field = FIELDS[wire].get(setting)
        if field is None or (value := values.get(setting)) is None:
            continue
        for path in _paths(field(value)):
            if path in paths:
                return paths[path], setting
            paths[path] = setting
    return None


def _paths(body: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the path of each value in nested tables."""
    return [
        (key, *rest)
        for key, value in body.items()
        for rest in (_paths(cast("dict[str, Any]", value)) if isinstance(value, dict) else [()])
    ]


def merged(body: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return `body` with the fields of `more`; tables of equal name are merged, at any depth."""
    both = dict(body)
    for key, value in more.items():
        old = both.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            value = merged(cast("dict[str, Any]", old), cast("dict[str, Any]", value))
        both[key] = value
    return both
