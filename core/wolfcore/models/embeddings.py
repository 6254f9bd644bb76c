"""`EmbeddingModel`: vectors of texts from an endpoint's `POST /embeddings`.

Source: OpenAI API reference, "Create embeddings".
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, cast

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from wolfcore.clock import Clock, with_timeout
from wolfcore.errors import ModelError

from .api_keys import Key
from .dialects.dialect import list_at, value_at
from .dialects.openai import OpenAIDialect
from .spec import ModelSpec
from .transport.endpoint_errors import EndpointErrors
from .transport.http_client import BodyTooLarge, UndecodableBody, read_body
from .transport.http_model import Connections, no_connection

_LARGEST = 16_000_000
"""Bytes of the largest reply: about a hundred vectors of a few thousand numbers as decimal text."""


_REFUSAL = 65_536
"""Bytes of an error reply that are used."""


_SHORTEST = 0.5
"""Seconds before the second attempt; doubled for each later attempt."""


_LONGEST_WAIT = 60.0
"""Seconds; if an endpoint asks for a longer wait, the call fails instead."""


class EmbeddingModel:
    """A model behind an HTTP endpoint that returns the embedding vectors of texts.

    Args:
        name: The model's name in the settings.
        spec: The model's settings.
        key: The API key; None where the endpoint needs none.
        connections: The shared HTTP clients.
        clock: Measures timeouts and retry waits.
        jitter: Returns a random number from 0 to 1, to vary retry waits.
    """

    def __init__(
        self,
        name: str,
        spec: ModelSpec,
        key: Key | None,
        connections: Connections,
        clock: Clock,
        jitter: Callable[[], float],
    ) -> None:
        self._name, self._spec, self._key = name, spec, key
        self._connections, self._clock, self._chance = connections, clock, jitter
        self._failures = EndpointErrors(name, spec, key)

    async def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """Request the vector of each text, with retries, and return the vectors in order.

        Raises:
            ModelError: The endpoint cannot be reached or refuses, or the reply does not hold one
                vector for each text.
        """
        trying = AsyncRetrying(
            stop=stop_after_attempt(self._spec.tries),
            retry=retry_if_exception(_is_of_use),
            wait=self._wait,
            sleep=self._sleep,
            reraise=True,
        )
        async for attempt in trying:
            with attempt:
                return await self._asked(texts)
        raise AssertionError("the last try either returns or raises")

    async def _asked(self, texts: Sequence[str]) -> list[list[float]]:
        content = json.dumps(
            {"model": self._spec.model, "input": list(texts)} | self._spec.extra
        ).encode()
        try:
            data = await with_timeout(self._spec.timeout, self._posted(content), self._clock)
        except TimeoutError:
            raise self._failures.timed_out(begun=False) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise no_connection(self._failures, error) from None
        except BodyTooLarge as error:
            raise self._failures.too_large(str(error)) from None
        except UndecodableBody as error:
            raise self._failures.undecodable(str(error)) from None
        # Decoding and checking a hundred vectors takes long enough to hold up the event loop.
        vectors = await asyncio.to_thread(_vectors, data)
        if len(vectors) != len(texts):
            raise self._failures.malformed(data.decode("utf-8", "replace"))
        return vectors

    async def _posted(self, content: bytes) -> bytes:
        asking = self._connections.client_for(self._name, self._spec.address)
        headers = {"Content-Type": "application/json"} | OpenAIDialect().headers(self._key)
        async with asking.stream(
            "POST", f"{self._spec.address}/embeddings", content=content, headers=headers
        ) as response:
            if response.is_success:
                return await read_body(response, _LARGEST)
            said = (await read_body(response, _LARGEST))[:_REFUSAL]
            reply_headers = {key.lower(): value for key, value in response.headers.items()}
            raise self._failures.refused(
                response.status_code, reply_headers, said, self._clock.unix_time()
            )

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after if isinstance(error, ModelError) else None
        return (
            asked
            if asked is not None
            else _SHORTEST * 2 ** (state.attempt_number - 1) * (1 - self._chance() / 4)
        )

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now() + seconds)


def _is_of_use(error: BaseException) -> bool:
    return (
        isinstance(error, ModelError)
        and error.retryable
        and (error.retry_after or 0.0) <= _LONGEST_WAIT
    )


def _vectors(data: bytes) -> list[list[float]]:
    """Parse the vectors of a reply, sorted by their `index`; empty if an item is malformed."""
    try:
        found = list_at(json.loads(data), "data")
    except (ValueError, RecursionError):
        return []
    rows = [(value_at(each, "index"), value_at(each, "embedding")) for each in found]
    # Each index must come exactly once, or a text would get the vector of another.
    if sorted(_whole(index) for index, _ in rows) != list(range(len(rows))) or not all(
        _is_vector(row) for _, row in rows
    ):
        return []
    ordered = cast("list[tuple[int, list[float]]]", sorted(rows, key=lambda row: _whole(row[0])))
    return [vector for _, vector in ordered]


def _whole(number: object) -> int:
    return number if isinstance(number, int) else -1


def _is_vector(row: object) -> bool:
    return isinstance(row, list) and all(
        isinstance(each, int | float) for each in cast("list[Any]", row)
    )
