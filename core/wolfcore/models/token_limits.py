"""Read the token limit that a refusal names: of every reply, or of the reply to this prompt.

Each row of `LIMITS` holds an example of the words of a server. Sources: vllm-project/vllm#42474 and
#3851; anomalyco/opencode#25292 (SGLang); docker/docker-agent#569 (Anthropic); Aider-AI/aider#3721
(OpenRouter); deepseek-ai/DeepSeek-V3#69; stackblitz-labs/bolt.diy#955 (Gemini);
huggingface/text-generation-inference#1864; Cohere, "Compatibility API".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wolfcore.errors import ModelRefused

from .capabilities import MIN_TOKEN_LIMIT


class TokenLimit(NamedTuple):
    """A token limit that a refusal names.

    Attributes:
        tokens: The most tokens of a reply; 0 or less where the prompt itself does not fit.
        lasting: Whether it holds for every request; otherwise only for this prompt.
    """

    tokens: int
    lasting: bool


class LimitRow(NamedTuple):
    """The words by which a server names a token limit.

    Attributes:
        server: Who says so.
        example: The words of a refusal.
        tokens: The limit that is read from the example.
        pattern: Has the groups `most` or `below` (of every reply) or `room` (of this one), or
            `context` with `prompt` or with `total` and `asked`; `least` marks a prompt that was
            not counted to its end.
    """

    server: str
    example: str
    tokens: int
    pattern: re.Pattern[str]


def _words(pattern: str) -> re.Pattern[str]:
    """Compile a pattern in which `<name>` stands for a number of that name."""
    return re.compile(re.sub(r"(?<!P)<(\w+)>", r"(?P<\1>\\d{1,8})", pattern), re.IGNORECASE)


_IN_ALL = _words(
    r"context length (?:is|of) <context> tokens.{0,20}?requested (?:about |a total of )?<total> "
    r"tokens.{0,100}?<asked> (?:tokens )?(?:in|for)\s+the (?:completion|output)"
)
"""How OpenAI words it, and whoever repeats that: the total, and of it the reply."""


LIMITS: tuple[LimitRow, ...] = (
    LimitRow(
        "OpenAI, DeepSeek, llama-cpp-python, vLLM until 0.8",
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens "
        "(3000 in the messages, 2000 in the completion). Please reduce the length of the messages "
        "or completion.",
        1096,
        _IN_ALL,
    ),
    LimitRow(
        "OpenAI, completions",
        "This model's maximum context length is 4097 tokens, however you requested 4116 tokens "
        "(3860 in your prompt; 256 for the completion). Please reduce your prompt; or completion "
        "length.",
        237,
        _IN_ALL,
    ),
    LimitRow(
        "SGLang",
        "Requested token count exceeds the model's maximum context length of 202752 tokens. You "
        "requested a total of 202941 tokens: 170941 tokens from the input messages and 32000 "
        "tokens for the completion.",
        31_811,
        _IN_ALL,
    ),
    LimitRow(
        "OpenRouter",
        "This endpoint's maximum context length is 131072 tokens. However, you requested about "
        "138956 tokens (7884 of text input, 131072 in the output). Please reduce the length of "
        "either one.",
        123_188,
        _IN_ALL,
    ),
    LimitRow(
        "vLLM from 0.9",
        "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context "
        "length is 32768 tokens and your request has 1500 input tokens (32000 > 32768 - 1500).",
        31_268,
        _words(r"context length is <context> tokens and your request has <prompt> input tokens"),
    ),
    LimitRow(
        "vLLM from 0.20",
        "This model's maximum context length is 128000 tokens. However, you requested 65535 output "
        "tokens and your prompt contains at least 62466 input tokens, for a total of at least "
        "128001 tokens.",
        32_767,
        _words(
            r"context length is <context> tokens.{0,20}?requested <asked> output tokens and your "
            r"prompt contains (?P<least>at least )?<prompt> input tokens"
        ),
    ),
    LimitRow(
        "Anthropic, context",
        "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease "
        "input length or `max_tokens` and try again",
        21_041,
        _words(r"context limit: <prompt> \+ \d+ > <context>"),
    ),
    LimitRow(
        "Text Generation Inference, Together",
        "`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 6500 `inputs` tokens and 2000 "
        "`max_new_tokens`",
        1693,
        _words(r"must be <= <context>\. given: <prompt> .inputs. tokens"),
    ),
    LimitRow(
        "OpenRouter, credit",
        "This request requires more credits, or fewer max_tokens. You requested up to 8192 tokens, "
        "but can only afford 3000.",
        3000,
        _words(r"can only afford <room>"),
    ),
    LimitRow(
        "OpenAI, Azure",
        "max_tokens is too large: 9000. This model supports at most 4096 completion tokens, "
        "whereas you provided 9000.",
        4096,
        _words(r"at most <most> (?:completion|output) tokens"),
    ),
    LimitRow(
        "Anthropic",
        "max_tokens: 9000 > 4096, which is the maximum allowed number of output tokens for c-1",
        4096,
        _words(r"max_tokens: \d+ > <most>"),
    ),
    LimitRow(
        "Groq",
        "`max_tokens` must be less than or equal to `16384`, the maximum value for `max_tokens` is "
        "less than the `context_window` for this model",
        16_384,
        _words(r"max_(?:completion_|new_)?tokens.{0,60}?less than or equal to .?<most>"),
    ),
    LimitRow(
        "Cohere",
        "too many tokens: max tokens must be less than or equal to 1024, the maximum output length "
        "for this model - received 2048.",
        1024,
        _words(r"max tokens must be less than or equal to <most>"),
    ),
    LimitRow(
        "Text Generation Inference",
        "Input validation error: `max_new_tokens` must be <= 1024. Given: 2048",
        1024,
        _words(r"error: .max_new_tokens. must be <= <most>"),
    ),
    LimitRow(
        "DeepSeek",
        "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
        8192,
        _words(r"range of max_tokens (?:is|should be) \[\d+, ?<most>\]"),
    ),
    LimitRow(
        "Gemini",
        "Unable to submit request because it has a maxOutputTokens value of 655360 but the "
        "supported range is from 1 (inclusive) to 8193 (exclusive). Update the value and try "
        "again.",
        8192,
        _words(r"maxOutputTokens.{0,80}?to <below> \(exclusive\)"),
    ),
    LimitRow(
        "Bedrock",
        "The maximum tokens you requested exceeds the model limit of 4096. Try again with a "
        "maximum tokens value that is lower than 4096.",
        4096,
        _words(r"maximum tokens.{0,40}?model limit of <most>"),
    ),
)
"""All known words. Servers that say the same have a row each where their sentences differ."""


_LOOKED_AT = 1000
"""Characters of a refusal in which a limit is searched."""


_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")


def named_limit(words: str) -> TokenLimit | None:
    """Read the token limit that the words of a refusal name; None where no row fits."""
    text = _THOUSANDS.sub("", words[:_LOOKED_AT])
    found = next((match for row in LIMITS if (match := row.pattern.search(text))), None)
    if found is None:
        return None
    number = {name: int(value) for name, value in found.groupdict().items() if _is_number(value)}
    if "room" in number:
        return TokenLimit(number["room"], lasting=False)
    if "context" not in number:
        most = number["most"] if "most" in number else number["below"] - 1
        return TokenLimit(most, lasting=True)
    prompt = number["prompt"] if "prompt" in number else number["total"] - number["asked"]
    room = number["context"] - prompt
    # A prompt that was not counted to its end leaves less than it seems.
    return TokenLimit(
        min(room, number["asked"] // 2) if found.groupdict().get("least") else room, lasting=False
    )


def _is_number(value: str | None) -> bool:
    return value is not None and value.isdigit()


_NUMBER = re.compile(r"(?<![\w.])(\d{3,7})(?![\w.]*\d)")
"""A whole number of three to seven digits, which may be a token limit."""


_OF_A_LIMIT = re.compile(
    r"\b(?:tokens?|limit|maximum|at most|exceeds?|too (?:large|big|high|long|many)"
    r"|(?:less|lower|smaller|fewer) than|up to)\b|(?<![a-z])max|<=",
    re.IGNORECASE,
)
"""The words beside a number that may be a token limit.

Other refusals hold numbers as well: a line of a program, a port, a year.
"""


def allowed_limit(error: ModelRefused, sent: int) -> int | None:
    """Read the allowed token limit from the message of a refusal; None where it names none.

    Args:
        error: The refusal, which is about the token limit.
        sent: The token limit that was refused; the allowed one is smaller.
    """
    known = named_limit(error.endpoint_text)
    if known:
        return known.tokens if MIN_TOKEN_LIMIT <= known.tokens < sent and known.lasting else None
    if not _OF_A_LIMIT.search(error.endpoint_text):
        return None
    # In words that no row knows, the limit is the largest number below the one that was sent.
    numbers = [int(found) for found in _NUMBER.findall(_THOUSANDS.sub("", error.endpoint_text))]
    return max((number for number in numbers if MIN_TOKEN_LIMIT <= number < sent), default=None)


def room_for_reply(error: ModelRefused, sent: int) -> int | None:
    """Return the most tokens that a reply to this prompt may have; None where it is not told.

    Args:
        error: The refusal.
        sent: The token limit that was refused; the room is smaller.
    """
    known = named_limit(error.endpoint_text)
    if known is None or known.lasting:
        return None
    # A server that refuses what it named before counts more than it tells.
    room = known.tokens if known.tokens < sent else sent // 2
    return room if room >= MIN_TOKEN_LIMIT else None
