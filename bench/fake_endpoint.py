"""A chat endpoint of fixed latency: `python -m bench.fake_endpoint SECONDS [SLOTS]`.

Prints its port and serves until its input ends. Replies fit the schema of the request, depend on it
alone, and are streamed over the second half of the latency. With SLOTS it works at so many requests
at a time. `GET /calls` returns when each call came and when it was answered, by the monotonic
clock.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

_PARTS = 16
"""How many parts a stream comes in."""


_TALK = (
    "I have listened to all of you and I am still not sure whom to trust. What was said this "
    "morning does not fit what happened "
    "in the vote, and whoever was quickest to agree had the most to gain from it. Tell us "
    "plainly whom you suspect and why, and "
    "remember that somebody at this table knows more than they say. "
)


def answer(request: dict[str, Any]) -> str:
    """What the model says: JSON that fits the request's schema, with words of a usual length."""
    text = request["messages"][-1]["content"]
    draw = int.from_bytes(
        hashlib.blake2b(
            f"{request['messages'][0]['content']}\n{text}".encode(), digest_size=6
        ).digest(),
        "big",
    )
    return json.dumps(drawn(request["response_format"]["json_schema"]["schema"], draw, _talk))


def drawn(schema: dict[str, Any], draw: int, words: Callable[[str, int], str]) -> dict[str, Any]:
    """A value that fits the schema of an answer.

    Args:
        schema: An object of choices, texts, and lists with an object for each player that may stand
            there.
        draw: Where chances fall: the same number gives the same value.
        words: Makes the text of a field, of its name and the draw.
    """
    return {name: _value(name, field, draw, words) for name, field in schema["properties"].items()}


def _value(name: str, field: dict[str, Any], draw: int, words: Callable[[str, int], str]) -> Any:
    if "enum" in field:
        return field["enum"][draw % len(field["enum"])]
    match field["type"]:
        case "object":
            return drawn(field, draw // 7 + len(name), words)
        case "array":
            return _list(name, field, draw, words)
        case "integer":
            return field["minimum"] + draw % (field["maximum"] - field["minimum"] + 1)
        case _:
            return words(name, draw)


def _list(
    name: str, field: dict[str, Any], draw: int, words: Callable[[str, int], str]
) -> list[Any]:
    items = field["items"]
    if "properties" in items:
        players = items["properties"]["player"]["enum"]
        return [
            drawn(items, draw + place, words) | {"player": player}
            for place, player in enumerate(players)
        ]
    values = [_value(name, items, draw + place, words) for place in range(field.get("maxItems", 2))]
    return list(dict.fromkeys(values))


def _talk(name: str, draw: int) -> str:
    start = draw % len(_TALK)
    return (_TALK * 2)[start : start + (160 if name == "reasoning" else 280)]


class Endpoint:
    """Answers connections.

    Args:
        seconds: How long an answer takes.
        slots: How many answers it works at together; None for as many as are wanted.
    """

    def __init__(self, seconds: float, slots: int | None = None) -> None:
        self._seconds, self._slots = seconds, asyncio.Semaphore(slots) if slots else nullcontext()
        self._calls: list[tuple[float, float]] = []

    async def serve(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        """One connection, for as long as it is kept."""
        try:
            while head := await reading.readuntil(b"\r\n\r\n"):
                lines = head.decode().split("\r\n")
                length = next(
                    (
                        int(line[15:])
                        for line in lines
                        if line.lower().startswith("content-length:")
                    ),
                    0,
                )
                body = await reading.readexactly(length)
                if lines[0].startswith("GET "):
                    await self._tell(lines[0].split()[1], writing)
                else:
                    async with self._slots:
                        await self._answer(json.loads(body), writing)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writing.close()

    async def _answer(self, request: dict[str, Any], writing: asyncio.StreamWriter) -> None:
        came = time.monotonic()
        data, kind = _reply(request)
        parts = _PARTS if kind == "text/event-stream" else 1
        writing.write(_head(kind, len(data)))
        for part in range(parts):
            due = came + self._seconds * (parts + part + 1) / (2 * parts)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            writing.write(data[len(data) * part // parts : len(data) * (part + 1) // parts])
        self._calls.append((came, time.monotonic()))
        await writing.drain()

    async def _tell(self, path: str, writing: asyncio.StreamWriter) -> None:
        if path != "/calls":
            writing.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        data = json.dumps(self._calls).encode()
        self._calls = []
        writing.write(_head("application/json", len(data)) + data)
        await writing.drain()


def _head(kind: str, length: int) -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n".encode()


def _reply(request: dict[str, Any]) -> tuple[bytes, str]:
    """Build the reply to a request and its media type.

    A token is about four characters; a streamed reply has one event a token.
    """
    text = answer(request)
    usage = {
        "prompt_tokens": sum(len(each["content"]) for each in request["messages"]) // 4,
        "completion_tokens": len(text) // 4,
    }
    if not request.get("stream"):
        whole = {
            "choices": [{"message": {"content": text}, "finish_reason": "stop"}],
            "usage": usage,
        }
        return json.dumps(whole).encode(), "application/json"
    events: list[dict[str, Any]] = [
        {"choices": [{"delta": {"content": text[start : start + 4]}, "finish_reason": None}]}
        for start in range(0, len(text), 4)
    ]
    events += [
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": usage},
    ]
    lines = [f"data: {json.dumps(event)}\n\n" for event in events]
    return ("".join(lines) + "data: [DONE]\n\n").encode(), "text/event-stream"


async def _main(seconds: float, slots: int | None) -> None:
    endpoint = Endpoint(seconds, slots)
    server = await asyncio.start_server(endpoint.serve, "127.0.0.1", 0, limit=1 << 20)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None))
