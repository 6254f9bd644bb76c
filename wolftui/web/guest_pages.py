"""The page of a table of friends: each visitor's browser runs a `wolftui join` of its own.

It needs the extra `web` (textual-serve, aiohttp), as `serve` does; `make_pages` says whether it is
installed.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from time import time
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qs, urlsplit

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from wolftui.games.friends.links import Link
from wolftui.settings.paths import tables_joined_folder
from wolftui.settings.themes import ColourTheme
from wolftui.settings.visitor_terms import VisitorTerms

from .homes import Homes
from .host_log import HostLog
from .session import ProgramLimits, Session, parse_size
from .site import HEADERS, LIBRARY, command_of, is_installed
from .visitors import COOKIE_SECONDS, VISITOR_COOKIE, environment_of, is_key, new_key

MOST_BROWSERS = 12
"""The most browsers at one table at a time: each is a process."""


class _Said(NamedTuple):
    """A message of a browser, as `Session` reads one."""

    type: Any
    data: str | bytes


class _Socket:
    """A websocket with the methods that `Session` calls."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._types = import_module("aiohttp").WSMsgType

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> _Said:
        try:
            data = await self._connection.recv()
        except ConnectionClosed:
            raise StopAsyncIteration from None
        return _Said(self._types.TEXT if isinstance(data, str) else self._types.BINARY, data)

    async def send_str(self, text: str) -> None:
        await self._send(text)

    async def send_bytes(self, data: bytes) -> None:
        await self._send(data)

    async def send_json(self, data: object) -> None:
        await self._send(msgspec.json.encode(data).decode())

    async def close(self) -> None:
        await self._connection.close()

    async def _send(self, data: str | bytes) -> None:
        try:
            await self._connection.send(data)
        except ConnectionClosed as error:
            raise ConnectionError("the visitor has left") from error


class GuestPages:
    """Answers browsers at a table of friends.

    Args:
        look: The colours of the page around the terminal.
        write_crash: Called with an exception that no visitor caused; returns a sentence about it.
    """

    def __init__(self, look: ColourTheme, write_crash: Callable[[BaseException], str]) -> None:
        self._look, self._log = look, HostLog(write_crash)
        self._statics = Path(import_module(LIBRARY).__path__[0]) / "static"
        self._downloads = import_module(f"{LIBRARY}.download_manager").DownloadManager()
        environment = Environment(
            loader=PackageLoader("wolftui.web", "."), undefined=StrictUndefined, autoescape=True
        )
        self._page = environment.get_template("page.html")
        self._homes: Homes | None = None
        self._open = 0

    def answer(self, request: Request, code: str, *, index: bool, secure: bool) -> Response | None:
        """Answer a request for the page or for what it loads.

        Args:
            request: The request.
            code: The code of the table.
            index: Whether the request is for the page.
            secure: Whether the table itself encrypts.

        Returns:
            The answer; None for the terminal's websocket, which `serve` then gets, and for
            everything else.
        """
        if index:
            return self._index(request, code, secure=secure)
        path = urlsplit(request.path).path
        if path == "/begin.js":
            text = (files("wolftui.web") / "begin.js").read_bytes()
            return _response(200, "text/javascript", text)
        if path.startswith("/static/"):
            return self._static(path.removeprefix("/static/"))
        return None

    def _index(self, request: Request, code: str, *, secure: bool) -> Response:
        secure = secure or request.headers.get("X-Forwarded-Proto") == "https"
        refusal = "All browsers' places at this table are taken; come back later."
        text = self._page.render(
            colours=self._look.colours,
            dark=self._look.dark,
            socket=f"ws{'s' * secure}://{request.headers.get('Host', '')}/{code}/ws",
            refusal=refusal if self._open >= MOST_BROWSERS else "",
            again=f"/{code}",
            ended="The table has closed, or the way to it was lost. While it is there, so is your "
            "seat.",
            back="Come back to the table",
        )
        response = _response(200, "text/html; charset=utf-8", text.encode())
        known = _key_of(request)
        key = known if is_key(known) else new_key()
        response.headers["Set-Cookie"] = (
            f"{VISITOR_COOKIE}={key}; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict; Path=/"
        )
        return response

    def _static(self, name: str) -> Response:
        known = {
            str(file.relative_to(self._statics).as_posix()): file
            for file in self._statics.rglob("*")
            if file.is_file()
        }
        if name not in known:
            return _response(404, "text/plain", b"There is no such file.\n")
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return _response(200, kind, known[name].read_bytes())

    async def serve(self, connection: ServerConnection, code: str) -> None:
        """Run a guest's program in a browser until it ends or the browser leaves.

        Args:
            connection: The websocket of the terminal.
            code: The code of the table.
        """
        request = connection.request
        assert request
        asked = parse_qs(urlsplit(request.path).query)
        sides = [asked.get(side, ["80"])[0][:6] for side in ("width", "height")]
        try:
            size = parse_size(*(int(text) if text.isdecimal() else None for text in sides))
        except ValueError:
            return
        if self._open >= MOST_BROWSERS:
            return
        # Not by the port: its certificate is for the names of this machine.
        secure = connection.transport.get_extra_info("ssl_object") is not None
        link = Link("" if secure else "127.0.0.1", connection.local_address[1], code)
        words = tuple(link.command.split()[1:])
        self._open += 1
        visit = None
        try:
            self._homes = self._homes or Homes(
                tables_joined_folder() / "browsers", MOST_BROWSERS, time()
            )
            key = _key_of(request)
            visit = self._homes.open(key if is_key(key) else "", time())
            session = Session(_Socket(connection), self._downloads, self._log, ProgramLimits())
            terms = VisitorTerms((), models={})
            await session.run(command_of(words), environment_of(terms, visit), size)
        except OSError as error:
            self._log.tell("a guest's program could not be started", str(error))
        finally:
            self._open -= 1
            if self._homes and visit:
                self._homes.close(visit)


def make_pages(look: ColourTheme, write_crash: Callable[[BaseException], str]) -> GuestPages | None:
    """Make the pages of a table; None where the extra `web` is not installed.

    Args:
        look: The colours of the page around the terminal.
        write_crash: As for `GuestPages`.
    """
    return GuestPages(look, write_crash) if is_installed() else None


def _key_of(request: Request) -> str:
    """Return the key of a browser's home; empty without one."""
    cookies = (part.strip().partition("=") for part in request.headers.get("Cookie", "").split(";"))
    return next((value for name, _, value in cookies if name == VISITOR_COOKIE), "")


def _response(status: int, kind: str, body: bytes) -> Response:
    headers = Headers({**HEADERS, "Content-Type": kind, "Content-Length": str(len(body))})
    headers["Connection"] = "close"
    return Response(status, "OK" if status == 200 else "Not Found", headers, body)
