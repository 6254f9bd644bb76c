"""An endpoint on a real socket of this machine that does what a test tells it to, answer by answer."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

HANG = b"hang"
"""Say nothing and keep the connection."""
DROP = b"drop"
"""Close the connection without a word."""


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: Any
    raw: bytes = b""


Served: TypeAlias = bytes | Callable[[Request], bytes]
"""What is sent, raw as it is, or what makes it of the request; that runs in the thread of its
connection and may wait."""


class Endpoint:
    """Serves `answers` in order; after the last it repeats that one. A connection is kept after
    each answer, unless the answer says `Connection: close` or is in `cut`, the numbers (from 0) of
    answers after which it is closed. Unless it `tells` how many calls it works at together, that
    question is refused and takes no answer (`slots.told_slots`). With the name of a `certificate`
    it speaks TLS; a connection is then closed after each answer."""

    def __init__(
        self,
        *answers: Served,
        cut: Iterable[int] = (),
        tells: bool = False,
        certificate: str = "",
    ) -> None:
        self.answers, self.cut, self._tells, self._untold = (
            list(answers),
            frozenset(cut),
            tells,
            False,
        )
        self._tls = _tls(certificate) if certificate else None
        self.requests: list[Request] = []
        self.connections = 0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def url(self) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self._socket.getsockname()[1]}"

    def close(self) -> None:
        self._over.set()
        # A blocked accept only notices a shutdown, not a close.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        # Only once it has ended is it sure that no connection and no thread is added.
        self._accepting.join()
        for connection in self._open:
            _shut_down(connection)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            self._open.append(connection)
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _is_untold(self, request: Request) -> bool:
        if self._tells or request.method != "GET":
            return False
        asked = request.path == "/props" or (self._untold and request.path.endswith("/models"))
        self._untold = self._untold or asked
        return asked

    def _serve(self, connection: socket.socket) -> None:
        try:
            if self._tls:
                connection = self._tls.wrap_socket(connection, server_side=True)
            with connection, connection.makefile("rb") as reading:
                while request := _read(reading):
                    if self._is_untold(request):
                        connection.sendall(error(404))
                        continue
                    with self._lock:
                        number = len(self.requests)
                        self.requests.append(request)
                    served = self.answers[min(number, len(self.answers) - 1)]
                    answer = served(request) if callable(served) else served
                    if answer == HANG:
                        self._over.wait()
                        return
                    if answer == DROP:
                        return
                    connection.sendall(answer)
                    if (
                        self._tls
                        or number in self.cut
                        or b"connection: close" in answer[:1000].lower()
                    ):
                        return
        except OSError:
            return


CERTIFICATES = Path(__file__).parent / "certificates"
"""Certificates that sign themselves, all with one key: `localhost` (and 127.0.0.1), `elsewhere` for
another host, `expired` in 2020. Nothing but these tests uses them."""


def _tls(certificate: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / f"{certificate}.pem", CERTIFICATES / "key.pem")
    return context


def _shut_down(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def _read(reading: Any) -> Request | None:
    line = reading.readline().decode()
    if not line:
        return None
    method, path, _ = line.split()
    headers: dict[str, str] = {}
    while (line := reading.readline().decode().strip()) != "":
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    size = int(headers.get("content-length", 0))
    body = reading.read(size)
    if len(body) < size:  # who asked has left
        return None
    return Request(method, path, headers, json.loads(body) if body else None, body)


def raw(status: int, body: bytes, kind: str = "application/json", **headers: str) -> bytes:
    """A whole answer."""
    head = {"Content-Type": kind, "Content-Length": str(len(body))} | {
        k.replace("_", "-"): v for k, v in headers.items()
    }
    lines = [f"HTTP/1.1 {status} Said", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def said(body: object, status: int = 200, **headers: str) -> bytes:
    """A whole answer in JSON."""
    return raw(status, json.dumps(body).encode(), **headers)


def error(status: int, message: str = "no", **more: str) -> bytes:
    """A refusal as OpenAI writes it."""
    return said({"error": {"message": message, **more}}, status)


def chat(text: str, finish: str = "stop", **message: str) -> bytes:
    """A reply of chat completions."""
    return said(
        {
            "model": "tiny-1",
            "choices": [
                {
                    "message": {"role": "assistant", "content": text, **message},
                    "finish_reason": finish,
                }
            ],
            "usage": {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "prompt_tokens_details": {"cached_tokens": 60},
            },
        }
    )


def events(*data: object, done: bool = True) -> bytes:
    """A streamed answer; with `done` off it ends without its last event, as when a server dies."""
    texts = [each if isinstance(each, str) else json.dumps(each) for each in data]
    body = "".join(f"data: {text}\n\n" for text in [*texts, *(["[DONE]"] if done else [])])
    head = "HTTP/1.1 200 Said\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    return head.encode() + body.encode()


def delta(text: str = "", finish: str | None = None) -> dict[str, Any]:
    """An event of streamed chat completions."""
    return {"choices": [{"delta": {"content": text}, "finish_reason": finish}]}
