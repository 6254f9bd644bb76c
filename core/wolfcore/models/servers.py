"""Known OpenAI-compatible servers (Ollama, llama.cpp, vLLM, hosts) and how they differ, as data.

Sources: OpenAI API reference (`max_completion_tokens`, `stream_options`); llama.cpp
`tools/server/README.md` (`json_object` with a `schema`); LM Studio 0.4 (400 to `json_object`;
"GET /api/v0/models": `state`); Ollama `docs/api.md`, `docs/faq.md` (`OLLAMA_CONTEXT_LENGTH`); vLLM
OpenAI-compatible server guide; OpenRouter, "API reference"; DeepSeek, "Create chat completion"
(`response_format` is `text` or `json_object`); Groq, "API reference" (`max_completion_tokens`);
Mistral API, "Chat completion" (`random_seed`; `stream_options` is refused with 422); LiteLLM,
"Quickstart" (port 4000). Names of providers: OpenTelemetry, "GenAI semantic conventions",
`gen_ai.provider.name`.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from .chat import ANSWER_FORMS, AnswerForm

DEFAULT_CONCURRENCY = 12
"""Calls at the same time at a server that processes many: one for each seat of a full table."""


ServerName: TypeAlias = Literal[
    "openai",
    "openrouter",
    "deepseek",
    "groq",
    "mistral",
    "ollama",
    "llama.cpp",
    "vllm",
    "lmstudio",
    "litellm",
]


class Server(Struct, frozen=True, kw_only=True):
    """One kind of OpenAI-compatible server, and how it differs from the others.

    Attributes:
        title: Its name for people.
        base_url: Its usual address.
        host: The host name that identifies it; empty where none does.
        port: The port that identifies it on this machine; 0 where none does.
        owner: The value of `owned_by` in its list of models; empty where that does not identify it.
        key_env: The usual environment variable of its key; empty where it usually needs none.
        forms: The forms of structured answers that it may accept, best first.
        object_schema: Whether `json_object` may include the schema, which the server then enforces.
        limit_key: The field name of the token limit.
        seed_key: The field name of the seed.
        always_streams_usage: Whether a stream reports token counts without being asked, and the
            option to ask is refused.
        native_api: Whether it has its own API, which is used instead of chat completions.
        loaded_models_path: The path below its address, without `/v1`, that lists which models are
            loaded; empty where there is none.
        reports_cost: Whether its replies report their cost.
        start_hint: How a user starts it, as a clause; empty for hosted services.
        concurrency: How many calls it processes at the same time by default. A call that queues at
            the server uses up its timeout, while a call that queues here does not.
        fetch_command: The command that downloads a model, with `{model}` for its name; empty where
            there is none.
        larger_context_hint: How a user gives a model a larger context there, as a clause; empty
            where the user cannot.
    """

    title: str
    base_url: str
    host: str = ""
    port: int = 0
    owner: str = ""
    key_env: str = ""
    forms: tuple[AnswerForm, ...] = ANSWER_FORMS
    object_schema: bool = False
    limit_key: str = "max_tokens"
    seed_key: str = "seed"
    always_streams_usage: bool = False
    native_api: bool = False
    loaded_models_path: str = ""
    reports_cost: bool = False
    start_hint: str = ""
    concurrency: int = DEFAULT_CONCURRENCY
    fetch_command: str = ""
    larger_context_hint: str = ""


SERVERS: dict[ServerName, Server] = {
    "openai": Server(
        title="OpenAI",
        base_url="https://api.openai.com/v1",
        host="api.openai.com",
        key_env="OPENAI_API_KEY",
        limit_key="max_completion_tokens",
    ),
    "openrouter": Server(
        title="OpenRouter",
        base_url="https://openrouter.ai/api/v1",
        host="openrouter.ai",
        key_env="OPENROUTER_API_KEY",
        reports_cost=True,
    ),
    "deepseek": Server(
        title="DeepSeek",
        base_url="https://api.deepseek.com",
        host="api.deepseek.com",
        key_env="DEEPSEEK_API_KEY",
        forms=("json_object", "plain"),
    ),
    "groq": Server(
        title="Groq",
        base_url="https://api.groq.com/openai/v1",
        host="api.groq.com",
        key_env="GROQ_API_KEY",
        limit_key="max_completion_tokens",
    ),
    "mistral": Server(
        title="Mistral",
        base_url="https://api.mistral.ai/v1",
        host="api.mistral.ai",
        key_env="MISTRAL_API_KEY",
        seed_key="random_seed",
        always_streams_usage=True,
    ),
    "ollama": Server(
        title="Ollama",
        base_url="http://127.0.0.1:11434/v1",
        port=11434,
        owner="library",
        native_api=True,
        loaded_models_path="/api/ps",
        start_hint="start Ollama with `ollama serve`",
        concurrency=1,
        fetch_command="ollama pull {model}",
        larger_context_hint="raise its `context`, or start Ollama with "
        "`OLLAMA_CONTEXT_LENGTH=16384 ollama serve`",
    ),
    "llama.cpp": Server(
        title="llama.cpp",
        base_url="http://127.0.0.1:8080/v1",
        port=8080,
        owner="llamacpp",
        object_schema=True,
        start_hint="start it with `llama-server -m MODEL.gguf`",
        concurrency=1,
        larger_context_hint="start llama-server with a larger `-c`, such as `-c 65536 -np 4`, "
        "which is divided among its slots",
    ),
    "vllm": Server(
        title="vLLM",
        base_url="http://127.0.0.1:8000/v1",
        port=8000,
        owner="vllm",
        start_hint="start it with `vllm serve MODEL`",
        larger_context_hint="start vLLM with a larger `--max-model-len`",
    ),
    "lmstudio": Server(
        title="LM Studio",
        base_url="http://127.0.0.1:1234/v1",
        port=1234,
        owner="organization_owner",
        forms=("json_schema", "plain"),
        loaded_models_path="/api/v0/models",
        start_hint="start its server with `lms server start`",
        concurrency=1,
        fetch_command="lms get {model}",
        larger_context_hint="load the model with a larger context, as in "
        "`lms load MODEL --context-length 16384`",
    ),
    "litellm": Server(
        title="LiteLLM",
        base_url="http://127.0.0.1:4000/v1",
        port=4000,
        key_env="LITELLM_API_KEY",
        start_hint="start it with `litellm --config CONFIG.yaml`",
    ),
}
"""All known servers by name."""


UNKNOWN_SERVER = Server(title="the server", base_url="", start_hint="start the server there")
"""The defaults for a server that is not known."""


_PROVIDERS: dict[str, str] = {
    r"(.+\.)?api\.openai\.com": "openai",
    r"api\.anthropic\.com": "anthropic",
    r"generativelanguage\.googleapis\.com": "gcp.gemini",
    r"([a-z0-9-]+-)?aiplatform\.googleapis\.com": "gcp.vertex_ai",
    r".+\.openai\.azure\.com": "azure.ai.openai",
    r".+\.(models|inference)\.ai\.azure\.com": "azure.ai.inference",
    r"bedrock[a-z-]*\.[a-z0-9-]+\.(amazonaws\.com|api\.aws)": "aws.bedrock",
    r"api\.cohere\.(ai|com)": "cohere",
    r"api\.deepseek\.com": "deepseek",
    r"api\.groq\.com": "groq",
    r".+\.ml\.cloud\.ibm\.com": "ibm.watsonx.ai",
    r"api\.mistral\.ai": "mistral_ai",
    r"api\.moonshot\.(ai|cn)": "moonshot_ai",
    r"api\.perplexity\.ai": "perplexity",
    r"api\.x\.ai": "x_ai",
    r"openrouter\.ai": "openrouter",
}
"""The provider for each pattern of a host name: the well-known values, and one custom value."""


def provider_for_host(host: str) -> str:
    """Return the provider behind a host name, as OpenTelemetry names it; empty if unknown."""
    host = host.lower().rstrip(".")
    return next((name for form, name in _PROVIDERS.items() if re.fullmatch(form, host)), "")


def server_for_address(host: str, port: int | None) -> Server:
    """Find the server that usually answers at a host and port; `UNKNOWN_SERVER` if none does."""
    here = _is_loopback(host)
    for server in SERVERS.values():
        if (server.host and server.host == host) or (here and server.port and server.port == port):
            return server
    return UNKNOWN_SERVER


def is_local_address(address: str) -> bool:
    """Whether an address belongs to this machine."""
    return _is_loopback(urlsplit(address).hostname or "")


def is_private_address(address: str) -> bool:
    """Whether an address belongs to this machine or a private network.

    A server there may process only one call at a time.
    """
    host = urlsplit(address).hostname or ""
    if _is_loopback(host):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        # A name without a dot is one of the local network.
        return "." not in host or host.endswith(".local")


def _is_loopback(host: str) -> bool:
    # All of 127.0.0.0/8 is this machine.
    return host in ("localhost", "::1") or host.startswith("127.")
