"""Models: what is known of the servers that speak the chat completions of OpenAI, as data.

Sources: OpenAI API reference (chat completions: `max_completion_tokens`, `stream_options`); llama.cpp `tools/server/README.md`
(`response_format` takes `json_object` with a `schema`); LM Studio 0.4, which answers 400 to `json_object` ("must be
'json_schema' or 'text'"), and its REST API ("GET /api/v0/models": `state`); Ollama `docs/api.md` and `docs/faq.md`
(`OLLAMA_CONTEXT_LENGTH`); vLLM OpenAI-compatible server guide; OpenRouter, "API reference"; DeepSeek, "Create chat completion"
(`response_format` is `text` or `json_object`); Groq, "API reference" (`max_completion_tokens`); Mistral API, "Chat completion"
(`random_seed`; a stream counts tokens unasked, and `stream_options` is refused with 422); LiteLLM, "Quickstart" (port 4000).
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from .contract import FORMS, Form

MANY = 12
"""Calls at the same time at a server that works at many: a whole table."""

ServerName: TypeAlias = Literal[
    "openai", "openrouter", "deepseek", "groq", "mistral", "ollama", "llama.cpp", "vllm", "lmstudio", "litellm"
]  # fmt: skip


class Server(Struct, frozen=True, kw_only=True):
    """One kind of server.

    Attributes:
        title: What people call it.
        base_url: Where it usually answers.
        host: The host that tells it, or an empty string.
        port: The port that tells it on this machine, or 0.
        owner: What `owned_by` says in its list of models; an empty string where it says nothing certain.
        key_env: The variable in which people usually keep its key; empty where it usually needs none.
        forms: The forms of structured answers that it may take, best first.
        object_schema: Whether `json_object` may carry the schema along, and then enforces it.
        limit_key: What the limit of tokens is called.
        seed_key: What the seed is called.
        counts_unasked: Whether a stream tells tokens without being asked, and asking is refused.
        own_api: Whether it has an interface of its own, which is asked in the place of chat completions.
        loaded_at: Where below its address, without `/v1`, it lists which models are loaded; empty where it lists no others.
        charges: Whether its replies say what they cost.
        start: How a person starts it, as a clause; empty where nobody can.
        at_once: How many calls it works at together, as it comes. One that waits there for its turn uses up its time, while one
            that waits here does not.
        fetch: The command that fetches a model, with its name for `{model}`; empty where there is none.
        wider: How a person gives a model a larger context there, as a clause; empty where nobody can.
    """

    title: str
    base_url: str
    host: str = ""
    port: int = 0
    owner: str = ""
    key_env: str = ""
    forms: tuple[Form, ...] = FORMS
    object_schema: bool = False
    limit_key: str = "max_tokens"
    seed_key: str = "seed"
    counts_unasked: bool = False
    own_api: bool = False
    loaded_at: str = ""
    charges: bool = False
    start: str = ""
    at_once: int = MANY
    fetch: str = ""
    wider: str = ""


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
        charges=True,
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
        counts_unasked=True,
    ),
    "ollama": Server(
        title="Ollama",
        base_url="http://127.0.0.1:11434/v1",
        port=11434,
        owner="library",
        own_api=True,
        loaded_at="/api/ps",
        start="start Ollama with `ollama serve`",
        at_once=1,
        fetch="ollama pull {model}",
        wider="raise its `context`, or start Ollama with `OLLAMA_CONTEXT_LENGTH=16384 ollama serve`",
    ),
    "llama.cpp": Server(
        title="llama.cpp",
        base_url="http://127.0.0.1:8080/v1",
        port=8080,
        owner="llamacpp",
        object_schema=True,
        start="start it with `llama-server -m MODEL.gguf`",
        at_once=1,
        wider="start llama-server with a larger `-c`, such as `-c 65536 -np 4`, which is divided among its slots",
    ),
    "vllm": Server(
        title="vLLM",
        base_url="http://127.0.0.1:8000/v1",
        port=8000,
        owner="vllm",
        start="start it with `vllm serve MODEL`",
        wider="start vLLM with a larger `--max-model-len`",
    ),
    "lmstudio": Server(
        title="LM Studio",
        base_url="http://127.0.0.1:1234/v1",
        port=1234,
        owner="organization_owner",
        forms=("json_schema", "plain"),
        loaded_at="/api/v0/models",
        start="start its server with `lms server start`",
        at_once=1,
        fetch="lms get {model}",
        wider="load the model with a larger context, as in `lms load MODEL --context-length 16384`",
    ),
    "litellm": Server(
        title="LiteLLM",
        base_url="http://127.0.0.1:4000/v1",
        port=4000,
        key_env="LITELLM_API_KEY",
        start="start it with `litellm --config CONFIG.yaml`",
    ),
}

UNKNOWN_SERVER = Server(title="the server", base_url="", start="start the server there")
"""What holds for a server that nobody named."""


def server_at(host: str, port: int | None) -> Server:
    """The server that usually answers at an address; `UNKNOWN_SERVER` if that says nothing."""
    here = _is_own(host)
    for server in SERVERS.values():
        if (server.host and server.host == host) or (here and server.port and server.port == port):
            return server
    return UNKNOWN_SERVER


def is_here(address: str) -> bool:
    """Whether an address is of this machine."""
    return _is_own(urlsplit(address).hostname or "")


def is_near(address: str) -> bool:
    """Whether an address is of this machine or of a network of one's own, where a server may work at one call at a time."""
    host = urlsplit(address).hostname or ""
    if _is_own(host):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(".local")


def _is_own(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
