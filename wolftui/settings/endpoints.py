"""Models that seats may name: opened on first use, paid from one shared budget.

`GameModels` belongs to one game and one event loop; `SharedModels` to several games in one loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from wolfcore.clock import SystemClock
from wolfcore.models import SMOLLM, BudgetTracker, LocalSettings, ModelSpec
from wolfcore.models.capabilities import CapabilityCache, requested_thinking_tokens
from wolfcore.models.spec import is_model, model_spec
from wolfcore.table import STOP_AFTER_REPLACED, ReplacedInARow

from .memories import Began, GameMemories, MemoryStore
from .paths import logs_folder, model_memory_file
from .visitor_terms import budget_tracker

if TYPE_CHECKING:
    from wolfcore.models import ChatModel
    from wolfcore.models.endpoints import Endpoints


class ModelSettings(Struct, frozen=True):
    """The model configuration and shared resources of a command, before any model is called.

    Attributes:
        specs: The models by name.
        local: The table `[local]`.
        budget_meter: The budget that pays for all calls of all games played with these settings.
        patience: Seconds for which a table with a person waits for one answer of a machine; 0 for
            no limit.
        stop_after_replaced: The number of answers of one model in a row that may be replaced before
            a game stops or asks; 0 for any number.
        memory_store: The embedders and pools that agents with memory share, in all games played
            with these settings.
    """

    specs: dict[str, ModelSpec] = field(default_factory=lambda: {"smollm": SMOLLM})
    local: LocalSettings = LocalSettings()
    budget_meter: BudgetTracker = field(default_factory=budget_tracker)
    patience: float = 0.0
    stop_after_replaced: int = STOP_AFTER_REPLACED
    memory_store: MemoryStore = field(default_factory=MemoryStore)

    def named(self, names: Iterable[str]) -> dict[str, ModelSpec]:
        """Return the settings of the models of these names that exist, by name.

        A name may have settings behind it, as at a seat (`gpt:effort=low`).

        Raises:
            ConfigError: A setting behind a name is wrong.
        """
        return {name: model_spec(self.specs, name) for name in names if is_model(self.specs, name)}

    def thinking_tokens_for(self, spec: ModelSpec) -> int | None:
        """Return the thinking tokens to reserve in a reply of a model; None if unknown.

        The configured number counts first; else the larger of the number measured earlier and the
        number that the request asks for.
        """
        if spec.thinking_tokens is not None:
            return spec.thinking_tokens
        remembered = model_memory().get(spec)
        asked = requested_thinking_tokens(spec)
        return max(remembered.known.room, asked) if remembered else asked or None


def model_memory() -> CapabilityCache:
    """Open the cache of model capabilities that were detected on this machine."""
    return CapabilityCache(model_memory_file(), SystemClock())


class GameModels:
    """The models of one game. Nothing is loaded or opened before a seat names a model.

    Args:
        settings: The available models and the budget.

    Attributes:
        budget_meter: The budget that pays for the calls.
        settings: The available models and the budget.
        replaced: Counts the replaced answers of each model in a row.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self.budget_meter = settings.budget_meter
        self.replaced = ReplacedInARow(settings.stop_after_replaced)
        self.settings = settings
        self._endpoints: Endpoints | None = None

    @property
    def patience(self) -> float | None:
        """Seconds for which a table with a person waits for one answer; None for no limit."""
        return self.settings.patience or None

    def memories(self, began: Began | None = None) -> GameMemories:
        """Create the memory provider of one game's agents; `began` as for `GameMemories`."""
        settings = self.settings
        return GameMemories(
            settings.memory_store,
            settings.specs,
            lambda name: self._opened().embedding(name).vectors,
            began,
        )

    def open(self, name: str) -> ChatModel:
        """Return the model of that name, opened on first use.

        Raises:
            ConfigError: There is none, or it cannot be opened; says what to do.
        """
        return self._opened().open(name)

    def _opened(self) -> Endpoints:
        if self._endpoints is None:
            # Loads the HTTP client.
            from wolfcore.models.endpoints import EndpointOptions, Endpoints  # noqa: PLC0415  loads httpx

            settings = self.settings
            self._endpoints = Endpoints(
                settings.specs,
                logs=logs_folder(),
                options=EndpointOptions(
                    local=settings.local, tracker=self.budget_meter, capability_cache=model_memory()
                ),
            )
        return self._endpoints

    def within_budget(
        self, gate: Callable[[], Awaitable[object]]
    ) -> Callable[[], Awaitable[object]]:
        """Wrap a gate so that it raises OverBudget once the budget is spent, before a batch."""

        async def opened() -> None:
            await gate()
            self.budget_meter.check()

        return opened

    async def close(self) -> None:
        """Close connections and stop servers; a later call to a model opens them again."""
        if self._endpoints:
            await self._endpoints.close()


class SharedModels(GameModels):
    """The models of several games in one event loop; connections and limits are shared."""

    async def close(self) -> None:
        """Do nothing: another game may still use the connections (see `close_all`)."""

    async def close_all(self) -> None:
        """Close all connections and servers after the last game has ended."""
        await super().close()
