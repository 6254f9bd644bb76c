"""`serve` with its extra: a game in a real browser, and nobody else comes in."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.wolftui.export.browser import browsing
from wolfcore.records import list_games
from wolftui.settings.paths import error_log
from wolftui.web.site import command_of

ROOT = Path(__file__).parents[3]
GAME = (
    "play",
    "--board",
    "duel6",
    "--seat",
    "4=human",
    "--seat",
    "*=random",
    "--seed",
    "7",
    "--deal",
    "4=Seer",
    "--speed",
    "16",
)
PATIENCE = 180.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def serving(home: Path, *words: str, port: int, told: Sequence[str] = ()) -> Generator[str]:
    """A site, as the line that it prints; told to end, it ends well, having told only `told`."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", "")))),
    }
    command = [sys.executable, "-m", "wolftui", "serve", "--port", str(port), *words]
    with subprocess.Popen(
        command, env=env, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as site:
        try:
            assert site.stdout is not None
            yield site.stdout.readline()
        finally:
            site.send_signal(signal.SIGINT)
            _, said = site.communicate(timeout=PATIENCE)
    lines = (*told, "Closed. Games that were being played are saved.")
    assert said == "".join(f"wolftui: {line}\n" for line in lines)
    assert site.returncode == 0


class Answer(NamedTuple):
    """What the site answered."""

    status: int
    headers: Message
    text: str


@contextmanager
def asking(port: int, path: str = "/", **headers: str) -> Generator[http.client.HTTPResponse]:
    """Ask the site, and stay for the block; `Host` is as given, or as a browser of this machine
    sends it."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
        line.putrequest("GET", path, skip_host=True)
        for name, value in {"Host": f"127.0.0.1:{port}", **headers}.items():
            line.putheader(name.replace("_", "-"), value)
        line.endheaders()
        with closing(line.getresponse()) as response:
            yield response


def answered(port: int, path: str = "/", **headers: str) -> Answer:
    """What the site answers."""
    with asking(port, path, **headers) as response:
        text = "" if response.status == 101 else response.read().decode()
        return Answer(response.status, response.headers, text)


def until(true: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never was so"
        time.sleep(0.05)


UPGRADE = {
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}  # fmt: skip


def test_no_word_of_a_command_reaches_the_shell_as_another() -> None:
    assert command_of(["play", "; rm -rf ~"])[-4:] == ("-m", "wolftui", "play", "; rm -rf ~")


@pytest.mark.slow
def test_on_this_machine_only_its_own_page_opens_a_game(home: Path) -> None:
    home.mkdir(exist_ok=True)
    port = free_port()
    with serving(home, "--visitors", "1", "--", *GAME, port=port) as line:
        assert line.startswith(
            f"Open http://127.0.0.1:{port}/ in a browser of this machine. It asks for no token"
        )
        assert "Each visitor has their own games and settings." in line
        page = answered(port)
        assert page.status == 200
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert set(re.findall(r'(?:src|href)="([^"]*)"', page.text)) == {
            "/static/css/xterm.css",
            "/static/js/textual.js",
            "/begin.js",
            "data:,",
            "/",
        }
        assert answered(port, Host=f"evil.example:{port}").status == 403
        for origin in ("http://evil.example", f"http://127.0.0.1:{port + 1}"):
            assert answered(port, "/ws", Origin=origin, **UPGRADE).status == 403
        assert answered(port, "/ws", **UPGRADE).status == 403
        ours = {"Origin": f"http://127.0.0.1:{port}", **UPGRADE}
        assert answered(port, "/ws?width=99999999", **ours).status == 400
        with asking(port, "/ws", **ours) as first:
            assert first.status == 101
            assert answered(port, "/ws", **ours).status == 503


@pytest.mark.slow
def test_nonsense_that_visitors_send_is_a_line_now_and_then(home: Path) -> None:
    home.mkdir(exist_ok=True)
    port = free_port()
    message = "A visitor's page sent a message that is not valid and was closed"
    told = ("A request was not valid.", f"{message}.", f"{message} (2 times so far).")
    with serving(home, "--", *GAME, port=port, told=told):
        for nonsense in (b"NONSENSE\r\n\r\n", b"GET * HTTP/1.1\r\nHost: x\r\n\r\n"):
            with closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) as line:
                line.sendall(nonsense)
                assert line.recv(100).startswith(b"HTTP/1.0 400")
        for words in (b"no JSON", b'["resize", {}]', b"[" * 100):
            with closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) as line:
                asked = {
                    "Host": f"127.0.0.1:{port}",
                    "Origin": f"http://127.0.0.1:{port}",
                    **UPGRADE,
                }
                head = "".join(
                    f"{name.replace('_', '-')}: {value}\r\n" for name, value in asked.items()
                )
                line.sendall(f"GET /ws HTTP/1.1\r\n{head}\r\n".encode())
                assert line.recv(12) == b"HTTP/1.1 101"
                line.sendall(
                    bytes([0x81, 0x80 | len(words), 0, 0, 0, 0]) + words
                )  # a text of one part, masked by nothing
                while line.recv(4096):  # until it hangs up
                    pass
        assert answered(port).status == 200
    assert not error_log().exists()


@pytest.mark.slow
def test_each_visitor_has_a_home_of_their_own_and_finds_it_again(home: Path) -> None:
    home.mkdir(exist_ok=True)
    port, homes = free_port(), home / "data" / "wolftui" / "visitors"
    ours = {"Origin": f"http://127.0.0.1:{port}", **UPGRADE}

    def visit(cookie: str) -> None:
        """Begin a game, and stay until it is saved somewhere."""
        before = games()
        with asking(port, "/ws", Cookie=cookie, **ours) as visit:
            assert visit.status == 101
            until(lambda: games() != before)

    def games() -> list[Path]:
        return sorted(homes.glob("*/data/games/*/game.jsonl"))

    with serving(home, "--", *GAME, port=port):
        cookies = [answered(port).headers["Set-Cookie"] for _ in range(2)]
        assert all("HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in cookies)
        one, other = (cookie.partition(";")[0] for cookie in cookies)
        assert one != other
        assert answered(port, Cookie=one).headers["Set-Cookie"].startswith(f"{one};"), (
            "it is kept for another year"
        )
        for cookie in (one, other, one, "wolftui-visitor=../../../../etc"):
            visit(cookie)
    found = [game.relative_to(homes).parts[0] for game in games()]
    assert sorted(found.count(each) for each in set(found)) == [1, 2], "no cookie, no home"
    assert not any(one.partition("=")[2] in name or "etc" in name for name in found)
    assert not (home / "data" / "wolftui" / "games").exists()


@pytest.mark.slow
def test_the_home_of_whoever_serves_is_shared_where_that_is_wanted_alone(home: Path) -> None:
    home.mkdir(exist_ok=True)
    port, games = free_port(), home / "data" / "wolftui" / "games"
    with serving(home, "--share-home", "--", *GAME, port=port) as line:
        assert "Visitors use your own games and settings." in line
        assert "Set-Cookie" not in answered(port).headers
        with asking(port, "/ws", Origin=f"http://127.0.0.1:{port}", **UPGRADE):
            until(lambda: games.exists() and any(games.iterdir()))
    assert not (home / "data" / "wolftui" / "visitors").exists()


@pytest.mark.slow
def test_beyond_this_machine_nothing_is_had_without_the_token(home: Path) -> None:
    home.mkdir(exist_ok=True)
    port = free_port()
    with serving(home, "--host", "0.0.0.0", port=port) as line:
        found = re.match(rf"Open http://ADDRESS:{port}/\?token=(\S+) ", line)
        assert found and len(found[1]) >= 32
        token = found[1]
        ours = {"Origin": f"http://127.0.0.1:{port}", **UPGRADE}
        for path in ("/", "/?token=wrong", "/static/js/textual.js", "/begin.js"):
            assert answered(port, path).status == 403
            assert answered(port, path, Cookie="wolftui=wrong").status == 403
        assert answered(port, "/ws", **ours).status == 403
        known = answered(port, f"/?token={token}")
        cookie = known.headers["Set-Cookie"]
        assert (known.status, known.headers["Location"]) == (303, "/")
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
        sent = cookie.partition(";")[0]
        assert answered(port, Cookie=sent).status == 200
        assert answered(port, "/ws", Cookie=sent, **ours).status == 101
        assert (
            answered(port, "/ws", Cookie=sent, **{**ours, "Origin": "http://evil.example"}).status
            == 403
        )


@pytest.mark.slow
@pytest.mark.extra("browser")
def test_a_whole_game_is_played_in_a_browser(home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    port, games = free_port(), home / "data" / "wolftui" / "games"
    with serving(home, "--share-home", "--", *GAME, port=port) as line:
        assert line
        with browsing(tmp_path / "profile", alone=False) as tab:
            tab.open(f"http://127.0.0.1:{port}/")
            tab.until("document.body.classList.contains('-first-byte')")
            end = time.monotonic() + PATIENCE
            while not ((found := list_games(games)) and found[0].ended):
                assert time.monotonic() < end, "the game never ended"
                tab.press("h", "h", "Enter", "ArrowRight", "Enter")
            while b"4 Delia" not in tab.brought or b"you" not in tab.brought:
                tab.value("1")
            assert all(
                address.split("/")[2] == f"127.0.0.1:{port}"
                for address in tab.requests
                if not address.startswith("data:")
            )
            assert [words for words in tab.said if '"error"' in words] == []
    assert found[0].people == (4,)
