"""What the site answers, asked in this process: pages, cookies, refusals and the end by a signal."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.wolftui.web.test_site import UPGRADE, Answer, answered, free_port
from wolftui.settings.themes import DEFAULT_THEME, load_themes, shipped_themes_folder
from wolftui.web import host_log
from wolftui.web import site as site_module
from wolftui.web.host_log import HostLog
from wolftui.web.site import Site, SiteConfig, serve

LOOK = load_themes(shipped_themes_folder())[0][DEFAULT_THEME]


class Asked:
    """A site that is up, asked from another thread as a browser would.

    Args:
        port: Its port.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.ours = {"Origin": f"http://127.0.0.1:{port}", **UPGRADE}

    async def __call__(self, path: str = "/", **headers: str) -> Answer:
        return await asyncio.to_thread(answered, self.port, path, **headers)


@asynccontextmanager
async def site(**config: Any) -> AsyncGenerator[Asked]:
    port, ready = free_port(), asyncio.Event()
    served = Site(SiteConfig("127.0.0.1", port, **config), LOOK, HostLog(str))
    up = asyncio.ensure_future(served.run(ready.set))
    waiting = asyncio.ensure_future(ready.wait())
    await asyncio.wait((up, waiting), return_when=asyncio.FIRST_COMPLETED)
    if up.done():
        up.result()
    try:
        yield Asked(port)
    finally:
        up.cancel()
        with suppress(asyncio.CancelledError):
            await up


async def test_the_page_opens_the_terminal_at_its_own_address() -> None:
    async with site() as ask:
        page = await ask()
        assert page.status == 200
        assert page.headers["Content-Type"].startswith("text/html")
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert f"ws://127.0.0.1:{ask.port}/ws" in page.text
        assert LOOK.colours["background"] in page.text
        assert "Set-Cookie" not in page.headers, "all share the home of whoever serves"
        behind = await ask(X_Forwarded_Proto="https")
        assert f"wss://127.0.0.1:{ask.port}/ws" in behind.text
        script = await ask("/begin.js")
        assert script.headers["Content-Type"].startswith("text/javascript")
        assert (await ask("/static/js/textual.js")).status == 200
        assert (await ask("/nowhere")).status == 404


async def test_another_site_and_a_terminal_of_no_size_are_refused() -> None:
    async with site() as ask:
        assert (await ask(Host=f"evil.example:{ask.port}")).status == 403
        assert (await ask("/ws", **UPGRADE)).status == 403
        assert (await ask("/ws", **{**ask.ours, "Origin": "http://evil.example"})).status == 403
        for size in ("width=0", "width=1001", "height=-1", "height=x", "width=99999999"):
            refused = await ask(f"/ws?{size}", **ask.ours)
            assert (refused.status, refused.text) == (
                400,
                f"That is not a valid {size.partition('=')[0]} of a terminal.\n",
            )


async def test_no_more_visitors_than_seats_and_room(tmp_path: Path) -> None:
    async with site(max_visitors=0) as ask:
        full = await ask("/ws", **ask.ours)
        assert (full.status, "Every seat" in full.text) == (503, True)
        page = await ask()
        assert "Every seat here is taken" in page.text and "/ws" not in page.text
    (tmp_path / "file").touch()
    async with site(homes=tmp_path / "file") as ask:
        full = await ask("/ws", **ask.ours)
        assert (full.status, "no room for another visitor" in full.text) == (503, True)


async def test_who_leaves_before_a_game_begins_is_no_error_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def gone(*_: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr("aiohttp.web.WebSocketResponse.prepare", gone)
    async with site() as ask:
        assert (await ask("/ws", **ask.ours)).status == 400
        assert "/ws" in (await ask()).text, "its seat is free again"


async def test_a_network_has_a_share_of_the_seats() -> None:
    async with site(max_visitors=4, max_of_network=0) as ask:
        for path in ("/", "/ws"):
            refused = await ask(path, X_Forwarded_For="192.0.2.1", **ask.ours)
            assert "Your network has as many games here as it may" in refused.text
        assert "/ws" in (await ask()).text, "this machine, or a proxy on it, is no network"


async def test_each_visitor_is_given_a_key_and_keeps_it(tmp_path: Path) -> None:
    async with site(homes=tmp_path) as ask:
        cookies = [(await ask()).headers["Set-Cookie"] for _ in range(2)]
        assert all("HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in cookies)
        one, other = (cookie.partition(";")[0] for cookie in cookies)
        assert one != other
        again = await ask(Cookie=one)
        assert again.headers["Set-Cookie"].startswith(f"{one};")
        foreign = await ask(Cookie="wolftui-visitor=../../etc")
        assert "etc" not in foreign.headers["Set-Cookie"]


async def test_a_token_opens_the_site_once_and_is_kept_in_a_cookie() -> None:
    token = "Zm9vYmFy-token"
    async with site(token=token) as ask:
        for path in ("/", "/?token=wrong", "/static/js/textual.js", "/begin.js"):
            assert (await ask(path)).status == 403
        known = await ask(f"/?token={token}")
        assert (known.status, known.headers["Location"]) == (303, "/")
        cookie = known.headers["Set-Cookie"].partition(";")[0]
        assert (await ask(Cookie=cookie)).status == 200


async def test_a_flood_of_half_open_requests_locks_nobody_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def few(_: int) -> int:
        return 20

    monkeypatch.setattr(site_module, "most_connections", few)
    async with site() as ask:
        opened = [await asyncio.open_connection("127.0.0.1", ask.port) for _ in range(200)]
        for _, writer in opened:
            if not writer.transport.is_closing():
                writer.write(b"GET / HTTP/1.1\r\nHost: ")
        assert (await ask()).status == 200
        ended = [asyncio.create_task(reader.read()) for reader, _ in opened]
        done, _ = await asyncio.wait(ended, timeout=0.2)
        assert len(done) >= 180
        for _, writer in opened:
            writer.transport.abort()
        await asyncio.gather(*ended, return_exceptions=True)
    assert capsys.readouterr() == ("", "")


async def test_a_taken_port_is_an_error() -> None:
    async with site() as ask:
        with pytest.raises(OSError, match="in use"):
            await Site(SiteConfig("127.0.0.1", ask.port), LOOK, HostLog(str)).run(lambda: None)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_the_site(sign: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_log, "LOGGERS", ())  # those of other tests stay as they are
    port, told, seen = free_port(), list[str](), list[int]()

    def ready() -> None:
        def visit() -> None:
            seen.append(answered(port).status)
            os.kill(os.getpid(), sign)

        threading.Thread(target=visit).start()

    def write_crash(error: BaseException) -> str:
        told.append(str(error))
        return ""

    serve(SiteConfig("127.0.0.1", port), LOOK, ready, write_crash)
    assert (seen, told) == ([200], [])
