"""The web server: page, terminal websocket, one process per visitor (aiohttp, textual-serve).

Both libraries are an optional extra and are imported by name when a `Site` is made. Of
textual-serve, the page's script and the downloads are used.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import time
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import Struct

from wolftui.settings.themes import ColourTheme
from wolftui.settings.visitor_terms import VisitorTerms

from .connections import (
    ANSWER_SECONDS,
    DOWNLOAD_SECONDS,
    REQUEST_SECONDS,
    Connections,
    most_connections,
    peer_of,
)
from .homes import Homes
from .host_log import HostLog
from .session import MAX_MESSAGE_BYTES, ProgramLimits, Session, parse_size
from .visitors import (
    COOKIE_SECONDS,
    TOKEN_COOKIE,
    Request,
    RequestGuard,
    Visit,
    environment_of,
    is_key,
    new_key,
)
from .visitors import VISITOR_COOKIE as VISITOR

LIBRARY = "textual_serve"


_HEARTBEAT_SECONDS = 15.0
"""Seconds between two signs of life asked of a visitor's browser."""


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src "
    "'self' data:; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""The headers of every answer."""


class SiteConfig(Struct, frozen=True):
    """The configuration of the web server.

    Attributes:
        host: The address to listen on.
        port: The port to listen on.
        arguments: The command-line arguments of each visitor's program.
        max_visitors: The most visitors at a time.
        token: The token that visitors must know; empty for none.
        names: Host names of the site, besides addresses.
        homes: The folder with a home for each visitor; None if all share the home of the person who
            serves.
        limits: What the program of one visitor may use.
        max_of_network: The most visitors of one network address at a time.
        terms: What each visitor's program may use.
    """

    host: str
    port: int
    arguments: tuple[str, ...] = ()
    max_visitors: int = 8
    token: str = ""
    names: tuple[str, ...] = ()
    homes: Path | None = None
    limits: ProgramLimits = ProgramLimits()
    max_of_network: int = 2
    terms: VisitorTerms = VisitorTerms(())


def is_installed() -> bool:
    """Tell whether the optional extra for serving is installed."""
    return find_spec(LIBRARY) is not None


class Site:
    """The web server of the program.

    Args:
        place: Its configuration.
        look: The colours of the page around the terminal.
        log: Where problems are reported.
    """

    def __init__(self, place: SiteConfig, look: ColourTheme, log: HostLog) -> None:
        self._place, self._look, self._log = place, look, log
        self._guard = RequestGuard(place.port, place.names, place.token)
        self._homes: Homes | None = None
        self._connections = Connections(most_connections(place.max_visitors))
        self._sessions: dict[Session, str] = {}
        """The sessions that run or end, by the network of their visitor."""
        self._is_ending, self._all_ended = False, asyncio.Event()
        self._web = import_module("aiohttp.web")
        library = import_module(LIBRARY)
        self._statics = Path(library.__path__[0]) / "static"
        self._downloads = import_module(f"{LIBRARY}.download_manager").DownloadManager()
        environment = Environment(
            loader=PackageLoader("wolftui.web", "."), undefined=StrictUndefined, autoescape=True
        )
        self._page = environment.get_template("page.html")

    async def run(self, ready: Callable[[], None]) -> None:
        """Serve until this task is cancelled.

        Args:
            ready: Called when visitors can connect.

        Raises:
            OSError: The address cannot be listened on, or the homes of visitors cannot be tidied.
        """
        web = self._web

        async def watch(request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
            return await self._check_request(request, handler)

        app = web.Application(middlewares=[web.middleware(watch)])
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/begin.js", self._script),
                web.get("/ws", self._websocket),
                web.get("/download/{key}", self._download),
                web.static("/static", self._statics),
            ]
        )
        if self._place.homes:
            self._homes = Homes(self._place.homes, self._place.max_visitors, time())
        runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=1.0, keepalive_timeout=REQUEST_SECONDS
        )
        await runner.setup()
        try:
            listener = await asyncio.get_running_loop().create_server(
                self._connections.entry(runner.server), self._place.host, self._place.port
            )
            try:
                ready()
                await asyncio.Event().wait()
            finally:
                listener.close()
                await self._end_sessions()
        finally:
            await runner.cleanup()

    async def _end_sessions(self) -> None:
        """End the programs of all visitors and wait until they are gone."""
        self._is_ending = True
        for session in self._sessions:
            session.leave()
        if self._sessions:
            await self._all_ended.wait()

    async def _check_request(self, request: Any, handle: Callable[[Any], Awaitable[Any]]) -> Any:
        """Refuse requests that the guard does not admit."""
        web = self._web
        asked = Request(
            request.headers.get("Host", ""),
            request.headers.get("Origin", ""),
            request.query.get("token", ""),
            request.cookies.get(TOKEN_COOKIE, ""),
            opens_game=request.path == "/ws",
        )
        if why := self._guard.refusal(asked):
            return web.Response(status=403, text=f"{why}\n", headers=HEADERS)
        if request.path == "/" and asked.token and self._guard.token_matches(asked.token):
            known = web.Response(status=303, headers={**HEADERS, "Location": "/"})
            known.set_cookie(TOKEN_COOKIE, asked.token, httponly=True, samesite="Strict")
            return known
        self._connections.allow(request.transport, ANSWER_SECONDS)
        try:
            response = await handle(request)
        finally:
            self._connections.allow(request.transport, REQUEST_SECONDS)
        if not response.prepared:
            response.headers.update(HEADERS)
            if request.path == "/" and self._place.homes:
                known = request.cookies.get(VISITOR, "")
                key = known if is_key(known) else new_key()
                response.set_cookie(
                    VISITOR, key, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict"
                )
        return response

    async def _index(self, request: Any) -> Any:
        """Serve the page."""
        socket = (
            f"{'wss' if request.headers.get('X-Forwarded-Proto') == 'https' else 'ws'}"
            f"://{request.host}/ws"
        )
        text = self._page.render(
            colours=self._look.colours,
            dark=self._look.dark,
            socket=socket,
            refusal=self._lacks_room(self._peer(request)),
            again="/",
            ended="The program has ended, or the way to it was lost.",
            back="Begin again",
        )
        return self._web.Response(text=text, content_type="text/html")

    async def _script(self, request: Any) -> Any:
        """Serve the page's own script."""
        del request
        text = (files("wolftui.web") / "begin.js").read_text(encoding="utf-8")
        return self._web.Response(text=text, content_type="text/javascript")

    async def _download(self, request: Any) -> Any:
        """Serve a file that a visitor's program offers."""
        self._connections.allow(request.transport, DOWNLOAD_SECONDS)
        key = request.match_info["key"]
        try:
            offered = await self._downloads.get_download_metadata(key)
        except KeyError:
            return self._web.Response(status=404, text="There is no such file any more.\n")
        charset = f"; charset={offered.encoding}" if offered.encoding else ""
        response = self._web.StreamResponse(headers=HEADERS)
        response.headers["Content-Type"] = f"{offered.mime_type}{charset}"
        response.headers["Content-Disposition"] = f'attachment; filename="{offered.file_name}"'
        await response.prepare(request)
        async for chunk in self._downloads.download(key):
            await response.write(chunk)
        await response.write_eof()
        return response

    @staticmethod
    def _peer(request: Any) -> str:
        return peer_of(request.remote or "", request.headers.get("X-Forwarded-For", ""))

    def _lacks_room(self, peer: str) -> str:
        """Return why a visitor cannot begin a game now, as a sentence; empty if they can."""
        if self._is_ending or len(self._sessions) >= self._place.max_visitors:
            return "Every seat here is taken; come back later."
        if peer and Counter(self._sessions.values())[peer] >= self._place.max_of_network:
            return "Your network has as many games here as it may; end one of them first."
        return ""

    async def _websocket(self, request: Any) -> Any:
        """Run a program of the visitor's own until they leave."""
        asked = {side: request.query.get(side, "80") for side in ("width", "height")}
        try:
            size = parse_size(
                *(int(text[:6]) if text.isdecimal() else None for text in asked.values())
            )
        except ValueError as error:
            return self._web.Response(
                status=400, text=f"That is not a valid {error} of a terminal.\n"
            )
        peer = self._peer(request)
        if why := self._lacks_room(peer):
            return self._web.Response(status=503, text=f"{why}\n")
        key = request.cookies.get(VISITOR, "")
        try:
            visit = self._homes and self._homes.open(key if is_key(key) else "", time())
        except OSError:  # the disk is full, for example
            return self._web.Response(
                status=503, text="There is no room for another visitor's games here.\n"
            )
        websocket = self._web.WebSocketResponse(
            heartbeat=_HEARTBEAT_SECONDS, max_msg_size=MAX_MESSAGE_BYTES
        )
        session = Session(websocket, self._downloads, self._log, self._place.limits)
        self._sessions[session] = peer
        try:
            await websocket.prepare(request)
            self._connections.allow(request.transport, inf)
            environment = environment_of(self._place.terms, visit)
            await session.run(command_of(self._place.arguments), environment, size)
        except ConnectionError:
            # They left before it began; a websocket that was not prepared cannot be an answer.
            return self._web.Response(status=400)
        except OSError as error:
            self._log.tell("a visitor's program could not be started", str(error))
        finally:
            del self._sessions[session]
            if not self._sessions:
                self._all_ended.set()
            if self._homes and visit:
                self._close(self._homes, visit)
        return websocket

    def _close(self, homes: Homes, visit: Visit) -> None:
        try:
            homes.close(visit)
        except OSError as error:
            self._log.tell("a visitor's home could not be tidied", str(error))


def command_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the command that starts the program for a visitor.

    Args:
        words: The command-line arguments of the program.
    """
    return (sys.executable, "-m", "wolftui", *words)


def serve(
    place: SiteConfig,
    look: ColourTheme,
    ready: Callable[[], None],
    write_crash: Callable[[BaseException], str],
) -> None:
    """Serve until Ctrl-C.

    Args:
        place: The configuration.
        look: The colours of the page around the terminal.
        ready: Called when visitors can connect.
        write_crash: Called with an exception that no visitor caused; returns a sentence about it.

    Raises:
        OSError: The address cannot be listened on.
    """

    async def run() -> None:
        task = asyncio.current_task()
        assert task is not None
        if sys.platform != "win32":
            for sign in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(sign, task.cancel)
        log = HostLog(write_crash)
        log.install()
        try:
            await Site(place, look, log).run(ready)
        except asyncio.CancelledError:
            task.uncancel()

    asyncio.run(run())
