"""`LADDER`: what the next try changes after an unusable reply; `LadderModel` takes the steps.

The ask, its options and their order never change. A step that helps is not kept at once, since an
empty reply may be a fluke: the usual request has to fail again. Sources: DeepSeek, "JSON Output"
("may occasionally return empty content"); vllm-project/vllm#28266; Ollama, "Thinking"; OpenAI,
"Reasoning models"; Gemini API, "Thinking"; OpenRouter, "Reasoning tokens"; Qwen3 model card
(`enable_thinking`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from wolfcore.models.chat import ChatReply, ThinkingLevel
from wolfcore.models.refusals import PARAMETERS
from wolfcore.models.servers import SERVERS, ServerName
from wolfcore.models.spec import ModelSpec

Unusable: TypeAlias = Literal["cut", "blank", "thought", "words", "empty"]
"""Why a reply is of no use: thinking used up the token limit; blanks, signs or a loop did; there is
thinking and no text; there is thinking, and no answer in the text; or there is nothing."""


class Step(NamedTuple):
    """A row of the ladder.

    Attributes:
        changes: What the next try changes: to the next form, to less thinking, to a request
            without system message or stream, or to all of these.
        after: The kinds of unusable replies after which it is tried.
        reason: Why it may help.
    """

    changes: Literal["form", "thinking", "system", "stream", "all"]
    after: tuple[Unusable, ...]
    reason: str


LADDER: tuple[Step, ...] = (
    Step(
        "thinking",
        ("cut", "words"),
        "Thinking that used up the largest limit leaves none for the answer, and thinking in "
        "words takes its place.",
    ),
    Step(
        "form",
        ("cut", "blank", "thought", "empty"),
        "Many servers cannot think and keep to a grammar: the answer is missing, or blanks fill "
        "the reply up to its limit.",
    ),
    Step(
        "thinking",
        ("blank", "thought"),
        "What should be the answer was taken for thinking, or is thinking that is not shown.",
    ),
    Step(
        "system",
        ("empty",),
        "Chat templates without a place for a system message drop it, or the whole prompt.",
    ),
    Step(
        "stream",
        ("thought", "empty"),
        "Proxies lose the text of a stream, but not of a whole reply.",
    ),
    Step("thinking", ("empty",), "Some endpoints do not tell that a model only thought."),
    Step("all", ("cut", "blank", "thought", "empty"), "There may be two causes."),
)
"""The ladder, in the order in which its steps are tried, each from the usual request."""


def unusable_kind(reply: ChatReply) -> Unusable | None:
    """Return why a reply is of no use; None for one that is of use, was withheld or has words.

    Words without an answer are quoted in the next question, which then asks in the next form.
    """
    if reply.finish == "filter":
        return None
    thought = _has_thought(reply)
    if ran_out_while_thinking(reply):
        return "cut" if thought else "blank"
    if reply.finish == "length" and reply.reading == "unreadable":
        return "blank"  # signs or a loop up to the limit, as under some grammars
    if not reply.text.strip() and reply.parsed is None:
        return "thought" if thought else "empty"
    return "words" if thought and reply.reading == "unreadable" else None


def ran_out_while_thinking(reply: ChatReply) -> bool:
    """Whether a reply reached the token limit before its answer was complete, due to thinking."""
    if reply.finish != "length":
        return False
    return not reply.text.strip() or (
        _has_thought(reply) and (reply.reading == "unreadable" or bool(reply.problem))
    )


def _has_thought(reply: ChatReply) -> bool:
    return bool(reply.thinking or reply.usage.tokens_thought)


Switches: TypeAlias = Mapping[ThinkingLevel, dict[str, Any]]
"""The body fields by which a model is asked to think less, least first."""


_EFFORT: Switches = {
    "off": {"reasoning_effort": "none"},
    "least": {"reasoning_effort": "minimal"},
    "low": {"reasoning_effort": "low"},
}


_TEMPLATE: Switches = {
    "off": {"chat_template_kwargs": {"enable_thinking": False}},
    "low": {"chat_template_kwargs": {"reasoning_effort": "low"}, "reasoning_effort": "low"},
}
"""For servers with chat templates: that of Qwen knows `enable_thinking`, that of gpt-oss the
effort."""


_TYPE: dict[str, Any] = {"thinking": {"type": "disabled"}}


SERVER_SWITCHES: dict[ServerName, Switches] = {
    "openai": _EFFORT,
    "openrouter": {
        "off": {"reasoning": {"enabled": False}},
        "low": {"reasoning": {"effort": "low"}},
    },
    "deepseek": {"off": _TYPE},
    "groq": _EFFORT,
    "mistral": _EFFORT,
    "ollama": {"off": {"think": False}, "low": {"think": "low"}},
    "llama.cpp": _TEMPLATE,
    "vllm": _TEMPLATE,
    "lmstudio": _EFFORT,
    "litellm": _EFFORT,
}
"""The switches of each known server."""


_UNKNOWN: Switches = {
    "off": _TEMPLATE["off"],
    "least": _TYPE,
    "low": _EFFORT["low"],
}
"""The switches of other servers: SGLang and TGI have a template; Z.ai, Moonshot and Volcengine have
the type; most others the effort. One that is refused is passed over."""


_GEMINI: Switches = {
    "off": {"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}},
    "low": {"generationConfig": {"thinkingConfig": {"thinkingBudget": 512}}},
}
"""Some models refuse a budget of 0; 512 lies in the range of all."""


_RESPONSES: Switches = {
    "off": {"reasoning": {"effort": "none"}},
    "least": {"reasoning": {"effort": "minimal"}},
    "low": {"reasoning": {"effort": "low"}},
}


def thinking_switches(spec: ModelSpec) -> Switches:
    """Return the switches of a model; none where its settings say how much it thinks."""
    fields = next(each.fields for each in PARAMETERS if each.name == "thinking")
    nested = spec.extra.get("generationConfig")
    told: set[str] = {*spec.extra, *(cast("dict[str, Any]", nested) if nested else ())}
    if spec.thinking_settings.keys() - {"verbosity"} or told & set(fields):
        return {}
    if spec.kind == "anthropic":
        return {"off": _TYPE}
    if spec.kind == "google":
        return _GEMINI
    if spec.kind == "local":
        return _TEMPLATE
    if spec.kind == "responses":
        return _RESPONSES
    return next(
        (SERVER_SWITCHES[name] for name, each in SERVERS.items() if each is spec.server_profile),
        _UNKNOWN,
    )
