"""The acted server: one HTTP server on 127.0.0.1 that behaves as one configuration says.

It counts the tokens of every attempt, broken ones too, and notes every question and what it
replied.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from typing_extensions import override

from .asks import Question, prompt_of, question_of
from .configurations import Configuration
from .forms import FORMS, Pieces, Usage
from .refusals import Refusal, part_of
from .shapes import SHAPES, USELESS, Reply
from .wires import stream_bytes

STALL = 60.0
"""Seconds that a stalled connection stays open, unless the server closes."""

TRIAL = Question("", 0, ("reasoning", "choice"), ("1 Ada", "2 Bob"), "1 Ada", "2 Bob", "Hello.")
"""The question of a prompt without one."""


class Attempt(NamedTuple):
    """One request for a reply.

    Attributes:
        question: The question; None for a trial.
        shape: The shape of the reply; empty for a refusal.
        tokens: Tokens sent and received by the server's count; 0 where it refused.
        told: Whether the usage reached the client.
        status: The HTTP status.
    """

    question: Question | None
    shape: str
    tokens: int
    told: bool
    status: int


class ActedServer(ThreadingHTTPServer):
    """A server for one configuration."""

    daemon_threads = True

    def __init__(self, acted: Configuration) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.acted = acted
        self.attempts: list[Attempt] = []
        self.lock = threading.Lock()
        self.closing = threading.Event()
        self.calls = 0
        self.limited_since = 0.0
        self.limited_calls = 0
        self.broken = 0

    @override
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients go away in the middle of broken replies."""

    def limited(self) -> Refusal | None:
        """The refusal of a limit for this call, or None."""
        limit = self.acted.limit
        with self.lock:
            self.calls += 1
            if limit is None or self.calls <= limit.after:
                return None
            if limit.calls:
                self.limited_calls += 1
                return limit.refusal if self.limited_calls <= limit.calls else None
            now = time.monotonic()
            self.limited_since = self.limited_since or now
            holds = not limit.seconds or now - self.limited_since < limit.seconds
            return limit.refusal if holds else None

    def breaks_now(self) -> bool:
        """Whether this reply breaks or stalls."""
        wire = self.acted.wire
        if not (wire.breaks or wire.stalls or wire.late or wire.error is not None or wire.short):
            return False
        with self.lock:
            self.broken += 1
            return not wire.times or self.broken <= wire.times


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def _host(self) -> ActedServer:
        assert isinstance(self.server, ActedServer)
        return self.server

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer what clients look up before they ask."""
        path, acted = self.path.partition("?")[0], self._host.acted
        known: dict[str, Any] = {
            "/models": {"object": "list", "data": [{"id": "m1", "object": "model"}]},
            "/api/tags": {"models": [{"name": "m1", "model": "m1"}]},
            "/api/version": {"version": "0.12.0"},
            "/health": {"status": "ok"},
        }
        if acted.server == "llama.cpp":
            known["/props"] = {"total_slots": 1, "default_generation_settings": {"n_ctx": 16384}}
        found = next((body for end, body in known.items() if path.endswith(end)), None)
        if found is None:
            self._whole(404, {"detail": "Not Found"})
        else:
            self._whole(200, found)

    def do_POST(self) -> None:
        """Answer a request for a reply."""
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        acted, path = self._host.acted, self.path.partition("?")[0]
        body: dict[str, Any] = json.loads(raw or b"{}")
        if path.endswith("/api/show"):
            self._whole(200, {"capabilities": ["completion"], "model_info": {}})
            return
        if acted.moved and not path.startswith("/moved"):
            place = f"http://{self.headers['Host']}/moved{self.path}"
            self._refuse(Refusal(acted.moved, "", {"Location": place}), None)
            return
        api = _api_of(path)
        prompt = prompt_of(body)
        question = question_of(prompt)
        refusal = acted.refusal_of(body, api) or self._host.limited()
        if api not in FORMS:
            refusal = Refusal(404, {"error": {"message": f"Unknown request URL: POST {path}."}})
        if refusal:
            self._refuse(refusal, question)
            return
        if "streamGenerateContent" in path:
            body = {**body, "stream": True}
        self._reply(api, body, question, len(prompt) // 4 + 1)

    def _refuse(self, refusal: Refusal, question: Question | None) -> None:
        self._note(Attempt(question, "", 0, told=True, status=refusal.status))
        self._whole(refusal.status, refusal.body, refusal.headers)

    def _note(self, attempt: Attempt) -> None:
        with self._host.lock:
            self._host.attempts.append(attempt)

    def _reply(self, api: str, body: dict[str, Any], question: Question | None, sent: int) -> None:
        acted = self._host.acted
        name = acted.shape_of(body)
        shape = {**USELESS, **SHAPES}[name]
        reply: Reply = shape(question or TRIAL)
        usage = Usage(sent, len(reply.text) // 4 + 1)
        wire, told = acted.wire, acted.told
        streams = (api == "ollama" and "stream" not in body) or body.get("stream") is True
        streams = (streams and not wire.never_streams) or wire.always_streams
        form = FORMS[api]
        pieces: Pieces = []
        if streams:
            pieces = form.stream(reply, usage, told, body)
            parts = stream_bytes(pieces, wire, api)
        else:
            parts = [json.dumps(form.body(reply, usage, told)).encode()]
        breaks = self._host.breaks_now()
        if wire.error is not None and not breaks and streams:
            parts = stream_bytes(pieces, wire._replace(error=None), api)
        tells = told.usage != "none" and not (breaks and (wire.breaks or wire.stalls or wire.error))
        if streams and not told.finish and api in {"anthropic", "ollama"}:
            # Their usage comes with the reason of the end.
            tells = False
        if streams and api == "openai" and told.usage == "asked":
            tells = tells and bool(part_of(body, "stream_options").get("include_usage"))
        self._note(Attempt(question, name, sum(usage), tells, 200))
        self._send(parts, streams=streams, breaks=breaks, api=api)

    def _send(self, parts: list[bytes], *, streams: bool, breaks: bool, api: str) -> None:
        wire = self._host.acted.wire
        if wire.late and breaks:
            self._host.closing.wait(wire.late)
        share = (wire.breaks or wire.stalls) if breaks else 0
        kept = parts[: max(1, int(len(parts) * share))] if share else parts
        if share and len(parts) == 1:
            kept = [parts[0][: max(1, int(len(parts[0]) * share))]]
        media = "application/x-ndjson" if api == "ollama" and wire.media else wire.media
        headers = {"Content-Type": media if streams else wire.plain}
        whole = b"".join(parts)
        if wire.gzip:
            whole = gzip.compress(whole)
            kept, headers["Content-Encoding"] = [whole], "gzip"
        chunked = streams and wire.chunked and not wire.close
        if chunked:
            headers["Transfer-Encoding"] = "chunked"
        elif not wire.close:
            headers["Content-Length"] = str(len(whole) + (wire.short if breaks else 0))
        if wire.informs:
            self.wfile.write(f"HTTP/1.1 {wire.informs} Wait\r\n\r\n".encode())
        version = "HTTP/1.0" if wire.close else "HTTP/1.1"
        head = "".join(f"{key}: {value}\r\n" for key, value in headers.items() if value)
        self.wfile.write(f"{version} 200 OK\r\n{head}\r\n".encode())
        for at, part in enumerate(kept):
            self._piece(part, chunked=chunked, split=wire.split and at < 4)
            if wire.slow and at < 4:
                self._host.closing.wait(wire.slow)
        if breaks and wire.stalls:
            self._host.closing.wait(STALL)
        if chunked and not share:
            self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()
        if share or wire.close or wire.short:
            self.close_connection = True

    def _piece(self, part: bytes, *, chunked: bool, split: bool) -> None:
        for each in [part[at : at + 1] for at in range(len(part))] if split else [part]:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(each), each) if chunked else each)
            self.wfile.flush()

    def _whole(self, status: int, body: Any, headers: Mapping[str, str] | None = None) -> None:
        page = isinstance(body, str)
        data = body.encode() if page else json.dumps(body).encode()
        media = "text/html" if page and body.startswith("<") else "text/plain"
        with contextlib.suppress(BrokenPipeError):
            self.send_response(status)
            self.send_header("Content-Type", media if page else "application/json")
            self.send_header("Content-Length", str(len(data)))
            for key, value in (headers or {}).items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(data)


def _api_of(path: str) -> str:
    ends = {"/chat/completions": "openai", "/messages": "anthropic", "/api/chat": "ollama",
            "/responses": "responses", ":generateContent": "google",
            ":streamGenerateContent": "google"}  # fmt: skip
    return next((api for end, api in ends.items() if path.endswith(end)), "")
