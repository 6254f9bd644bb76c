"""The web server: page, terminal websocket, one process per visitor (textual-serve, aiohttp).

Both libraries are an optional extra and are imported by name when a `Site` is made.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import copy
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from time import time
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import Struct

from wolftui.settings.themes import ColourTheme
from wolftui.settings.visitor_terms import VisitorTerms

from .homes import Homes, Visit
from .visitors import (
    COOKIE_SECONDS,
    TOKEN_COOKIE,
    Request,
    RequestGuard,
    environment_of,
    is_key,
    new_key,
)
from .visitors import VISITOR_COOKIE as VISITOR

LIBRARY = "textual_serve"


_WIDEST = 1000
"""The most columns or lines that a terminal may request."""


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src "
    "'self' data:; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


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
        terms: What each visitor's program may use.
    """

    host: str
    port: int
    arguments: tuple[str, ...] = ()
    max_visitors: int = 8
    token: str = ""
    names: tuple[str, ...] = ()
    homes: Path | None = None
    terms: VisitorTerms = VisitorTerms(())


def is_installed() -> bool:
    """Tell whether the optional extra for serving is installed."""
    return find_spec(LIBRARY) is not None


class Site:
    """The web server of the program.

    Args:
        place: Its configuration.
        look: The colours of the page around the terminal.
    """

    def __init__(self, place: SiteConfig, look: ColourTheme) -> None:
        self._place, self._look = place, look
        self._guard = RequestGuard(place.port, place.names, place.token)
        self._visitor_count = 0
        self._homes: Homes | None = None
        self._web = import_module("aiohttp.web")
        server = import_module(f"{LIBRARY}.server")
        self._server = server.Server(command_of(place.arguments), place.host, place.port)
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
        static = web.static("/static", self._server.statics_path)
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/begin.js", self._script),
                web.get("/ws", self._websocket),
                static,
            ]
        )
        app.add_routes([web.get("/download/{key}", self._server.handle_download)])
        if self._place.homes:
            self._homes = Homes(self._place.homes, self._place.max_visitors, time())
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=2.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._place.host, self._place.port).start()
            ready()
            await asyncio.Event().wait()
        finally:
            await runner.cleanup()

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
            return web.Response(status=403, text=f"{why}\n", headers=_HEADERS)
        if request.path == "/" and asked.token and self._guard.token_matches(asked.token):
            known = web.Response(status=303, headers={**_HEADERS, "Location": "/"})
            known.set_cookie(TOKEN_COOKIE, asked.token, httponly=True, samesite="Strict")
            return known
        response = await handle(request)
        if not response.prepared:
            response.headers.update(_HEADERS)
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
        text = self._page.render(colours=self._look.colours, dark=self._look.dark, socket=socket)
        return self._web.Response(text=text, content_type="text/html")

    async def _script(self, request: Any) -> Any:
        """Serve the page's own script."""
        del request
        text = (files("wolftui.web") / "begin.js").read_text(encoding="utf-8")
        return self._web.Response(text=text, content_type="text/javascript")

    async def _websocket(self, request: Any) -> Any:
        """Run a program of the visitor's own until they leave."""
        for side in ("width", "height"):
            if (
                not (text := request.query.get(side, "80")).isdecimal()
                or not 1 <= int(text[:6]) <= _WIDEST
            ):
                return self._web.Response(
                    status=400, text=f"That is not a valid {side} of a terminal.\n"
                )
        if self._visitor_count >= self._place.max_visitors:
            return self._web.Response(
                status=503, text="Every seat here is taken; come back later.\n"
            )
        key = request.cookies.get(VISITOR, "")
        try:
            visit = self._homes and self._homes.open(key if is_key(key) else "", time())
        except OSError:  # the disk is full, for example
            return self._web.Response(
                status=503, text="There is no room for another visitor's games here.\n"
            )
        self._visitor_count += 1
        try:
            return await self._terminals_for(visit).handle_websocket(request)
        finally:
            self._visitor_count -= 1
            if self._homes and visit:
                self._homes.close(visit)

    def _terminals_for(self, visit: Visit | None) -> Any:
        """Return the app server for one visitor; `visit` is None if the host's home is shared."""
        terminals = copy(self._server)
        terminals.command = command_of(
            self._place.arguments, environment_of(self._place.terms, visit)
        )
        return terminals


def command_of(words: Sequence[str], environment: Mapping[str, str] = {}) -> str:
    """Build the shell command that starts the program for a visitor.

    `exec` replaces the shell, so that the program is a direct child of the server and ends with it.

    Args:
        words: The command-line arguments of the program.
        environment: Environment variables of the program, besides those of the server.
    """
    given = "".join(f"{name}={shlex.quote(text)} " for name, text in environment.items())
    return f"{given}exec {shlex.join([sys.executable, '-m', 'wolftui', *words])}"


def serve(
    place: SiteConfig,
    look: ColourTheme,
    ready: Callable[[], None],
    tell: Callable[[BaseException], None],
) -> None:
    """Serve until Ctrl-C.

    Args:
        place: The configuration.
        look: The colours of the page around the terminal.
        ready: Called when visitors can connect.
        tell: Called with each exception that no visitor caused.

    Raises:
        OSError: The address cannot be listened on.
    """

    async def run() -> None:
        task = asyncio.current_task()
        assert task is not None
        if sys.platform != "win32":
            for sign in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(sign, task.cancel)
        LibraryErrors(tell).install()
        try:
            await Site(place, look).run(ready)
        except asyncio.CancelledError:
            task.uncancel()

    asyncio.run(run())


_LOGGERS = ("aiohttp.server", "textual-serve")
"""The names of the loggers of both libraries."""


_CLIENT_ERRORS = (ValueError, LookupError, TypeError, RecursionError, ConnectionError)
"""The exceptions raised by malformed messages, which no browser sends, and by lost connections."""


class LibraryErrors(logging.Handler):
    """A log handler that reports the errors of both libraries.

    Args:
        tell: Called with each error that no visitor caused.
    """

    def __init__(self, tell: Callable[[BaseException], None]) -> None:
        super().__init__()
        self._tell = tell
        self._nonsense = (
            *_CLIENT_ERRORS,
            import_module("aiohttp.http_exceptions").HttpProcessingError,
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Report a logged exception unless a visitor's message caused it."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not (
            isinstance(error, self._nonsense) and not _raised_by_us(error)
        ):
            self._tell(error)

    def install(self) -> None:
        """Redirect the logs of both libraries to this handler."""
        for name in _LOGGERS:
            speaker = logging.getLogger(name)
            speaker.handlers, speaker.propagate = [self], False


def _raised_by_us(error: BaseException) -> bool:
    """Tell whether an exception was raised in the program's own code.

    No message of a visitor should be able to cause one.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and frames[-1].f_globals.get("__name__", "").partition(".")[0] in (
        "wolfcore",
        "wolftui",
    )
