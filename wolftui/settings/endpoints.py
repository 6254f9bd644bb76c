"""Models that seats may name: opened on first use, paid from one shared budget.

`GameModels` belongs to one game and one event loop; `SharedModels` to several games in one loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from wolfcore.clock import SystemClock
from wolfcore.models import SMOLLM, Budget, BudgetTracker, LocalSettings, ModelSpec
from wolfcore.models.capabilities import CapabilityCache
from wolfcore.models.wrappers.adaptation import requested_thinking_tokens

from .memories import Began, GameMemories, MemoryStore
from .paths import logs_folder, model_memory_file

if TYPE_CHECKING:
    from wolfcore.models import ChatModel
    from wolfcore.models.endpoints import Endpoints


class ModelSettings(Struct, frozen=True):
    """What is known of models before any is asked.

    Attributes:
        specs: The models by name.
        local: The table `[local]`.
        budget_meter: What pays for all calls of all games that are played with these settings.
        patience: Seconds for which a table with a person waits for one answer of a machine; 0 for
            as long as it takes.
        memory_store: What agents that remember do it with, in all games that are played with these
            settings.
    """

    specs: dict[str, ModelSpec] = field(default_factory=lambda: {"smollm": SMOLLM})
    local: LocalSettings = LocalSettings()
    budget_meter: BudgetTracker = field(
        default_factory=lambda: BudgetTracker(Budget(), SystemClock())
    )
    patience: float = 0.0
    memory_store: MemoryStore = field(default_factory=MemoryStore)

    def thinking_tokens_for(self, spec: ModelSpec) -> int | None:
        """The tokens of thinking for which a model needs room in a reply: as set, or as was found out before; None if neither."""
        if spec.thinking_tokens is not None:
            return spec.thinking_tokens
        remembered = model_memory().get(spec)
        asked = requested_thinking_tokens(spec.extra)
        return max(remembered.known.room, asked) if remembered else asked or None


def model_memory() -> CapabilityCache:
    """What was found out of models, on this machine."""
    return CapabilityCache(model_memory_file(), SystemClock())


class GameModels:
    """The models of one game. Nothing is loaded or opened before a seat names one.

    Args:
        settings: What may be asked, and what pays for it.

    Attributes:
        budget_meter: What pays.
        settings: What may be asked.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self.budget_meter = settings.budget_meter
        self.settings = settings
        self._endpoints: Endpoints | None = None

    @property
    def patience(self) -> float | None:
        """Seconds for which a table with a person waits for one answer; None for as long as it takes."""
        return self.settings.patience or None

    @property
    def names(self) -> tuple[str, ...]:
        """What models are called."""
        return tuple(self.settings.specs)

    def memories(self, began: Began | None = None) -> GameMemories:
        """What the seats of one game remember with, as `GameMemories` takes it."""
        settings = self.settings
        return GameMemories(
            settings.memory_store,
            settings.specs,
            lambda name: self._opened().embedding(name).vectors,
            began,
        )

    def open(self, name: str) -> ChatModel:
        """The model of that name.

        Raises:
            ConfigError: There is none, or it cannot be opened; says what to do.
        """
        return self._opened().open(name)

    def _opened(self) -> Endpoints:
        if self._endpoints is None:
            from wolfcore.models.endpoints import Endpoints

            settings = self.settings
            self._endpoints = Endpoints(
                settings.specs,
                logs=logs_folder(),
                local=settings.local,
                tracker=self.budget_meter,
                capability_cache=model_memory(),
            )
        return self._endpoints

    def within_budget(
        self, gate: Callable[[], Awaitable[object]]
    ) -> Callable[[], Awaitable[object]]:
        """A gate that lets no batch begin once the budget is spent; it raises OverBudget then."""

        async def opened() -> None:
            await gate()
            self.budget_meter.check()

        return opened

    async def close(self) -> None:
        """Close connections and stop servers; a model that is asked again opens them again."""
        if self._endpoints:
            await self._endpoints.close()


class SharedModels(GameModels):
    """The models of several games in one event loop, which share their connections and the limits of their endpoints."""

    async def close(self) -> None:
        """Nothing: another game may be at it."""

    async def close_all(self) -> None:
        """Close all, now that no game is at it."""
        await super().close()
