"""The page of a table of friends: what it answers, and a browser in which a friend joins."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.wolftui.games.friends.tables import local_table, opened, shut
from wolftui.games.friends.hosted_table import HostedTable
from wolftui.settings.paths import themes_folder
from wolftui.settings.themes import DEFAULT_THEME, load_themes
from wolftui.web.guest_pages import GuestPages, make_pages


def pages() -> GuestPages:
    made = make_pages(load_themes(themes_folder())[0][DEFAULT_THEME], lambda error: str(error))
    assert made
    return made


async def served() -> HostedTable:
    table = local_table()
    table = HostedTable("Hana", table.hub.board, port=0, address="127.0.0.1", pages=pages())
    await table.open()
    return table


async def test_the_link_opens_a_page_and_no_other_path_does() -> None:
    table = await served()
    where = table.link.text.removesuffix(f"/{table.link.code}")
    async with httpx.AsyncClient(trust_env=False) as client:
        page = await client.get(table.link.text)
        assert page.status_code == 200 and "frame-ancestors 'none'" in str(page.headers)
        assert f"ws://127.0.0.1:{table.link.port}/{table.link.code}/ws" in page.text
        assert "HttpOnly" in page.headers["Set-Cookie"]
        for path in ("/begin.js", "/static/js/textual.js", "/static/css/xterm.css"):
            assert (await client.get(where + path)).status_code == 200
        for path in ("/", "/AAAA-AAAA", "/static/../site.py", "/static/js/none.js", "/ws"):
            assert (await client.get(where + path)).status_code == 404
    await shut(table)


async def test_without_the_extra_the_link_says_how_to_join() -> None:
    table = await opened()
    async with httpx.AsyncClient(trust_env=False) as client:
        page = await client.get(table.link.text)
        assert f"wolftui join {table.link.text}" in page.text
        assert (await client.get(f"{table.link.text}/ws")).status_code == 404
    await shut(table)


@pytest.mark.slow
async def test_a_friend_joins_in_a_browser() -> None:
    table = await served()
    here = asyncio.Event()
    with table.hub.listening(lambda _: here.set() if table.hub.friends else None):
        socket = table.link.socket.replace("/seat", "/ws?width=80&height=24")
        async with connect(socket, proxy=None, max_size=None) as browser:
            async with asyncio.timeout(60):
                await here.wait()
                (friend,) = table.hub.friends
                assert friend.browser
                while not friend.ready:
                    await browser.send(json.dumps(["stdin", "Bea\r"]))
                    await asyncio.sleep(1)
        assert friend.name.endswith("ea"), "the first key may come before the dialog"
    await shut(table)
