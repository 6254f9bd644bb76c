"""Chromium without a window, driven over a pipe: keys, the mouse, what a page says and what it asks
for."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

from tests.parts import BROWSER

_CODES = {
    " ": (" ", 32),
    "Home": ("", 36),
    "End": ("", 35),
    "Enter": ("\r", 13),
    "Escape": ("", 27),
    "ArrowRight": ("", 39),
}
_PATIENCE = 60.0


class Tab:
    """A page in the browser.

    Attributes:
        requests: The addresses that it asked for, data of its own left out.
        said: What it wrote to its console, and errors that nothing caught.
        brought: All bytes that its socket received.
    """

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing, self._rest, self._number, self._session = (
            reading,
            writing,
            b"",
            0,
            "",
        )
        self.requests: list[str] = []
        self.said: list[str] = []
        self.brought = b""
        target: str = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Have the browser do something; returns what it answers."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        while True:
            told = self._read()
            if told.get("id") == self._number:
                assert "error" not in told, told
                return told["result"]
            self._hear(told)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select([self._reading], [], [], _PATIENCE)[0], "the browser does not answer"
            more = os.read(self._reading, 1 << 16)
            assert more, "the browser is gone"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _hear(self, told: dict[str, Any]) -> None:
        what: dict[str, Any] = told.get("params", {})
        match told.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(what["request"]["url"])
            case "Network.webSocketCreated":
                self.requests.append(what["url"])
            case "Network.webSocketFrameReceived" if what["response"]["opcode"] == 2:
                self.brought += base64.b64decode(what["response"]["payloadData"])
            case "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded":
                self.said.append(json.dumps(what))
            case _:
                pass

    def open(self, address: str) -> None:
        """Load a page."""
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def value(self, expression: str) -> Any:
        """What an expression is in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, expression: str, seconds: float = _PATIENCE) -> None:
        """Wait until something is so in the page."""
        end = time.monotonic() + seconds
        while not self.value(expression):
            assert time.monotonic() < end, f"never was {expression}; the page says {self.said}"
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Press keys, by their names in a browser."""
        for key in keys:
            text, code = _CODES[key] if key in _CODES else (key, ord(key.upper()))
            names = {"key": key, "windowsVirtualKeyCode": code, "code": key if len(key) > 1 else ""}
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **names)
            self.call("Input.dispatchKeyEvent", type="keyUp", **names)

    def click(self, x: float, y: float) -> None:
        """Press the mouse somewhere."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def click_on(self, selector: str) -> None:
        """Press the mouse on an element."""
        box = self.value(
            "(() => { const r = "
            f"document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        self.click(*box)

    def picture(self, file: Path) -> None:
        """Write what is seen as a PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextmanager
def browsing(profile: Path, *options: str, alone: bool = True) -> Generator[Tab]:
    """A page of a browser that ends with the block; `alone` keeps it from every network, this
    machine's too."""
    here, there = os.pipe(), os.pipe()
    command = [
        BROWSER,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--remote-debugging-pipe",
        f"--user-data-dir={profile}",
        "--disable-background-networking",
        "--window-size=1200,800",
        *(["--host-resolver-rules=MAP * ~NOTFOUND"] if alone else []),
        *options,
    ]

    def as_three_and_four() -> None:
        reading, writing = os.dup(here[0]), os.dup(there[1])
        os.dup2(reading, 3)
        os.dup2(writing, 4)

    move: Callable[[], None] = as_three_and_four
    process = subprocess.Popen(
        command,
        preexec_fn=move,
        close_fds=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(here[0])
    os.close(there[1])
    try:
        yield Tab(there[0], here[1])
    finally:
        process.kill()
        process.wait()
        os.close(here[1])
        os.close(there[0])
