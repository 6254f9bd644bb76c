"""`soak`: a web server under many visitors, half of them hostile, and what is left of them.

Every visitor comes from a network of their own, as a proxy on this machine reports it; hostile ones
share a few. Honest ones play; the others do what `HOSTILE` lists. Memory, processes, open files,
homes and the log of the server are measured before, at most, and after.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import aiohttp

from wolftui.settings.paths import HOME

from .harness import a_count

PROGRAM = ("play", "--board", "duel6", "--seat", "4=human", "--seat", "*=random", "--speed", "16")
"""What visitors run."""


_ENDING_SECONDS = 30.0
"""Seconds after the last visitor in which all programs have to be gone."""


_MAX_WAIT = 30.0
"""Seconds after which an honest visitor has to have a seat."""


_MAX_LOG_BYTES = 20_000
_MAX_GROWTH = 100 << 20
"""The most bytes of memory by which the server may have grown in the end."""


_DULL = (aiohttp.ClientError, ConnectionError, TimeoutError, asyncio.IncompleteReadError)
"""What a visitor sees when they are refused, evicted or closed."""


class Usage(NamedTuple):
    """What a server and its programs use.

    Attributes:
        memory: Bytes of the server's resident memory.
        programs: The number of processes below it.
        largest: Bytes of resident memory of the largest of these.
        files: Files that the server has open.
        log: Bytes that it has written to stderr.
    """

    memory: int
    programs: int
    largest: int
    files: int
    log: int

    def row(self, name: str) -> str:
        """Return a line of the table."""
        return (
            f"{name:<8}{self.memory >> 20:>8} MiB{self.programs:>10}{self.largest >> 20:>9} MiB"
            f"{self.files:>8}{self.log:>10} B"
        )


class Soaked(NamedTuple):
    """What a soak found.

    Attributes:
        usage: Before the first visitor, at most, and after the last, by name.
        visits: The number of visits by kind; of honest ones those that were shown a game.
        first_frames: Seconds from the request to the first frame of each honest visit.
        homes: The number of homes in the end.
        faults: What should not be, as sentences.
        told: What the server wrote to stderr.
    """

    usage: dict[str, Usage]
    visits: Counter[str]
    first_frames: list[float]
    homes: int
    faults: list[str]
    told: str


def measure(argv: Sequence[str]) -> None:
    """`python -m bench soak`."""
    parser = argparse.ArgumentParser(prog="python -m bench soak", description=__doc__)
    parser.add_argument("--visitors", type=a_count, default=40, help="at a time (default 40)")
    parser.add_argument("--seconds", type=a_count, default=120, help="how long (default 120)")
    parser.add_argument("--seed", type=int, default=1, help="draws what visitors do (default 1)")
    chosen = parser.parse_args(argv)
    found = asyncio.run(soak(chosen.visitors, chosen.seconds, chosen.seed))
    print(found.told, end="")
    print(f"{'':<8}{'server':>12}{'programs':>10}{'largest':>13}{'files':>8}{'log':>12}")
    for name, usage in found.usage.items():
        print(usage.row(name))
    print(", ".join(f"{kind} {number}" for kind, number in sorted(found.visits.items())))
    frames = sorted(found.first_frames) or [float("nan")]
    print(
        f"first frame of honest visits: median {frames[len(frames) // 2]:.1f} s, "
        f"slowest {frames[-1]:.1f} s; {found.homes} homes"
    )
    for fault in found.faults:
        print(f"fault: {fault}")
    if found.faults:
        raise SystemExit(1)


async def soak(visitors: int, seconds: float, seed: int) -> Soaked:
    """Start a server, let visitors come for a while, and measure.

    Args:
        visitors: How many come at a time; every other one is hostile.
        seconds: How long.
        seed: Draws what they do.

    Raises:
        RuntimeError: The server does not start.
    """
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        log, home = Path(folder, "stderr"), Path(folder, "home")
        with await asyncio.to_thread(log.open, "wb") as errors:
            server = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "wolftui", "serve", "--port", str(port)),
                *("--visitors", str(visitors), "--", *PROGRAM),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env={**os.environ, HOME: str(home)},
            )
        try:
            assert server.stdout
            if not (await server.stdout.readline()).startswith(b"Open "):
                raise RuntimeError("the server did not start")
            crowd = _Crowd(f"127.0.0.1:{port}", server.pid, log)
            usage = await crowd.come(visitors, seconds, seed)
            faults = [f"{number} honest visits: {what}" for what, number in crowd.faults.items()]
            faults += await _faults_after(crowd.host, usage)
            server.send_signal(signal.SIGINT)
            if await asyncio.wait_for(server.wait(), _ENDING_SECONDS):
                faults.append(f"Ctrl-C ends the server with exit code {server.returncode}")
        finally:
            if server.returncode is None:
                server.kill()
            await server.wait()
        return _found(crowd, usage, faults, home)


def _found(crowd: _Crowd, usage: dict[str, Usage], faults: list[str], home: Path) -> Soaked:
    """Return what a soak found, with what the server left in files."""
    homes = len(list(home.glob("data/visitors/*")))
    told = crowd.log.read_text(errors="replace")
    return Soaked(usage, crowd.visits, crowd.first_frames, homes, faults, told)


async def _faults_after(host: str, usage: dict[str, Usage]) -> list[str]:
    """Return what is wrong with a server that all visitors have left."""
    before, after = usage["before"], usage["after"]
    async with aiohttp.ClientSession() as session, session.get(f"http://{host}/") as page:
        status = page.status
    wrong = {
        f"{after.programs} programs stayed for {_ENDING_SECONDS:.0f} s": after.programs,
        f"the page is answered with {status}": status != 200,
        f"the server grew by {after.memory - before.memory >> 20} MiB": (
            after.memory - before.memory > _MAX_GROWTH
        ),
        f"{after.files - before.files} files stayed open": after.files > before.files + 4,
        f"the log has {after.log} bytes": after.log > _MAX_LOG_BYTES,
    }
    return [fault for fault, is_so in wrong.items() if is_so]


class _Crowd:
    """The visitors of a server.

    Args:
        host: Its address and port.
        server: Its process.
        log: The file of its stderr.
    """

    def __init__(self, host: str, server: int, log: Path) -> None:
        self.host, self._server, self.log = host, server, log
        self.visits: Counter[str] = Counter()
        self.first_frames: list[float] = []
        self.faults: Counter[str] = Counter()

    async def come(self, visitors: int, seconds: float, seed: int) -> dict[str, Usage]:
        """Visit for a while; return what the server used."""
        before = most = self._usage()
        end = time.monotonic() + seconds
        coming = [
            asyncio.create_task(self._keep_coming(n, random.Random(f"{seed} {n}"), end))
            for n in range(visitors)
        ]
        while time.monotonic() < end:
            await asyncio.sleep(1.0)
            most = Usage(*map(max, most, self._usage()))
        await asyncio.gather(*coming)
        return {"before": before, "at most": most, "after": await self._left_alone()}

    async def _left_alone(self) -> Usage:
        """Return what the server uses once its programs are gone, or have stayed too long."""
        usage = self._usage()
        for _ in range(int(2 * _ENDING_SECONDS)):
            if not usage.programs:
                break
            await asyncio.sleep(0.5)
            usage = self._usage()
        return usage

    def _usage(self) -> Usage:
        process = Path(f"/proc/{self._server}")
        children = (process / "task" / process.name / "children").read_text().split()
        programs = [_memory(int(child)) for child in children]
        return Usage(
            _memory(self._server),
            len(programs),
            max(programs, default=0),
            len(list((process / "fd").iterdir())),
            self.log.stat().st_size,
        )

    async def _keep_coming(self, number: int, chance: random.Random, end: float) -> None:
        """Visit again and again, as an honest visitor if the number is even."""
        await asyncio.sleep(chance.uniform(0, 10))
        while time.monotonic() < end:
            if number % 2:
                name = chance.choice(sorted(HOSTILE))
                self.visits[name] += 1
                visitor = _Visitor(self.host, f"192.0.2.{number % 4}", chance)
                with suppress(*_DULL):
                    async with asyncio.timeout(30.0):
                        await HOSTILE[name](visitor)
                await asyncio.sleep(chance.uniform(0, 2))
            else:
                await self._play(_Visitor(self.host, f"198.51.100.{number % 250}", chance), end)

    async def _play(self, visitor: _Visitor, end: float) -> None:
        """Play for a while: press keys, and expect to see something for them."""
        began = time.monotonic()
        stays, frames = min(end, began + visitor.chance.uniform(35, 60)), 0
        async with visitor.session() as session:
            while True:
                try:
                    async with visitor.game(session) as game:
                        frames = await self._seen(game, visitor.chance, began, stays)
                    break
                except aiohttp.WSServerHandshakeError as error:  # every seat is taken
                    if time.monotonic() - began > _MAX_WAIT:
                        self.faults[f"no seat ({error.status})"] += 1
                        break
                    await asyncio.sleep(1.0)
                except _DULL as error:
                    self.faults[f"cut off ({type(error).__name__})"] += 1
                    break
        self.visits["honest"] += 1
        if frames < 2 and stays < end:
            self.faults["a game that did not answer"] += 1

    async def _seen(
        self,
        game: aiohttp.ClientWebSocketResponse,
        chance: random.Random,
        began: float,
        stays: float,
    ) -> int:
        """Press keys until a time; return how often something was shown."""
        frames = 0
        while time.monotonic() < stays:
            await game.send_json(["stdin", chance.choice(["h", "\r", "\x1b[C", "1"])])
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    while (shown := await game.receive()).type is not aiohttp.WSMsgType.CLOSED:
                        if shown.type is aiohttp.WSMsgType.BINARY:
                            frames += 1
                            if frames == 1:
                                self.first_frames.append(time.monotonic() - began)
                    return frames  # the program ended
        return frames


def _memory(process: int) -> int:
    """Return the bytes of a process's resident memory; 0 if it is gone."""
    with suppress(OSError):
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


class _Visitor:
    """One visit.

    Args:
        host: The address and port of the server.
        peer: The address of the visitor.
        chance: Draws what they do.
    """

    def __init__(self, host: str, peer: str, chance: random.Random) -> None:
        self.host, self.peer, self.chance = host, peer, chance

    def session(self) -> aiohttp.ClientSession:
        """Return a browser."""
        return aiohttp.ClientSession(f"http://{self.host}", headers={"X-Forwarded-For": self.peer})

    @asynccontextmanager
    async def game(
        self, session: aiohttp.ClientSession, size: str = "width=100&height=30"
    ) -> AsyncGenerator[aiohttp.ClientWebSocketResponse]:
        """Open the page and a game."""
        async with session.get("/") as page:
            await page.read()
        headers = {"Origin": f"http://{self.host}"}
        async with session.ws_connect(f"/ws?{size}", headers=headers, max_msg_size=0) as game:
            yield game

    async def raw(self, text: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection and send bytes."""
        host, _, port = self.host.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(text)
        return reader, writer

    def upgrade(self) -> bytes:
        """Return a request for a game."""
        return (
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
            f"X-Forwarded-For: {self.peer}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()


async def _half_open(visitor: _Visitor) -> None:
    """Open 100 connections and send their requests drop by drop."""
    opened = [await visitor.raw(b"GET / HTTP/1.1\r\nHost: ") for _ in range(100)]
    try:
        for _ in range(20):
            await asyncio.sleep(1.0)
            for _, writer in opened:
                if not writer.transport.is_closing():
                    writer.write(b"x")
    finally:
        for _, writer in opened:
            writer.transport.abort()


async def _malformed(visitor: _Visitor) -> None:
    """Send what is no request, or one for what nobody may have."""
    for text in (
        b"\x16\x03\x01" + visitor.chance.randbytes(300),
        b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: "
        + visitor.host.encode()
        + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 100_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n" + b"z" * 100_000,
    ):
        reader, writer = await visitor.raw(text)
        with suppress(*_DULL):
            async with asyncio.timeout(3.0):
                await reader.read()
        writer.transport.abort()


async def _nonsense(visitor: _Visitor) -> None:
    """Send messages that no page sends."""
    for text in (
        "no JSON",
        "[" * 500_000,
        '["resize",{"width":20000,"height":20000}]',
        "5" * 2_000_000,
    ):
        async with visitor.session() as session, visitor.game(session) as game:
            await game.receive()
            await game.send_str(text)
            while not game.closed:
                await game.receive()


async def _leaves(visitor: _Visitor) -> None:
    """Leave in the midst of a frame, without a word and without cookies, again and again."""
    for _ in range(5):
        reader, writer = await visitor.raw(visitor.upgrade())
        await reader.read(visitor.chance.randint(1, 5000))
        await asyncio.sleep(visitor.chance.uniform(0, 1.5))
        writer.transport.abort()


async def _deaf(visitor: _Visitor) -> None:
    """Take nothing of what is shown, while the game draws."""
    reader, writer = await visitor.raw(visitor.upgrade())
    await reader.readuntil(b"\r\n\r\n")
    # Beyond its buffer of 64 KiB the reader takes nothing.
    for _ in range(200):
        text = b'["stdin","\x0c\x1b[C\t"]'
        writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        await asyncio.sleep(0.1)
        if writer.transport.is_closing():
            return
    writer.transport.abort()


async def _floods(visitor: _Visitor) -> None:
    """Type more than anybody can, and change the size of the window all the time."""
    async with (
        visitor.session() as session,
        visitor.game(session, "width=1000&height=1000") as game,
    ):
        for n in range(60):
            typed = visitor.chance.randbytes(20_000).decode("latin-1")
            await game.send_json(["stdin", typed])
            await game.send_json(["resize", {"width": 1000 - n, "height": 1000 - n}])


HOSTILE: dict[str, Callable[[_Visitor], Awaitable[None]]] = {
    "half open": _half_open,
    "malformed": _malformed,
    "nonsense": _nonsense,
    "leaves": _leaves,
    "deaf": _deaf,
    "floods": _floods,
}
"""What hostile visitors do, by name."""
