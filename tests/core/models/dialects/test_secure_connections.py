"""Every way in which TLS fails, over real sockets: what is wrong with it, and what to do."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import CERTIFICATES, chat, raw
from wolfcore.errors import ModelError, ModelUntrusted
from wolfcore.models import ChatModel

TRUSTED = "SSL_CERT_FILE"


async def failure(model: ChatModel, kind: type[ModelError]) -> str:
    with pytest.raises(kind) as raised:
        await model.complete(WORDS)
    return str(raised.value)


@pytest.mark.parametrize(
    ("certificate", "trusted", "words"),
    [
        (
            "localhost", "elsewhere",
            "the certificate of the server is not trusted (self-signed certificate). If you trust "
            "it, set the environment variable SSL_CERT_FILE to a PEM file that holds it or the "
            "certificate of its authority.",
        ),
        (
            "expired", "expired",
            "the certificate of the server is out of date (certificate has expired). Renew it "
            "there, or correct the clock of this machine.",
        ),
        (
            "elsewhere", "elsewhere",
            "the certificate of the server is for another host (IP address mismatch, certificate "
            "is not valid for '127.0.0.1'). Write the address with the name in the certificate.",
        ),
        (
            "localhost", "nowhere",
            "the certificates of SSL_CERT_FILE cannot be read (No such file or directory). Set it "
            "to a PEM file, or unset it.",
        ),
        (
            "localhost", "key",
            "the certificates of SSL_CERT_FILE cannot be read (NO_CERTIFICATE_OR_CRL_FOUND). Set "
            "it to a PEM file, or unset it.",
        ),
    ],
)  # fmt: skip
async def test_a_connection_that_is_not_secure_says_why(
    certificate: str,
    trusted: str,
    words: str,
    serve: Serve,
    opened: Open,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(TRUSTED, str(CERTIFICATES / f"{trusted}.pem"))
    server = serve(chat("Bram."), certificate=certificate)
    said = await failure(opened(server.url.replace("http:", "https:")), ModelUntrusted)
    assert said.endswith(words)
    # No later try helps, and nothing of the request was sent.
    assert (server.connections <= 1, server.requests) == (True, [])


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            raw(400, b"no"),
            "the server does not speak HTTPS. Write the address with `http://`.",
        ),
        (
            b"",
            "no secure connection (UNEXPECTED_EOF_WHILE_READING). Check the TLS of the server; if "
            "it has none, write the address with `http://`.",
        ),
    ],
)
async def test_https_to_a_server_of_plain_http_says_which_to_write(
    answer: bytes, words: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRUSTED, str(CERTIFICATES / "localhost.pem"))

    def refuse() -> None:
        connection, _ = listening.accept()
        with connection:
            # A server that reads a line of HTTP would wait for its end.
            connection.recv(9999)
            connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = threading.Thread(target=refuse, daemon=True)
        serving.start()
        url = f"https://127.0.0.1:{listening.getsockname()[1]}"
        assert (await failure(opened(url), ModelUntrusted)).endswith(words)
        serving.join()


async def test_a_certificate_of_ones_own_is_trusted_on_this_machine_as_well(
    serve: Serve, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRUSTED, str(CERTIFICATES / "localhost.pem"))
    server = serve(chat("Bram."), certificate="localhost")
    assert (await opened(server.url).complete(WORDS)).text == "Bram."


NGINX = b"<html><h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port</html>"
GO = b"Client sent an HTTP request to an HTTPS server.\n"


@pytest.mark.parametrize(
    "how",
    [
        {"certificate": "localhost"},
        {"answer": raw(400, NGINX, "text/html")},
        {"answer": raw(400, GO, "text/plain")},
        {"answer": b"\x15\x03\x03\x00\x02\x02\x46"},
    ],
    ids=["closed", "nginx", "go", "alert"],
)
async def test_plain_http_to_a_port_for_https_says_which_to_write(
    how: dict[str, Any], serve: Serve, opened: Open
) -> None:
    server = serve(how.pop("answer", chat("Bram.")), cut=(0, 1), **how)
    url = server.url.replace("https:", "http:")
    assert "If the server expects HTTPS, write `https://` in `base_url`" in await failure(
        opened(url, tries=1), ModelError
    )
