"""`Endpoints`: opens the models of the settings; they share connections, limits and servers.

`Endpoints._built` decides the order of the wrappers. Models at the same endpoint share rate limits
and circuit breaker; models with the same settings share capabilities. Loads httpx and tenacity.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.clock import Clock, SystemClock
from wolfcore.errors import ConfigError, ModelUnreachable

from .api_keys import Key, read_key
from .capabilities import Capabilities, CapabilityCache, settings_digest
from .chat import ChatModel, ChatReply, ChatRequest, DeltaListener, OptionalParameter
from .dialects.anthropic import AnthropicDialect
from .dialects.dialect import Dialect
from .dialects.google import GoogleDialect
from .dialects.ollama import OllamaDialect
from .dialects.openai import OpenAIDialect
from .dialects.responses import ResponsesDialect
from .discovery import reported_slots
from .embeddings import EmbeddingModel
from .local.llama_cpp import LocalSettings
from .local.server import LocalServer
from .spec import ModelSpec, model_spec
from .transport.http_model import Connections, HttpModel
from .wrappers.adaptation import (
    AdaptiveModel,
    LadderModel,
    ResponsesFallbackModel,
    ThinkingRoomModel,
)
from .wrappers.costs import (
    AttemptCounter,
    Budget,
    BudgetedModel,
    BudgetTracker,
    embedding_prices_of,
    is_unpriced,
    prices_of,
)
from .wrappers.ladder import thinking_switches
from .wrappers.negotiation import CapabilityTracker
from .wrappers.rate_limits import EndpointLimits, RateLimitedModel
from .wrappers.retrying import CircuitBreaker, CircuitBreakerModel, RetryingModel
from .wrappers.wrapper import (
    ApiFallbackModel,
    DefaultParametersModel,
    TruncationCheckModel,
)

_DIALECTS: dict[str, Callable[[], Dialect]] = {
    "openai": OpenAIDialect,
    "local": OpenAIDialect,
    "responses": ResponsesDialect,
    "anthropic": AnthropicDialect,
    "google": GoogleDialect,
}


_OPENAI_PATH = "/v1"
"""The path of the OpenAI-compatible API at a server that also has its own API."""


class EndpointOptions(NamedTuple):
    """What the models of a command share.

    Attributes:
        environ: The environment variables that hold keys; those of this process if None.
        local: The table `[local]` of the settings; the defaults if None.
        clock: Measures time and waits; the system clock if None.
        jitter: Returns a random number from 0 to 1, used for retry waits only.
        offline: Whether to refuse every address that is not on this machine.
        tracker: Counts all calls toward a budget; None for no budget.
        capability_cache: Stores what was learned about models; None to store nothing.
    """

    environ: Mapping[str, str] | None = None
    local: LocalSettings | None = None
    clock: Clock | None = None
    jitter: Callable[[], float] | None = None
    offline: bool = False
    tracker: BudgetTracker | None = None
    capability_cache: CapabilityCache | None = None


_USUAL = EndpointOptions()


class Endpoints:
    """The models of the settings, opened on first use. An async context manager that closes them.

    Args:
        specs: The models by name.
        logs: The folder for the log files of local servers.
        options: Keys, budget, clock and cache of all calls.
    """

    def __init__(
        self, specs: Mapping[str, ModelSpec], *, logs: Path, options: EndpointOptions = _USUAL
    ) -> None:
        self._specs, self._logs = specs, logs
        self._memory = options.capability_cache
        self._environ = os.environ if options.environ is None else options.environ
        self._local = options.local or LocalSettings()
        self._clock = options.clock or SystemClock()
        self._purse = options.tracker or BudgetTracker(Budget(), self._clock)
        self._chance = options.jitter or _jitter
        self._connections = Connections(offline=options.offline)
        self._shared: dict[str, tuple[EndpointLimits, CircuitBreaker]] = {}
        self._fits: dict[str, CapabilityTracker] = {}
        self._servers: dict[str, LocalServer] = {}
        self._opened: dict[str, ChatModel] = {}

    async def __aenter__(self) -> Endpoints:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections and stop all local servers, even if closing one of them fails."""
        async with AsyncExitStack() as closing:
            closing.push_async_callback(self._connections.close)
            for server in self._servers.values():
                closing.push_async_callback(server.close)

    def open(self, name: str) -> ChatModel:
        """Return the chat model of a name; every call with the name returns the same object.

        Raises:
            ConfigError: There is no such model, a setting behind its name is wrong, its key cannot
                be read, a local model has no weights or no server, or a budget of money is set and
                the model has no price.
        """
        if name not in self._opened:
            self._opened[name] = self._built(name, model_spec(self._specs, name))
        return self._opened[name]

    def embedding(self, name: str) -> EmbeddingModel:
        """Return the embedding model of a name.

        Raises:
            ConfigError: Its key cannot be read, its kind has no embeddings endpoint here, or a
                budget of money is set and it has no price.
        """
        spec = self._specs[name]
        if spec.kind != "openai":
            hint = "Use a model of the kind `openai`, which has `POST /embeddings`."
            raise ConfigError(
                f"has the kind `{spec.kind}`, which gives no vectors",
                key=f"models.{name}",
                hint=hint,
            )
        prices = embedding_prices_of(spec)
        unpriced = prices is None and not spec.is_local
        self._check_price(name, spec, "`price_in`", unpriced=unpriced)
        key = read_key(name, spec, self._environ)
        counter = AttemptCounter(name, self._purse, prices, only_endpoint_knows_cost=unpriced)
        return EmbeddingModel(
            name, spec, key, self._connections, counter, self._clock, self._chance
        )

    def structured_form(self, name: str) -> str:
        """Return the form of structured answers that is currently used for a model."""
        return self._tracker(model_spec(self._specs, name)).form

    def capabilities(self, name: str) -> Capabilities:
        """Return what has been learned about a model so far, in this run and earlier ones."""
        return self._tracker(self._specs[name]).capabilities

    def is_settled(self, name: str) -> bool:
        """Whether it is known how a model answers; otherwise its next call may tell."""
        return self._tracker(self._specs[name]).is_settled

    def _built(self, name: str, spec: ModelSpec) -> ChatModel:
        self._check_price(name, spec, "`price_in` and `price_out`", unpriced=is_unpriced(spec))
        model: ChatModel
        if spec.kind == "local":
            server = self._server(name, spec)
            limits, breaker = self._shared_limits(_endpoint_key(spec), most=server.slots)
            # The differences of a server that wolftui starts are known, whatever its port is.
            served = replace(spec, server="llama.cpp")
            model = LocalModel(
                name,
                server,
                lambda address: self._http(
                    name, replace(served, base_url=address), server.key, server.log
                ),
            )
        else:
            key = read_key(name, spec, self._environ)
            limits, breaker = self._shared_limits(
                _endpoint_key(spec), ask_slots=lambda: self._ask_slot_count(name, spec, key)
            )
            model = self._remote_model(name, spec, key)
        # One call to the breaker, however many variants the adaptation sends.
        model = CircuitBreakerModel(
            AdaptiveModel(model, self._tracker(spec), stream=spec.stream), breaker
        )
        # Retries lie outside the limits: a call that waits for its next attempt holds no slot.
        model = RetryingModel(
            RateLimitedModel(model, limits, spec.model),
            tries=spec.tries,
            clock=self._clock,
            jitter=self._chance,
        )
        model = DefaultParametersModel(model, spec)
        fit = self._tracker(spec)
        return LadderModel(ThinkingRoomModel(model, spec, fit), fit)

    def _check_price(self, name: str, spec: ModelSpec, needed: str, *, unpriced: bool) -> None:
        """Check that a budget of money, if there is one, can be kept for a model.

        Args:
            name: The model's name.
            spec: Its settings.
            needed: The settings that would tell its price, for the hint.
            unpriced: Whether its settings tell no price and it may cost something.

        Raises:
            ConfigError: Nobody tells what its calls cost.
        """
        if self._purse.counts_money and unpriced and not spec.server_profile.reports_cost:
            raise ConfigError(
                "has no price, so a budget of money cannot be kept",
                key=f"models.{name}",
                hint=f"Give it {needed}, per million tokens.",
            )

    def _shared_limits(
        self,
        place: str,
        *,
        most: int | None = None,
        ask_slots: Callable[[], Awaitable[int | None]] | None = None,
    ) -> tuple[EndpointLimits, CircuitBreaker]:
        """Return the limits and circuit breaker of an endpoint; the strictest settings there apply.

        Args:
            place: The key of the endpoint (`_endpoint_key`).
            most: Calls that a server started by wolftui processes at the same time; None for
                others.
            ask_slots: Asks the server for its number of slots; None where it is not asked.
        """
        if place not in self._shared:
            there = [spec for spec in self._specs.values() if _endpoint_key(spec) == place]
            a_minute = [spec.requests_per_minute for spec in there if spec.requests_per_minute]
            # Models may set different limits for one endpoint; the lowest one counts.
            at_once = min(spec.effective_concurrency for spec in there)
            asked = ask_slots if all(spec.asks_slot_count for spec in there) else None
            limits = EndpointLimits(
                min(at_once, most or at_once), min(a_minute, default=None), self._clock, asked
            )
            self._shared[place] = limits, CircuitBreaker(self._clock)
        return self._shared[place]

    def _http(
        self,
        name: str,
        spec: ModelSpec,
        key: Key | None,
        log: Path | None = None,
        dialect: Dialect | None = None,
    ) -> ChatModel:
        """Create the model that sends requests; each one counts toward the budget."""
        dialect = dialect or _DIALECTS[spec.kind]()
        shared = self._shared.get(_endpoint_key(spec))
        observe = partial(shared[0].observe, spec.model) if shared else None
        model = HttpModel(name, spec, dialect, key, self._connections, self._clock, log, observe)
        counter = AttemptCounter(
            name, self._purse, prices_of(spec), only_endpoint_knows_cost=is_unpriced(spec)
        )
        return BudgetedModel(model, counter)

    async def _ask_slot_count(self, name: str, spec: ModelSpec, key: Key | None) -> int | None:
        asking, headers = (
            self._connections.client_for(name, spec.address),
            _DIALECTS[spec.kind]().headers(key),
        )
        return await reported_slots(asking, spec.address, headers, self._clock)

    def _remote_model(self, name: str, spec: ModelSpec, key: Key | None) -> ChatModel:
        """Create a model at a running server, through the server's own API where it has one."""
        if not spec.uses_native_api:
            model: ChatModel = self._http(name, spec, key)
            if spec.kind == "openai":
                other = self._http(name, replace(spec, kind="responses"), key)
                model = ResponsesFallbackModel(model, other, self._tracker(spec))
            return TruncationCheckModel(model, spec)
        root = spec.address.removesuffix(_OPENAI_PATH)
        own = self._http(name, replace(spec, base_url=root), key, dialect=OllamaDialect())
        return TruncationCheckModel(
            ApiFallbackModel(
                own, self._http(name, replace(spec, base_url=root + _OPENAI_PATH), key)
            ),
            spec,
        )

    def _server(self, name: str, spec: ModelSpec) -> LocalServer:
        place = _endpoint_key(spec)
        server = self._servers.get(place)
        if server is None:
            # A local server needs none of the keys of other endpoints.
            keys = {each.api_key_env for each in self._specs.values() if each.api_key_env}
            server = LocalServer(
                name,
                spec,
                self._local,
                # A name at a seat may have settings behind it.
                self._logs / f"server-{name.partition(':')[0]}.log",
                self._clock,
                keys,
            )
            self._servers[place] = server
        return server

    def _tracker(self, spec: ModelSpec) -> CapabilityTracker:
        """The capability tracker of a model; all tables with the same request settings share it."""
        digest = settings_digest(spec)
        if digest not in self._fits:
            forms = (spec.structured,) if spec.structured else spec.server_profile.forms
            memory = self._memory
            before = memory.get(spec) if memory else None
            keep = partial(memory.store, spec) if memory else None
            known = before.known if before else None
            self._fits[digest] = CapabilityTracker(
                forms, known, keep, thinking_switches(spec), _fixed_parameters(spec)
            )
        return self._fits[digest]


def _fixed_parameters(spec: ModelSpec) -> set[OptionalParameter]:
    """The parameters by which two players of one model differ, so that none is left out."""
    fixed = set[OptionalParameter]()
    if spec.effort is not None or spec.thinking_budget is not None:
        fixed.add("thinking")
    if spec.verbosity is not None:
        fixed.add("verbosity")
    return fixed


class LocalModel:
    """A chat model whose llama.cpp server is started at the first call.

    Args:
        name: The model's name in the settings.
        server: The server.
        reach: Creates the model for the address of the server.
    """

    def __init__(self, name: str, server: LocalServer, reach: Callable[[str], ChatModel]) -> None:
        self._name, self._server, self._reach = name, server, reach

    @property
    def name(self) -> str:
        """The name of the model in the settings."""
        return self._name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Start the server if it does not run, send the request and return the reply.

        Raises:
            ModelError: As in `ChatModel.complete`; a lost connection is explained by the server's
                exit where it has ended.
        """
        try:
            return await self._reach(await self._server.address()).complete(request, on_delta)
        except ModelUnreachable as error:
            raise await self._server.explain(error) from None


def _endpoint_key(spec: ModelSpec) -> str:
    """Return the key by which models share an endpoint.

    Local models share a server where weights, context and concurrency agree; others share an
    address.
    """
    return (
        f"{spec.model} {spec.context_window} {spec.concurrency}"
        if spec.kind == "local"
        else spec.address
    )


def _jitter() -> float:
    return secrets.randbelow(1000) / 1000
