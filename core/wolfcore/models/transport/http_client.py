"""HTTP clients without cookies or redirects, and response bodies decompressed with a size limit.

Clients made here share nothing between calls but connections. A body is decompressed here, piece by
piece, so that a few bytes cannot become gigabytes; after each piece other tasks get a turn.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import AsyncGenerator, Iterator
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import Request

import httpx

for _library in ("httpx", "httpcore"):
    # In their debugging words they repeat headers, and an endpoint may give a key back in one.
    logging.getLogger(_library).setLevel(logging.WARNING)


CHUNK_SIZE = 8192
"""Bytes that are handed on at a time."""


MAX_CHUNKS = 100_000
"""Pieces of a body; an endpoint sends about one for each token."""


_CHUNK_OVERHEAD = 64
"""What a piece costs beside its bytes, in bytes: so many tiny pieces are as much work as a large
one."""


_PACKED = ("gzip", "x-gzip", "deflate")


_ANY_HEAD = 47
"""For zlib: the largest window, and a head of either kind."""


class BodyTooLarge(Exception):
    """More came than is read; its words say what, as a clause."""


class UndecodableBody(Exception):
    """The body is packed in a way that is not unpacked here, or badly; its words say how."""


class NoCookies(CookieJar):
    """Takes no cookie and gives none: what one endpoint sets is never told to another, nor to itself again."""

    def extract_cookies(self, response: Any, request: Request) -> None:
        """Take nothing. What is not looked at cannot be slow to read either."""

    def add_cookie_header(self, request: Request) -> None:
        """Give nothing."""


def make_client(**settings: Any) -> httpx.AsyncClient:
    """A client with these settings of httpx that keeps no cookies, follows no redirect and asks for bodies that are not packed."""
    headers = {"User-Agent": "wolftui", "Accept-Encoding": "identity"} | settings.pop("headers", {})
    return httpx.AsyncClient(
        cookies=NoCookies(), follow_redirects=False, headers=headers, **settings
    )


async def body_chunks(response: httpx.Response, limit: int) -> AsyncGenerator[bytes]:
    """The body in pieces of at most `CHUNK_SIZE` bytes. What passes the limit is handed on by less than one piece.

    Args:
        response: The response, of which nothing is read yet.
        limit: The most bytes, as they come and unpacked.

    Raises:
        TooMuch: There are more, or they come in too many pieces.
        Unpackable: They cannot be unpacked.
        httpx.HTTPError: The connection broke.
    """
    unpacked = _decoder_for(response.headers.get("content-encoding", ""))
    came = got = number = owed = 0
    async for chunk in response.aiter_raw():
        came, number = came + len(chunk), number + 1
        for piece in unpacked.take(chunk):
            yield piece
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
    """The whole body.

    Raises:
        TooMuch: As `pieces`.
        Unpackable: As `pieces`.
        httpx.HTTPError: As `pieces`.
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
        # What follows its end is passed over.
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
        # Packed twice, five kilobytes hold five gigabytes; nobody who means well does so.
        raise UndecodableBody(coding)
    return _ZlibDecoder()
