"""A disk that has no room, for as long as a test wants."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def full_disk(path: Path) -> Generator[None]:
    """For the block, nothing can be written into the file `path`."""
    write = os.write

    def refuse(file: int, data: bytes) -> int:
        if path.exists() and os.path.samestat(os.fstat(file), path.stat()):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", refuse)
        yield
