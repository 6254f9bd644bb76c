"""How bytes reach the wire: the ways in which acted servers stream, break off and answer late."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from .forms import Pieces


class Wire(NamedTuple):
    """One way of sending.

    Attributes:
        line: The line end of server-sent events.
        media: The media type of a stream; empty for none.
        plain: The media type of a body; empty for none.
        comments: Comments sent between events, such as `OPENROUTER PROCESSING`.
        before: Blank data that is sent before the reply.
        array: Whether a stream is one JSON array.
        lines: Whether a stream is JSON lines without `data:`.
        tight: Whether there is no space behind `data:`.
        fields: Further lines of each event.
        breaks: The share of the bytes after which the connection breaks; 0 for never.
        stalls: The same, but the connection stays open and silent.
        times: How many replies break or stall; 0 for all.
        late: Seconds until the first byte.
        slow: Seconds between events.
        close: Whether the connection ends with the reply (HTTP/1.0).
        chunked: Whether bodies are chunked.
        gzip: Whether bodies are compressed though nobody asked.
        informs: An interim status that is sent first; 0 for none.
        error: Data that takes the place of the rest of a stream, after half of it.
        never_streams: Whether a stream is answered with a whole body.
        always_streams: Whether a whole body is answered with a stream.
        split: Whether each byte is sent on its own, in the first 400.
        short: Bytes by which `Content-Length` is too long.
    """

    line: str = "\n"
    media: str = "text/event-stream"
    plain: str = "application/json"
    comments: str = ""
    before: str = ""
    array: bool = False
    lines: bool = False
    tight: bool = False
    fields: str = ""
    breaks: float = 0
    stalls: float = 0
    times: int = 0
    late: float = 0
    slow: float = 0
    close: bool = False
    chunked: bool = True
    gzip: bool = False
    informs: int = 0
    error: Any = None
    never_streams: bool = False
    always_streams: bool = False
    split: bool = False
    short: int = 0


def stream_bytes(pieces: Pieces, wire: Wire, api: str) -> list[bytes]:
    """The parts of a stream as bytes."""
    if wire.error is not None:
        pieces = [*pieces[: max(1, len(pieces) // 2)], ("error", wire.error)]
    if api == "ollama" or wire.lines:
        return [json.dumps(data).encode() + b"\n" for _, data in pieces if data != "[DONE]"]
    if wire.array:
        texts = [json.dumps(data) for _, data in pieces if data != "[DONE]"]
        return [b"[", *(f"{',' if at else ''}{each}\n".encode() for at, each in enumerate(texts)),
                b"]"]  # fmt: skip
    end, space = wire.line, "" if wire.tight else " "
    parts = [wire.before.encode()] if wire.before else []
    for event, data in pieces:
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        name = f"event: {event}{end}" if event and api != "openai" else ""
        extra = f"{wire.fields}{end}" if wire.fields else ""
        comment = f": {wire.comments}{end}{end}" if wire.comments else ""
        parts.append(f"{comment}{extra}{name}data:{space}{text}{end}{end}".encode())
    return parts
