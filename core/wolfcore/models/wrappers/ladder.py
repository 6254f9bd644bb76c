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
from wolfcore.models.servers import UNKNOWN_SERVER
from wolfcore.models.spec import ModelSpec
from wolfcore.models.thinking_fields import FIELDS, ThinkingSetting, thinking_body

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


_SMALL_BUDGET = 512
"""Tokens of thinking that all Gemini models accept; some refuse a budget of 0."""


def thinking_switches(spec: ModelSpec) -> Switches:
    """Return the switches of a model; none where its settings say how much it thinks.

    They are the settings of its wire format (`thinking_fields`). One that is refused is passed
    over.
    """
    fields = next(each.fields for each in PARAMETERS if each.name == "thinking")
    nested = spec.extra.get("generationConfig")
    told: set[str] = {*spec.extra, *(cast("dict[str, Any]", nested) if nested else ())}
    if spec.thinking_settings.keys() - {"verbosity"} or told & set(fields):
        return {}
    wire, row = spec.wire, FIELDS[spec.wire]
    switches: dict[ThinkingLevel, dict[str, Any]] = {}
    if "think" in row:
        switches["off"] = thinking_body(wire, {"think": False})
    else:
        switches["off"] = thinking_body(wire, {"effort": "none"})
        switches["least"] = thinking_body(wire, {"effort": "minimal"})
    if spec.server_profile is UNKNOWN_SERVER and spec.kind == "openai":
        # Z.ai, Moonshot and Volcengine.
        switches["least"] = thinking_body("DeepSeek", {"think": False})
    small: dict[ThinkingSetting, object] = (
        {"thinking_budget": _SMALL_BUDGET} if wire == "google" else {"effort": "low"}
    )
    switches["low"] = thinking_body(wire, small)
    return switches
