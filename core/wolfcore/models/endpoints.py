"""`Endpoints`: open the models of the settings; they share connections, limits and servers.

The order of the wrappers is decided in `_built`; rate limits and circuit breaker are one per
endpoint, capabilities one per model and settings. Loads httpx and tenacity.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from types import TracebackType

from msgspec.structs import replace

from wolfcore.clock import Clock, SystemClock
from wolfcore.errors import ConfigError, ModelUnreachable

from .api_keys import Key, read_key
from .capabilities import CapabilityCache, settings_digest
from .chat import ChatModel, ChatReply, ChatRequest, DeltaListener
from .dialects.anthropic import AnthropicDialect
from .dialects.dialect import Dialect
from .dialects.google import GoogleDialect
from .dialects.ollama import OllamaDialect
from .dialects.openai import OpenAIDialect
from .discovery import reported_slots
from .embeddings import EmbeddingModel
from .local.llama_cpp import LocalSettings
from .local.server import LocalServer
from .spec import ModelSpec
from .transport.http_model import Connections, HttpModel
from .wrappers.adaptation import AdaptiveModel, ThinkingRoomModel
from .wrappers.costs import BudgetedModel, BudgetTracker, PricedModel, prices_of
from .wrappers.negotiation import CapabilityTracker
from .wrappers.rate_limits import EndpointLimits, RateLimitedModel
from .wrappers.retrying import CircuitBreaker, CircuitBreakerModel, RetryingModel
from .wrappers.wrapper import ApiFallbackModel, DefaultParametersModel, TruncationCheckModel

_DIALECTS: dict[str, Callable[[], Dialect]] = {
    "openai": OpenAIDialect,
    "local": OpenAIDialect,
    "anthropic": AnthropicDialect,
    "google": GoogleDialect,
}


_OPENAI_PATH = "/v1"
"""Where a server that has an interface of its own speaks as OpenAI does."""


class Endpoints:
    """The models of the settings, opened when they are asked for; an async context that closes what was opened.

    Args:
        specs: The models by name.
        environ: Where keys are looked for; this process' environment if None.
        local: The table `[local]`.
        logs: The folder that takes what local servers print.
        clock: Passes and measures time.
        jitter: Draws from 0 to 1, for waits alone.
        offline: Whether to refuse every address that is not of this machine.
        tracker: What pays for all calls; None where nobody counts.
        memory: What was found out of models before; None where nothing is kept.
    """

    def __init__(
        self,
        specs: Mapping[str, ModelSpec],
        *,
        logs: Path,
        environ: Mapping[str, str] | None = None,
        local: LocalSettings | None = None,
        clock: Clock | None = None,
        jitter: Callable[[], float] | None = None,
        offline: bool = False,
        tracker: BudgetTracker | None = None,
        capability_cache: CapabilityCache | None = None,
    ) -> None:
        self._specs, self._logs, self._purse, self._memory = specs, logs, tracker, capability_cache
        self._environ = os.environ if environ is None else environ
        self._local, self._clock = local or LocalSettings(), clock or SystemClock()
        self._chance = jitter or _jitter
        self._connections = Connections(offline=offline)
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
        """Close all connections and stop all servers, also where one of them cannot be."""
        async with AsyncExitStack() as closing:
            closing.push_async_callback(self._connections.close)
            for server in self._servers.values():
                closing.push_async_callback(server.close)

    def open(self, name: str) -> ChatModel:
        """The model of that name; the same one whenever it is asked for.

        Raises:
            ConfigError: There is none, its key cannot be read, a local one has no weights or no
                server, or it has no price and a budget of money is to hold it.
        """
        if name not in self._opened:
            if name not in self._specs:
                names = ", ".join(self._specs) or "none yet"
                raise ConfigError(
                    f"there is no model `{name}`",
                    key="model",
                    hint=f"There are: {names}. `wolftui models add` adds one.",
                )
            self._opened[name] = self._built(name, self._specs[name])
        return self._opened[name]

    def embedding(self, name: str) -> EmbeddingModel:
        """The model of that name as one that turns texts into vectors.

        Raises:
            ConfigError: Its key cannot be read, or it is of a kind that has no such endpoint here.
        """
        spec = self._specs[name]
        if spec.kind != "openai":
            hint = "Use one of the kind `openai`, which has `POST /embeddings`."
            raise ConfigError(
                f"is of the kind `{spec.kind}`, which is asked for no vectors",
                key=f"models.{name}",
                hint=hint,
            )
        key = read_key(name, spec, self._environ)
        return EmbeddingModel(name, spec, key, self._connections, self._clock, self._chance)

    def structured_form(self, name: str) -> str:
        """The form of structured answers that is now used for a model."""
        return self._tracker(self._specs[name]).form

    def _built(self, name: str, spec: ModelSpec) -> ChatModel:
        model: ChatModel
        if spec.kind == "local":
            server = self._server(name, spec)
            limits, breaker = self._shared_limits(_endpoint_key(spec), most=server.slots)
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
        model = CircuitBreakerModel(AdaptiveModel(model, self._tracker(spec)), breaker)
        model = RetryingModel(
            RateLimitedModel(model, limits),
            tries=spec.tries,
            clock=self._clock,
            jitter=self._chance,
        )
        model = DefaultParametersModel(PricedModel(model, prices_of(spec)), spec)
        return ThinkingRoomModel(self._budgeted(name, spec, model), spec, self._tracker(spec))

    def _budgeted(self, name: str, spec: ModelSpec, model: ChatModel) -> ChatModel:
        """The model, paid from the purse where there is one."""
        if self._purse is None:
            return model
        untold = prices_of(spec) is None and not spec.is_local
        if self._purse.budget.cost is not None and untold and not spec.server_profile.reports_cost:
            hint = "Give it `price_in` and `price_out`, per million tokens."
            raise ConfigError(
                "has no price, so a budget of money cannot hold it", key=f"models.{name}", hint=hint
            )
        return BudgetedModel(model, self._purse, only_endpoint_knows_cost=untold)

    def _shared_limits(
        self,
        place: str,
        *,
        most: int | None = None,
        ask_slots: Callable[[], Awaitable[int | None]] | None = None,
    ) -> tuple[EndpointLimits, CircuitBreaker]:
        """What all models of an endpoint share; where their settings differ the stricter limit holds.

        Args:
            place: Its endpoint.
            most: Calls that its server works at together, where it is our own.
            ask_slots: Asks its server for that number.
        """
        if place not in self._shared:
            there = [spec for spec in self._specs.values() if _endpoint_key(spec) == place]
            a_minute = [spec.requests_per_minute for spec in there if spec.requests_per_minute]
            at_once = min(spec.effective_concurrency for spec in there)
            asked = ask_slots if all(spec.asks_slot_count for spec in there) else None
            limits = EndpointLimits(
                min(at_once, most or at_once), min(a_minute, default=None), self._clock, asked
            )
            self._shared[place] = limits, CircuitBreaker(self._clock)
        return self._shared[place]

    def _http(
        self, name: str, spec: ModelSpec, key: Key | None, log: Path | None = None
    ) -> HttpModel:
        return HttpModel(
            name, spec, _DIALECTS[spec.kind](), key, self._connections, self._clock, log
        )

    async def _ask_slot_count(self, name: str, spec: ModelSpec, key: Key | None) -> int | None:
        asking, headers = (
            self._connections.client_for(name, spec.address),
            _DIALECTS[spec.kind]().headers(key),
        )
        return await reported_slots(asking, spec.address, headers, self._clock)

    def _remote_model(self, name: str, spec: ModelSpec, key: Key | None) -> ChatModel:
        """A model at a server that runs already, asked in the server's own way where it has one."""
        if not spec.uses_native_api:
            return TruncationCheckModel(self._http(name, spec, key), spec)
        root = spec.address.removesuffix(_OPENAI_PATH)
        own = HttpModel(
            name, replace(spec, base_url=root), OllamaDialect(), key, self._connections, self._clock
        )
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
            keys = {each.api_key_env for each in self._specs.values() if each.api_key_env}
            server = LocalServer(
                name, spec, self._local, self._logs / f"server-{name}.log", self._clock, keys
            )
            self._servers[place] = server
        return server

    def _tracker(self, spec: ModelSpec) -> CapabilityTracker:
        """What is known of a model; shared by all tables that ask for it in the same way."""
        digest = settings_digest(spec)
        if digest not in self._fits:
            forms = (spec.structured,) if spec.structured else spec.server_profile.forms
            memory = self._memory
            before = memory.get(spec) if memory else None
            keep = partial(memory.store, spec) if memory else None
            self._fits[digest] = CapabilityTracker(forms, before.known if before else None, keep)
        return self._fits[digest]


class LocalModel:
    """A model whose server is started when it is first asked.

    Args:
        name: What it is called in the settings.
        server: The server.
        reach: Makes the model behind an address.
    """

    def __init__(self, name: str, server: LocalServer, reach: Callable[[str], ChatModel]) -> None:
        self._name, self._server, self._reach = name, server, reach

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        try:
            return await self._reach(await self._server.address()).complete(request, on_delta)
        except ModelUnreachable as error:
            raise await self._server.explain(error) from None


def _endpoint_key(spec: ModelSpec) -> str:
    """What tells the endpoint of a model from others; a local one is a server of its own for each size that is asked for."""
    return (
        f"{spec.model} {spec.context_window} {spec.concurrency}"
        if spec.kind == "local"
        else spec.address
    )


def _jitter() -> float:
    return secrets.randbelow(1000) / 1000
