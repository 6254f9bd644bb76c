"""`Exchange`: read one HTTP response into a reply, streamed or whole, with the key redacted.

Bytes, events and characters are limited. No step blocks the event loop for long: text is processed
in pieces, and a whole body is parsed in a thread.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from typing import cast

import httpx

from wolfcore.clock import Clock
from wolfcore.models.api_keys import NO_KEY
from wolfcore.models.attempts import current_attempt
from wolfcore.models.chat import ChatReply, Delta, DeltaListener
from wolfcore.models.dialects.dialect import Dialect, ReplyPart, join_parts
from wolfcore.models.reply_json import parse_whole_number, replace_surrogates

from .endpoint_errors import EndpointErrors, decode_refusal, is_content_filtered, withheld_reply
from .http_client import CHUNK_SIZE, BodyTooLarge, UndecodableBody, body_chunks, read_body
from .streaming import NdjsonReader, SseReader, ThinkingSplitter

MAX_REPLY_BYTES = 4_000_000
"""Bytes of the largest reply."""


MAX_REPLY_CHARACTERS = 1_200_000
"""Characters of the longest reply, its thinking included: more than any model writes in one reply,
and processed in a few seconds at worst."""


MAX_EVENTS = 100_000
"""Events of a streamed reply."""


_TURNS = 8
"""Iterations of the event loop to wait for the end of a stream after its last event. The end mostly
arrives with that event, and a connection that is read to its end can be reused; one that the server
keeps open is not waited for."""


_REFUSAL = 65_536
"""Bytes of an error body that are read."""


_DONE = "[DONE]"
"""The data of the last event of an OpenAI stream."""


_READERS: dict[str, type[SseReader | NdjsonReader]] = {
    "text/event-stream": SseReader,
    "application/x-ndjson": NdjsonReader,
}
"""The parser of a stream, by its media type."""


class Exchange:
    """Reads one reply of an endpoint, and reports its pieces to a listener.

    Args:
        failures: Builds the errors; knows the key.
        dialect: Parses the endpoint's wire format.
        clock: Measures time.
        hear: Called with each piece as it arrives; None for a reply that is not streamed.

    Attributes:
        last_activity: When the last piece of the reply arrived; before the first, when the request
            was made. Events without content do not count.
        is_whole: False once a stream ended without an end or a finish reason.
    """

    def __init__(
        self, failures: EndpointErrors, dialect: Dialect, clock: Clock, hear: DeltaListener | None
    ) -> None:
        self._failures, self._dialect, self._clock, self._hear = failures, dialect, clock, hear
        self._started, self._first = clock.now(), None
        self.last_activity = self._started
        self._parts: list[ReplyPart] = []
        self._events = self._words = 0
        self._done, self.is_whole = False, True
        self._splitter = ThinkingSplitter()
        self._attempt = current_attempt()
        self._key = failures.key or NO_KEY
        self._striking = self._key.redactor()
        self._shown: list[str] = []

    @property
    def has_begun(self) -> bool:
        """Whether any piece of the reply has arrived."""
        return bool(self._parts)

    @property
    def streamed(self) -> bool:
        """Whether the reply is requested as a stream."""
        return self._hear is not None

    async def read(self, response: httpx.Response) -> None:
        """Read a whole HTTP response, and report its pieces to the listener.

        Raises:
            ModelError: The response is a refusal, is malformed, or exceeds a limit.
            httpx.HTTPError: The connection broke.
        """
        if not response.is_success:
            said = await _read_beginning(response, _REFUSAL)
            data = decode_refusal(said)
            # Some hosts bill a failed request, and say so.
            self._attempt.note_part(self._dialect.parse_whole(data).usage, 0)
            if part := withheld_reply(data):
                await self._take(part)
                return
            headers = {key.lower(): value for key, value in response.headers.items()}
            raise self._failures.refused(
                response.status_code, headers, said, self._clock.unix_time()
            )
        try:
            # A server may answer as a whole although a stream was requested.
            if reader := _READERS.get(
                response.headers.get("content-type", "").partition(";")[0].strip().lower()
            ):
                await self._read_events(response, reader())
            else:
                await self._take(
                    await asyncio.to_thread(self._whole, await read_body(response, MAX_REPLY_BYTES))
                )
        except BodyTooLarge as error:
            raise self._failures.too_large(str(error)) from None
        except UndecodableBody as error:
            raise self._failures.undecodable(str(error)) from None

    async def _read_events(
        self, response: httpx.Response, reader: SseReader | NdjsonReader
    ) -> None:
        self._attempt.streams = True
        async with aclosing(body_chunks(response, MAX_REPLY_BYTES)) as coming:
            async for piece in coming:
                await self._take_events(reader.feed(piece))
                if self._done:
                    await drain_received(coming)
                    break
        await self._take_events(reader.end())
        self.is_whole = self._done or any(part.finish for part in self._parts)

    def _whole(self, body: bytes) -> ReplyPart:
        text = body.decode("utf-8", "replace")
        part = self._part(self._parse_body, text) if not _is_sse(text) else self._unlabelled(body)
        if not (part.text or part.finish or part.failure):
            raise self._failures.malformed(text)
        return part

    def _parse_body(self, data: object) -> ReplyPart:
        """Parse a decoded body: a reply, or a list of events (Gemini, without `alt=sse`)."""
        if not isinstance(data, list):
            return self._dialect.parse_whole(data)
        return join_parts([self._dialect.parse_event(each) for each in cast("list[object]", data)])

    def _unlabelled(self, body: bytes) -> ReplyPart:
        """Parse server-sent events that came under another media type."""
        reader = SseReader()
        events = [event for event in reader.feed(body) + reader.end() if event.strip() != _DONE]
        if len(events) > MAX_EVENTS:
            raise BodyTooLarge(f"more than {MAX_EVENTS:,} events came")
        return join_parts([self._part(self._dialect.parse_event, event) for event in events])

    async def _take_events(self, events: list[str]) -> None:
        self._events += len(events)
        if self._events > MAX_EVENTS:
            raise BodyTooLarge(f"more than {MAX_EVENTS:,} events came")
        for event in events:
            if event.strip() == _DONE:
                self._done = True
            else:
                await self._take(self._part(self._dialect.parse_event, event))

    def _part(self, understand: Callable[[object], ReplyPart], text: str) -> ReplyPart:
        try:
            part = understand(_JSON.decode(text))
        except (json.JSONDecodeError, RecursionError):
            raise self._failures.malformed(text) from None
        # Noted here, since a part may be refused as a reply and is paid for all the same.
        characters = len(part.text) + len(part.thinking) + len(part.called)
        self._attempt.note_part(part.usage, characters)
        return part

    async def _take(self, part: ReplyPart) -> None:
        if part.failure and is_content_filtered(part.failure):
            part = ReplyPart(finish="filter")
        elif part.failure:
            # A failure after the first text does not refuse the request, so that its status is not
            # used.
            raise self._failures.reported_error(part.failure, 0 if self._shown else part.status)
        self._words += len(part.text) + len(part.thinking) + len(part.called)
        if self._words > MAX_REPLY_CHARACTERS:
            raise BodyTooLarge(f"more than {MAX_REPLY_CHARACTERS:,} characters came")
        # Events without content, such as pings, do not put off the timeout.
        if part != _NOTHING:
            self._parts.append(part)
            self.last_activity = self._clock.now()
        shown = self._splitter.feed(part.text) if part.text else ""
        if self._hear and not shown and (part.text or part.thinking):
            self._hear(Delta("", thinking=True))
        await self._show(shown)

    async def _show(self, text: str) -> None:
        if text and self._first is None:
            self._first = self._clock.now() - self._started
        # In small pieces, between which other tasks get their turn.
        for start in range(0, len(text), CHUNK_SIZE):
            self._say(self._striking.feed(text[start : start + CHUNK_SIZE]))
            if len(text) > CHUNK_SIZE:
                await asyncio.sleep(0)

    def _say(self, text: str) -> None:
        if not text:
            return
        self._shown.append(text)
        if self._hear:
            self._hear(Delta(replace_surrogates(text)))

    async def reply(self) -> ChatReply:
        """Build the reply from what was read, before JSON parsing; report its last text."""
        # What was held back may have begun a tag or a key, and is released by the end.
        await self._show(self._splitter.end())
        self._say(self._striking.end())
        part, seconds = join_parts(self._parts), self._clock.now() - self._started
        # An answer given as a call is part of the text, so that it is found, recorded and quoted.
        text = "\n".join(each for each in ("".join(self._shown), part.called) if each)
        return ChatReply(
            text=await asyncio.to_thread(self._safe, text),
            thinking=await asyncio.to_thread(self._safe, part.thinking or self._splitter.thinking),
            finish=part.finish or "other",
            usage=part.usage,
            seconds=seconds,
            seconds_to_first=self._first if self.streamed else None,
            served_by=self._failures.quote(", ".join(filter(None, (part.served_by, part.version)))),
        )

    def _safe(self, text: str) -> str:
        """Replace lone surrogates in the endpoint's text, and redact the key."""
        return self._key.redact(replace_surrogates(text))


_NOTHING = ReplyPart()


_JSON = json.JSONDecoder(parse_int=parse_whole_number)


def _is_sse(text: str) -> bool:
    """Tell whether a body is a stream of server-sent events, whatever its media type says."""
    return text[:1000].lstrip("\ufeff\r\n ").startswith(("data:", "event:", "id:", ": "))


async def drain_received(coming: AsyncGenerator[bytes]) -> None:
    """Read the rest of a stream as far as it has already arrived."""

    async def drain() -> None:
        async for _ in coming:
            pass

    draining = asyncio.ensure_future(drain())
    try:
        for _ in range(_TURNS):
            await asyncio.sleep(0)
            if draining.done():
                break
    finally:
        draining.cancel()
        await asyncio.gather(draining, return_exceptions=True)


async def _read_beginning(response: httpx.Response, limit: int) -> bytes:
    """Return the body up to `limit` bytes, as far as it can be decompressed."""
    beginning = bytearray()
    with suppress(BodyTooLarge, UndecodableBody):
        async with aclosing(body_chunks(response, limit)) as coming:
            async for piece in coming:
                beginning += piece
    return bytes(beginning[:limit])
