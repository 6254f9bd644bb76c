"""HTTP clients without cookies or redirects, and response bodies decompressed with a size limit.

Clients created here share nothing between calls but connections. A body is decompressed in pieces,
so that a few bytes cannot expand to gigabytes; after each piece other tasks can run.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import zlib
from collections.abc import AsyncGenerator, Iterator
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import Request

import httpx

for _library in ("httpx", "httpcore"):
    # Their debug messages repeat headers, and an endpoint may send a key back in a header.
    logging.getLogger(_library).setLevel(logging.WARNING)


CHUNK_SIZE = 8192
"""Bytes of the largest piece of a body."""


MAX_CHUNKS = 100_000
"""The most chunks of a body; an endpoint sends about one for each token."""


_CHUNK_OVERHEAD = 64
"""The work for one piece in addition to its bytes, in bytes: many tiny pieces take as much work as
one large piece."""


_PACKED = ("gzip", "x-gzip", "deflate")
"""Content encodings that are supported."""


_ANY_HEAD = 47
"""The `wbits` value of zlib for the largest window and either a zlib or a gzip header."""


class BodyTooLarge(Exception):
    """Raised when a body exceeds a limit; its message says which, as a clause."""


class UndecodableBody(Exception):
    """Raised when a body has an unsupported content encoding or is corrupt; its text says which."""


class NoCookies(CookieJar):
    """A cookie jar that stores nothing, so that no endpoint sees a cookie of an earlier reply."""

    def extract_cookies(self, response: Any, request: Request) -> None:
        """Do nothing. Cookies are not even parsed, so a large header costs no time."""

    def add_cookie_header(self, request: Request) -> None:
        """Do nothing: no cookie is sent."""


def make_client(**settings: Any) -> httpx.AsyncClient:
    """Create an HTTP client without cookies and redirects that requests uncompressed bodies.

    Args:
        **settings: Arguments of `httpx.AsyncClient`; `headers` are added to the default ones.
    """
    headers = {"User-Agent": "wolftui", "Accept-Encoding": "identity"} | settings.pop("headers", {})
    return httpx.AsyncClient(
        cookies=NoCookies(), follow_redirects=False, headers=headers, **settings
    )


_EXPIRED, _NOT_YET_VALID = 10, 9
_OTHER_HOST = (62, 64)
"""Codes of OpenSSL's `X509_V_ERR_*`: dates; a host name or an IP address that does not match."""


_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "RECORD_LAYER_FAILURE")
"""Reasons of OpenSSL for bytes that are not TLS, such as a reply in plain HTTP."""


def tls_problem(error: BaseException) -> tuple[str, str] | None:
    """Return the problem of a failed TLS connection, a clause, and the hint, a sentence.

    None where the error and its causes are not about TLS.

    Args:
        error: An error of httpx.
    """
    cause: BaseException | None = error
    while cause and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    if cause is None:
        return None
    if not isinstance(cause, ssl.SSLCertVerificationError):
        reason = cause.reason or str(cause)
        if reason in _NO_TLS:
            return "the server does not speak HTTPS", "Write the address with `http://`."
        hint = "Check the TLS of the server; if it has none, write the address with `http://`."
        return f"no secure connection ({reason})", hint
    why = f"({cause.verify_message.rstrip('.')})"
    if cause.verify_code in (_EXPIRED, _NOT_YET_VALID):
        return (
            f"the certificate of the server is out of date {why}",
            "Renew it there, or correct the clock of this machine.",
        )
    if cause.verify_code in _OTHER_HOST:
        return (
            f"the certificate of the server is for another host {why}",
            "Write the address with the name in the certificate.",
        )
    return (
        f"the certificate of the server is not trusted {why}",
        "If you trust it, set the environment variable SSL_CERT_FILE to a PEM file that holds "
        "it or the certificate of its authority.",
    )


async def body_chunks(response: httpx.Response, limit: int) -> AsyncGenerator[bytes]:
    """Yield the decompressed body in pieces of at most `CHUNK_SIZE` bytes.

    Pieces beyond the limit add up to less than one piece before the error is raised.

    Args:
        response: The response, with its body unread.
        limit: The most bytes, both compressed and decompressed.

    Raises:
        BodyTooLarge: There are more bytes, or too many chunks.
        UndecodableBody: The body cannot be decompressed.
        httpx.HTTPError: The connection broke.
    """
    unpacked = _decoder_for(response.headers.get("content-encoding", ""))
    came = got = number = owed = 0
    async for chunk in response.aiter_raw():
        came, number = came + len(chunk), number + 1
        for piece in unpacked.take(chunk):
            yield piece
            # Tiny pieces cost work as well, so that each one counts for some bytes.
            got, owed = got + len(piece), owed + len(piece) + _CHUNK_OVERHEAD
            if got > limit:
                raise BodyTooLarge(_megabytes(limit))
            if owed >= CHUNK_SIZE:
                owed = 0
                await asyncio.sleep(0)
        if came > limit:
            raise BodyTooLarge(_megabytes(limit))
        if number > MAX_CHUNKS:
            raise BodyTooLarge(f"more than {MAX_CHUNKS:,} pieces came")


async def read_body(response: httpx.Response, limit: int) -> bytes:
    """Read and decompress a whole body.

    Args:
        response: The response, with its body unread.
        limit: The most bytes, both compressed and decompressed.

    Raises:
        BodyTooLarge: There are more bytes, or too many chunks.
        UndecodableBody: The body cannot be decompressed.
        httpx.HTTPError: The connection broke.
    """
    return b"".join([piece async for piece in body_chunks(response, limit)])


def _megabytes(limit: int) -> str:
    return f"more than {limit / 1_000_000:g} megabytes came"


class _IdentityDecoder:
    def take(self, chunk: bytes) -> Iterator[bytes]:
        for start in range(0, len(chunk), CHUNK_SIZE):
            yield chunk[start : start + CHUNK_SIZE]


class _ZlibDecoder:
    def __init__(self) -> None:
        self._inflating = zlib.decompressobj(_ANY_HEAD)

    def take(self, chunk: bytes) -> Iterator[bytes]:
        # Data after the end of the compressed stream is ignored.
        while not self._inflating.eof:
            try:
                piece = self._inflating.decompress(chunk, CHUNK_SIZE)
            except zlib.error:
                raise UndecodableBody("broken data") from None
            chunk = self._inflating.unconsumed_tail
            if piece:
                yield piece
            if not chunk and len(piece) < CHUNK_SIZE:
                return


def _decoder_for(coding: str) -> _IdentityDecoder | _ZlibDecoder:
    codings = [
        each for word in coding.lower().split(",") if (each := word.strip()) not in ("", "identity")
    ]
    if not codings:
        return _IdentityDecoder()
    if len(codings) > 1 or codings[0] not in _PACKED:
        # Refuse double compression: five kilobytes could hold five gigabytes.
        raise UndecodableBody(coding)
    return _ZlibDecoder()
