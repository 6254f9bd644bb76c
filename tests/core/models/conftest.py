"""Endpoints that close themselves, and the models behind them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import AsyncExitStack, ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.core.models.clocks import JumpingClock
from tests.core.models.serving import Endpoint, Served
from wolfcore.models import ChatModel, ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints

Serve = Callable[..., Endpoint]
"""Starts an endpoint with these answers."""
Open = Callable[..., ChatModel]
"""Opens a model at an address with these settings."""


@pytest.fixture
def serve() -> Generator[Serve]:
    with ExitStack() as begun:

        def start(*answers: Served, **how: Any) -> Endpoint:
            return begun.enter_context(closing(Endpoint(*answers, **how)))

        yield start


@pytest.fixture
def clock() -> JumpingClock:
    return JumpingClock()


@pytest.fixture
async def opened(tmp_path: Path, clock: JumpingClock) -> AsyncGenerator[Open]:
    """With a clock that jumps and waits that no chance shortens."""
    async with AsyncExitStack() as begun:

        def start(
            base_url: str,
            *,
            environ: Mapping[str, str] | None = None,
            offline: bool = False,
            **settings: Any,
        ) -> ChatModel:
            usual: dict[str, Any] = {"model": "tiny", "base_url": base_url, "timeout": 100.0}
            specs = {"tiny": ModelSpec(**usual | settings)}
            endpoints = Endpoints(
                specs,
                logs=tmp_path,
                options=EndpointOptions(
                    environ=environ or {}, clock=clock, jitter=lambda: 0.0, offline=offline
                ),
            )
            begun.push_async_callback(endpoints.close)
            return endpoints.open("tiny")

        yield start
