"""The program of one visitor: a child process between its pipes and the visitor's websocket.

The packets of the pipes are those of Textual's `WebDriver`; the messages of the websocket are those
of textual-serve's script in the page.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from msgspec import Struct

from .host_log import HostLog

MAX_SIDE = 1000
"""The most columns or lines that a terminal may request."""


MAX_MESSAGE_BYTES = 1 << 20
"""The longest message of a visitor; a paste of 100,000 characters needs less."""


_MAX_PACKET_BYTES = 16 << 20
"""The longest packet of a program: a frame of the largest terminal takes a fraction of it."""


_PACKED_PACKET = b"P"
_HEADER = b"__GANGLION__\n"
"""The line with which `WebDriver` begins its packets."""


_STDERR_BYTES = 4096
"""Bytes kept of the end of what a program writes to stderr."""


_BYTES_PER_SECOND = 200_000
"""The rate at which messages are read from a visitor: above it the sender has to wait."""


_WRITE_SECONDS = 10.0
"""Seconds after which a program that does not read what was typed is taken to hang."""


_EXIT_POLL = 0.05
"""Seconds between two looks at whether a program has ended."""


_RESIZE_SECONDS = 0.05
"""The pause after a change of size, each of which makes the program draw everything anew."""


class ProgramLimits(Struct, frozen=True):
    """What the program of one visitor may use.

    Attributes:
        memory: Bytes of data (heap, stacks and private mappings).
        processor_seconds: Processor seconds.
        file_bytes: Bytes of any one file that it writes.
        visit_seconds: Seconds from its start after which it is ended.
        patience: Seconds that it has to end after a request to quit, after SIGTERM, and after
            SIGKILL.
    """

    memory: int = 1 << 30
    processor_seconds: int = 30 * 60
    file_bytes: int = 256 << 20
    visit_seconds: float = 4 * 3600.0
    patience: tuple[float, float, float] = (5.0, 3.0, 5.0)


class TerminalSize(NamedTuple):
    """The size of a visitor's terminal, each from 1 to `MAX_SIDE`."""

    width: int
    height: int


def parse_size(width: object, height: object) -> TerminalSize:
    """Check the size of a terminal.

    Raises:
        ValueError: A side is not valid; the message names it.
    """
    for name, side in (("width", width), ("height", height)):
        if not isinstance(side, int) or isinstance(side, bool) or not 1 <= side <= MAX_SIDE:
            raise ValueError(name)
    assert isinstance(width, int) and isinstance(height, int)
    return TerminalSize(width, height)


def packet_of(text: str) -> bytes | None:
    """Translate a message of the page into a packet for the program.

    Args:
        text: `["stdin", TEXT]`, `["resize", {"width": W, "height": H}]`, `["focus"]`, `["blur"]` or
            `["ping", ANYTHING]`, as JSON.

    Returns:
        The packet; None for a ping.

    Raises:
        ValueError: It is none of these.
    """
    try:
        message = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError("no JSON") from error
    match message:
        case ["stdin", str(typed)]:
            # A lone half of a pair of surrogates is no character.
            return _packet(b"D", typed.encode("utf-8", "replace"))
        case ["resize", {"width": width, "height": height}]:
            size = parse_size(width, height)
            return _packet(b"M", msgspec.json.encode({"type": "resize", **size._asdict()}))
        case ["focus" | "blur" as kind]:
            return _packet(b"M", msgspec.json.encode({"type": kind}))
        case ["ping", _]:
            return None
        case _:
            raise ValueError("no message of the page")


def _packet(kind: bytes, payload: bytes) -> bytes:
    return kind + len(payload).to_bytes(4, "big") + payload


class Session:
    """The program of one visitor, from its start until nothing is left of it.

    Args:
        websocket: The visitor's websocket, prepared (aiohttp).
        downloads: The files that programs offer to browsers (textual-serve).
        log: Where problems are reported.
        limits: What the program may use.
    """

    def __init__(self, websocket: Any, downloads: Any, log: HostLog, limits: ProgramLimits) -> None:
        self.app_service_id = uuid4().hex
        """The name by which `downloads` knows the session."""
        self._websocket, self._downloads = websocket, downloads
        self._log, self._limits = log, limits
        self._process: asyncio.subprocess.Process | None = None
        self._left = asyncio.Event()
        self._unpack = import_module("textual_serve._binary_encode").load

    def leave(self) -> None:
        """End the session soon."""
        self._left.set()

    async def run(
        self, command: Sequence[str], environment: Mapping[str, str], size: TerminalSize
    ) -> None:
        """Run a program until it ends, the visitor leaves, or its time is up.

        Args:
            command: The program and its words.
            environment: Environment variables besides those of this process.
            size: The size of the visitor's terminal.

        Raises:
            OSError: It cannot be started.
        """
        process = self._process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **_terminal_environment(size), **environment},
            # A group of its own: what it starts ends with it, and Ctrl-C reaches the server alone.
            start_new_session=True,
        )
        assert process.stdout and process.stderr
        errors = asyncio.create_task(_tail(process.stderr))
        shown = asyncio.create_task(self._show(process.stdout))
        ended = asyncio.create_task(_exited(process))
        heard, left = asyncio.create_task(self._hear()), asyncio.create_task(self._left.wait())
        work: tuple[asyncio.Task[Any], ...] = (shown, ended, heard, left)
        try:
            _restrict(process.pid, self._limits)
            await asyncio.wait(
                work, timeout=self._limits.visit_seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            ended_itself = process.returncode is not None or process.stdout.at_eof()
            for task in work:
                task.cancel()
            for outcome in await asyncio.gather(*work, return_exceptions=True):
                if isinstance(outcome, Exception):
                    self._log.crash(outcome)
            last = await asyncio.shield(self._end(process, errors))
            if ended_itself and process.returncode:
                code = process.returncode
                self._log.tell(f"a visitor's program ended with exit code {code}", last)
            elif process.returncode == -9:
                self._log.tell("a visitor's program did not end when it was told to and was killed")

    async def send_meta(self, data: Mapping[str, object]) -> bool:
        """Send a message about the session to the program; tell whether its pipe is open."""
        return await self._write(_packet(b"M", msgspec.json.encode(data)))

    async def _write(self, packet: bytes) -> bool:
        assert self._process and self._process.stdin
        try:
            async with asyncio.timeout(_WRITE_SECONDS):
                self._process.stdin.write(packet)
                await self._process.stdin.drain()
        except (RuntimeError, ConnectionError):  # closed by us, closed by the program
            return False
        except TimeoutError:
            self._log.tell("a visitor's program hung and was ended")
            return False
        return True

    async def _hear(self) -> None:
        """Pass on what the visitor types until they leave."""
        text = import_module("aiohttp").WSMsgType.TEXT
        async for message in self._websocket:
            try:
                if message.type is not text:
                    raise ValueError("no text")
                packet = packet_of(message.data)
            except ValueError:
                self._log.tell("a visitor's page sent a message that is not valid and was closed")
                return
            if packet is None:
                with suppress(ConnectionError):
                    await self._websocket.send_str(f'["pong",{_second(message.data)}]')
            elif not await self._write(packet):
                return
            pause = len(message.data) / _BYTES_PER_SECOND
            await asyncio.sleep(max(pause, _RESIZE_SECONDS) if _is_resize(packet) else pause)

    async def _show(self, stdout: asyncio.StreamReader) -> None:
        """Pass on what the program draws until it ends."""
        # A program that draws nothing (a wrong word of its command) ends without the header.
        with suppress(asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            await stdout.readuntil(_HEADER)
            while True:
                head = await stdout.readexactly(5)
                kind, size = head[:1], int.from_bytes(head[1:], "big")
                if size > _MAX_PACKET_BYTES:
                    return
                payload = await stdout.readexactly(size)
                if kind == b"D":
                    await self._websocket.send_bytes(payload)
                elif kind == b"M":
                    if not await self._tell(msgspec.json.decode(payload)):
                        return
                elif kind == _PACKED_PACKET:
                    _, key, chunk = self._unpack(payload)
                    await self._downloads.chunk_received(key, chunk)
                else:
                    return

    async def _tell(self, meta: dict[str, Any]) -> bool:
        """Pass on a message of the program; tell whether it goes on."""
        match meta["type"]:
            case "exit":
                return False
            case "open_url":
                url = {"url": meta["url"], "new_tab": meta["new_tab"]}
                await self._websocket.send_json(["open_url", url])
            case "deliver_file_start":
                await self._downloads.create_download(
                    app_service=self,
                    delivery_key=meta["key"],
                    file_name=Path(meta["path"]).name,
                    open_method=meta["open_method"],
                    mime_type=meta["mime_type"],
                    encoding=meta["encoding"],
                    name=meta["name"],
                )
                await self._websocket.send_json(["deliver_file_start", meta["key"]])
            case _:
                pass
        return True

    async def _end(self, process: asyncio.subprocess.Process, errors: asyncio.Task[str]) -> str:
        """End the program and what it started; return the last line that it wrote to stderr."""
        assert process.stdin and process.stdout
        closed = asyncio.create_task(self._websocket.close())
        await self._downloads.cancel_app_downloads(app_service_id=self.app_service_id)
        # A program that draws into a full pipe would not hear that it shall end.
        drained = asyncio.create_task(_discard(process.stdout))
        with suppress(RuntimeError, ConnectionError):
            process.stdin.write(_packet(b"M", b'{"type":"quit"}'))
        for sign, patience in zip(("", "SIGTERM", "SIGKILL"), self._limits.patience, strict=True):
            if sign:
                _signal_group(process, sign)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await _exited(process)
                    break
        _signal_group(process, "SIGKILL")
        process.stdin.close()
        # A process that left the group may hold the pipes, and a visitor the connection.
        rest: list[asyncio.Task[Any]] = [errors, drained, closed]
        _, late = await asyncio.wait(rest, timeout=1.0)
        for task in late:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        return "" if errors in late else errors.result()


def _is_resize(packet: bytes | None) -> bool:
    return packet is not None and packet[5:].startswith(b'{"type":"resize"')


def _second(text: str) -> str:
    """Return the second element of a JSON list, as JSON."""
    return msgspec.json.encode(msgspec.json.decode(text)[1]).decode()


def _terminal_environment(size: TerminalSize) -> dict[str, str]:
    """Return the environment variables by which Textual draws for a browser."""
    return {
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM_PROGRAM": "textual",
        "COLUMNS": str(size.width),
        "ROWS": str(size.height),
    }


def _restrict(process: int, limits: ProgramLimits) -> None:
    """Set the limits of a process that has just started.

    They are set from outside: nothing of ours can run in the child before the program does. Only
    Linux can do so; elsewhere time and the kill alone bound it.
    """
    if sys.platform != "linux":
        return
    resource = import_module("resource")
    with suppress(ProcessLookupError):  # it has ended already
        for kind, most in (
            (resource.RLIMIT_DATA, limits.memory),
            (resource.RLIMIT_CPU, limits.processor_seconds),
            (resource.RLIMIT_FSIZE, limits.file_bytes),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.prlimit(process, kind)
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(process, kind, (bound, bound))


def _signal_group(process: asyncio.subprocess.Process, name: str) -> None:
    """Send a signal to a program and all that it started."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, getattr(signal, name))


async def _exited(process: asyncio.subprocess.Process) -> None:
    """Wait until a program has ended, even if what it started keeps its pipes open.

    `Process.wait` waits for the pipes as well.
    """
    while process.returncode is None:  # noqa: ASYNC110  asyncio has no event for it
        await asyncio.sleep(_EXIT_POLL)


async def _tail(stream: asyncio.StreamReader) -> str:
    """Read a stream to its end; return its last line."""
    kept = b""
    while data := await stream.read(_STDERR_BYTES):
        kept = (kept + data)[-_STDERR_BYTES:]
    lines = kept.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""


async def _discard(stream: asyncio.StreamReader) -> None:
    while await stream.read(1 << 16):
        pass
