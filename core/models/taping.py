"""Models: replies kept on a tape, to play them again without a network, or to pay for none twice."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.errors import LogError, ModelError

from .around import Around
from .contract import ChatModel, ChatReply, ChatRequest, Delta, Listener

_KEY_BYTES = 16


class _Line(Struct, frozen=True):
    key: str
    model: str
    reply: ChatReply


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_Line)


def request_key(model: str, request: ChatRequest) -> str:
    """What tells a request to a model from any other, as 32 hexadecimal digits."""
    return hashlib.blake2b(_ENCODER.encode((model, request)), digest_size=_KEY_BYTES).hexdigest()


class Tape:
    """Replies by request, in the order in which they came; in a file too, if one is named.

    The file holds a line a reply and is only ever appended to. A torn last line is dropped.

    Args:
        file: The file, or None to keep them in memory alone.

    Raises:
        LogError: The file cannot be read or written, or a line of it is damaged.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._replies: dict[str, list[ChatReply]] = {}
        self._played: dict[str, int] = {}
        self._writing = None
        if file:
            try:
                self._read(file)
                self._writing = file.open("ab", buffering=0)
            except OSError as error:
                raise LogError(f"cannot be used ({error.strerror or error})", file=str(file)) from error

    def __enter__(self) -> Tape:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; harmless when repeated."""
        if self._writing:
            self._writing.close()

    def add(self, model: str, request: ChatRequest, reply: ChatReply) -> None:
        """Keep a reply."""
        line = _Line(request_key(model, request), model, reply)
        self._replies.setdefault(line.key, []).append(reply)
        if self._writing:
            self._writing.write(_ENCODER.encode(line) + b"\n")

    def first(self, model: str, request: ChatRequest) -> ChatReply | None:
        """The first reply to a request, however often it is looked up."""
        return next(iter(self._replies.get(request_key(model, request), ())), None)

    def following(self, model: str, request: ChatRequest) -> ChatReply | None:
        """The next reply to a request that has not been played yet."""
        key = request_key(model, request)
        place = self._played.get(key, 0)
        replies = self._replies.get(key, ())
        if place >= len(replies):
            return None
        self._played[key] = place + 1
        return replies[place]

    def _read(self, file: Path) -> None:
        if not file.exists():
            return
        whole, end, torn = file.read_bytes().rpartition(b"\n")
        if torn:
            with file.open("r+b") as writing:
                writing.truncate(len(whole) + len(end))
        for number, text in enumerate(whole.splitlines(), 1):
            try:
                line = _DECODER.decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise LogError(f"is no reply of a model ({error})", file=str(file), line=number) from error
            self._replies.setdefault(line.key, []).append(line.reply)


class Recorded(Around):
    """A model whose replies are kept.

    Args:
        inner: The model.
        tape: Where they are kept.
    """

    def __init__(self, inner: ChatModel, tape: Tape) -> None:
        super().__init__(inner)
        self._tape = tape

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        reply = await self._inner.complete(request, hear)
        self._tape.add(self.name, request, reply)
        return reply


class Replayed:
    """A model that says what a tape holds, each reply once and in order, and asks nobody.

    Args:
        name: The name of the model that was recorded.
        tape: What it said.
    """

    def __init__(self, name: str, tape: Tape) -> None:
        self._name, self._tape = name, tape

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._name

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`.

        Raises:
            ModelError: The tape does not hold this request, or not so often.
        """
        reply = self._tape.following(self.name, request)
        if reply is None:
            hint = "It was made with other prompts or other settings; record it again."
            raise ModelError(self.name, "the recording has no reply to this request", hint=hint, again=False)
        return played(reply, hear)


class Cached(Around):
    """A model that is asked the same only once.

    Args:
        inner: The model.
        tape: What it said before.
    """

    def __init__(self, inner: ChatModel, tape: Tape) -> None:
        super().__init__(inner)
        self._tape = tape

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`. A reply that was there already costs nothing and took no time."""
        if reply := self._tape.first(self.name, request):
            cost = None if reply.cost is None else 0.0
            return played(replace(reply, seconds=0.0, first=None, retries=0, cost=cost), hear)
        reply = await self._inner.complete(request, hear)
        self._tape.add(self.name, request, reply)
        return reply


def played(reply: ChatReply, hear: Listener | None) -> ChatReply:
    """`reply`, told to a listener as one piece."""
    if hear and reply.text:
        hear(Delta(reply.text))
    return reply
