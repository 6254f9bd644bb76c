"""Models: what is known of the servers that speak the chat completions of OpenAI, as data.

Sources: OpenAI API reference (chat completions: `max_completion_tokens`, `stream_options`); llama.cpp `tools/server/README.md`
(`response_format` takes `json_object` with a `schema`); LM Studio 0.4, which answers 400 to `json_object` ("must be
'json_schema' or 'text'"); Ollama `docs/openai.md`; vLLM OpenAI-compatible server guide.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from .contract import FORMS, Form

MANY = 12
"""Calls at the same time at a server that works at many: a whole table."""

ServerName: TypeAlias = Literal["openai", "ollama", "llama.cpp", "vllm", "lmstudio"]


class Server(Struct, frozen=True, kw_only=True):
    """One kind of server.

    Attributes:
        title: What people call it.
        base_url: Where it usually answers.
        host: The host that tells it, or an empty string.
        port: The port that tells it on this machine, or 0.
        owner: What `owned_by` says in its list of models; an empty string where it says nothing certain.
        forms: The forms of structured answers that it may take, best first.
        object_schema: Whether `json_object` may carry the schema along, and then enforces it.
        limit_key: What the limit of tokens is called.
        start: How a person starts it, as a clause; empty where nobody can.
        at_once: How many calls it works at together, as it comes. One that waits there for its turn uses up its time, while one
            that waits here does not.
        fetch: The command that fetches a model, with its name for `{model}`; empty where there is none.
    """

    title: str
    base_url: str
    host: str = ""
    port: int = 0
    owner: str = ""
    forms: tuple[Form, ...] = FORMS
    object_schema: bool = False
    limit_key: str = "max_tokens"
    start: str = ""
    at_once: int = MANY
    fetch: str = ""


SERVERS: dict[ServerName, Server] = {
    "openai": Server(
        title="OpenAI", base_url="https://api.openai.com/v1", host="api.openai.com", limit_key="max_completion_tokens"
    ),
    "ollama": Server(
        title="Ollama",
        base_url="http://127.0.0.1:11434/v1",
        port=11434,
        owner="library",
        start="start Ollama with `ollama serve`",
        at_once=1,
        fetch="ollama pull {model}",
    ),
    "llama.cpp": Server(
        title="llama.cpp",
        base_url="http://127.0.0.1:8080/v1",
        port=8080,
        owner="llamacpp",
        object_schema=True,
        start="start it with `llama-server -m MODEL.gguf`",
        at_once=1,
    ),
    "vllm": Server(
        title="vLLM", base_url="http://127.0.0.1:8000/v1", port=8000, owner="vllm", start="start it with `vllm serve MODEL`"
    ),
    "lmstudio": Server(
        title="LM Studio",
        base_url="http://127.0.0.1:1234/v1",
        port=1234,
        owner="organization_owner",
        forms=("json_schema", "plain"),
        start="start its server with `lms server start`",
        at_once=1,
        fetch="lms get {model}",
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
