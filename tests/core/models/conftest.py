"""Endpoints that close themselves, and the models behind them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

from core.models import ChatModel, ModelSpec
from core.models.opening import Endpoints
from tests.core.models.clocks import JumpingClock
from tests.core.models.serving import Endpoint, Served

Serve = Callable[..., Endpoint]
Ask = Callable[..., ChatModel]


@pytest.fixture
def serve() -> Generator[Serve]:
    """Starts an endpoint."""
    begun: list[Endpoint] = []

    def start(*answers: Served, cut: tuple[int, ...] = ()) -> Endpoint:
        begun.append(Endpoint(*answers, cut=cut))
        return begun[-1]

    yield start
    for endpoint in begun:
        endpoint.close()


@pytest.fixture
def clock() -> JumpingClock:
    return JumpingClock()


@pytest.fixture
async def opened(tmp_path: Path, clock: JumpingClock) -> AsyncGenerator[Ask]:
    """Opens the model of some settings, with a clock that jumps."""
    open_now: list[Endpoints] = []

    def start(base_url: str, *, environ: Mapping[str, str] | None = None, offline: bool = False, **settings: Any) -> ChatModel:
        usual: dict[str, Any] = {"model": "tiny", "base_url": base_url, "timeout": 100.0}
        spec = ModelSpec(**usual | settings)
        endpoints = Endpoints(
            {"tiny": spec}, logs=tmp_path, environ=environ or {}, clock=clock, chance=lambda: 0.0, offline=offline
        )
        open_now.append(endpoints)
        return endpoints.open("tiny")

    yield start
    for endpoints in open_now:
        await endpoints.close()
