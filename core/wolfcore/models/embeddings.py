"""`EmbeddingModel`: vectors of texts from an endpoint's `POST /embeddings`.

Source: OpenAI API reference, "Create embeddings".
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, cast

import httpx
from msgspec.structs import replace
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from wolfcore.clock import Clock, with_timeout
from wolfcore.errors import ModelError

from .api_keys import Key
from .attempts import OpenAttempt, Sizes, open_attempt
from .chat import Usage
from .dialects.dialect import count_at, list_at, money_at, value_at
from .dialects.openai import OpenAIDialect
from .spec import ModelSpec
from .transport.endpoint_errors import EndpointErrors
from .transport.http_client import BodyTooLarge, UndecodableBody, read_body
from .transport.http_model import Connections, no_connection
from .wrappers.costs import AttemptCounter

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
        counter: Counts its requests toward a budget.
        clock: Measures timeouts and retry waits.
        jitter: Returns a random number from 0 to 1, to vary retry waits.
    """

    def __init__(
        self,
        name: str,
        spec: ModelSpec,
        key: Key | None,
        connections: Connections,
        counter: AttemptCounter,
        clock: Clock,
        jitter: Callable[[], float],
    ) -> None:
        self._name, self._spec, self._key = name, spec, key
        self._connections, self._clock, self._chance = connections, clock, jitter
        self._counter = counter
        self._failures = EndpointErrors(name, spec, key)

    async def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """Request the vector of each text, with retries, and return the vectors in order.

        Raises:
            ModelError: The endpoint cannot be reached or refuses, or the reply does not hold one
                vector for each text.
            OverBudget: A limit of the budget is reached or would be exceeded.
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
                return await self._counted(texts)
        raise AssertionError("the last try either returns or raises")

    async def _counted(self, texts: Sequence[str]) -> list[list[float]]:
        """Send one request, and count it whether or not vectors come."""
        characters = sum(map(len, texts))
        reserved = await self._counter.reserve(characters)
        with open_attempt() as attempt:
            attempt.begin()
            try:
                vectors = await self._asked(texts, attempt)
            except BaseException as error:
                self._counter.count_lost(characters, attempt, error, reserved)
                raise
        self._counter.count_reply(Sizes(characters), attempt.usage, attempt, reserved)
        return vectors

    async def _asked(self, texts: Sequence[str], attempt: OpenAttempt) -> list[list[float]]:
        content = json.dumps(
            {"model": self._spec.model, "input": list(texts)} | self._spec.extra
        ).encode()
        try:
            work = self._posted(content, attempt)
            data = await with_timeout(self._spec.timeout, work, self._clock)
        except TimeoutError:
            raise self._failures.timed_out(begun=False) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise no_connection(self._failures, error) from None
        except BodyTooLarge as error:
            raise self._failures.too_large(str(error)) from None
        except UndecodableBody as error:
            raise self._failures.undecodable(str(error)) from None
        # Decoding and checking a hundred vectors takes long enough to hold up the event loop.
        vectors, usage = await asyncio.to_thread(_parsed, data)
        attempt.note_part(usage, 0)
        if len(vectors) != len(texts):
            raise self._failures.malformed(data.decode("utf-8", "replace"))
        return vectors

    async def _posted(self, content: bytes, attempt: OpenAttempt) -> bytes:
        # A server may close an idle connection at any time, and these calls are few.
        asking = self._connections.client_for(self._name, self._spec.address, fresh=True)
        headers = {"Content-Type": "application/json"} | OpenAIDialect().headers(self._key)
        async with asking.stream(
            "POST",
            f"{self._spec.address}/embeddings",
            content=content,
            headers=headers,
            extensions={"trace": attempt.trace},
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


def _parsed(data: bytes) -> tuple[list[list[float]], Usage]:
    """Parse the vectors and the token counts of a reply; no vectors if it is malformed."""
    try:
        reply: object = json.loads(data)
    except (ValueError, RecursionError):
        return [], Usage()
    sent = count_at(reply, "usage", "prompt_tokens")
    # Some servers tell the total alone, and an embedding writes no tokens.
    sent = count_at(reply, "usage", "total_tokens") if sent is None else sent
    told = Usage() if sent is None else Usage(sent, tokens_out=0)
    charged = money_at(reply, "usage", "cost")
    return _vectors(reply), told if charged is None else replace(told, charged=charged)


def _vectors(reply: object) -> list[list[float]]:
    """Return the vectors of a reply, sorted by their `index`; empty if an item is malformed."""
    found = list_at(reply, "data")
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
